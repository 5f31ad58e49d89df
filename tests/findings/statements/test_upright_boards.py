"""Facts of upright boards: those of the board on its side, with rows and columns exchanged."""

from __future__ import annotations

import pytest

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import KNIGHT
from findings.atlas.load import load_atlas
from findings.statements.board_facts import gather_board_facts
from findings.statements.known_answer import known_answer, question_about
from findings.statements.upright_boards import board_on_its_side
from store.database.db import Database


def count_from(board: Board, start: int) -> int:
    """Return the number of directed tours from a square, by trying every move."""
    moves = move_graph(board, KNIGHT).lists

    def count(square: int, visited: frozenset[int]) -> int:
        if len(visited) == board.size:
            return 1
        return sum(count(one, visited | {one}) for one in moves[square] if one not in visited)

    return count(start, frozenset({start}))


@pytest.fixture
def record(database: Database) -> Database:
    """A database with the atlas."""
    with database.writing() as session:
        load_atlas(session)
    return database


@pytest.mark.parametrize("label", ["4x3", "5x4"])
def test_each_start_square_has_its_own_number(record: Database, label: str) -> None:
    """The atlas has these boards on their side only; the number of each start square is what a search finds there."""
    board = parse_board(label)
    with record.reading() as session:
        for square in range(board.size):
            start = ",".join(map(str, board.square(square)))
            (tours, *_) = known_answer(session, question_about(board, start=start)).figures
            assert int(tours.value) == count_from(board, square)
            assert tours.subject.board == label


def test_the_board_as_a_whole(record: Database) -> None:
    """8x7 has the exact counts of 7x8, and no fact twice."""
    with record.reading() as session:
        upright, side = (gather_board_facts(session, parse_board(label)) for label in ("8x7", "7x8"))
    whole = {(one.quantity, str(one.value)) for one in upright if one.subject.starts == "all" and one.exact}
    assert ("cycles", "34524432316") in whole
    assert whole == {
        (one.quantity, str(one.value))
        for one in side
        if one.subject.starts == "all" and one.exact and one.restriction is None
    }
    keys = [(one.quantity, one.subject) for one in upright if one.exact]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("label", ["7x8", "8x8", "cylinder:8x7", "cube:3", "3x4x5"])
def test_boards_that_have_no_other(label: str) -> None:
    """Only an upright board whose sides may change places is looked up on its side."""
    assert board_on_its_side(parse_board(label)) is None
