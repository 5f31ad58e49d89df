"""Figures as values and as text."""

from __future__ import annotations

import pytest

from cavalier.errors import NotInstalledError
from cavalier.figures import Count, Estimate, Statement, import_optional, table


def test_a_count_is_an_integer() -> None:
    """Its text has convention and method."""
    count = Count(quantity="closed", value="26534728821064", method="frontier")
    assert int(count) == 26_534_728_821_064
    assert str(count) == "26,534,728,821,064 directed closed (exact, by frontier)"


def test_an_estimate_has_its_error() -> None:
    """The value is a float; text gives one standard error and the start square."""
    estimate = Estimate(
        quantity="tours", value=2000.0, standard_error=50.0, estimator="uniform", samples=9, square=[1, 1]
    )
    assert float(estimate) == 2000.0
    assert estimate.relative_error == 0.025
    assert str(estimate) == "2000 ± 50 directed tours from (1, 1) (estimate, uniform)"


def test_a_statement_says_who_says_so() -> None:
    """Its text is a figure with subject, convention and sources."""
    statement = Statement.model_validate(
        {
            "subject": {"board": "5x5", "piece": [1, 2], "starts": [[1, 1]]},
            "quantity": "tours",
            "convention": "directed",
            "exact": True,
            "value": "304",
            "restriction": None,
            "reliability": "exact",
            "sources": [{"kind": "job", "id": "a1", "title": "All tours of 5x5"}],
        }
    )
    assert str(statement) == "304 directed tours from (1, 1) (exact: All tours of 5x5)"


def test_markup_is_shown_as_text() -> None:
    """Titles come from people."""
    assert "<b>" not in table("<b>", ["<b>"])


def test_a_missing_package_is_named() -> None:
    """The error for an optional package says how to install it."""
    with pytest.raises(NotInstalledError, match="pip install no_such_package"):
        import_optional("no_such_package")
