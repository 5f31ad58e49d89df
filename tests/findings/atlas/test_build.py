"""Entries are built from the results of jobs."""

from __future__ import annotations

from typing import Any

from findings.atlas.build import entry_of
from tests.findings.atlas.samples import BY_START, SPECIFICATION

ALL_SQUARES = [[row, column] for row in range(1, 6) for column in range(1, 6)]


def tours_from(square: list[int]) -> str:
    """Return the number of tours of 5x5 from a square, by its reflection into the first triangle."""
    row, column = sorted(min(part, 6 - part) for part in square)
    return BY_START[f"{row},{column}"]


def result(**more: object) -> dict[str, Any]:
    """Return the result document of a count of 5x5."""
    job = {"id": "j", "spec": SPECIFICATION | {"label": "mine", "priority": 3}, "outcome": "complete", "engine": "c0de"}
    counts = [
        {"quantity": "tours", "convention": "directed", "value": "1728", "method": "frontier"},
        {"quantity": "nodes", "convention": "directed", "value": "9", "method": "frontier"},
    ]
    squares = [{"square": square, "tours": tours_from(square)} for square in ALL_SQUARES]
    return {"job": job | {"cpu_seconds": 0.25}, "counts": counts, "squares": squares} | more


def test_facts_of_the_whole_board() -> None:
    """An entry has the job's question, code, time and tours by class of start squares, but no facts of the search."""
    entry = entry_of(result())
    assert entry is not None
    (figure,) = entry.figures
    assert (figure.quantity, figure.value, figure.by_start) == ("tours", "1728", BY_START)
    assert (entry.key, entry.engine, entry.cpu_seconds) == ("5x5/1,2/enumerate/any", "c0de", 0.25)
    assert entry.specification == SPECIFICATION


def test_some_start_squares_are_not_all() -> None:
    """Without every class no start squares are listed, and without a fact there is no entry."""
    entry = entry_of(result(squares=[{"square": [1, 1], "tours": "304"}]))
    assert entry is not None
    assert entry.figures[0].by_start is None
    assert entry_of(result(counts=[])) is None


def test_one_start_square() -> None:
    """A single start square is part of an entry's name; several squares give no entry, as their sum fits none."""
    job = result()["job"]
    counts = [{"quantity": "tours", "convention": "directed", "value": "304", "method": "frontier"}]
    one = entry_of(result(counts=counts, job=job | {"spec": SPECIFICATION | {"starts": [[1, 1]]}}))
    assert one is not None
    assert (one.key, one.figures[0].starts) == ("5x5/1,2/enumerate/any/1,1", "1,1")
    assert entry_of(result(counts=counts, job=job | {"spec": SPECIFICATION | {"starts": [[1, 1], [3, 3]]}})) is None


def test_estimates() -> None:
    """An estimate keeps its error."""
    estimate = {
        "quantity": "tours", "convention": "directed", "value": 1.5, "standard_error": 0.5, "estimator": "smc",
        "samples": 4, "unbiased": True,
    }  # fmt: skip
    entry = entry_of(result(counts=[], estimates=[estimate]))
    assert entry is not None
    (figure,) = entry.figures
    assert (figure.value, figure.exact, figure.standard_error, figure.samples) == ("1.5", False, 0.5, 4)


def census(spec: dict[str, object], **found: object) -> dict[str, Any]:
    """Return the result document of a census of 5x6, which has eight closed tours."""
    job = {
        "id": "j",
        "spec": {"kind": "census", "board": "5x6", "tours": "closed", "method": "weighted-sweep", **spec},
        "outcome": "complete",
        "engine": "c0de",
    }
    counts = [
        {"quantity": quantity, "convention": convention, "value": value, "method": "frontier"}
        for quantity, convention, value in (("cycles", "undirected", "8"), ("closed", "directed", "480"))
    ]
    extra = {"census": {"tours": "8", "exact": True, "distributions": [], **found}}
    return {"job": job | {"cpu_seconds": 0.25}, "counts": counts, "extra": extra}


def test_a_census_of_a_statistic() -> None:
    """Tours by value are stored under the name of the statistic, with their number."""
    rows = [{"statistic": "moves_ene", "least": 4, "most": 6, "tours": ["2", "0", "6"]}]
    entry = entry_of(census({"statistics": ["moves_ene"]}, distributions=rows))
    assert entry is not None
    (figure,) = entry.figures
    assert entry.key == "5x6/1,2/census/closed/moves_ene"
    assert (figure.quantity, figure.value, figure.by_value) == ("cycles", "8", {"4": "2", "5": "0", "6": "6"})


def test_a_census_of_moves() -> None:
    """Tours are counted by the moves that they use, named by both squares."""
    moves = [{"squares": [[1, 1], [2, 3]], "tours": "8"}]
    entry = entry_of(census({"moves": True}, moves=moves))
    assert entry is not None
    assert entry.key == "5x6/1,2/census/closed/moves"
    assert entry.figures[0].by_move == {"1,1;2,3": "8"}
