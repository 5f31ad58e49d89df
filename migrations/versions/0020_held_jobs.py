"""Why the service itself has paused a job, to let it go on by itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("jobs", sa.Column("held", sa.Text(), nullable=True))


def downgrade() -> None:
    """Undo."""
    op.drop_column("jobs", "held")
