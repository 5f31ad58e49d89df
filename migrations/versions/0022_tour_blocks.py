"""Blocks of tours turned on their side, for searches by content."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Key

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "tour_blocks",
        sa.Column("id", Key, nullable=False),
        sa.Column("board_id", Key, nullable=False),
        sa.Column("window", Key, nullable=False),
        sa.Column("ids", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_tour_blocks_board_id_boards")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tour_blocks")),
        sa.UniqueConstraint("board_id", "window", name=op.f("uq_tour_blocks_board_id_window")),
    )
    op.create_table(
        "tour_columns",
        sa.Column("block_id", Key, nullable=False),
        sa.Column("square", sa.Integer(), nullable=False),
        sa.Column("numbers", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["block_id"], ["tour_blocks.id"], name=op.f("fk_tour_columns_block_id_tour_blocks"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("block_id", "square", name=op.f("pk_tour_columns")),
    )


def downgrade() -> None:
    """Undo."""
    op.drop_table("tour_columns")
    op.drop_table("tour_blocks")
