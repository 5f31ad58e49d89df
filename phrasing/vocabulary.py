"""Words that documents have in their fields: programs read them as they are, people in their language."""

from __future__ import annotations

from collections.abc import Mapping

from drawing.features import NAMES
from language.translate import gettext_noop
from phrasing.symmetries import NAMES as SYMMETRIES

STATES = (
    gettext_noop("queued"),
    gettext_noop("running"),
    gettext_noop("pausing"),
    gettext_noop("paused"),
    gettext_noop("succeeded"),
    gettext_noop("failed"),
    gettext_noop("cancelled"),
    gettext_noop("planning"),
    gettext_noop("putting the result together"),
    gettext_noop("being deleted"),
    gettext_noop("ready"),
    gettext_noop("leased"),
    gettext_noop("finished"),
    gettext_noop("quarantined"),
)
"""States of jobs and of their shards, and the steps of a job."""

WORKER_STATES = (
    gettext_noop("live"),
    gettext_noop("silent"),
    gettext_noop("draining"),
    gettext_noop("distrusted"),
    gettext_noop("gone"),
)

OUTCOMES = (gettext_noop("complete"), gettext_noop("limit"), gettext_noop("impossible"), gettext_noop("not-found"))
"""Outcomes of jobs that have ended."""

CONVENTIONS = (gettext_noop("directed"), gettext_noop("undirected"))
QUANTITIES = (
    gettext_noop("tours"),
    gettext_noop("closed tours"),
    gettext_noop("open tours"),
    gettext_noop("paths"),
    gettext_noop("cycles"),
    gettext_noop("cycle classes"),
    gettext_noop("open classes"),
    gettext_noop("nodes"),
    gettext_noop("leaves"),
    gettext_noop("dead ends"),
    gettext_noop("attempts"),
    gettext_noop("successes"),
    gettext_noop("stored tours"),
    gettext_noop("walks"),
    gettext_noop("mean moves"),
    gettext_noop("warnsdorff tours"),
    gettext_noop("warnsdorff closed"),
    gettext_noop("warnsdorff nodes"),
    gettext_noop("warnsdorff leaves"),
    gettext_noop("warnsdorff dead ends"),
    gettext_noop("uncrossed path"),
)
"""What is counted or estimated, with spaces for underscores."""

SHARDS = (
    gettext_noop("stream %(number)s"),
    gettext_noop("%(test)s, stream %(number)s"),
    gettext_noop("start %(square)s"),
    gettext_noop("start %(square)s, branches %(numbers)s"),
    gettext_noop("start %(square)s, sets from %(number)s"),
    gettext_noop("branches %(numbers)s"),
    gettext_noop("the whole tree"),
    gettext_noop("from %(square)s"),
    gettext_noop("from %(start)s to %(goal)s"),
    gettext_noop("between %(squares)s"),
    gettext_noop("%(symmetry)s: cycles"),
    gettext_noop("%(symmetry)s: paths from the middle"),
    gettext_noop("%(symmetry)s: paths through the middle"),
    gettext_noop("%(shard)s, part %(number)s"),
)
"""What the engine calls the pieces of a job."""

METHOD_WORDS = {
    "auto": gettext_noop("whatever suits the board"),
    "blocks": gettext_noop("block composition"),
    "pohl": gettext_noop("Pohl's rule"),
    "roth": gettext_noop("Roth's rule"),
    "sample": gettext_noop("drawn tours"),
    "search": gettext_noop("search"),
    "squirrel-cull": gettext_noop("the rule of Squirrel and Cull"),
    "two-factor": gettext_noop("2-factors"),
    "warnsdorff": gettext_noop("Warnsdorff's rule"),
    "backtrack": gettext_noop("search"),
    "board-array": gettext_noop("search on an array"),
    "frontier": gettext_noop("sweep"),
    "importance": gettext_noop("importance sampling"),
    "inclusion-exclusion": gettext_noop("inclusion and exclusion"),
    "index": gettext_noop("index"),
    "link-cutting": gettext_noop("search with link-cutting"),
    "proof": gettext_noop("proof"),
    "quotient": gettext_noop("search of the quotient"),
    "rotating": gettext_noop("rotating walks"),
    "smc": gettext_noop("sequential Monte Carlo"),
    "transfer-matrix": gettext_noop("transfer matrix"),
    "uniform": gettext_noop("uniform walks"),
    "weighted-sweep": gettext_noop("weighted sweep"),
}
"""What people call a method, by its name in documents."""


def method_words(name: str) -> str:
    """Return what people call a method, to be translated; its name where they have no other."""
    return METHOD_WORDS.get(name, name)


CHOICE_WORDS: Mapping[str, Mapping[str, str]] = {
    "method": METHOD_WORDS,
    "symmetry": SYMMETRIES,
    "fewest": NAMES,
    "most": NAMES,
    "if_failed": {"cancel": gettext_noop("this job is cancelled"), "wait": gettext_noop("this job waits")},
    "until": {"first": gettext_noop("at the first tour"), "all": gettext_noop("after all attempts")},
    "ends": {"drawn": gettext_noop("drawn beforehand"), "free": gettext_noop("left open")},
    "table": {"published": gettext_noop("as published"), "mended": gettext_noop("with our repair")},
    "walk": {"once": gettext_noop("no square twice"), "snake": gettext_noop("by a snake")},
    "prune": {
        "exits": gettext_noop("squares left without a way out"),
        "forced": gettext_noop("moves beside a forced one"),
        "colour": gettext_noop("start squares of the rarer colour"),
        "symmetry": gettext_noop("mirror images"),
        "cycle": gettext_noop("repeats of the same cycle"),
    },
    "tests": {
        "chi-square": gettext_noop("chi-square test"),
        "kolmogorov-smirnov": gettext_noop("Kolmogorov-Smirnov test"),
        "gap": gettext_noop("gap test"),
        "serial-correlation": gettext_noop("serial correlation test"),
        "spectral": gettext_noop("spectral test"),
    },
}
"""What people call the choices of a specification's field; the others are words already, such as closed."""

