"""Webhooks, and the messages to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Document, Key

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

WAITING = sa.text("state = 'waiting'")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "webhooks",
        sa.Column("id", Key, nullable=False),
        sa.Column("job_id", Key, nullable=False),
        sa.Column("url", sa.String(length=1000), nullable=False),
        sa.Column("states", Document, nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_webhooks_job_id_jobs"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
        sa.UniqueConstraint("job_id", "url", name=op.f("uq_webhooks_job_id_url")),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", Key, nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.Column("webhook_id", Key, nullable=False),
        sa.Column("event", sa.String(length=32), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.Double(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("attempted_at", sa.Double(), nullable=True),
        sa.Column("done_at", sa.Double(), nullable=True),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=True),
        sa.CheckConstraint("state IN ('waiting', 'delivered', 'given up')", name=op.f("ck_deliveries_state")),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_deliveries_attempts")),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["webhooks.id"], name=op.f("fk_deliveries_webhook_id_webhooks"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
        sa.UniqueConstraint("public_id", name=op.f("uq_deliveries_public_id")),
    )
    op.create_index(op.f("ix_deliveries_webhook_id"), "deliveries", ["webhook_id"])
    op.create_index("ix_deliveries_due", "deliveries", ["due_at"], sqlite_where=WAITING, postgresql_where=WAITING)


def downgrade() -> None:
    """Undo."""
    op.drop_table("deliveries")
    op.drop_table("webhooks")
