"""How far what an ended job keeps was put away: the next sweeps compress what is stored already, newest code or old."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("jobs", sa.Column("tidied", sa.Integer(), server_default="0", nullable=False))
    op.create_index(op.f("ix_jobs_tidied_finished_at"), "jobs", ["tidied", "finished_at"])


def downgrade() -> None:
    """Undo."""
    if op.get_bind().scalar(sa.text("SELECT count(*) FROM jobs WHERE tidied > 0")):
        raise RuntimeError("checkpoints were compressed, which the version before cannot read")
    op.drop_index(op.f("ix_jobs_tidied_finished_at"), "jobs")
    op.drop_column("jobs", "tidied")
