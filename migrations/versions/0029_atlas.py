"""The atlas: figures computed beforehand. Their rows come from the data file, by findings/atlas/load.py."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Key

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

VIEW = """CREATE VIEW atlas_list AS SELECT entry AS entry, board AS board, piece AS piece, quantity AS quantity,
    convention AS convention, value AS value, exact AS exact, standard_error AS standard_error, samples AS samples,
    method AS method, starts AS starts, CAST(by_start AS text) AS by_start, CAST(specification AS text) AS specification,
    engine AS engine, cpu_seconds AS cpu_seconds, CAST(certificate AS text) AS certificate FROM atlas_figures"""


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "atlas_figures",
        sa.Column("id", Key, nullable=False),
        sa.Column("entry", sa.String(length=1200), nullable=False),
        sa.Column("version", sa.String(length=16), nullable=False),
        sa.Column("board", sa.String(length=1100), nullable=False),
        sa.Column("piece", sa.String(length=64), nullable=False),
        sa.Column("quantity", sa.String(length=64), nullable=False),
        sa.Column("convention", sa.String(length=16), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("exact", sa.Boolean(), nullable=False),
        sa.Column("standard_error", sa.Double(), nullable=True),
        sa.Column("samples", Key, nullable=True),
        sa.Column("method", sa.String(length=64), nullable=False),
        sa.Column("starts", sa.String(length=64), nullable=False),
        sa.Column("by_start", sa.JSON(), nullable=True),
        sa.Column("specification", sa.JSON(), nullable=False),
        sa.Column("engine", sa.String(length=32), nullable=False),
        sa.Column("cpu_seconds", sa.Double(), nullable=False),
        sa.Column("certificate", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_atlas_figures")),
        sa.UniqueConstraint("entry", "quantity", name=op.f("uq_atlas_figures_entry_quantity")),
    )
    op.create_index(op.f("ix_atlas_figures_board_quantity"), "atlas_figures", ["board", "quantity"])
    op.create_index(op.f("ix_atlas_figures_version"), "atlas_figures", ["version"])
    op.execute(VIEW)


def downgrade() -> None:
    """Undo."""
    op.execute("DROP VIEW atlas_list")
    op.drop_table("atlas_figures")
