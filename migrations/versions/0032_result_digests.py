"""A digest of each result, by which the audit knows whether it is as it was stored."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("jobs", sa.Column("result_digest", sa.String(length=64), nullable=True))


def downgrade() -> None:
    """Undo."""
    op.drop_column("jobs", "result_digest")
