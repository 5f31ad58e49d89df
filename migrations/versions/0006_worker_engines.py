"""Workers tell the digests of the code that they have for each kind of job."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Document

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("workers", sa.Column("engines", Document, nullable=True))


def downgrade() -> None:
    """Undo."""
    op.drop_column("workers", "engines")
