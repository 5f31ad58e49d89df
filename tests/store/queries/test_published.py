"""Published figures in the quantities in which jobs count."""

from __future__ import annotations

import pytest

from store.db import Database
from store.models.references import ReferenceRow
from store.queries.published import comparable_figures, equivalents, published_value
from store.references.load import load_references
from tests.store.jobs import stored_job


def figure(quantity: str, convention: str, value: object, **fields: object) -> ReferenceRow:
    """A row that is not stored."""
    return ReferenceRow(quantity=quantity, convention=convention, value=value, right=fields.pop("right", None))


@pytest.mark.parametrize(
    ("row", "tours", "key", "value"),
    [
        (figure("paths", "undirected", "864"), "any", ("tours", "directed"), 1728),
        (figure("cycles", "undirected", "9862"), "any", ("closed", "directed"), 710_064),
        (figure("cycles", "undirected", "9862"), "closed", ("tours", "directed"), 710_064),
        (figure("cycles", "undirected", "1", right="9862"), "any", ("cycles", "undirected"), 9862),
    ],
)
def test_conventions_are_translated(row: ReferenceRow, tours: str, key: tuple[str, str], value: int) -> None:
    """A path is two tours, a cycle of 36 squares 72; what should read otherwise counts as that."""
    assert equivalents(row, 36, tours)[key] == value


def test_what_asks_for_something_else_is_not_compared() -> None:
    """All tours say nothing of a job that asks for closed ones, a word is no number."""
    assert equivalents(figure("paths", "undirected", "864"), 25, "closed") == {}
    assert equivalents(figure("tours", "directed", "many"), 25, "any") == {}


def test_the_published_value_of_a_job(database: Database) -> None:
    """Of all starts only; what Warnsdorff's rule reaches is not what there is."""
    with database.writing() as session:
        load_references(session)
        whole = stored_job(session, board="5x5")
        corner = stored_job(session, board="5x5", starts=[[1, 1]])
        found = [published_value(session, job, "tours", "directed") for job in (whole, corner)]
        tables = {row.table for row in comparable_figures(session, "8x8", "1,2")}
    assert found[0] is not None
    assert (found[0][1], found[1]) == (1728, None)
    assert found[0][0].startswith("published: ")
    assert not any(table.startswith("warnsdorff") for table in tables)
