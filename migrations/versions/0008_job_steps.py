"""What a worker does for a job as a whole: planning it, and putting its result together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Document, Key

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

HAS_STEP = sa.text("step IS NOT NULL")


def upgrade() -> None:
    """Apply."""
    op.add_column("jobs", sa.Column("step", sa.String(length=32), nullable=True))
    op.add_column("jobs", sa.Column("step_due", sa.Double(), server_default="0", nullable=False))
    op.add_column("jobs", sa.Column("step_fence", Key, server_default="0", nullable=False))
    op.add_column("jobs", sa.Column("problem", Document, nullable=True))
    op.create_index(
        "ix_jobs_step",
        "jobs",
        ["step", "priority", "id"],
        sqlite_where=HAS_STEP,
        postgresql_where=HAS_STEP,
    )


def downgrade() -> None:
    """Undo."""
    op.drop_index("ix_jobs_step", table_name="jobs")
    for column in ("problem", "step_fence", "step_due", "step"):
        op.drop_column("jobs", column)
