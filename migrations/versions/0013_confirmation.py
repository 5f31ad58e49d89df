"""Confirmation: slices drawn to be run again, and workers that were found to err."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

CHECKS = {
    "statistics": sa.LargeBinary,
    "suspect": lambda: sa.String(length=100),
    "first_by": lambda: sa.String(length=100),
    "first_digest": lambda: sa.String(length=64),
}


def upgrade() -> None:
    """Apply. The table of checks holds nothing that outlives an upgrade's moment: it is made anew for its constraint."""
    for column in ("confirmed", "confirmed_elsewhere"):
        op.add_column("jobs", sa.Column(column, sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("checks") as checks:
        checks.add_column(sa.Column("purpose", sa.String(length=16), nullable=False, server_default="adoption"))
        for name, kind in CHECKS.items():
            checks.add_column(sa.Column(name, kind(), nullable=True))
        checks.create_check_constraint(op.f("ck_checks_purpose"), "purpose IN ('adoption', 'confirmation')")
    op.create_table(
        "distrusted_workers",
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("found_at", sa.Double(), nullable=False),
        sa.Column("undone_at", sa.Double(), nullable=True),
        sa.Column("slices", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_distrusted_workers")),
    )


def downgrade() -> None:
    """Undo."""
    op.drop_table("distrusted_workers")
    op.execute("DELETE FROM checks WHERE purpose = 'confirmation'")
    with op.batch_alter_table("checks") as checks:
        checks.drop_constraint(op.f("ck_checks_purpose"), type_="check")
        for name in (*CHECKS, "purpose"):
            checks.drop_column(name)
    for column in ("confirmed_elsewhere", "confirmed"):
        op.drop_column("jobs", column)
