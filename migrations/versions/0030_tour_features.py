"""Statistics of stored tours, a column for each; those that are stored already are to be measured by housekeeping."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from store.models.columns import Key

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

WINDOW = 1 << 16
UNMEASURED = sa.text("counts IS NULL")
STATISTICS = (
    "crossings", "turns", "straight_run", "magic", "angle_37", "angle_53", "angle_90", "angle_127", "angle_143",
    "angle_180", "moves_ene", "moves_nne", "moves_nnw", "moves_wnw",
)  # fmt: skip

# A row reaches over a window of ids at most. Where its counts are gone already, nothing is left to be written.
STALE = f"""UPDATE tour_features SET counts = NULL WHERE first > old.id - {WINDOW} AND first < old.id + old.count
    AND last >= old.id AND board_id = old.board_id AND counts IS NOT NULL"""  # noqa: S608  constants
SQLITE = (
    f"CREATE TRIGGER features_go_stale AFTER DELETE ON tour_runs BEGIN {STALE}; END",
    f"CREATE TRIGGER features_go_stale_too AFTER UPDATE OF id, count ON tour_runs BEGIN {STALE}; END",
)
POSTGRESQL = (
    f"CREATE FUNCTION features_go_stale() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {STALE}; RETURN NULL; END $$",
    "CREATE TRIGGER features_go_stale AFTER DELETE OR UPDATE OF id, count ON tour_runs"
    " FOR EACH ROW EXECUTE FUNCTION features_go_stale()",
)
VIEW = """CREATE VIEW feature_list AS SELECT boards.label AS board, boards.piece AS piece, statistic.key AS statistic,
    CAST(value.key AS INTEGER) AS value, SUM(CAST(value.value AS BIGINT)) AS tours
    FROM tour_features JOIN boards ON boards.id = tour_features.board_id
    {each} GROUP BY boards.label, boards.piece, statistic.key, CAST(value.key AS INTEGER)"""
EACH = {
    "sqlite": "JOIN json_each(tour_features.counts) AS statistic JOIN json_each(statistic.value) AS value",
    "postgresql": (
        "CROSS JOIN LATERAL json_each(tour_features.counts) AS statistic"
        " CROSS JOIN LATERAL json_each_text(statistic.value) AS value"
    ),
}


def upgrade() -> None:
    """Apply."""
    features = op.create_table(
        "tour_features",
        sa.Column("first", Key, autoincrement=False, nullable=False),
        sa.Column("last", Key, nullable=False),
        sa.Column("board_id", Key, nullable=False),
        sa.Column("window", Key, nullable=False),
        sa.Column("tours", sa.Integer(), nullable=False),
        sa.Column("ids", sa.LargeBinary(), nullable=True),
        sa.Column("counts", sa.JSON(none_as_null=True), nullable=True),
        *(sa.Column(name, sa.LargeBinary(), nullable=True) for name in STATISTICS),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_tour_features_board_id_boards")),
        sa.PrimaryKeyConstraint("first", name=op.f("pk_tour_features")),
    )
    op.create_index(
        op.f("ix_tour_features_board_id_window_first"), "tour_features", ["board_id", "window", "first"]
    )
    op.create_index(
        "ix_tour_features_unmeasured", "tour_features", ["window"], sqlite_where=UNMEASURED, postgresql_where=UNMEASURED
    )
    dialect = op.get_context().dialect.name
    rows = list(_unmeasured())
    if rows:
        op.bulk_insert(features, rows)
    for statement in SQLITE if dialect == "sqlite" else POSTGRESQL:
        op.execute(statement)
    op.execute(VIEW.format(each=EACH[dialect]))


def downgrade() -> None:
    """Undo."""
    op.execute("DROP VIEW feature_list")
    if op.get_context().dialect.name == "sqlite":
        op.execute("DROP TRIGGER features_go_stale")
        op.execute("DROP TRIGGER features_go_stale_too")
    else:
        op.execute("DROP TRIGGER features_go_stale ON tour_runs")
        op.execute("DROP FUNCTION features_go_stale")
    op.drop_table("tour_features")


def _unmeasured() -> Iterator[dict[str, object]]:
    """Yield a row for each board and window of ids that has tours: its first and last, and how many there are."""
    places: dict[tuple[int, int], list[int]] = {}
    runs = op.get_bind().execute(sa.text("SELECT id, count, board_id FROM tour_runs ORDER BY id"))
    for first, count, board in runs:
        for window in range((first - 1) // WINDOW, (first + count - 2) // WINDOW + 1):
            low, high = max(first, window * WINDOW + 1), min(first + count - 1, (window + 1) * WINDOW)
            place = places.setdefault((board, window), [low, high, 0])
            place[1] = high
            place[2] += high - low + 1
    for (board, window), (low, high, tours) in places.items():
        yield {"board_id": board, "window": window, "first": low, "last": high, "tours": tours}
