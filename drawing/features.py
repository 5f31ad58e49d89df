"""The statistics of a tour in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from drawing.charts import Chart, Series
from drawing.numbers import group_digits, plus_minus, significant
from language.translate import gettext, gettext_noop, translate

NAMES = {
    "angle_37": "Angles of 36.87°",
    "angle_53": "Angles of 53.13°",
    "angle_90": "Right angles",
    "angle_127": "Angles of 126.87°",
    "angle_143": "Angles of 143.13°",
    "angle_180": "Squares passed straight on",
    "moves_ene": "Moves east-north-east or back",
    "moves_nne": "Moves north-north-east or back",
    "moves_nnw": "Moves north-north-west or back",
    "moves_wnw": "Moves west-north-west or back",
    "turns": "Turns",
    "crossings": "Crossings",
    "straight_run": "Longest straight run, in moves",
    "turning_number": "Whole turns of the line",
    "swept_area": "Swept area, in squares",
    "wedges": "Different wedges",
    "corner_type": "Type by how the corners are joined",
    "magic": "Sums of the numbers",
}
"""By the names of engine/features/table.py."""

SLOPES = {
    "ene": gettext_noop("east-north-east"),
    "nne": gettext_noop("north-north-east"),
    "nnw": gettext_noop("north-north-west"),
    "wnw": gettext_noop("west-north-west"),
}


def statistic_name(name: str) -> str:
    """Return the name of a statistic for people, in their language; also of sums over moves that are named by rule."""
    if name in NAMES:
        return translate(NAMES[name])
    sort, *parts = name.split("_")
    if sort == "moves":
        return gettext("Moves %(directions)s, or back", directions=", ".join(translate(SLOPES[one]) for one in parts))
    if sort == "inside":
        top, left, bottom, right = parts
        return gettext(
            "Moves inside [%(top)s, %(left)s] to [%(bottom)s, %(right)s]",
            top=top,
            left=left,
            bottom=bottom,
            right=right,
        )
    if parts[0] == "row":
        return gettext("Moves across the line behind row %(number)s", number=parts[1])
    return gettext("Moves across the line behind column %(number)s", number=parts[1])


NO_CENSUS: Mapping[str, Any] = {"distributions": ()}

SUMS = (gettext_noop("not magic"), gettext_noop("semimagic"), gettext_noop("magic"))
NO_TYPE = gettext_noop("none")


def describe_value(name: str, value: int) -> str:
    """Return a value of a statistic for people, in English, to be translated."""
    if name == "magic":
        return SUMS[value]
    return NO_TYPE if name == "corner_type" and not value else group_digits(value)


def describe_features(statistics: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return the statistics of a tour as (name, value) for people, in English, to be translated."""
    return [(NAMES[name], describe_value(name, value)) for name, value in statistics.items()]


def within(name: str) -> str:
    """Return the name of a statistic in the reader's language, as it stands inside a sentence."""
    text = statistic_name(name)
    return text[:1].lower() + text[1:]


BOUNDS = {
    "exact": gettext_noop("of all tours"),
    "limit": gettext_noop("no tour is beyond"),
    "lower": gettext_noop("every tour has at least"),
    "upper": gettext_noop("a tour is known with at most"),
}


def describe_extreme(extreme: Mapping[str, Any] | None) -> list[tuple[str, str, str]]:
    """Return the rows of an `Extreme`, if there is one, for people: (what, value, by what), the best met first."""
    if extreme is None:
        return []
    tried, made = group_digits(extreme["exchanges"]), group_digits(extreme["made"])
    by = gettext("%(tried)s exchanges of moves tried, %(made)s made", tried=tried, made=made)
    met = gettext("the fewest met") if extreme["sought"] == "fewest" else gettext("the most met")
    known = [
        (translate(BOUNDS[one["what"]]), translate(one["value"]), translate(one["source"])) for one in extreme["bounds"]
    ]
    return [
        (met, group_digits(extreme["value"]), by),
        (gettext("at first"), group_digits(extreme["begun"]), ""),
        *known,
    ]


@dataclass(frozen=True)
class CensusRow:
    """A statistic of many tours in words."""

    name: str
    least: int
    most: int
    mean: str
    deviation: str


def describe_census(census: Mapping[str, Any] | None) -> list[CensusRow]:
    """Return the rows of a census, if there is one, for people: exact means, or those of draws with their errors.

    Type numbers are names and have no mean.
    """
    rows = []
    for row in (census or NO_CENSUS)["distributions"]:
        mean = plus_minus(row["mean"], row["mean_error"]) if row.get("mean_error") else significant(row["mean"])
        spread = significant(row["standard_deviation"])
        if row["statistic"] == "corner_type":
            mean, spread = "", ""
        rows.append(CensusRow(statistic_name(row["statistic"]), row["least"], row["most"], mean, spread))
    return rows


def describe_moves(census: Mapping[str, Any]) -> list[tuple[int, Sequence[Sequence[int]], str]]:
    """Return groups of moves used by equally many tours, most first: number of moves, one of them, number of tours."""
    alike: dict[str, list[Sequence[Sequence[int]]]] = {}
    for row in census.get("moves") or ():
        alike.setdefault(row["tours"], []).append(row["squares"])
    return [(len(alike[tours]), alike[tours][0], group_digits(tours)) for tours in sorted(alike, key=int, reverse=True)]


def census_charts(census: Mapping[str, Any] | None) -> list[Chart]:
    """Return a chart for each statistic: tours by value or, of draws, shares with one standard error either way."""
    census = census or NO_CENSUS
    charts = []
    for row in census["distributions"]:
        places = [float(value) for value in range(row["least"], row["most"] + 1)]
        numbers = [float(number) for number in row["tours"]]
        name = statistic_name(row["statistic"])
        if census["exact"]:
            height, series = gettext("tours"), Series(name, list(zip(places, numbers, strict=True)), "bars")
        else:
            height = gettext("share of the tours")
            shares = [number / sum(numbers) for number in numbers]
            series = Series(name, list(zip(places, shares, strict=True)), "marks", errors=row["share_errors"])
        charts.append(Chart(f"census-{row['statistic'].replace('_', '-')}", name, gettext("value"), height, [series]))
    return charts
