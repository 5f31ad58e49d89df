"""Three more statistics of tours: whole turns, swept area, different wedges. All tours are to be measured again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

STATISTICS = ("turning_number", "swept_area", "wedges")


def upgrade() -> None:
    """Apply."""
    for name in STATISTICS:
        op.add_column("tour_features", sa.Column(name, sa.LargeBinary(), nullable=True))
    op.execute("UPDATE tour_features SET counts = NULL")


def downgrade() -> None:
    """Undo: tours are measured again by the code of before."""
    for name in STATISTICS:
        op.drop_column("tour_features", name)
    op.execute("UPDATE tour_features SET counts = NULL")