CHOICES = (gettext_noop("any"), gettext_noop("closed"), gettext_noop("open"))


def choice_words(name: str, field: str) -> str:
    """Return what people call a choice of a field, to be translated; its name where they have no other."""
    return CHOICE_WORDS.get(field, {}).get(name, name)


PROOFS = (
    gettext_noop("rows %(numbers)s and %(last)s"),
    gettext_noop("columns %(numbers)s and %(last)s"),
    gettext_noop("left"),
    gettext_noop("right"),
    gettext_noop("[%(square)s and [%(other)s"),
    gettext_noop("%(board)s. A closed tour can start on any square, and end there"),
    gettext_noop("the statement is quoted without the text at hand; %(how)s"),
    gettext_noop("confirmed here by a tour for n = 1 to %(side)s"),
    gettext_noop("checked by exact search, outside this project, on 30 boxes of three and four dimensions"),
    gettext_noop(
        "A square with only one move must be the first or the last of a tour. %(number)s squares have only one move "
        "(%(squares)s), but only %(free)s ends of the tour are free."
    ),
    gettext_noop(
        "A square with only one move must be the first or the last of a tour. Besides %(ends)s squares have "
        "only one move (%(squares)s), but only %(free)s end of the tour is free."
    ),
    gettext_noop(
        "A square with only one move must be the first or the last of a tour. Besides %(ends)s squares have "
        "only one move (%(squares)s), but only %(free)s ends of the tour are free."
    ),
)
"""Parts of the engine's proofs, and one whose parts come one right after the other."""

TIMES = (
    gettext_noop("a frontier of %(frontier)s squares"),
    gettext_noop("a frontier of %(frontier)s squares, about %(states)s states at most"),
    gettext_noop("a frontier of %(frontier)s squares, about %(states)s states at most, %(room)s GiB of files"),
    gettext_noop("%(number)s years"),
    gettext_noop("%(number)s days"),
    gettext_noop("%(number)s hours"),
    gettext_noop("%(number)s minutes"),
    gettext_noop("%(costs)s, inclusion and exclusion takes about %(time)s"),
    gettext_noop("%(costs)s, a search takes about %(time)s"),
    gettext_noop("%(costs)s, a search never ends"),
)
"""Costs of methods, listed one after the other, when the cheapest is chosen."""

OF_SOURCES = (
    gettext_noop("closed attempts"),
    gettext_noop("move sequences"),
    gettext_noop("closed share"),
    gettext_noop("dead end share"),
    gettext_noop("mean walk length"),
    gettext_noop("walks per tour"),
    gettext_noop("walks per closed"),
    gettext_noop("largest distance"),
)
"""Quantities that only sources have."""

SOURCES = (gettext_noop("Counts from the literature and the OEIS"),)
"""Titles of sources that are ours; others are cited as they are printed."""

RELIABILITIES = (
    gettext_noop("exact"),
    gettext_noop("estimate"),
    gettext_noop("published"),
    gettext_noop("claimed"),
    gettext_noop("so far"),
)
VERDICTS = (
    gettext_noop("equal"),
    gettext_noop("within error"),
    gettext_noop("weakly within error"),
    gettext_noop("implied"),
    gettext_noop("refuted"),
    gettext_noop("not reproduced"),
    gettext_noop("pass"),
    gettext_noop("suspect"),
    gettext_noop("fail"),
    gettext_noop("flying colours"),
)
"""Verdicts on published figures, and on tests of generators."""

SPOKEN = {
    "closed": "closed tours",
    "open": "open tours",
    "uncrossed_path": "moves of the longest uncrossed path",
    "uncrossed_cycle": "moves of the longest closed uncrossed path",
}
"""Quantities whose names alone might be read as adjectives, or do not say what is counted."""


EXTREMES = {
    "fewest": gettext_noop("fewest in a closed tour: %(statistic)s"),
    "most": gettext_noop("most in a closed tour: %(statistic)s"),
}
"""Names of the least and the greatest value of a statistic."""


FIELDS = {
    "kind": gettext_noop("kind"),
    "board": gettext_noop("board"),
    "piece": gettext_noop("piece"),
    "tours": gettext_noop("tours"),
    "starts": gettext_noop("start squares"),
    "method": gettext_noop("method"),
    "asked_for": gettext_noop("requested method"),
    "limit": gettext_noop("bounds of the search"),
}
"""Names of fields of a specification or of a search, where the name of the field itself says less."""


def field_name(field: str) -> str:
    """Return what a field of a specification or of a search is called in a sentence, in English."""
    return FIELDS.get(field, field.replace("_", " "))


def quantity_name(quantity: str) -> str:
    """Return what a quantity of a document is called in a sentence, in English."""
    statistic, _, sought = quantity.rpartition("_")
    if sought in EXTREMES and statistic in NAMES:
        return EXTREMES[sought] % {"statistic": NAMES[statistic]}
    return SPOKEN.get(quantity, quantity.replace("_", " "))
