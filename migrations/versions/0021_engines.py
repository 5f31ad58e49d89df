"""What engine digests stand for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Document

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "engines",
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("commit", sa.String(length=80), nullable=True),
        sa.Column("python", sa.String(length=64), nullable=False),
        sa.Column("programs", Document, nullable=False),
        sa.Column("packages", Document, nullable=False),
        sa.Column("first_seen", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_engines")),
    )


def downgrade() -> None:
    """Undo."""
    op.drop_table("engines")
