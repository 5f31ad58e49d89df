"""What each figure is of: board, start squares, and what restricts it, beside every count and estimate.

The scope of the rows that are there already is told from their jobs.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

from engine.kinds.figure_scope import Scope, estimated_scope, scope_of
from store.models.columns import Document, Key

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

BATCH = 2000
ADDED = ("board_id", "fact", "starts", "restriction")

jobs = sa.table(
    "jobs",
    sa.column("id", Key), sa.column("public_id", sa.String), sa.column("board_id", Key),
    sa.column("specification", Document), sa.column("outcome", sa.String), sa.column("rounds", sa.Integer),
    sa.column("state", sa.String),
)  # fmt: skip


def _scoped(name: str, *columns: sa.ColumnClause[object]) -> sa.TableClause:
    return sa.table(
        name,
        sa.column("id", Key), sa.column("job_id", Key), sa.column("quantity", sa.String),
        sa.column("extra", Document), sa.column("board_id", Key), sa.column("fact", sa.String),
        sa.column("starts", sa.Text), sa.column("restriction", sa.Text), *columns,
    )  # fmt: skip


counts = _scoped("counts", sa.column("method", sa.String))
estimates = _scoped(
    "estimates", sa.column("round", sa.Integer), sa.column("seed", sa.String), sa.column("estimator", sa.String),
    sa.column("unbiased", sa.Boolean), sa.column("final", sa.Boolean),
)  # fmt: skip


def upgrade() -> None:
    """Apply."""
    for name in ("counts", "estimates"):
        with op.batch_alter_table(name) as batch:
            batch.add_column(sa.Column("board_id", Key, nullable=True))
            batch.add_column(sa.Column("fact", sa.String(length=64), nullable=False, server_default=""))
            batch.add_column(sa.Column("starts", sa.Text(), nullable=False, server_default='"all"'))
            batch.add_column(sa.Column("restriction", sa.Text(), nullable=True))
            batch.create_foreign_key(op.f(f"fk_{name}_board_id_boards"), "boards", ["board_id"], ["id"])
    with op.batch_alter_table("estimates") as batch:
        batch.add_column(sa.Column("final", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch.add_column(sa.Column("seed", sa.String(length=100), nullable=True))
    _fill(counts, _count)
    _fill(estimates, _estimate)
    _index("counts", "restriction IS NULL")
    _index("estimates", "restriction IS NULL AND final")
    for name, column in (("counts", "fact"), ("counts", "starts"), ("estimates", "fact"), ("estimates", "starts"),
                         ("estimates", "final")):  # fmt: skip
        with op.batch_alter_table(name) as batch:
            batch.alter_column(column, server_default=None)


def downgrade() -> None:
    """Undo."""
    for name in ("counts", "estimates"):
        op.drop_index(op.f(f"ix_{name}_board_id_fact_id"), name)
        with op.batch_alter_table(name) as batch:
            batch.drop_constraint(op.f(f"fk_{name}_board_id_boards"), type_="foreignkey")
            for column in ADDED:
                batch.drop_column(column)
    with op.batch_alter_table("estimates") as batch:
        batch.drop_column("final")
        batch.drop_column("seed")


def _index(table: str, where: str) -> None:
    condition = {"sqlite_where": sa.text(where), "postgresql_where": sa.text(where)}
    op.create_index(op.f(f"ix_{table}_board_id_fact_id"), table, ["board_id", "fact", "id"], **condition)


def _fill(table: sa.TableClause, values: object) -> None:
    """Give every row its scope, in pages."""
    connection = op.get_bind()
    last = 0
    while True:
        page = connection.execute(
            sa.select(table, *(column.label(f"job_{column.name}") for column in jobs.c if column.name != "id"))
            .join(jobs, jobs.c.id == table.c.job_id)
            .where(table.c.id > last)
            .order_by(table.c.id)
            .limit(BATCH)
        ).mappings().all()  # fmt: skip
        if not page:
            return
        last = page[-1]["id"]
        connection.execute(
            sa.update(table).where(table.c.id == sa.bindparam("row")),
            [{"row": row["id"], "board_id": row["job_board_id"]} | values(row) for row in page],  # type: ignore[operator]
        )


def _columns(scope: Scope) -> dict[str, object]:
    return {
        "fact": scope.quantity,
        "starts": json.dumps(scope.starts),
        "restriction": scope.restriction_text,
    }


def _count(row: sa.RowMapping) -> dict[str, object]:
    specification, job = row["job_specification"], row["job_public_id"]
    return _columns(scope_of(specification, job, row["job_outcome"], row["quantity"], row["method"]))


def _estimate(row: sa.RowMapping) -> dict[str, object]:
    specification, job = row["job_specification"], row["job_public_id"]
    biased_by = None if row["unbiased"] else row["estimator"]
    square = row["extra"].get("square")
    scope = estimated_scope(specification, job, row["quantity"], biased_by=biased_by, square=square)
    rng = specification.get("rng")
    ended = row["job_state"] in ("succeeded", "failed", "cancelled") and row["round"] == row["job_rounds"]
    seed = None if rng is None else f"{rng['generator']}:{rng['seed']}"
    return _columns(scope) | {"final": ended, "seed": seed}
