"""How many threads of a worker hang."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("workers", sa.Column("stuck", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Undo."""
    op.drop_column("workers", "stuck")
