"""The catalogue of methods against the specifications."""

from __future__ import annotations

import typing

import pytest

from drawing.method import Method
from drawing.methods import METHODS
from engine.kinds.generator_test.specification import GeneratorTestSpecification
from engine.kinds.methods import PROGRAMS
from engine.kinds.table import MODELS


def methods_of(kind: str) -> list[Method]:
    """Return the methods that serve a kind of job."""
    return [method for method in METHODS if kind in method.kinds]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_methods_name_what_exists(method: typing.Any) -> None:
    """Each kind is a kind of job whose specification takes the method and has the parameters."""
    for kind in method.kinds:
        fields = MODELS[kind].model_fields
        assert method.parameters.keys() <= fields.keys()
        if "method" in fields:
            assert method.name in typing.get_args(fields["method"].annotation)


def test_names_are_unique_within_a_kind() -> None:
    """A kind and a method's name say which method is meant."""
    for kind in MODELS:
        names = [method.name for method in methods_of(kind)]
        assert len(names) == len(set(names))


@pytest.mark.parametrize("kind", [kind for kind, model in MODELS.items() if "method" in model.model_fields])
def test_every_method_is_described(kind: str) -> None:
    """Those that a job can name, and no others."""
    assert {method.name for method in methods_of(kind)} == PROGRAMS[kind].keys()


def test_methods_of_test_generator() -> None:
    """Every test of generators is described."""
    tests = typing.get_args(GeneratorTestSpecification.model_fields["tests"].annotation)[0]
    assert {method.name for method in methods_of("test-generator")} == set(typing.get_args(tests))
