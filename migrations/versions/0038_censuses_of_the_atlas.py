"""Censuses in the atlas: tours by the value of a statistic, and by the moves that they use."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

COLUMNS = (
    ("by_value", "of a census: undirected tours by the value of its statistic"),
    ("by_move", "of a census: undirected tours that use each move, named by its two squares"),
)
VIEW = """CREATE VIEW atlas_list AS SELECT entry AS entry, board AS board, piece AS piece, quantity AS quantity,
    convention AS convention, value AS value, exact AS exact, standard_error AS standard_error, samples AS samples,
    method AS method, starts AS starts, CAST(by_start AS text) AS by_start, CAST(by_end AS text) AS by_end,{more}
    CAST(specification AS text) AS specification, engine AS engine, cpu_seconds AS cpu_seconds,
    CAST(certificate AS text) AS certificate FROM atlas_figures"""


def upgrade() -> None:
    """Apply."""
    for name, comment in COLUMNS:
        op.add_column("atlas_figures", sa.Column(name, sa.JSON(none_as_null=True), nullable=True, comment=comment))
    _view(" CAST(by_value AS text) AS by_value, CAST(by_move AS text) AS by_move,")


def downgrade() -> None:
    """Undo."""
    _view("")
    for name, _ in reversed(COLUMNS):
        op.drop_column("atlas_figures", name)


def _view(more: str) -> None:
    op.execute("DROP VIEW atlas_list")
    op.execute(VIEW.format(more=more))
