"""An index of the few events that say that an independent program repeated a count."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

RECOUNTED = sa.text("name = 'recounted'")


def upgrade() -> None:
    """Apply."""
    op.create_index(
        "ix_events_recounted", "events", ["job_id"], sqlite_where=RECOUNTED, postgresql_where=RECOUNTED
    )


def downgrade() -> None:
    """Undo."""
    op.drop_index("ix_events_recounted", "events")
