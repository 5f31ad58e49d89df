"""The atlas is loaded into the database once and kept up to date."""

from __future__ import annotations

from sqlalchemy import func, select, update

from engine.boards.labels import parse_board
from findings.atlas.entries import all_entries, atlas_version
from findings.atlas.load import load_atlas
from findings.statements.board_facts import gather_board_facts
from store.database.db import Database
from store.models.atlas import AtlasRow


def test_loading_is_idempotent_and_mends(database: Database) -> None:
    """A second load changes nothing; rows of another version cause a full reload."""
    with database.writing() as session:
        assert load_atlas(session)
        assert not load_atlas(session)
        first = select(func.min(AtlasRow.id)).scalar_subquery()
        session.execute(update(AtlasRow).where(AtlasRow.id == first).values(version="old", value="wrong"))
        assert load_atlas(session)
    with database.reading() as session:
        rows = session.scalars(select(AtlasRow).order_by(AtlasRow.id)).all()
        figures = [(entry, figure) for entry in all_entries() for figure in entry.figures]
        assert len(rows) == len(figures)
        for row, (entry, figure) in zip(rows, figures, strict=True):
            assert {name: getattr(row, name) for name in vars(figure)} == vars(figure)
            assert (row.entry, row.version, row.code_digest) == (entry.key, atlas_version(), entry.engine)
            assert (row.specification, row.cpu_seconds) == (entry.specification, entry.cpu_seconds)


def test_what_is_not_known_is_null(database: Database) -> None:
    """Unknown values are NULL, as readers by SQL expect, not the JSON value null."""
    with database.writing() as session:
        load_atlas(session)
        without = select(func.count()).select_from(AtlasRow)
        assert session.scalar(without.where(AtlasRow.by_start.is_(None), AtlasRow.quantity == "cycles")) > 0


def test_the_cheapest_job_that_found_a_figure_is_named_first(database: Database) -> None:
    """The sweep of 8x8 that took minutes comes before the sweeps of single squares that took half an hour."""
    with database.writing() as session:
        load_atlas(session)
        (cycles,) = (one for one in gather_board_facts(session, parse_board("8x8")) if one.quantity == "cycles")
    costs = [source.cpu_seconds for source in cycles.sources if source.kind == "atlas"]
    assert len(costs) > 2
    assert costs == sorted(costs, key=lambda seconds: seconds or 0.0)
