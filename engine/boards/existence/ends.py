"""What the words "closed", "open", "start" and "end" decide by themselves."""

from __future__ import annotations

from engine.boards.existence.verdict import Existence, Question, proved_impossible
from engine.boards.move_graph import MoveGraph


def trivial_boards(question: Question) -> Existence | None:
    """Settle the board of one square: its only tour is the square itself, which is open."""
    if question.board.size > 1:
        return None
    if question.tours == "closed":
        return proved_impossible("The board has one square; no move leads from a square to itself.")
    return Existence("possible", "The board has one square, which is its own tour.")


def two_squares(question: Question, graph: MoveGraph) -> Existence | None:
    """Settle the board of two squares one move apart: its tours are open, as a cycle has at least three squares."""
    if graph.size != 2 or graph.edges == 0 or (question.start is not None and question.start == question.end):
        return None
    if question.tours == "closed":
        return proved_impossible("The board has two squares; a closed tour is a cycle, which has at least three.")
    return Existence("possible", "The board has two squares, one move apart: going from one to the other is a tour.")


def prescribed_ends(question: Question, graph: MoveGraph) -> Existence | None:
    """Compare the two prescribed ends with each other and with the kind of tour."""
    start, end = question.start, question.end
    if start is None or end is None:
        return None
    if start == end:
        return proved_impossible("A tour visits each square once, so it cannot end on the square it started on.")
    return closing_clash(question, start, end, near=graph.adjacent(start, end))


def closing_clash(question: Question, start: int, end: int, *, near: bool) -> Existence | None:
    """Compare the kind of tour with whether its ends are one move apart."""
    names = f"{question.name(start)} and {question.name(end)}"
    if question.tours == "closed" and not near:
        return proved_impossible(f"A closed tour ends one move from its start, but {names} are not one move apart.")
    if question.tours == "open" and near:
        return proved_impossible(f"{names} are one move apart, so every tour from one to the other is closed.")
    return None
