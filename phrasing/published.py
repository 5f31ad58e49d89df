"""The names of published figures in words: what a source's table states beside counts of tours."""

from __future__ import annotations

from language.translate import gettext_noop, translate

PUBLISHED = {
    "accesses": gettext_noop("accesses"),
    "angle_127_fewest": gettext_noop("fewest angles of 127°"),
    "angle_127_most": gettext_noop("most angles of 127°"),
    "angle_143_fewest": gettext_noop("fewest angles of 143°"),
    "angle_143_most": gettext_noop("most angles of 143°"),
    "angle_180_fewest": gettext_noop("fewest squares passed straight on"),
    "angle_180_most": gettext_noop("most squares passed straight on"),
    "angle_37_fewest": gettext_noop("fewest angles of 37°"),
    "angle_37_most": gettext_noop("most angles of 37°"),
    "angle_53_fewest": gettext_noop("fewest angles of 53°"),
    "angle_53_most": gettext_noop("most angles of 53°"),
    "angle_90_fewest": gettext_noop("fewest right angles"),
    "angle_90_most": gettext_noop("most right angles"),
    "available_moves": gettext_noop("available moves"),
    "best_depth": gettext_noop("deepest branch"),
    "bits": gettext_noop("bits"),
    "branches_taken": gettext_noop("branches taken"),
    "common_first_moves": gettext_noop("first moves in common"),
    "common_last_moves": gettext_noop("last moves in common"),
    "crossings_fewest": gettext_noop("fewest crossings"),
    "crossings_most": gettext_noop("most crossings"),
    "days_for_all_powers": gettext_noop("days for all powers"),
    "degrees": gettext_noop("degrees"),
    "destination_accesses": gettext_noop("accesses of destinations"),
    "deviation": gettext_noop("deviation"),
    "directions": gettext_noop("directions"),
    "displacement": gettext_noop("displacement"),
    "distances": gettext_noop("distances"),
    "draws_per_day": gettext_noop("draws per day"),
    "draws_per_sequence": gettext_noop("draws per sequence"),
    "draws_per_tour": gettext_noop("draws per tour"),
    "draws_per_walk": gettext_noop("draws per walk"),
    "end_share": gettext_noop("share of ends"),
    "exponent": gettext_noop("exponent"),
    "exponents": gettext_noop("exponents"),
    "factor_of_inverse": gettext_noop("factor of the inverse"),
    "factor_of_multiplier": gettext_noop("factor of the multiplier"),
    "first_links": gettext_noop("first links"),
    "hours_for_2500_tours": gettext_noop("hours for 2,500 tours"),
    "increment": gettext_noop("increment"),
    "inverse": gettext_noop("inverse"),
    "inverse_probability": gettext_noop("inverse of the probability"),
    "law": gettext_noop("law"),
    "link_cutting_squares_per_minute": gettext_noop("squares per minute by link cutting"),
    "links": gettext_noop("links"),
    "links_from": gettext_noop("links from"),
    "links_to": gettext_noop("links to"),
    "long_lag": gettext_noop("long lag"),
    "mean_branching": gettext_noop("mean number of branches"),
    "minutes_per_tour": gettext_noop("minutes per tour"),
    "minutes_to_first_tour": gettext_noop("minutes to the first tour"),
    "modulus": gettext_noop("modulus"),
    "moves_ene_most": gettext_noop("most moves towards east-northeast or back"),
    "moves_nne_most": gettext_noop("most moves towards north-northeast or back"),
    "moves_nnw_most": gettext_noop("most moves towards north-northwest or back"),
    "moves_wnw_most": gettext_noop("most moves towards west-northwest or back"),
    "path_diagrams": gettext_noop("path diagrams"),
    "period": gettext_noop("period"),
    "position": gettext_noop("position"),
    "prime_factors": gettext_noop("prime factors"),
    "primitive": gettext_noop("primitive"),
    "product": gettext_noop("product"),
    "product_of_available_moves": gettext_noop("product of available moves"),
    "reachable": gettext_noop("reachable squares"),
    "relative_deviation": gettext_noop("relative deviation"),
    "remark": gettext_noop("remark"),
    "short_lag": gettext_noop("short lag"),
    "squares_per_walk": gettext_noop("squares per walk"),
    "states": gettext_noop("states"),
    "steps": gettext_noop("steps"),
    "success_rate": gettext_noop("success rate"),
    "tied_candidates": gettext_noop("tied candidates"),
    "tours_found": gettext_noop("tours found"),
    "tours_of_all_draws": gettext_noop("tours among all draws"),
    "tours_per_day": gettext_noop("tours per day"),
    "tours_walks": gettext_noop("tours among all walks"),
    "trials_per_day": gettext_noop("trials per day"),
    "turns_fewest": gettext_noop("fewest turns"),
    "turns_most": gettext_noop("most turns"),
    "uncrossed_cycle": gettext_noop("longest uncrossed cycle"),
    "uncrossed_path": gettext_noop("longest uncrossed path"),
    "unreachable": gettext_noop("unreachable squares"),
    "upper_bound": gettext_noop("upper bound"),
    "verdict": gettext_noop("verdict"),
    "widest_square": gettext_noop("widest square of the sweep"),
}
"""By quantity; the others are named as counts are."""


STATUSES = (
    gettext_noop("verified"), gettext_noop("quoted"), gettext_noop("sampled"), gettext_noop("unchecked"),
)  # fmt: skip
"""Statuses of a published figure that are not verdicts of a comparison."""

PLACES = {
    "after": gettext_noop("after"), "array": gettext_noop("array"), "author": gettext_noop("author"),
    "base": gettext_noop("base"), "depth": gettext_noop("depth"), "dimensions": gettext_noop("dimensions"),
    "factor": gettext_noop("factor"), "formula": gettext_noop("formula"), "from": gettext_noop("from"),
    "mean": gettext_noop("mean"), "number": gettext_noop("number"), "place": gettext_noop("place"),
    "polynomial": gettext_noop("polynomial"), "printed": gettext_noop("printed"), "quarter": gettext_noop("quarter"),
    "seed": gettext_noop("seed"), "side": gettext_noop("side"), "solution": gettext_noop("solution"),
    "square": gettext_noop("square"), "statistic": gettext_noop("statistic"), "test": gettext_noop("test"),
    "to": gettext_noop("to"), "tours": gettext_noop("tours"), "value": gettext_noop("value"),
    "walks": gettext_noop("walks"),
}  # fmt: skip
"""The words that say which figure of a table is meant; others, such as k, are the same in every language."""


def published_name(quantity: str) -> str:
    """Return what a published figure is called, in the current language."""
    return translate(PUBLISHED.get(quantity, quantity.replace("_", " ")))


def published_place(name: str, value: str) -> str:
    """Return one part of the place of a figure in its table, such as "seed 7", in the current language."""
    return f"{translate(PLACES.get(name, name))} {value}"
