"""Published figures, to compare with. Their rows come from the data files, by findings/references/load.py."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Document, Key

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "published_figures",
        sa.Column("id", Key, nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("version", sa.String(length=16), nullable=False),
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("table", sa.String(length=64), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("board", sa.String(length=1100), nullable=True),
        sa.Column("piece", sa.String(length=64), nullable=True),
        sa.Column("quantity", sa.String(length=64), nullable=False),
        sa.Column("convention", sa.String(length=16), nullable=True),
        sa.Column("place", Document, nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("error", sa.Double(), nullable=True),
        sa.Column("exact", sa.Boolean(), nullable=False),
        sa.Column("right", sa.JSON(), nullable=True),
        sa.Column("finding", sa.Text(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_published_figures")),
        sa.UniqueConstraint("key", name=op.f("uq_published_figures_key")),
    )
    op.create_index(op.f("ix_published_figures_source_table_id"), "published_figures", ["source", "table", "id"])
    op.create_index(op.f("ix_published_figures_board_quantity_id"), "published_figures", ["board", "quantity", "id"])


def downgrade() -> None:
    """Undo."""
    op.drop_table("published_figures")
