"""Notes and tags of jobs, campaigns and boards, and a view of each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Key

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

SUBJECTS = ("job_id", "campaign_id", "board")
ONE_SUBJECT = " + ".join(f"CASE WHEN {name} IS NULL THEN 0 ELSE 1 END" for name in SUBJECTS) + " = 1"
TIME = {
    "sqlite": "strftime('%Y-%m-%dT%H:%M:%fZ', {0}.created_at, 'unixepoch')",
    "postgresql": """to_char(to_timestamp({0}.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')""",
}
VIEW = """CREATE VIEW {view} AS SELECT {table}.id AS id, jobs.public_id AS job, campaigns.public_id AS campaign,
    {table}.board AS board, {table}.author AS author, {time} AS created_at, {table}.{column} AS {column}
    FROM {table} LEFT JOIN jobs ON jobs.id = {table}.job_id
    LEFT JOIN campaigns ON campaigns.id = {table}.campaign_id"""
VIEWS = {"note_list": ("notes", "text"), "tag_list": ("tags", "name")}


def upgrade() -> None:
    """Apply."""
    op.create_table("notes", *_columns("notes"), sa.Column("text", sa.Text(), nullable=False))
    for name in SUBJECTS:
        op.create_index(op.f(f"ix_notes_{name}_id"), "notes", [name, "id"])
    op.create_table(
        "tags",
        *_columns("tags"),
        sa.Column("name", sa.String(length=40), nullable=False),
        *(sa.UniqueConstraint(name, "name", name=op.f(f"uq_tags_{name}_name")) for name in SUBJECTS),
    )
    op.create_index(op.f("ix_tags_name"), "tags", ["name"])
    for view, (table, column) in VIEWS.items():
        time = TIME[op.get_bind().dialect.name].format(table)
        op.execute(sa.text(VIEW.format(view=view, table=table, column=column, time=time).replace(":", "\\:")))


def downgrade() -> None:
    """Undo."""
    for view, (table, _) in VIEWS.items():
        op.execute(f"DROP VIEW {view}")
        op.drop_table(table)


def _columns(table: str) -> list[sa.schema.SchemaItem]:
    return [
        sa.Column("id", Key, nullable=False),
        sa.Column("job_id", Key, nullable=True),
        sa.Column("campaign_id", Key, nullable=True),
        sa.Column("board", sa.String(length=1100), nullable=True),
        sa.Column("author", sa.String(length=64), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.CheckConstraint(ONE_SUBJECT, name=op.f(f"ck_{table}_subject")),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f(f"fk_{table}_job_id_jobs"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaigns.id"], name=op.f(f"fk_{table}_campaign_id_campaigns"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    ]
