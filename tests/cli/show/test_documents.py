"""Documents as tables for people."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from cli.show.answer import View, show_finding
from cli.show.documents import MAX_ROWS, adoption_words, listing, print_whole, show_job, show_result

RESULTS: dict[str, tuple[list[dict[str, Any]], list[str]]] = {
    "counts": (
        [{"quantity": "tours", "convention": "directed", "value": "1728", "exact": True, "method": "backtrack"}],
        ["tours", "directed", "1,728", "exact", "backtrack"],
    ),
    "estimates": (
        [
            {
                "quantity": "tours",
                "convention": "directed",
                "value": 1.96e16,
                "standard_error": 1e14,
                "estimator": "knuth",
                "samples": 100000,
            }
        ],
        ["(1.960 ± 0.010)\u00d710¹⁶", "knuth", "100,000"],
    ),
    "ends": ([{"start": [1, 1], "end": [5, 5], "tours": "56"}], ["1,1", "5,5", "56"]),
    "depths": (
        [{"depth": 1, "reached": 1000, "mean_moves": 5.25, "width": 5.25, "inverse_probability": 1.0}],
        ["1,000", "5.25"],
    ),
    "distances": ([{"square": [1, 1], "distance": 0, "shortest_paths": "1"}], ["1,1", "0"]),
    "tests": ([{"test": "chi-square", "statistic": 1.0, "p_value": 0.5}], ["chi-square", "0.5"]),
    "tours": ([{"squares": [[1, 1], [2, 3]], "closed": False}], ["open", "1,1 2,3"]),
    "squares": ([{"square": [1, 1], "tours": "304"}], ["tours by start square", "304"]),
    "large_estimates": (
        [
            {
                "quantity": "tours",
                "convention": "directed",
                "log10": 700.25,
                "relative_error": 0.1,
                "estimator": "smc",
                "samples": 4096,
            }
        ],
        ["10⁷⁰⁰", "smc", "4,096"],
    ),
}

EXTRA: dict[str, tuple[object, list[str]]] = {
    "stages": (
        [
            {"method": "proof", "verdict": "not-found", "attempts": 1, "explanation": None},
            {"method": "blocks", "verdict": "not-found", "attempts": 2, "explanation": "too few rows"},
        ],
        ["proof", "no objection", "blocks", "not-found", "too few rows"],
    ),
    "tour": (
        {"squares": 36, "closed": True, "start": [1, 1], "end": [2, 3], "method": "blocks", "recipe": {"side": 6}},
        ["36", "[2, 3]", "blocks", '{"side": 6}'],
    ),
    "symmetries": (
        [{"symmetry": "quarter turn", "symmetries": 2, "order": 4, "moved_along": "12", "turned_round": "0"}],
        ["quarter turn", "12"],
    ),
    "types": ([{"symmetries": "half turn", "tours": "34", "classes": "17"}], ["half turn", "34", "17"]),
    "path": ([[4, 1], [5, 3], [3, 2]], ["the path", "4,1 5,3 3,2"]),
    "diameter": (6, ['"diameter": 6']),
    "algebra": (
        {"displacement": [49, -49], "kernel": [[1, 0], [0, 1]], "none": [], "words": ["a  b", "c"]},
        ['"displacement": [49, -49],', "      [1, 0],\n      [0, 1]\n", '"none": []', '"a  b",'],
    ),
}
"""Parts that only some kinds have; a part without a table of its own is printed as JSON."""


DOUBTFUL = {
    "quantity": "tours",
    "convention": "directed",
    "value": 1.5e16,
    "standard_error": 6e15,
    "estimator": "knuth",
    "samples": 1000,
    "effective_samples": 7.6,
    "largest_share": 0.31,
    "naive_error": 5e15,
    "warnings": ["one sample carries 31% of the weight"],
}


def wide() -> Console:
    """Return a console that records what is printed."""
    return Console(width=80, file=io.StringIO(), record=True)


@pytest.mark.parametrize("part", RESULTS)
def test_every_part_of_a_result_is_shown(part: str) -> None:
    """Each part prints all its figures, and a result without the part prints nothing."""
    rows, expected = RESULTS[part]
    out = wide()
    show_result(out, {"job": {}, part: rows})
    text = out.export_text()
    assert [piece for piece in expected if piece not in text] == []
    empty = wide()
    show_result(empty, {"job": {}})
    assert empty.export_text() == ""


@pytest.mark.parametrize("part", EXTRA)
def test_what_only_some_kinds_have_is_shown(part: str) -> None:
    """Such a part is printed with all its figures."""
    found, expected = EXTRA[part]
    out = Console(width=200, file=io.StringIO(), record=True)
    show_result(out, {"job": {}, "extra": {part: found}})
    text = out.export_text()
    assert [piece for piece in expected if piece not in text] == []


def test_how_far_an_adoption_is() -> None:
    """The words differ while an adoption is checked, when it is refused (with the reasons), and when there is none."""
    asked = {"engine": "bb", "shards": 3, "equal": 2, "different": [], "unknown": []}
    assert adoption_words({"engine": "aa", "adoption": None}) == "is computed by the code aa"
    checking = {"engine": "aa", "adoption": {**asked, "state": "checking"}}
    assert adoption_words(checking) == "is being checked for the code bb: 2 of 3 shards gave the same again"
    refused = {"engine": "aa", "adoption": {**asked, "state": "refused", "different": ["shard 1 gives something else"]}}
    assert adoption_words(refused).split(": ")[0] == "not adopted by the code bb"
    assert adoption_words(refused).endswith("; shard 1 gives something else")


def test_figures_are_never_cut() -> None:
    """A board of long figures is printed whole on a narrow screen."""
    value = "123456789012345678901"
    squares = [{"square": [1, column], "tours": value} for column in range(1, 9)]
    out = wide()
    show_result(out, {"squares": squares})
    assert out.export_text().count("123,456,789,012,345,678,901") == 8


def test_long_lists_say_what_they_leave_out() -> None:
    """Rows beyond the limit are counted in the last line."""
    out = wide()
    out.print(listing("many", ["n"], [[number] for number in range(MAX_ROWS + 7)]))
    assert "and 7 more" in out.export_text()


def test_a_job_shows_its_state_and_progress() -> None:
    """State and shards are always shown, the estimated share only while the job runs."""
    job: dict[str, Any] = {
        "id": "a1",
        "kind": "enumerate",
        "board": "5x5",
        "state": "running",
        "title": "All tours of 5x5",
    }
    job["progress"] = {"shards": 8, "finished_shards": 2, "estimated_fraction": 0.251, "cpu_seconds": 3.2}
    running, finished = wide(), wide()
    show_job(running, job)
    show_job(finished, job | {"state": "succeeded"})
    assert "about 25.1 % done" in running.export_text()
    text = finished.export_text()
    assert "succeeded" in text
    assert "25.1" not in text
    assert text.startswith("All tours of 5x5\n")


def test_doubtful_estimates_say_so() -> None:
    """Signs of a doubtful error and biased estimators are shown, as is the number of squares an estimate covers."""
    out = Console(width=200, file=io.StringIO(), record=True)
    biased = {**DOUBTFUL, "estimator": "product-of-means", "unbiased": False, "warnings": []}
    by_class = {**DOUBTFUL, "square": [1, 2], "squares": 8}

    show_result(out, {"job": {}, "estimates": [DOUBTFUL, biased, by_class]})
    text = out.export_text()

    for piece in ("product-of-means (biased)", "1,2 (of 8)", "31.0%", "5e+15"):
        assert piece in text
    assert "warning: tours by knuth: one sample carries 31% of the weight" in text
    assert "warning: tours from 1,2 (of 8) by knuth: one sample carries 31% of the weight" in text


def on_a_screen(width: int = 80) -> Console:
    """Return a terminal of 24 lines that records what is printed."""
    return Console(width=width, height=24, file=io.StringIO(), record=True, force_terminal=True)


def test_a_wide_table_says_what_it_leaves_out() -> None:
    """A terminal table drops and names its last columns; figures stay whole, and words continue on the next line."""
    figures = [[f"{10**18:,}", f"{10**17:,}", f"{10**45:,}", "7"]]
    cut, elsewhere, told = on_a_screen(), wide(), on_a_screen()
    print_whole(cut, listing("figures", ["one", "two", "three", "four"], figures))
    print_whole(elsewhere, listing("figures", ["one", "two", "three", "four"], [[*figures[0][:3], "1" * 60]]))
    print_whole(told, listing("known", ["", "", "who"], [[*figures[0][:2], "somebody " * 9]]), words_last=True)

    text = cut.export_text()
    assert max(map(len, text.splitlines())) <= 80
    assert f"{10**17:,}" in text
    assert "four; --json has everything" in text
    assert f"{10**45:,}" not in text
    assert "1" * 60 in elsewhere.export_text()
    words = told.export_text()
    assert (f"{10**18:,}" in words, words.count("somebody")) == (True, 9)


@pytest.mark.parametrize("part", sorted(set(RESULTS) - {"tours"}))
def test_a_finding_fits_a_screen(part: str) -> None:
    """However much a job has found, its answer with question and state fits 24 lines of 80 columns."""
    rows = RESULTS[part][0] * 500
    kinds = {
        "squares": "enumerate",
        "ends": "enumerate",
        "estimates": "sample",
        "tests": "test-generator",
        "distances": "distance",
    }
    job = {
        "id": "f" * 16,
        "kind": kinds.get(part, "enumerate"),
        "state": "succeeded",
        "title": "What is asked",
        "spec": {"board": "5x5"},
    }
    progress = {"shards": 8, "finished_shards": 8, "estimated_fraction": 1, "cpu_seconds": 3.2}
    out = on_a_screen()
    show_job(out, job | {"progress": progress})
    show_finding(out, {"job": job | {"answer": "Found. " * 40}, part: rows}, View(lines=24))

    lines = out.export_text().rstrip().splitlines()
    assert len(lines) < 23
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("exact", "title"), [(True, "undirected tours, exact"), (False, "tours drawn uniformly (± one standard error)")]
)
def test_a_census(*, exact: bool, title: str) -> None:
    """Its statistics stand in a table that says whether they are exact."""
    out = wide()
    row = {"statistic": "turns", "least": 2, "most": 9, "tours": ["8"], "mean": 3.25, "standard_deviation": 1.5}
    show_result(out, {"extra": {"census": {"tours": "8", "exact": exact, "distributions": [row]}}})
    printed = out.export_text()
    assert all(word in printed for word in (title, "Turns", "3.25", "1.5"))
    assert "distributions" not in printed


def test_a_census_of_moves() -> None:
    """Moves used by equally many tours stand together, the most used first."""
    out = wide()
    moves = [{"squares": [[1, 1], [2, column]], "tours": tours} for column, tours in ((3, "8"), (4, "1200"), (5, "8"))]
    show_result(out, {"extra": {"census": {"tours": "1200", "exact": True, "distributions": [], "moves": moves}}})
    rows = [line.split() for line in out.export_text().splitlines()]
    assert ["1", "1,1", "2,4", "1,200"] in rows
    assert rows.index(["2", "1,1", "2,3", "8"]) == rows.index(["1", "1,1", "2,4", "1,200"]) + 1
