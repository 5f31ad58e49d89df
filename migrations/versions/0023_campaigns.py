"""Campaigns: boards x specifications under one name, and a view of their cells."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Document, Key

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

ABOUT = "Jobs by their place in a campaign; boards and specifications are numbered from 0."
VIEW = """CREATE VIEW campaign_list AS SELECT campaigns.public_id AS campaign, campaigns.name AS name,
    boards.label AS board, boards.piece AS piece, campaign_cells.board_number AS board_number,
    campaign_cells.specification_number AS specification_number, jobs.public_id AS job, jobs.kind AS kind,
    jobs.method AS method, jobs.state AS state, jobs.outcome AS outcome
    FROM campaign_cells JOIN campaigns ON campaigns.id = campaign_cells.campaign_id
    JOIN jobs ON jobs.id = campaign_cells.job_id LEFT JOIN boards ON boards.id = jobs.board_id"""
CAMPAIGN = "fk_idempotency_keys_campaign_id_campaigns"


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "campaigns",
        sa.Column("id", Key, nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=True),
        sa.Column("boards", Document, nullable=False),
        sa.Column("specifications", Document, nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaigns")),
        sa.UniqueConstraint("public_id", name=op.f("uq_campaigns_public_id")),
    )
    op.create_table(
        "campaign_cells",
        sa.Column("job_id", Key, autoincrement=False, nullable=False),
        sa.Column("campaign_id", Key, nullable=False),
        sa.Column("board_number", sa.Integer(), nullable=False),
        sa.Column("specification_number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f("fk_campaign_cells_campaign_id_campaigns"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_campaign_cells_job_id_jobs"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", name=op.f("pk_campaign_cells")),
        sa.UniqueConstraint(
            "campaign_id",
            "board_number",
            "specification_number",
            name=op.f("uq_campaign_cells_campaign_id_board_number_specification_number"),
        ),
    )
    op.create_index(op.f("ix_campaign_cells_campaign_id_job_id"), "campaign_cells", ["campaign_id", "job_id"])
    with op.batch_alter_table("idempotency_keys") as keys:
        keys.add_column(sa.Column("campaign_id", Key, nullable=True))
        keys.alter_column("job_id", existing_type=Key, nullable=True)
        keys.create_foreign_key(op.f(CAMPAIGN), "campaigns", ["campaign_id"], ["id"], ondelete="CASCADE")
    op.execute(VIEW)
    if op.get_bind().dialect.name != "sqlite":
        op.execute(f"COMMENT ON VIEW campaign_list IS '{ABOUT}'")


def downgrade() -> None:
    """Undo; the keys of campaigns' submissions go with them."""
    op.execute("DROP VIEW campaign_list")
    op.execute("DELETE FROM idempotency_keys WHERE job_id IS NULL")
    with op.batch_alter_table("idempotency_keys") as keys:
        keys.drop_constraint(op.f(CAMPAIGN), type_="foreignkey")
        keys.alter_column("job_id", existing_type=Key, nullable=False)
        keys.drop_column("campaign_id")
    op.drop_index(op.f("ix_campaign_cells_campaign_id_job_id"), table_name="campaign_cells")
    op.drop_table("campaign_cells")
    op.drop_table("campaigns")
