"""Kinds by name: their code is loaded when it is asked for."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.kinds.table import KINDS, MODELS, LazyTable, job_specification


def test_each_value_is_made_once() -> None:
    """What is never looked up is never made; names and their order are there at once."""
    table: LazyTable[object] = LazyTable({"one": "math:pi", "none": "math:no_such"}, lambda value: [value])
    assert list(table) == ["one", "none"]
    assert "none" in table
    assert table["one"] is table["one"]
    with pytest.raises(AttributeError):
        table["none"]
    with pytest.raises(KeyError):
        table["two"]


def test_a_value_can_be_replaced_and_removed() -> None:
    """As in a dictionary."""
    table: LazyTable[object] = LazyTable({"one": "math:pi"}, lambda value: value)
    table["one"] = 1
    assert dict(table) == {"one": 1}
    del table["one"]
    assert len(table) == 0
    assert "one" not in table


def test_each_model_is_of_the_kind_that_it_stands_for() -> None:
    """The union of them all tells them apart by `kind`; an import, which nobody submits, has no model among them."""
    for kind, model in MODELS.items():
        assert get_args(model.model_fields["kind"].annotation) == (kind,)
    assert get_args(get_args(job_specification())[0]) == tuple(MODELS.values())
    assert KINDS.keys() == {*MODELS, "import"}
