"""Webhooks of campaigns, each with its message."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Key

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

WAITING = sa.text("state = 'waiting'")


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "campaign_webhooks",
        sa.Column("id", Key, nullable=False),
        sa.Column("campaign_id", Key, nullable=False),
        sa.Column("url", sa.String(length=1000), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.Column("body", sa.Text(), nullable=True),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.Double(), nullable=True),
        sa.Column("attempted_at", sa.Double(), nullable=True),
        sa.Column("done_at", sa.Double(), nullable=True),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=True),
        sa.CheckConstraint("state IN ('waiting', 'delivered', 'given up')", name=op.f("ck_campaign_webhooks_state")),
        sa.CheckConstraint("attempts >= 0", name=op.f("ck_campaign_webhooks_attempts")),
        sa.ForeignKeyConstraint(
            ["campaign_id"],
            ["campaigns.id"],
            name=op.f("fk_campaign_webhooks_campaign_id_campaigns"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign_webhooks")),
        sa.UniqueConstraint("campaign_id", "url", name=op.f("uq_campaign_webhooks_campaign_id_url")),
        sa.UniqueConstraint("public_id", name=op.f("uq_campaign_webhooks_public_id")),
    )
    op.create_index(
        "ix_campaign_webhooks_due", "campaign_webhooks", ["due_at"], sqlite_where=WAITING, postgresql_where=WAITING
    )


def downgrade() -> None:
    """Undo."""
    op.drop_table("campaign_webhooks")
