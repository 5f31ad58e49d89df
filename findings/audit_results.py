"""Checks of a finished job's result against its shards' statistics and its stored tours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.code_digest import job_code_digest
from engine.kinds.table import KINDS
from engine.specification.result import Result
from store.jobs.current_result import problem_of, shard_records
from store.jobs.results import WHOLE_PARTS, load_result, result_digest
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.tours import TourRun

MAX_DIFFERENCES = 5
"""Differences reported for one part; further ones are only counted."""

EXACT = ("", "square ", "ends ")
"""Parts with whole numbers, which any code must derive identically from the shards."""

Figures = dict[str, object]


def is_of_this_code(job: Job) -> bool:
    """Whether this code made the job's result, so that a new merge must reproduce it."""
    return job.code_digest == job_code_digest(job.kind, job.method)


def digest_faults(session: Session, job: Job) -> Iterator[str]:
    """Yield a fault if a stored result differs from its digest. Earlier versions stored none."""
    if job.result_digest is None:
        return
    try:
        kept = load_result(session, job, problem_of(job).board)
    except Exception as error:  # noqa: BLE001  corrupted bytes fail in any way they like
        yield f"its result cannot be read: {error!r}"
        return
    if result_digest(kept) != job.result_digest:
        yield "its result is not the one that was stored: its digest differs"


def result_faults(session: Session, job: Job) -> Iterator[str]:
    """Yield the faults of a finished job's result; its shards' statistics must be kept."""
    try:
        problem = problem_of(job)
        kept = load_result(session, job, problem.board)
        merged = KINDS[job.kind].merge(problem, shard_records(session, job))
    except Exception as error:  # noqa: BLE001  corrupted bytes fail in any way they like
        yield f"its shards' statistics cannot be merged: {error!r}"
        return
    yield from _differences(kept, merged) if is_of_this_code(job) else _contradictions(kept, merged)
    if job.specification.get("store") == "all" and job.outcome == "complete":
        yield from _against_tours(session, job, kept)


def _differences(kept: Result, merged: Result) -> Iterator[str]:
    """Yield the differences between the result and the merged shards."""
    for part, (one, two) in _parts(kept, merged).items():
        yield from _in_words(part, one, two, [key for key in one | two if one.get(key) != two.get(key)])


def _contradictions(kept: Result, merged: Result) -> Iterator[str]:
    """Yield exact figures that differ between a result by other code and its merged shards.

    Which figures there are, and how estimates and errors are computed, may change with the code.
    """
    parts = _parts(kept, merged)
    for part in EXACT:
        one, two = parts[part]
        yield from _in_words(part, one, two, [key for key in one if key in two and _contradict(one[key], two[key])])


def _contradict(one: object, two: object) -> bool:
    if not (isinstance(one, Mapping) and isinstance(two, Mapping)):
        return one != two
    return any(None not in (one[name], two[name]) and one[name] != two[name] for name in one.keys() & two.keys())


def _in_words(part: str, one: Figures, two: Figures, wrong: Sequence[str]) -> Iterator[str]:
    for key in wrong[:MAX_DIFFERENCES]:
        yield f"its result says {part}{key} {_format_value(one.get(key))}, its shards {_format_value(two.get(key))}"
    if len(wrong) > MAX_DIFFERENCES:
        yield f"its result and its shards differ in {len(wrong) - MAX_DIFFERENCES} more {part.strip()}"


def _parts(kept: Result, merged: Result) -> dict[str, tuple[Figures, Figures]]:
    """Return the figures of both sides by part and place; parts read only as a whole are one figure."""
    sides: list[dict[str, Figures]] = [
        {
            "": {f"{one.quantity} {one.convention}": one.value for one in result.counts},
            "estimate ": {str(index): one.model_dump() for index, one in enumerate(result.estimates)},
            "square ": {str(one.square): one.model_dump(exclude={"square"}) for one in result.squares},
            "ends ": {f"{one.start} {one.end}": one.tours for one in result.ends},
            "part ": result.model_dump(mode="json", include=set(WHOLE_PARTS)),
        }
        for result in (kept, merged)
    ]
    return {part: (sides[0][part], sides[1][part]) for part in sides[0]}


def _format_value(value: object) -> str:
    text = str(value)
    return "nothing" if value is None else text if len(text) < 200 else f"{text[:200]}..."


def _against_tours(session: Session, job: Job, kept: Result) -> Iterator[str]:
    """Yield a fault where a job that stores every tour stored fewer or more than it counted, in all or by square.

    Jobs that draw tours at random store only a part of those counted; drawn tours have their own count.
    """
    counts = {one.quantity: int(one.value) for one in kept.counts}
    stored = _count_stored_tours(session, job)
    drawn = sum(stored["tours"].values())
    if counts.get("stored_tours", drawn) != drawn:
        yield f"it has drawn {counts['stored_tours']} tours and stored {drawn}"
    if "tours" not in counts or "stored_tours" in counts or job.board_id is None:
        return
    found = {"tours": sum(stored["tours"].values()), "closed": sum(stored["closed"].values())}
    for name in ("tours", "closed"):
        if counts.get(name, found[name]) != found[name]:
            yield f"it counted {counts[name]} {name} and stored {found[name]}"
    board = problem_of(job).board
    assert board is not None
    for row in kept.squares:
        number = stored["tours"].get(board.index(row.square), 0)
        if row.tours is not None and int(row.tours) != number:
            yield f"square {row.square}: it counted {row.tours} tours from there and stored {number}"


def _count_stored_tours(session: Session, job: Job) -> Mapping[str, dict[int, int]]:
    """Return the numbers of stored tours and closed tours by start square."""
    runs = (
        select(TourRun.start, TourRun.closed, func.sum(TourRun.count))
        .join(Shard, Shard.id == TourRun.shard_id)
        .where(Shard.job_id == job.id)
        .group_by(TourRun.start, TourRun.closed)
    )
    stored: dict[str, dict[int, int]] = {"tours": {}, "closed": {}}
    for start, closed, number in session.execute(runs):
        for name in ("tours", "closed") if closed else ("tours",):
            stored[name][start] = stored[name].get(start, 0) + int(number)
    return stored
