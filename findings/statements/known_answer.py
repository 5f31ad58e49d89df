"""What the record knows exactly about a question: for the command, the API, the client and the form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.existence.decide import existence
from engine.boards.existence.verdict import Existence, Tours
from engine.boards.piece import KNIGHT, Piece, piece_key
from engine.boards.squares import parse_square, written_square
from engine.errors import InvalidProblemError
from engine.kinds.figure_scope import Scope, Starts
from engine.specification.fields import Specification
from engine.specification.normal_form import NOT_IN_THE_HASH
from engine.specification.problem import BoardProblem, ParsedSpecification
from engine.specification.result import Result
from findings.statements.board_facts import exact_statements
from findings.statements.by_end import counted_between, equal_pairs
from findings.statements.by_start import MAX_SQUARES
from findings.statements.job_source import exact_statement
from findings.statements.statement import Source, Statement, Subject
from language.translate import gettext, translate
from phrasing.base import SORTS, FoundResult
from phrasing.kinds.enumerate import ENUMERATION
from phrasing.phrases import PLURALS, with_squares_named

QUANTITIES: Mapping[Tours, Sequence[str]] = {
    "any": ("tours", "closed", "cycles"),
    "closed": ("closed", "cycles"),
    "open": ("open",),
}
"""The quantities that answer a question for tours: first the answer, then related ones."""

SAYS_WHAT = NOT_IN_THE_HASH | {"kind", "board", "piece", "tours", "starts", "budget"}
"""Fields of a specification that a known figure answers; any other asks for a search of its own."""

Figures = Mapping[tuple[object, str], Statement]
"""Undisputed exact figures by their start squares and quantity."""


@dataclass(frozen=True)
class CountQuestion:
    """A question for the number of tours of a board.

    starts: numbers of start squares; None: all. end: number of the last square, with one start.
    """

    board: Board
    piece: Piece = KNIGHT
    tours: Tours = "any"
    starts: tuple[int, ...] | None = None
    end: int | None = None

    @property
    def subject(self) -> Subject:
        """Return the subject of figures that answer it, with the squares asked about."""
        starts: Starts = "all"
        if self.starts is not None:
            starts = tuple(sorted(tuple(self.board.square(one)) for one in self.starts))
        ends = None if self.end is None else (tuple(self.board.square(self.end)),)
        return Subject(self.board.label, self.piece, starts, ends)


@dataclass(frozen=True)
class KnownAnswer:
    """A known answer. figures: the answer first, then related ones; none where nothing is known.

    proof: that there are no such tours. record: the known facts of the whole board, from which the figures come.
    """

    question: CountQuestion
    figures: tuple[Statement, ...]
    proof: Existence | None = None
    record: Figures = field(default_factory=dict)


def count_question(problem: ParsedSpecification[Specification]) -> CountQuestion | None:
    """Return the question for a count that a job asks; None where it asks for a search, or for something else."""
    if not isinstance(problem, BoardProblem) or problem.spec.kind not in ("enumerate", "sample"):
        return None
    fields = type(problem.spec).model_fields
    usual = {name: one.get_default(call_default_factory=True) for name, one in fields.items()}
    if any(getattr(problem.spec, name) != usual[name] for name in fields.keys() - SAYS_WHAT):
        return None
    if problem.spec.kind == "sample":
        budget = problem.spec.budget
        if budget.relative_error is None and budget != usual["budget"]:
            return None
    return CountQuestion(problem.board, problem.piece, problem.spec.tours, problem.named)


def question_about(
    board: Board, piece: Piece = KNIGHT, *, tours: Tours = "any", start: str | None = None, end: str | None = None
) -> CountQuestion:
    """Return the question about a board; InvalidProblemError (/start, /end) where a text names no square."""
    first = None if start is None else (parse_square(board, start, "/start"),)
    last = None if end is None else parse_square(board, end, "/end")
    if last is not None and first is None:
        raise InvalidProblemError("/end", "a last square needs a first one: give start, too")
    return CountQuestion(board, piece, tours, first, last)


def counts_exactly(problem: ParsedSpecification[Specification]) -> bool:
    """Whether the job counts, and does not estimate."""
    return problem.spec.kind == "enumerate"


def known_answer(session: Session, question: CountQuestion) -> KnownAnswer:
    """Return the exact answer of jobs here, the atlas and publications to a question, or that of a theorem.

    Where exact values differ, or a certificate contradicts one, nothing is known.
    """
    if question.end is not None and (between := _between(session, question)):
        return KnownAnswer(question, tuple(between), _proof(question))
    found = exact_statements(session, question.board, piece_key(question.piece), squares=True)
    if question.end is not None:
        return KnownAnswer(question, (), _proof(question), _find_undisputed(found))
    return recorded_answer(found, question)


def recorded_answer(statements: Iterable[Statement], question: CountQuestion) -> KnownAnswer:
    """Return the answer of exact facts of a board, or of a theorem, to a question without a last square."""
    found = _find_undisputed(statements)
    return KnownAnswer(question, _figures(found, question), _proof(question), found)


def near_answer(answer: KnownAnswer) -> KnownAnswer | None:
    """Return the nearest known answer to an unanswered question: without its end, for other tours, for the whole board.

    None if the record has none of these either.
    """
    question = answer.question
    without_end = [] if question.end is None else [replace(question, end=None)]
    whole = [] if question.starts is None else [replace(question, starts=None, end=None)]
    for wider in [*without_end, question, *whole]:
        for tours in QUANTITIES if wider.end is None else ():
            near = replace(wider, tours=tours)
            if near != question and (figures := _figures(answer.record, near)):
                return KnownAnswer(near, figures)
    return None


def _proof(question: CountQuestion) -> Existence | None:
    """Return the proof that there are no such tours, where there is one."""
    start = question.starts[0] if question.starts and len(question.starts) == 1 else None
    verdict = existence(question.board, question.piece, question.tours, start, question.end)
    return verdict if verdict.impossible else None


def by_start(answer: KnownAnswer) -> dict[int, dict[str, str]]:
    """Return the known figures of each start square of a question, by number and quantity; empty if one is missing."""
    question = answer.question
    if question.board.size > MAX_SQUARES:
        return {}
    directed = [name for name in QUANTITIES[question.tours] if name != "cycles"]
    rows = {}
    for number in range(question.board.size) if question.starts is None else question.starts:
        alone = replace(question, starts=(number,))
        rows[number] = {name: str(one.value) for name in directed if (one := _figure(answer.record, alone, name))}
    return rows if all(directed[0] in row for row in rows.values()) else {}


def count_words(answer: KnownAnswer) -> str:
    """Return the known count in a sentence, as a job that counts it would say it."""
    found = FoundResult(
        None, {}, answer.question.board.label, Result(outcome="complete"), {one.quantity: one for one in answer.figures}
    )
    return ENUMERATION.answer(found) or ""


def answer_words(answer: KnownAnswer, *, named: bool = True) -> str | None:
    """Return the answer in a sentence that repeats the question; None where nothing is known.

    named: squares are named where they have names.
    """
    question, what = answer.question, _subject_words(answer.question, named=named)
    if answer.figures:
        return gettext("%(subject)s: %(text)s", subject=what, text=count_words(answer))
    if answer.proof is None:
        return None
    proof = with_squares_named(translate(answer.proof.explanation), question.board, named=named)
    none = gettext("There is no %(sort)s.", sort=translate(SORTS[question.tours]))
    return gettext("%(subject)s: %(text)s", subject=what, text=f"{none} {proof}")


def unknown_words(answer: KnownAnswer, *, named: bool = True) -> str | None:
    """Return a sentence that a number is not known, with the nearest known answer; None where it is known.

    named: as in `answer_words`.
    """
    if answer.figures or answer.proof is not None:
        return None
    what, sorts = _subject_words(answer.question, named=named), translate(PLURALS[answer.question.tours])
    unknown = gettext("%(subject)s: the number of %(sorts)s is not known exactly.", subject=what, sorts=sorts)
    near = near_answer(answer)
    words = None if near is None else answer_words(near, named=named)
    return unknown if words is None else gettext("%(unknown)s This is known: %(near)s", unknown=unknown, near=words)


def _subject_words(question: CountQuestion, *, named: bool) -> str:
    """Return the board and the squares that a question names."""
    squares = [*(question.starts or ()), *([] if question.end is None else [question.end])]
    written = [written_square(question.board, square, named=named) for square in squares]
    what = question.board.label
    if question.end is not None:
        return gettext("%(board)s from %(start)s to %(end)s", board=what, start=written[0], end=written[-1])
    if written:
        return gettext("%(board)s from %(square)s", board=what, square=gettext(" and ").join(written))
    return what


def _find_undisputed(statements: Iterable[Statement]) -> Figures:
    """Return the facts with a single known value that no certificate contradicts."""
    groups: dict[tuple[object, str], list[Statement]] = {}
    for one in statements:
        if one.restriction is None and one.subject.ends is None:
            groups.setdefault((one.subject.starts, one.quantity), []).append(one)
            for square in one.subject.square_class or ():
                if (square,) != one.subject.starts:
                    groups.setdefault(((square,), one.quantity), []).append(one)
    return {key: group[0] for key, group in groups.items() if len(group) == 1 and not group[0].is_contradicted}


def _figures(known: Figures, question: CountQuestion) -> tuple[Statement, ...]:
    """Return the answer and related figures; none if the answer is missing."""
    found = [_figure(known, question, quantity) for quantity in QUANTITIES[question.tours]]
    return tuple(one for one in found if one) if found[0] else ()


def _figure(known: Figures, question: CountQuestion, quantity: str) -> Statement | None:
    """Return a figure that is known, is a sum over start squares, or follows from others."""
    subject = question.subject
    found = known.get((subject.starts, quantity)) or _sum_starts(known, subject, quantity)
    found = found or _derive(known, question, quantity)
    if found is None:
        return None
    alike = found.subject.square_class if subject.starts != "all" and len(subject.starts) == 1 else None
    return replace(found, subject=replace(subject, square_class=alike))


def _sum_starts(known: Figures, subject: Subject, quantity: str) -> Statement | None:
    """Return the sum over single start squares; None where one of them is not known."""
    if subject.starts == "all" or quantity == "cycles":
        return None
    parts = [known.get(((square,), quantity)) for square in subject.starts]
    first, *others = parts
    if first is None or not all(others):
        return None
    value = sum(int(one.value) for one in parts if one is not None)
    return _combine(first, quantity, value, [one for one in others if one is not None])


def _derive(known: Figures, question: CountQuestion, quantity: str) -> Statement | None:
    """Return what follows: a cycle of n squares is 2n directed closed tours, two from each; open is all - closed."""
    board = question.board
    if quantity == "closed" and board.size > 2 and (cycles := known.get(("all", "cycles"))) is not None:
        squares = board.size if question.starts is None else len(question.starts)
        return _combine(cycles, quantity, 2 * squares * int(cycles.value))
    if quantity == "open":
        tours, closed = (_figure(known, question, name) for name in ("tours", "closed"))
        if tours is not None and closed is not None:
            return _combine(tours, quantity, int(tours.value) - int(closed.value), [closed])
    return None


def _combine(first: Statement, quantity: str, value: int, others: Sequence[Statement] = ()) -> Statement:
    """Return a directed figure made of known ones, with the sources of all."""
    sources: dict[tuple[str, str], Source] = {}
    for one in (first, *others):
        sources |= {(source.kind, source.id): source for source in one.sources}
    return replace(first, quantity=quantity, convention="directed", value=str(value), sources=tuple(sources.values()))


def _between(session: Session, question: CountQuestion) -> list[Statement]:
    """Return the count of tours from one square to another, made by both ends; empty unless there is just one value."""
    assert question.starts is not None and question.end is not None  # noqa: PT018  one question
    (start,), quantity = question.starts, QUANTITIES[question.tours][0]
    pairs = equal_pairs(question.board, (start, question.end))
    found: dict[str, list[Statement]] = {}
    fact = Scope(quantity, "all", None)
    for _, value, source in counted_between(session, question.board, question.piece, quantity, pairs):
        found.setdefault(value, []).append(exact_statement(question.subject, fact, "directed", value, source))
    if len(found) != 1:
        return []
    [(value, (first, *others))] = found.items()
    return [_combine(first, quantity, int(value), others)]
