"""Views that people and other programs read: squares as coordinates, exact numbers as texts of digits, times as ISO.

SQLite makes no table anew that a view reads: a migration that must do that drops the views and makes them again.
"""

from __future__ import annotations

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

SQLITE = {
    "columns": "CAST(substr(boards.label, instr(boards.label, 'x') + 1) AS INTEGER)",
    "flat": "boards.label NOT GLOB '*[^0-9x]*' AND boards.label NOT LIKE '%x%x%'",
    "time": "strftime('%Y-%m-%dT%H:%M:%fZ', {}, 'unixepoch')",
    "hex": "printf('%016x', {})",
    "exact": "substr({0}, instr({0}, ':') + 1)",
}
POSTGRESQL = {
    "columns": "CAST(NULLIF(substring(boards.label from '^[0-9]+x([0-9]+)$'), '') AS integer)",
    "flat": "boards.label ~ '^[0-9]+x[0-9]+$'",
    "time": """to_char(to_timestamp({}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')""",
    "hex": "lpad(to_hex({}), 16, '0')",
    "exact": "CAST({} AS text)",
}
ABOUT = {
    "tour_list": "Every stored tour. Squares are row,column from 1 on flat boards, else NULL; numbers are from 0.",
    "count_list": "Exact counts, as digits. restriction: NULL for a fact of the board; starts: all, or squares (JSON).",
    "estimate_list": "Estimates as they stood after each round; the last round of a job with final is its result.",
    "job_list": "Jobs with what their shards come to; times are UTC.",
}


def _views(words: dict[str, str]) -> dict[str, str]:
    columns = words["columns"]

    def square(number: str) -> str:
        place = f"CAST({number} / {columns} + 1 AS TEXT) || ',' || CAST({number} % {columns} + 1 AS TEXT)"
        return f"CASE WHEN {words['flat']} THEN {place} END"

    def time(column: str) -> str:
        return words["time"].format(column)

    subject = "boards.label AS board, boards.piece AS piece"
    return {
        "tour_list": f"""SELECT tours.id AS id, {subject}, {square("tour_runs.start")} AS start_square,
            {square('tour_runs."end"')} AS end_square, tour_runs.start AS start_number, tour_runs."end" AS end_number,
            tour_runs.closed AS closed, tour_runs.symmetry AS symmetry, {words["hex"].format("tours.class_key")} AS class,
            jobs.public_id AS job, jobs.engine AS engine, {time("tour_runs.found_at")} AS found_at, tours.path AS path
            FROM tour_runs JOIN tours ON tours.id BETWEEN tour_runs.id AND tour_runs.id + tour_runs.count - 1
            JOIN boards ON boards.id = tour_runs.board_id JOIN shards ON shards.id = tour_runs.shard_id
            JOIN jobs ON jobs.id = shards.job_id""",
        "count_list": f"""SELECT counts.id AS id, {subject}, counts.fact AS quantity, counts.convention AS convention,
            {words["exact"].format("counts.value")} AS value, counts.starts AS starts,
            counts.restriction AS restriction, counts.method AS method, jobs.public_id AS job, jobs.engine AS engine,
            jobs.outcome AS outcome, {time("jobs.finished_at")} AS finished_at
            FROM counts JOIN jobs ON jobs.id = counts.job_id LEFT JOIN boards ON boards.id = counts.board_id""",
        "estimate_list": f"""SELECT estimates.id AS id, {subject}, estimates.fact AS quantity,
            estimates.convention AS convention, estimates.value AS value, estimates.standard_error AS standard_error,
            estimates.estimator AS estimator, estimates.samples AS samples, estimates.unbiased AS unbiased,
            estimates.round AS round, estimates.final AS final, estimates.starts AS starts,
            estimates.restriction AS restriction, estimates.seed AS seed, jobs.public_id AS job, jobs.engine AS engine
            FROM estimates JOIN jobs ON jobs.id = estimates.job_id
            LEFT JOIN boards ON boards.id = estimates.board_id""",
        "job_list": f"""SELECT jobs.public_id AS id, jobs.kind AS kind, jobs.method AS method, {subject},
            jobs.state AS state, jobs.outcome AS outcome, jobs.label AS label, jobs.priority AS priority,
            jobs.engine AS engine, {time("jobs.created_at")} AS created_at, {time("jobs.started_at")} AS started_at,
            {time("jobs.finished_at")} AS finished_at, job_sums.shards AS shards, job_sums.finished AS finished_shards,
            job_sums.work AS work, job_sums.cpu_seconds AS cpu_seconds, job_sums.tours AS tours,
            jobs.specification AS specification
            FROM jobs LEFT JOIN boards ON boards.id = jobs.board_id LEFT JOIN job_sums ON job_sums.job_id = jobs.id""",
    }


def upgrade() -> None:
    """Apply."""
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    for name, query in _views(SQLITE if on_sqlite else POSTGRESQL).items():
        op.execute(f"CREATE VIEW {name} AS {query}")
        if not on_sqlite:
            op.execute(f"COMMENT ON VIEW {name} IS '{ABOUT[name]}'")


def downgrade() -> None:
    """Undo."""
    for name in ABOUT:
        op.execute(f"DROP VIEW {name}")
