"""What adoption needs: the input of each shard's last slice, checks, the format of checkpoints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Document, Key

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

def upgrade() -> None:
    """Apply."""
    op.add_column("jobs", sa.Column("checkpoint_format", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("jobs", sa.Column("adoption", Document, nullable=True))
    op.add_column("shards", sa.Column("input_seq", sa.Integer(), nullable=True))
    op.add_column("shards", sa.Column("input_target", Document, nullable=True))
    op.add_column("shards", sa.Column("input_checkpoint", sa.LargeBinary(), nullable=True))
    op.add_column("slices", sa.Column("result_digest", sa.String(length=64), nullable=True))
    op.create_table(
        "checks",
        sa.Column("id", Key, nullable=False),
        sa.Column("shard_id", Key, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("engine", sa.String(length=32), nullable=False),
        sa.Column("target", Document, nullable=False),
        sa.Column("checkpoint", sa.LargeBinary(), nullable=True),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("lease_until", sa.Double(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=True),
        sa.Column("done_at", sa.Double(), nullable=True),
        sa.CheckConstraint(
            "state IN ('waiting', 'leased', 'equal', 'different', 'unknown')", name=op.f("ck_checks_state")
        ),
        sa.ForeignKeyConstraint(
            ["shard_id"], ["shards.id"], name=op.f("fk_checks_shard_id_shards"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checks")),
    )
    op.create_index(op.f("ix_checks_shard_id"), "checks", ["shard_id"])
    op.create_index(op.f("ix_checks_state_engine"), "checks", ["state", "engine"])


def downgrade() -> None:
    """Undo."""
    op.drop_table("checks")
    op.drop_column("slices", "result_digest")
    for column in ("input_checkpoint", "input_target", "input_seq"):
        op.drop_column("shards", column)
    for column in ("adoption", "checkpoint_format"):
        op.drop_column("jobs", column)
