"""Tours go with the runs that describe them, and a tour's number is never given twice.

A job that is deleted takes its shards and their runs along; a trigger lets the tours follow, so that no tour is left
that nothing describes. SQLite would give the highest numbers out again: it gets a counter, as PostgreSQL has one.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from store.models.columns import Key

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

OWN = "id BETWEEN old.id AND old.id + old.count - 1"
SQLITE = f"CREATE TRIGGER tours_follow AFTER DELETE ON tour_runs BEGIN DELETE FROM tours WHERE {OWN}; END"  # noqa: S608  constants
POSTGRESQL = (
    "CREATE FUNCTION tours_follow() RETURNS trigger LANGUAGE plpgsql AS"
    f" $$ BEGIN DELETE FROM tours WHERE {OWN}; RETURN NULL; END $$",  # noqa: S608  constants
    "CREATE TRIGGER tours_follow AFTER DELETE ON tour_runs FOR EACH ROW EXECUTE FUNCTION tours_follow()",
)


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "tour_numbers",
        sa.Column("id", sa.SmallInteger(), nullable=False),
        sa.Column("last", Key, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tour_numbers")),
    )
    op.execute("INSERT INTO tour_numbers (id, last) SELECT 1, coalesce(max(id), 0) FROM tours")
    for statement in (SQLITE,) if op.get_context().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)


def downgrade() -> None:
    """Undo."""
    if op.get_context().dialect.name == "sqlite":
        op.execute("DROP TRIGGER tours_follow")
    else:
        op.execute("DROP TRIGGER tours_follow ON tour_runs")
        op.execute("DROP FUNCTION tours_follow")
    op.drop_table("tour_numbers")
