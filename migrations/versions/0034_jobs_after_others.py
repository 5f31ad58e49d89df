"""A further step of jobs: those that come after others wait for them."""

from __future__ import annotations

from importlib import import_module

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

BEFORE = "step IN ('planning', 'putting the result together', 'being deleted')"
AFTER = "step IN ('waiting for other jobs', 'planning', 'putting the result together', 'being deleted')"


def upgrade() -> None:
    """Apply."""
    _replace(BEFORE, AFTER)


def downgrade() -> None:
    """Undo: what waits begins at once."""
    op.execute("UPDATE jobs SET step = 'planning' WHERE step = 'waiting for other jobs'")
    _replace(AFTER, BEFORE)


def _replace(old: str, new: str) -> None:
    """Replace the condition of the constraint on steps, on SQLite as migration 0024 wrote it."""
    if op.get_bind().dialect.name == "sqlite":
        redefine = import_module("migrations.versions.0024_sound_numbers")._redefine
        redefine("jobs", lambda definition: definition.replace(f"CHECK ({old})", f"CHECK ({new})"))
    else:
        op.execute(f"ALTER TABLE jobs DROP CONSTRAINT ck_jobs_step, ADD CONSTRAINT ck_jobs_step CHECK ({new})")
