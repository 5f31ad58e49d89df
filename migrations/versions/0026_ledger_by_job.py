"""What a job and a board are made of is read off indexes: the slices of a job, jobs by state, facts of a board."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Key

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

ABOUT = "its shard's job: the ledger of a job is read off an index"
JOB = "fk_slices_job_id_jobs"
SLICES = "ix_slices_job_id_id"
JOBS = {
    "ix_jobs_board_id_kind": ["board_id", "kind"],
    "ix_jobs_state_priority_served": ["state", "priority", "served"],
}
NEW_JOBS = {
    "ix_jobs_state": ["state"],
    "ix_jobs_board_id_id": ["board_id", "id"],
    "ix_jobs_board_id_kind_state_step_confirmed": ["board_id", "kind", "state", "step", "confirmed"],
}
FACTS = "ix_counts_board_id_fact_id"
BY_FACT = "ix_estimates_board_id_fact_id", ["board_id", "fact", "id"]
NEWEST = "ix_estimates_board_id_id", ["board_id", "id"]
FINAL = "restriction IS NULL AND final"
OF_A_BOARD = "restriction IS NULL"
OR_BY_A_RULE = "restriction IS NULL OR restriction = '{\"rule\"\\: \"warnsdorff\"}'"


def upgrade() -> None:
    """Apply."""
    op.add_column("slices", sa.Column("job_id", Key, nullable=True, comment=ABOUT))
    op.execute("UPDATE slices SET job_id = (SELECT job_id FROM shards WHERE shards.id = slices.shard_id)")
    with op.batch_alter_table("slices") as batch:
        batch.alter_column("job_id", existing_type=Key, existing_comment=ABOUT, nullable=False)
        batch.create_foreign_key(JOB, "jobs", ["job_id"], ["id"], ondelete="CASCADE")
    op.create_index(SLICES, "slices", ["job_id", "id"])
    _exchange(JOBS, NEW_JOBS)
    rows = sa.text("state || '' IN ('queued', 'running') AND step IS NULL")
    columns = [sa.text("priority DESC"), "served", "id"]
    op.create_index("ix_jobs_given_out", "jobs", columns, sqlite_where=rows, postgresql_where=rows)
    _facts(OR_BY_A_RULE)
    _estimates(BY_FACT, NEWEST)
    for table in ("jobs", "slices", "counts", "estimates"):
        op.execute(f"ANALYZE {table}")


def downgrade() -> None:
    """Undo."""
    _estimates(NEWEST, BY_FACT)
    _facts(OF_A_BOARD)
    op.drop_index("ix_jobs_given_out", table_name="jobs")
    _exchange(NEW_JOBS, JOBS)
    op.drop_index(SLICES, table_name="slices")
    with op.batch_alter_table("slices") as batch:
        batch.drop_constraint(JOB, type_="foreignkey")
        batch.drop_column("job_id")


def _exchange(old: dict[str, list[str]], new: dict[str, list[str]]) -> None:
    for name, columns in new.items():
        op.create_index(name, "jobs", columns)
    for name in old:
        op.drop_index(name, table_name="jobs")


def _facts(where: str) -> None:
    """Make the index of exact facts of the rows where this holds."""
    op.drop_index(FACTS, table_name="counts")
    rows = sa.text(where)
    op.create_index(FACTS, "counts", ["board_id", "fact", "id"], sqlite_where=rows, postgresql_where=rows)


def _estimates(old: tuple[str, list[str]], new: tuple[str, list[str]]) -> None:
    rows = sa.text(FINAL)
    op.drop_index(old[0], table_name="estimates")
    op.create_index(new[0], "estimates", new[1], sqlite_where=rows, postgresql_where=rows)
