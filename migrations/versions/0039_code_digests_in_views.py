"""The digest of the code as `code_digest` in the views; `engine`, its old name, stays beside it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

VIEWS = ("tour_list", "count_list", "estimate_list", "square_list", "end_list", "job_list", "atlas_list")
OLD, NEW = "engine", "code_digest"
DEFINITIONS = {
    "sqlite": "SELECT substr(sql, instr(sql, ' AS ') + 4) FROM sqlite_master WHERE type = 'view' AND name = :view",
    "postgresql": "SELECT rtrim(pg_get_viewdef(CAST(:view AS regclass)), ';')",
}


def upgrade() -> None:
    """Apply."""
    for view in VIEWS:
        _select(view, [name for old in _columns(view) for name in ((NEW, OLD) if old == OLD else (old,))])


def downgrade() -> None:
    """Undo."""
    for view in VIEWS:
        _select(view, [name for name in _columns(view) if name != NEW])


def _columns(view: str) -> list[str]:
    return [column["name"] for column in sa.inspect(op.get_bind()).get_columns(view)]


def _select(view: str, columns: list[str]) -> None:
    """Make a view of these columns of what it is now."""
    bind = op.get_bind()
    definition = bind.scalar(sa.text(DEFINITIONS[bind.dialect.name]), {"view": view})
    known = set(_columns(view))
    selected = ", ".join(f'"{name}"' if name in known else f'"{OLD}" AS "{name}"' for name in columns)
    op.execute(f"DROP VIEW {view}")
    made = f"CREATE VIEW {view} AS SELECT {selected} FROM ({definition}) AS plain"
    op.execute(sa.text(made.replace(":", "\\:")))
