"""The scope of figures: facts of a board apart from facts of a search."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kinds.figure_scope import Scope, estimated_scope, scope_of
from engine.kinds.parse import parse_specification
from engine.specification.normal_form import as_json


def specification(**fields: object) -> dict[str, Any]:
    """Return a job's specification as it is stored."""
    return as_json(parse_specification({"kind": "enumerate", "board": "5x5"} | fields))


def counted(quantity: str, outcome: str | None = "complete", **fields: object) -> Scope:
    """Return the scope of a count of a job."""
    return scope_of(specification(**fields), "j", outcome, quantity, "backtrack")


@pytest.mark.parametrize(
    ("quantity", "fields", "named", "starts"),
    [
        ("tours", {}, "tours", "all"),
        ("tours", {"tours": "closed"}, "closed", "all"),
        ("tours", {"tours": "open"}, "open", "all"),
        ("closed", {"tours": "any", "starts": ["a5"]}, "closed", ((1, 1),)),
        ("tours", {"starts": [[2, 1], [1, 2]]}, "tours", ((1, 2), (2, 1))),
        ("cycles", {"starts": [[1, 1]]}, "cycles", "all"),
        ("tours", {"method": "frontier", "prune": None}, "tours", "all"),
    ],
)
def test_facts_depend_on_nothing(quantity: str, fields: dict[str, object], named: str, starts: object) -> None:
    """A complete count is a fact of the board, whatever method found it; cycles begin nowhere."""
    assert counted(quantity, **fields) == Scope(named, starts, None)  # type: ignore[arg-type]  # literal or tuples


@pytest.mark.parametrize("quantity", ["nodes", "dead_ends", "jumps"])
def test_what_a_search_did_names_the_search(quantity: str) -> None:
    """Searches that leave different things out, or stop elsewhere, have different restrictions."""
    searches = [{}, {"method": "backtrack"}, {"method": "backtrack", "prune": ["exits"]}, {"limit": {"tours": 5}}]
    texts = [counted(quantity, **fields).restriction_text for fields in searches]

    assert None not in texts
    assert len(set(texts)) == len(texts)
    assert (
        counted(quantity).restriction_text
        == counted(quantity, label="again", store="all", after=["a"], if_failed="wait").restriction_text
    )


@pytest.mark.parametrize("outcome", ["limit", "cancelled", "failed", None])
def test_a_part_is_never_the_whole(outcome: str | None) -> None:
    """Counts up to a limit, or of a job that was stopped or still runs, are restricted."""
    restriction = counted("tours", outcome).restriction

    assert restriction is not None
    assert restriction["outcome"] == (outcome or "so far")


def test_tours_by_a_rule() -> None:
    """The tree of Warnsdorff's ties counts some tours; walks by the rule estimate the same ones."""
    walked = specification(kind="sample", method="warnsdorff")

    assert counted("tours", method="warnsdorff").restriction == {"rule": "warnsdorff"}
    assert estimated_scope(walked, "j", "warnsdorff_tours") == Scope("tours", "all", {"rule": "warnsdorff"})


def test_estimates() -> None:
    """An unbiased estimate is one of the fact; a biased one is of another number and names its estimator."""
    walks = specification(kind="sample", method="uniform", tours="closed")

    assert estimated_scope(walks, "j", "tours", square=[1, 1]) == Scope("closed", ((1, 1),), None)
    biased = estimated_scope(walks, "j", "tours", biased_by="product-of-means").restriction
    assert biased == {"estimator": "product-of-means", "biased": True}
