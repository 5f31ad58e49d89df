"""The next untouched shard of a job is read off an index, however many there are."""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

INDEX = "ix_shards_job_id_state_seq_number"


def upgrade() -> None:
    """Apply."""
    op.create_index(op.f(INDEX), "shards", ["job_id", "state", "seq", "number"])


def downgrade() -> None:
    """Undo."""
    op.drop_index(op.f(INDEX), table_name="shards")
