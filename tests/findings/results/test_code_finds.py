"""The results found by each version of the code, by digest."""

from __future__ import annotations

from sqlalchemy import func, select

from findings.atlas.load import load_atlas
from findings.atlas.tours import bring_tours
from findings.results.code_finds import code_finds
from store.database.db import Database
from store.models.atlas import AtlasRow
from store.models.jobs import Job
from store.models.shards import Shard
from store.queries.tours import find_tour


def test_finds_elsewhere(sqlite_database: Database) -> None:
    """Imported tours add up by board, figures of the atlas count by board, and unknown code has found nothing."""
    with sqlite_database.writing() as session:
        job = bring_tours(session)
        assert job is not None
        load_atlas(session)
    with sqlite_database.reading() as session:
        code = session.scalars(select(Shard.target["engine"].as_string()).where(Shard.tours > 0)).all()[-1]
        found = code_finds(session, code)
        (brought,) = found.imports
        mine = Shard.target["engine"].as_string() == code
        assert brought.job == session.scalars(select(Job.public_id)).one()
        assert brought.tours == sum(one.tours for one in found.boards)
        assert brought.finders == session.scalar(select(func.count()).select_from(Shard).where(mine))
        for one in found.boards:
            tour = find_tour(session, one.first)
            assert tour is not None
            assert (tour.code_digest, tour.board.label) == (code, one.board)
        engine = session.scalars(select(AtlasRow.code_digest).order_by(AtlasRow.id)).first()
        assert engine is not None
        whole = session.scalar(select(func.count()).select_from(AtlasRow).where(AtlasRow.code_digest == engine))
        assert sum(code_finds(session, engine).figures.values()) == whole
        assert not code_finds(session, "nothing")
        own = code_finds(session, session.scalars(select(Job.code_digest)).one())
        assert own.jobs == [brought.job]
