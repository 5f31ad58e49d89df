"""Workers that finish what they have and stop."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    comment = "finishes what it has, claims nothing more and stops"
    op.add_column(
        "workers", sa.Column("draining", sa.Boolean(), nullable=False, server_default=sa.false(), comment=comment)
    )


def downgrade() -> None:
    """Undo."""
    op.drop_column("workers", "draining")
