"""${message}.

Every migration runs on SQLite and PostgreSQL, can be undone, and keeps old workers working until they are replaced.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import BigCount, Document, Key
${imports if imports else ""}

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Undo."""
    ${downgrades if downgrades else "pass"}
