"""Views for queries: counts by start square and by both ends, published figures, and when an estimate was made.

Jobs that are being deleted leave `job_list` at once, as they leave every other list.
"""

from __future__ import annotations

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

SQLITE = {
    "columns": "CAST(substr(boards.label, instr(boards.label, 'x') + 1) AS INTEGER)",
    "flat": "boards.label NOT GLOB '*[^0-9x]*' AND boards.label NOT LIKE '%x%x%'",
    "time": "strftime('%Y-%m-%dT%H:%M:%fZ', {}, 'unixepoch')",
    "exact": "substr({0}, instr({0}, ':') + 1)",
    "text": "{}",
}
POSTGRESQL = {
    "columns": "CAST(NULLIF(substring(boards.label from '^[0-9]+x([0-9]+)$'), '') AS integer)",
    "flat": "boards.label ~ '^[0-9]+x[0-9]+$'",
    "time": """to_char(to_timestamp({}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')""",
    "exact": "CAST({} AS text)",
    "text": "CAST({} AS text)",
}
NEW = ("square_list", "end_list", "published_list")
JOBS = """SELECT jobs.public_id AS id, jobs.kind AS kind, jobs.method AS method, boards.label AS board,
    boards.piece AS piece, jobs.state AS state, jobs.outcome AS outcome, jobs.label AS label,
    jobs.priority AS priority, jobs.engine AS engine, {created_at} AS created_at, {started_at} AS started_at,
    {finished_at} AS finished_at, job_sums.shards AS shards, job_sums.finished AS finished_shards,
    job_sums.work AS work, job_sums.cpu_seconds AS cpu_seconds, job_sums.tours AS tours,
    jobs.specification AS specification
    FROM jobs LEFT JOIN boards ON boards.id = jobs.board_id LEFT JOIN job_sums ON job_sums.job_id = jobs.id"""
ESTIMATES = """SELECT estimates.id AS id, boards.label AS board, boards.piece AS piece, estimates.fact AS quantity,
    estimates.convention AS convention, estimates.value AS value, estimates.standard_error AS standard_error,
    estimates.estimator AS estimator, estimates.samples AS samples, estimates.unbiased AS unbiased,
    estimates.round AS round, estimates.final AS final, estimates.starts AS starts,
    estimates.restriction AS restriction, estimates.seed AS seed, jobs.public_id AS job, jobs.engine AS engine{more}
    FROM estimates JOIN jobs ON jobs.id = estimates.job_id LEFT JOIN boards ON boards.id = estimates.board_id"""


def _views(words: dict[str, str]) -> dict[str, str]:
    columns, exact, time = words["columns"], words["exact"].format, words["time"].format

    def square(number: str) -> str:
        place = f"CAST({number} / {columns} + 1 AS TEXT) || ',' || CAST({number} % {columns} + 1 AS TEXT)"
        return f"CASE WHEN {words['flat']} THEN {place} END"

    job = f"""jobs.public_id AS job, jobs.method AS method, jobs.outcome AS outcome, jobs.engine AS engine,
        {time("jobs.finished_at")} AS finished_at"""
    squares, ends, published = "square_statistics", "end_statistics", "published_figures"
    return {
        "job_list": f"{_old_jobs(words)} WHERE COALESCE(jobs.step, '') <> 'being deleted'",
        "estimate_list": ESTIMATES.format(
            more=f", jobs.method AS method, jobs.outcome AS outcome, {time('jobs.finished_at')} AS finished_at"
        ),
        "square_list": f"""SELECT boards.label AS board, boards.piece AS piece, {square(f"{squares}.square")} AS square,
            {squares}.square AS square_number, {exact(f"{squares}.tours")} AS tours,
            {exact(f"{squares}.closed")} AS closed, {exact(f"{squares}.dead_ends")} AS dead_ends,
            {exact(f"{squares}.nodes")} AS nodes, {job}
            FROM {squares} JOIN jobs ON jobs.id = {squares}.job_id JOIN boards ON boards.id = jobs.board_id""",
        "end_list": f"""SELECT boards.label AS board, boards.piece AS piece, {square(f"{ends}.start")} AS start_square,
            {square(f'{ends}."end"')} AS end_square, {ends}.start AS start_number, {ends}."end" AS end_number,
            {exact(f"{ends}.tours")} AS tours, {job}
            FROM {ends} JOIN jobs ON jobs.id = {ends}.job_id JOIN boards ON boards.id = jobs.board_id""",
        "published_list": f"""SELECT {published}.key AS key, {published}.source AS source, {published}.title AS title,
            {published}."table" AS printed_table, {published}.what AS what, {published}.board AS board,
            {published}.piece AS piece, {published}.quantity AS quantity, {published}.convention AS convention,
            {words["text"].format(f"{published}.place")} AS place, {words["text"].format(f"{published}.value")} AS value,
            {published}.error AS error, {published}.exact AS exact, {published}.status AS status,
            {published}.finding AS finding FROM {published}""",
    }


def _old_jobs(words: dict[str, str]) -> str:
    moments = ("created_at", "started_at", "finished_at")
    return JOBS.format(**{name: words["time"].format(f"jobs.{name}") for name in moments})


def upgrade() -> None:
    """Apply; what the views mean is told by `store/sql/views.py`."""
    words = SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL
    for name, query in _views(words).items():
        if name not in NEW:
            op.execute(f"DROP VIEW {name}")
        op.execute(f"CREATE VIEW {name} AS {query}")


def downgrade() -> None:
    """Undo."""
    words = SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL
    for name in _views(words):
        op.execute(f"DROP VIEW {name}")
    op.execute(f"CREATE VIEW job_list AS {_old_jobs(words)}")
    op.execute(f"CREATE VIEW estimate_list AS {ESTIMATES.format(more='')}")
