"""A shard's own crashes apart from the leases that it lost to kills.

Not in batch mode: that makes the table anew, and what refers to its rows would go with the old one.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("shards", sa.Column("crashes", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Undo."""
    op.drop_column("shards", "crashes")
