"""The tours of a class are read page by page off an index, however many there are."""

from __future__ import annotations

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

OLD = "ix_tours_class_key"
NEW = "ix_tours_class_key_id"


def upgrade() -> None:
    """Apply."""
    op.create_index(op.f(NEW), "tours", ["class_key", "id"])
    op.drop_index(op.f(OLD), table_name="tours")


def downgrade() -> None:
    """Undo."""
    op.create_index(op.f(OLD), "tours", ["class_key"])
    op.drop_index(op.f(NEW), table_name="tours")
