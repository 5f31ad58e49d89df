"""Steps, outcomes and numbers that can only be what they can be: the database refuses anything else.

On SQLite the constraints are written into the tables' definitions, as its manual describes for changes that leave what
is stored as it is ("Making Other Kinds Of Table Schema Changes"): making jobs and shards anew would take views, triggers
and all that refers to their rows along. Rows are looked at first. The tables of tours, runs and slices are left alone.
On PostgreSQL each table is looked through once, under a lock for as long as that takes; it is small beside the tours.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

OUTCOMES = "outcome IN ('complete', 'limit', 'impossible', 'not-found', 'cancelled', 'failed')"
NOT_NEGATIVE = {
    "jobs": ("served", "rounds", "step_fence", "checkpoint_format", "confirmed", "confirmed_elsewhere", "tidied"),
    "shards": (
        "number", "seq", "fence", "attempts", "crashes", "work", "progress", "cpu_seconds", "tours", "input_seq",
    ),
    "job_sums": ("shards",),
    "deletions": ("work", "tours"),
}  # fmt: skip
OTHERS = {
    "jobs": {
        "step": "step IN ('planning', 'putting the result together', 'being deleted')",
        "outcome": OUTCOMES,
        "weight": "weight > 0",
    },
    "deletions": {"state": "state IN ('cancelled', 'failed', 'succeeded')", "outcome": OUTCOMES},
}
CHECKS = {
    table: {
        f"ck_{table}_{name}": condition
        for name, condition in ({column: f"{column} >= 0" for column in columns} | OTHERS.get(table, {})).items()
    }
    for table, columns in NOT_NEGATIVE.items()
}


def upgrade() -> None:
    """Apply."""
    for table, checks in CHECKS.items():
        _refuse_rows(table, checks)
        if op.get_bind().dialect.name == "sqlite":
            _redefine(table, lambda definition, checks=checks: f"{definition[:-1].rstrip()}{_written(checks)}\n)")
        else:
            added = ", ".join(f"ADD CONSTRAINT {name} CHECK ({condition})" for name, condition in checks.items())
            op.execute(f"ALTER TABLE {table} {added}")


def downgrade() -> None:
    """Undo."""
    for table, checks in CHECKS.items():
        if op.get_bind().dialect.name == "sqlite":
            _redefine(table, lambda definition, checks=checks: definition.replace(_written(checks), ""))
        else:
            op.execute(f"ALTER TABLE {table} " + ", ".join(f"DROP CONSTRAINT {name}" for name in checks))


def _refuse_rows(table: str, checks: dict[str, str]) -> None:
    """Raise, with the row and the constraint, where a row from before breaks one."""
    sound = " AND ".join(f"({condition})" for condition in checks.values())
    found = op.get_bind().execute(sa.text(f"SELECT * FROM {table} WHERE NOT ({sound}) LIMIT 1")).mappings().first()
    if found is not None:
        named = {column: found[column] for column in ("id", "job_id", "public_id", *NOT_NEGATIVE[table]) if column in found}
        raise RuntimeError(f"a row of {table} breaks one of {', '.join(checks)}: {named}; mend it, then migrate again")


def _written(checks: dict[str, str]) -> str:
    return "".join(f", \n\tCONSTRAINT {name} CHECK ({condition})" for name, condition in checks.items())


def _redefine(table: str, change: object) -> None:
    """Change the definition of a table of SQLite; `change` makes the new text of the old."""
    connection = op.get_bind()
    stored = sa.text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :table")
    before = connection.execute(stored, {"table": table}).scalar_one()
    after = change(before)
    if after == before or not before.endswith(")"):
        raise RuntimeError(f"the definition of {table} is not as it was made: {before}")
    version = connection.exec_driver_sql("PRAGMA schema_version").scalar_one()
    connection.exec_driver_sql("PRAGMA writable_schema=ON")
    write = sa.text("UPDATE sqlite_master SET sql = :sql WHERE type = 'table' AND name = :table")
    connection.execute(write, {"sql": after, "table": table})
    connection.exec_driver_sql(f"PRAGMA schema_version={version + 1}")  # other connections read it again
    connection.exec_driver_sql("PRAGMA writable_schema=RESET")  # and so does this one
    if connection.execute(stored, {"table": table}).scalar_one() != after:
        raise RuntimeError(f"the definition of {table} could not be changed")
