"""Forms made from the specification models."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from api.submission.form import as_text, chosen_methods, field_of, fields_of, fill_form, read_form
from engine.kinds.parse import InvalidSpecificationError, parse_specification
from engine.kinds.table import MODELS
from engine.specification.normal_form import as_json

EXAMPLES: list[dict[str, object]] = [
    {"kind": "enumerate", "board": "5x5", "starts": ["a1", [3, 3]], "limit": {"nodes": 1000}, "prune": ["exits"]},
    {"kind": "enumerate", "board": "4x5", "by_end": True, "piece": [1, 3], "store": {"first": 3}, "priority": -2},
    {"kind": "sample", "board": "6x6", "budget": {"relative_error": 0.05}, "rng": {"seed": 7, "streams": 4}},
    {"kind": "construct", "board": "10x10", "tours": "closed", "start": "a1", "label": "<b>mine</b>"},
    {"kind": "complete", "board": "3x4", "givens": "1 . . .\n. . 6 .\n. . . .", "paths": [["b1", "c3"], ["a1", "b3"]]},
    {"kind": "complete", "board": "torus:5x5", "moves": [["1,1", "2,3"]], "limit": "none", "store": {"first": 9}},
    {"kind": "distance", "board": "torus:5x5", "from": [1, 1], "to": "all"},
    {"kind": "enumerate", "board": "5x5", "after": ["0123456789abcdef", "fedcba9876543210"], "if_failed": "wait"},
    {"kind": "test-generator", "generator": "pcg64dxsm", "tests": ["gap"], "trials": 10, "low_bits": 4},
]


@pytest.mark.parametrize("raw", EXAMPLES, ids=lambda raw: raw["kind"])
def test_a_form_filled_from_a_job_states_the_same_job(raw: dict[str, object]) -> None:
    """Cloning a job and sending the form unchanged gives an equal specification."""
    specification = parse_specification(raw)

    sent = read_form(raw["kind"], fill_form(as_json(specification)))

    assert parse_specification(sent) == specification


@pytest.mark.parametrize("kind", sorted(MODELS))
def test_every_field_of_the_models_is_in_the_form(kind: str) -> None:
    """The form of a kind has exactly the fields of its model, except the kind itself."""
    names = {one.name.partition(".")[0] for one in fields_of(kind)}

    assert names == set(MODELS[kind].model_json_schema(by_alias=True)["properties"]) - {"kind"}


def test_an_empty_form_leaves_defaults_alone() -> None:
    """Only what was typed is sent, so that the command shown is short."""
    form = MultiDict([("board", " 8x8 "), ("piece", ""), ("method", "auto"), ("rng.seed", "1")])

    assert read_form("construct", form) == {"kind": "construct", "board": "8x8"}


def test_ids_of_jobs_are_typed_one_after_the_other() -> None:
    """Ids of jobs are separated by spaces."""
    form = MultiDict([("board", "8x8"), ("after", "0123456789abcdef  fedcba9876543210")])

    assert read_form("construct", form)["after"] == ["0123456789abcdef", "fedcba9876543210"]


def test_grids_and_pieces_of_path_are_typed() -> None:
    """A grid is typed line by line; pieces of path are separated by semicolons."""
    form = MultiDict(
        [("board", "2x2"), ("givens", "1 .\r\n. 4"), ("paths", "a1 b3 c5; 1,1  2,3"), ("barred", "a1 b3;")]
    )

    read = read_form("complete", form)

    assert read["givens"] == "1 .\r\n. 4"
    assert read["paths"] == [["a1", "b3", "c5"], ["1,1", "2,3"]]
    assert read["barred"] == [["a1", "b3"]]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("start", "1,2", "1,2"),
        ("start", "b3", "b3"),
        ("store", '{"first": 5}', {"first": 5}),
        ("store", "{broken", "{broken"),
        ("priority", "x", "x"),
    ],
)
def test_what_people_type(name: str, text: str, value: object) -> None:
    """Squares stay as typed, objects are read as JSON, and unreadable text is left for the models to refuse."""
    assert read_form("construct", MultiDict([("board", "8x8"), (name, text)]))[name] == value


def test_several_squares() -> None:
    """Squares are separated by spaces or semicolons."""
    form = MultiDict([("board", "8x8"), ("starts", "a1 c3; 1,1 2, 2")])

    assert read_form("enumerate", form)["starts"] == ["a1", "c3", "1,1", "2,2"]


def test_pointers_name_fields() -> None:
    """A fault inside an object belongs to that object's field."""
    assert [field_of(pointer) for pointer in ("/rng/seed", "/board", None)] == ["rng.seed", "board", ""]


