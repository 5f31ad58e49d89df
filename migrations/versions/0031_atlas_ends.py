"""Counts of the atlas by both ends of the tours."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

VIEW = """CREATE VIEW atlas_list AS SELECT entry AS entry, board AS board, piece AS piece, quantity AS quantity,
    convention AS convention, value AS value, exact AS exact, standard_error AS standard_error, samples AS samples,
    method AS method, starts AS starts, CAST(by_start AS text) AS by_start,{by_end}
    CAST(specification AS text) AS specification, engine AS engine, cpu_seconds AS cpu_seconds,
    CAST(certificate AS text) AS certificate FROM atlas_figures"""


def upgrade() -> None:
    """Apply."""
    op.add_column("atlas_figures", sa.Column("by_end", sa.JSON(none_as_null=True), nullable=True))
    _view(" CAST(by_end AS text) AS by_end,")


def downgrade() -> None:
    """Undo."""
    _view("")
    op.drop_column("atlas_figures", "by_end")


def _view(by_end: str) -> None:
    op.execute("DROP VIEW atlas_list")
    op.execute(VIEW.format(by_end=by_end))
