"""Titles of jobs."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.kinds.imported.methods import IMPORT
from engine.kinds.parse import parse_specification
from engine.kinds.table import KINDS
from engine.specification.normal_form import as_json
from language.current import speaking
from phrasing.titles import job_title, job_words

TITLES: list[tuple[dict[str, object], str]] = [
    ({"kind": "enumerate", "board": "5x5"}, "All tours of 5x5, by start square"),
    ({"kind": "enumerate", "board": "8x8", "tours": "closed"}, "All closed tours of 8x8"),
    ({"kind": "enumerate", "board": "5x5", "starts": ["a1"]}, "All tours of 5x5 from a1"),
    ({"kind": "enumerate", "board": "5x5", "starts": ["a1", "b2"]}, "All tours of 5x5 from 2 squares"),
    ({"kind": "enumerate", "board": "5x5", "by_end": True}, "All tours of 5x5, by both ends"),
    ({"kind": "enumerate", "board": "8x8", "limit": {"tours": 777}}, "The first 777 tours of 8x8, by start square"),
    (
        {"kind": "enumerate", "board": "8x8", "method": "warnsdorff"},
        "All tours of 8x8 by Warnsdorff's rule, by start square",
    ),
    (
        {"kind": "enumerate", "board": "5x8", "piece": [1, 3], "tours": "closed"},
        "All closed tours of 5x8, by the camel",
    ),
    ({"kind": "sample", "board": "8x8"}, "How many tours has 8x8? An estimate"),
    ({"kind": "sample", "board": "8x8", "method": "warnsdorff"}, "How often Warnsdorff's rule succeeds on 8x8"),
    ({"kind": "construct", "board": "8x8", "tours": "open", "start": "a1"}, "An open tour of 8x8 from a1"),
    ({"kind": "construct", "board": "torus:5x5"}, "A tour of torus:5x5"),
    (
        {"kind": "construct", "board": "8x8", "tours": "closed", "fewest": "turns"},
        "A closed tour of 8x8 with the fewest turns",
    ),
    (
        {"kind": "construct", "board": "8x8", "tours": "open", "most": "angle_90"},
        "An open tour of 8x8 with the most right angles",
    ),
    (
        {"kind": "complete", "board": "3x4", "givens": "1 . . .\n. . 6 .\n. . . .\n", "barred": [["a1", "b3"]]},
        "Complete 2 numbers to a tour of 3x4, with moves given",
    ),
    ({"kind": "complete", "board": "3x4"}, "Complete what is given to a tour of 3x4"),
    ({"kind": "puzzle", "board": "3x4"}, "A puzzle: a tour of 3x4"),
    (
        {"kind": "puzzle", "board": "3x4", "tours": "closed", "tour": ["a1"]},
        "A puzzle from a given closed tour of 3x4",
    ),
    ({"kind": "distance", "board": "8x8", "from": "a1", "to": "h8"}, "Moves from a1 to h8 on 8x8"),
    ({"kind": "distance", "board": "3x3x3", "from": [1, 1, 1]}, "Distances from 1,1,1 on 3x3x3"),
    ({"kind": "strip", "family": "5xn"}, "The closed tours of all boards 5xn"),
    ({"kind": "strip", "family": "nx4", "tours": "any"}, "The tours of all boards 4xn"),
    ({"kind": "uncrossed", "board": "6x6"}, "The longest uncrossed path of 6x6"),
    ({"kind": "uncrossed", "board": "6x6", "tours": "closed"}, "The longest closed uncrossed path of 6x6"),
    ({"kind": "census", "board": "6x6"}, "What the closed tours of 6x6 are like"),
    ({"kind": "census", "board": "5x5", "tours": "open"}, "What the open tours of 5x5 are like"),
    ({"kind": "test-generator", "generator": "randu"}, "Test of the generator randu"),
    ({"kind": "symmetry", "board": "6x6"}, "The closed tours of 6x6 up to symmetry"),
    (
        {"kind": "certificate", "board": "6x6", "starts": [[6, 1]]},
        "A certificate of all tours of 6x6 from a1",
    ),
    ({"kind": "index", "board": "6x6"}, "Number the closed tours of 6x6"),
]


@pytest.mark.parametrize(("raw", "title"), TITLES)
def test_titles(raw: dict[str, object], title: str) -> None:
    """A title is the question in a few words, with squares by name where they have one."""
    specification = as_json(parse_specification(raw))

    assert job_title(specification, specification.get("board")) == title


@pytest.mark.parametrize(("raw", "title"), TITLES)
def test_titles_in_french(raw: dict[str, object], title: str) -> None:
    """Each title has a French form."""
    specification = as_json(parse_specification(raw))

    with speaking("fr"):
        assert job_title(specification, specification.get("board")) != title


def test_no_kind_is_left_out() -> None:
    """Every kind that can be submitted has a title here."""
    assert {raw["kind"] for raw, _ in TITLES} == KINDS.keys() - {IMPORT}


@dataclass(frozen=True)
class Named:
    """A job as in a document."""

    kind: str
    label: str | None
    title: str = "its question"


def test_what_a_page_calls_a_job() -> None:
    """A page shows the job's label, or its question if it has none."""
    assert job_words(Named("enumerate", "import of mine")) == "import of mine"
    assert job_words(Named("import", "import of the Cavalier atlas")) == "import of the Cavalier atlas"
    assert job_words(Named("enumerate", None)) == "its question"
