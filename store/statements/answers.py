"""The answer to a job's question in one sentence, as soon as there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from drawing.numbers import grouped, percent, plus_minus
from engine.intervals import wilson_interval
from engine.programs import RULE
from engine.specification.result import Result
from store.models.jobs import Job
from store.progress import problem_of
from store.statements.of_job import result_statements
from store.statements.statement import Statement
from store.statements.titles import square_words
from store.states import TERMINAL

Answer = Callable[[Job, str, Result, Mapping[str, Statement]], str | None]

PROOF = "proof: "
SORTS = {"any": "tour", "closed": "closed tour", "open": "open tour"}


def answer(job: Job, board: str | None, result: Result, statements: Sequence[Statement]) -> str | None:
    """Return what a job has found, None where it has not found anything yet that could be said in a sentence."""
    facts = {one.quantity: one for one in reversed(statements) if one.subject.square_class is None and one.unbiased}
    if job.kind == "test-generator":
        return _tested(job, result) if result.tests else None
    words: dict[str, Answer] = {
        "enumerate": _counted,
        "sample": _estimated,
        "construct": _constructed,
        "distance": _measured,
    }
    if board is None or job.kind not in words or (job.kind != "sample" and job.state not in TERMINAL):
        return None
    if result.outcome == "impossible":
        why = (result.explanation or "").removeprefix(PROOF)
        return f"There is no {SORTS[job.specification.get('tours', 'any')]}. {why}".strip()
    return words[job.kind](job, board, result, facts)


def answer_of(job: Job, result: Result) -> str | None:
    """Return what a job has found in one sentence; `result` is its result so far or at the end."""
    problem = problem_of(job)
    board = problem.board
    statements = [] if board is None else result_statements(job, board, problem.piece, result)
    return answer(job, None if board is None else board.label, result, statements)


def _counted(job: Job, _board: str, result: Result, facts: Mapping[str, Statement]) -> str | None:
    found = [one for name in ("tours", "open", "closed") if (one := facts.get(name)) is not None and one.exact]
    if not found:
        return None
    first = found[0]
    ruled = " by Warnsdorff's rule" if job.method == RULE else ""
    names = {"tours": "directed tours", "open": "directed open tours", "closed": "directed closed tours"}
    text = f"{grouped(str(first.value))} {names[first.quantity]}{ruled}"
    if result.outcome == "limit":
        return f"{text} up to the limit of the search."
    cycles, closed = facts.get("cycles"), facts.get("closed")
    if cycles is not None:
        text += f", as {grouped(str(cycles.value))} cycles" if first is closed else ""
    if first.quantity == "tours" and closed is not None:
        text += "; none of them closes" if closed.value == "0" else f"; {grouped(str(closed.value))} of them close"
        text += f", {grouped(str(cycles.value))} cycles" if cycles is not None and closed.value != "0" else ""
    partial = (
        "" if result.outcome == "complete" else f" The job was {result.outcome}: these are only those found so far."
    )
    return f"{text}.{partial}"


def _estimated(job: Job, _board: str, result: Result, facts: Mapping[str, Statement]) -> str | None:
    counts = {one.quantity: int(one.value) for one in result.counts}
    if job.method == RULE and (walks := counts.get("all_walks")):
        tours = counts.get("completed_walks", 0)
        low, high = wilson_interval(tours, walks)
        return (
            f"{percent(tours / walks)} of {grouped(walks)} walks by Warnsdorff's rule were tours "
            f"(95 % interval {percent(low)} to {percent(high)})."
        )
    first = next((facts[name] for name in ("tours", "open", "closed") if name in facts), None)
    if first is None:
        return None
    names = {"tours": "directed tours", "open": "directed open tours", "closed": "directed closed tours"}
    if first.exact:
        return f"{grouped(str(first.value))} {names[first.quantity]}, exactly."
    if not first.number:
        return "No tour has been found so far, so nothing is known of their number."
    return f"About {plus_minus(first.number, first.error)} {names[first.quantity]} (± one standard error)."


def _constructed(job: Job, _board: str, result: Result, _facts: Mapping[str, Statement]) -> str | None:
    sort = SORTS[job.specification.get("tours", "any")]
    if result.outcome != "complete":
        return f"No {sort} was found; that there is none is not proved."
    method, _, how = (result.explanation or "").partition(": ")
    article = "An" if sort.startswith("o") else "A"
    return f"{article} {sort}, built by {method}{f': {how}' if how else ''}." if method else f"{article} {sort}."


def _measured(job: Job, board: str, result: Result, _facts: Mapping[str, Statement]) -> str | None:
    start, end, extra = job.specification["from"], job.specification.get("to", "all"), result.extra
    walk = extra.get("walk")
    if walk and walk["length"] is not None:
        doubt = "" if walk["exact"] else "; it may not be the shortest"
        return f"A walk of {walk['length']} moves collects all the squares{doubt}."
    if "all" not in (start, end) and len(result.distances) == 1:
        row = result.distances[0]
        ends = f"from {square_words(board, start)} to {square_words(board, end)}"
        if row.distance is None:
            return f"There is no way {ends}."
        moves = "1 move" if row.distance == 1 else f"{row.distance} moves"
        ways = "one shortest way" if row.shortest_paths == "1" else f"{grouped(row.shortest_paths)} shortest ways"
        return f"{moves} {ends}, by {ways}."
    if "eccentricity" in extra:
        reached = "Every square is reached" if not extra["unreachable"] else f"{extra['reachable']} squares are reached"
        return f"{reached}; the farthest takes {extra['eccentricity']} moves."
    return f"No two squares are more than {extra['diameter']} moves apart." if "diameter" in extra else None


def _tested(job: Job, result: Result) -> str | None:
    failed = sorted({one.test for one in result.tests if one.verdict == "fail"})
    name = job.specification["generator"]
    if failed:
        return f"{name} fails: {', '.join(failed)}."
    if any(one.verdict == "suspect" for one in result.tests):
        return f"{name} passes, but is suspect in some tests."
    return f"{name} passes the {len({one.test for one in result.tests})} tests that were run; others may still fail it."
