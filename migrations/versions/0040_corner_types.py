"""How closed tours join the corners of their board, as a statistic of tours. All tours are to be measured again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("tour_features", sa.Column("corner_type", sa.LargeBinary(), nullable=True))
    op.execute("UPDATE tour_features SET counts = NULL")


def downgrade() -> None:
    """Undo: tours are measured again by the code of before."""
    op.drop_column("tour_features", "corner_type")
    op.execute("UPDATE tour_features SET counts = NULL")
