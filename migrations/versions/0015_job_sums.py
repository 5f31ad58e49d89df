"""What the shards of a job come to, kept by the database itself whatever changes a shard: no poll adds them up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Key

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

TERMS = {
    "shards": "1",
    "finished": "CASE WHEN {0}state = 'finished' THEN 1 ELSE 0 END",
    "leased": "CASE WHEN {0}state = 'leased' THEN 1 ELSE 0 END",
    "work": "{0}work",
    "sized": "CASE WHEN {0}progress > 0 OR {0}state = 'finished' THEN 1 ELSE 0 END",
    "size": "CASE WHEN {0}progress > 0 THEN {0}work / {0}progress WHEN {0}state = 'finished' THEN {0}work ELSE 0 END",
    "cpu_seconds": "{0}cpu_seconds",
    "tours": "{0}tours",
    "changes": "{0}seq + {0}fence",
}
"""What each shard adds to the column; {0} stands for the row's name and a dot."""

COLUMNS = ", ".join(TERMS)
BEGIN = f"""INSERT INTO job_sums (job_id, {COLUMNS})
SELECT job_id, {", ".join(f"SUM({term.format('')})" for term in TERMS.values())} FROM shards GROUP BY job_id"""

ADDED = ", ".join(f"{name} = {name} + ({term.format('NEW.')})" for name, term in TERMS.items())
TAKEN = ", ".join(f"{name} = {name} - ({term.format('OLD.')})" for name, term in TERMS.items())
MOVED = ", ".join(
    f"{name} = {name} + ({term.format('NEW.')}) - ({term.format('OLD.')})"
    for name, term in TERMS.items()
    if name != "shards"
)
SQLITE = [
    f"""CREATE TRIGGER shards_added AFTER INSERT ON shards BEGIN
    INSERT OR IGNORE INTO job_sums (job_id, {COLUMNS}) VALUES (NEW.job_id, {", ".join("0" for _ in TERMS)});
    UPDATE job_sums SET {ADDED} WHERE job_id = NEW.job_id;
END""",
    f"""CREATE TRIGGER shards_changed AFTER UPDATE OF state, work, progress, cpu_seconds, tours, seq, fence ON shards BEGIN
    UPDATE job_sums SET {MOVED} WHERE job_id = NEW.job_id;
END""",
    f"CREATE TRIGGER shards_taken AFTER DELETE ON shards BEGIN UPDATE job_sums SET {TAKEN} WHERE job_id = OLD.job_id; END",
]

SUMS = ", ".join(f"SUM(sign * ({term.format('')}))" for term in TERMS.values())
ROWS = "job_id, state, work, progress, cpu_seconds, tours, seq, fence"


def _function(name: str, rows: str, condition: str = "") -> str:
    return f"""CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO job_sums AS known (job_id, {COLUMNS})
    SELECT job_id, {SUMS} FROM ({rows}) AS changed GROUP BY job_id {condition} ORDER BY job_id
    ON CONFLICT (job_id) DO UPDATE SET {", ".join(f"{name} = known.{name} + EXCLUDED.{name}" for name in TERMS)};
    RETURN NULL;
END $$"""


POSTGRESQL = [
    _function("add_shards", f"SELECT 1 AS sign, {ROWS} FROM new_rows"),
    _function(
        "change_shards",
        f"SELECT 1 AS sign, {ROWS} FROM new_rows UNION ALL SELECT -1, {ROWS} FROM old_rows",
        "HAVING SUM(sign * (seq + fence)) <> 0"
        + "".join(f" OR SUM(sign * ({TERMS[name].format('')})) <> 0" for name in ("finished", "leased")),
    ),
    f"""CREATE FUNCTION take_shards() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE job_sums AS known SET {", ".join(f"{name} = known.{name} - gone.{name}" for name in TERMS)} FROM (
        SELECT job_id, {", ".join(f"SUM({term.format('')}) AS {name}" for name, term in TERMS.items())}
        FROM old_rows GROUP BY job_id
    ) AS gone WHERE known.job_id = gone.job_id;
    RETURN NULL;
END $$""",
    """CREATE TRIGGER shards_added AFTER INSERT ON shards REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION add_shards()""",
    """CREATE TRIGGER shards_changed AFTER UPDATE ON shards REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION change_shards()""",
    """CREATE TRIGGER shards_taken AFTER DELETE ON shards REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION take_shards()""",
]


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "job_sums",
        sa.Column("job_id", Key, nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("shards", "finished", "leased")),
        sa.Column("work", Key, nullable=False),
        sa.Column("sized", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Double(), nullable=False) for name in ("size", "cpu_seconds")),
        *(sa.Column(name, Key, nullable=False) for name in ("tours", "changes")),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_job_sums_job_id_jobs"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", name=op.f("pk_job_sums")),
    )
    op.execute(BEGIN)
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)


def downgrade() -> None:
    """Undo."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    for trigger in ("shards_added", "shards_changed", "shards_taken"):
        op.execute(f"DROP TRIGGER {trigger}" + ("" if on_sqlite else " ON shards"))
    if not on_sqlite:
        op.execute("DROP FUNCTION add_shards, change_shards, take_shards")
    op.drop_table("job_sums")