@pytest.mark.parametrize(
    ("kind", "method", "shown", "hidden"),
    [
        ("enumerate", "backtrack", {"limit.tours", "prune", "order"}, set()),
        ("enumerate", "frontier", {"starts", "by_end"}, {"limit.tours", "prune", "order", "store"}),
        ("sample", "smc", {"budget.walks", "budget.relative_error", "particles"}, {"order", "tail", "exact"}),
        ("sample", "warnsdorff", {"budget.cpu_seconds", "exact"}, {"particles", "strength"}),
        ("sample", "frontier", {"budget.walks"}, {"budget.relative_error", "budget.cpu_seconds"}),
        ("construct", "blocks", {"start", "end"}, {"attempts", "table", "until"}),
        ("construct", "squirrel-cull", {"table"}, {"start", "end", "until"}),
        ("test-generator", "gap", {"trials", "low_bits"}, {"lag"}),
    ],
)
def test_only_what_the_method_heeds_is_shown(kind: str, method: str, shown: set[str], hidden: set[str]) -> None:
    """Each method has its own fields; label and priority are always shown."""
    fields = {one.name for one in fields_of(kind) if one.applies([method])}
    assert fields >= shown | {"label", "priority"}
    assert not fields & hidden


def test_every_method_can_be_told_how_long() -> None:
    """The fields of the budget are shown without unfolding anything."""
    assert {one.name for one in fields_of("sample") if one.budget and one.basic} == {
        "budget.walks",
        "budget.relative_error",
        "budget.cpu_seconds",
    }


def test_the_chosen_methods() -> None:
    """They are those of the form, else the default; the tests of a generator count as methods."""
    assert chosen_methods("sample", MultiDict()) == ["smc"]
    assert chosen_methods("sample", MultiDict([("method", "uniform")])) == ["uniform"]
    assert chosen_methods("test-generator", MultiDict([("tests", "gap"), ("tests", "spectral")])) == ["gap", "spectral"]
    assert chosen_methods("distance", MultiDict()) == []


def test_the_first_tours_are_asked_for_in_words() -> None:
    """`first 5` is read into the specification and written back."""
    assert read_form("construct", MultiDict([("store", "first 5")]))["store"] == {"first": 5}
    assert as_text({"first": 5}) == "first 5"


@pytest.mark.parametrize(
    ("kind", "name", "text"),
    [
        ("test-generator", "low_bits", "9" * 5000),
        ("enumerate", "store", f"first {'9' * 5000}"),
        ("enumerate", "piece", f"1,{'9' * 5000}"),
        ("enumerate", "board", "[" * 100_000),
        ("sample", "weight", "nan"),
    ],
)
def test_what_nobody_would_type_is_refused(kind: str, name: str, text: str) -> None:
    """Numbers and lists too large for Python are left to the specification, which names the field."""
    raw = read_form(kind, MultiDict({"board": "5x5", "generator": "randu", name: text}))
    with pytest.raises(InvalidSpecificationError) as refused:
        parse_specification(raw)
    assert any(fault.pointer.startswith(f"/{name}") for fault in refused.value.faults)


@pytest.mark.parametrize("kind", sorted(MODELS))
def test_no_hint_repeats_its_label(kind: str) -> None:
    """A hint adds something to its label or is empty."""
    hints = {one.label.lower(): one.hint.lower() for one in fields_of(kind) if one.hint}
    alike = {
        label for label, hint in hints.items() if label.endswith(hint) or (" " in label and hint.startswith(label))
    }
    assert not alike
