"""The ledger of jobs that were deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Document, Key

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "deletions",
        sa.Column("id", Key, nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("specification", Document, nullable=False),
        sa.Column("engine", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=True),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("finished_at", sa.Double(), nullable=True),
        sa.Column("work", Key, nullable=False),
        sa.Column("cpu_seconds", sa.Double(), nullable=False),
        sa.Column("tours", Key, nullable=False),
        sa.Column("result_digest", sa.String(length=64), nullable=True),
        sa.Column("deleted_by", sa.String(length=64), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("asked_at", sa.Double(), nullable=False),
        sa.Column("done_at", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deletions")),
        sa.UniqueConstraint("public_id", name=op.f("uq_deletions_public_id")),
    )


def downgrade() -> None:
    """Undo."""
    op.drop_table("deletions")
