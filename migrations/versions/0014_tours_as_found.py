"""The tours of a shard are also read in the order in which they were found."""

from __future__ import annotations

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

INDEX = "ix_tour_runs_shard_id_id"


def upgrade() -> None:
    """Apply."""
    op.create_index(op.f(INDEX), "tour_runs", ["shard_id", "id"])


def downgrade() -> None:
    """Undo."""
    op.drop_index(op.f(INDEX), table_name="tour_runs")
