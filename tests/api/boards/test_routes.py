"""Boards over HTTP."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from findings.atlas.load import load_atlas
from findings.atlas.tours import bring_tours
from store.database.db import Database
from store.models.boards import BoardRow
from tests.store.tour_samples import store_all

BOARDS = "/api/v1/boards"


@pytest.mark.usefixtures("job_id")
def test_boards_that_jobs_have_used_are_listed(client: FlaskClient) -> None:
    """Each is listed with the number of its jobs by state."""
    assert client.get(BOARDS).get_json()["items"] == [
        {"label": "5x5", "size": 25, "tags": [], "held": {"piece": [1, 2], "jobs": {"queued": 1}, "tours": "0"}}
    ]


def test_every_board_has_a_page(client: FlaskClient) -> None:
    """A board that no job has used has a document as well."""
    board = client.get(f"{BOARDS}/3x10").get_json()

    assert (board["label"], board["shape"], board["size"], board["held"]) == ("3x10", [3, 10], 30, [])


def test_a_board_shows_its_facts(client: FlaskClient) -> None:
    """The document has the facts of the knight's moves and, for each kind of tour, a verdict with its reason."""
    board = client.get(f"{BOARDS}/5x5").get_json()

    facts = board["facts"]
    assert (facts["moves"], facts["components"], facts["colours"], facts["symmetries"]) == (48, [25], [13, 12], 8)
    assert facts["degrees"] == {"2": 4, "3": 8, "4": 8, "6": 4, "8": 1}
    assert facts["classes"][0] == {"square": [1, 1], "squares": 4}
    assert (facts["square_classes"], facts["diameter"]) == (6, 4)
    verdicts = {answer["tours"]: answer["verdict"] for answer in board["existence"]}
    assert verdicts == {"any": "possible", "closed": "impossible", "open": "possible"}
    assert "every move changes colour" in board["existence"][1]["explanation"]


@pytest.mark.usefixtures("job_id")
def test_facts_are_computed_once(client: FlaskClient, sqlite_database: Database) -> None:
    """The first request stores the facts in the board's row, and later requests read them there."""
    before = client.get(f"{BOARDS}/5x5").get_json()["facts"]
    with sqlite_database.writing() as session:
        row = session.scalars(select(BoardRow)).one()
        assert row.facts is not None
        row.facts = row.facts | {"facts": row.facts["facts"] | {"diameter": 99}}

    assert before["diameter"] == 4
    assert client.get(f"{BOARDS}/5x5").get_json()["facts"]["diameter"] == 99


def test_a_board_says_what_is_known(client: FlaskClient, sqlite_database: Database) -> None:
    """Each statement has subject, restriction, sources and reliability; stored tours say whether they are complete."""
    job = store_all(sqlite_database)

    document = client.get(f"{BOARDS}/5x5").get_json()

    (fact,) = (one for one in document["statements"] if job in [source["id"] for source in one["sources"]])
    subject = {"board": "5x5", "piece": [1, 2], "starts": "all", "ends": None, "square_class": None}
    assert (fact["subject"], fact["quantity"], fact["convention"]) == (subject, "tours", "directed")
    assert (fact["exact"], fact["reliability"], fact["restriction"]) == (True, "exact", None)
    assert [one["complete"] for one in document["held"]] == [[]]


def test_a_tour_found_twice_is_counted_once(client: FlaskClient, sqlite_database: Database) -> None:
    """5x5 has 1,728 different directed tours, however many jobs have stored them; the page agrees."""
    store_all(sqlite_database)
    store_all(sqlite_database)

    (held,) = client.get(f"{BOARDS}/5x5").get_json()["held"]
    assert (held["tours"], held["different"]) == ("3456", "1728")
    assert "1,728 different tours" in client.get("/boards/5x5").text


def test_large_boards_have_theorems_only(client: FlaskClient) -> None:
    """Facts that take long are left out."""
    board = client.get(f"{BOARDS}/1000x1000").get_json()

    assert board["facts"] is None
    assert board["existence"][1]["verdict"] == "possible"


def test_labels_may_hold_slashes(client: FlaskClient) -> None:
    """The rows of a mask are separated by slashes."""
    assert client.get(f"{BOARDS}/mask:%23%23/%23.").get_json()["size"] == 3


@pytest.mark.parametrize("label", ["chess", "0x5", "99999999x99999999"])
def test_no_such_board(client: FlaskClient, label: str) -> None:
    """An unknown board is a 404 problem."""
    answer = client.get(f"{BOARDS}/{label}")

    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_the_facts_of_another_piece(client: FlaskClient, sqlite_database: Database) -> None:
    """(2,3) on 5x5, in either order of its components, has its own moves and tours and none of the knight's."""
    store_all(sqlite_database)
    board = client.get(f"{BOARDS}/5x5?piece=3,2").get_json()

    assert (board["piece"], board["facts"]["piece"], board["facts"]["moves"]) == ([2, 3], [2, 3], 24)
    assert {answer["tours"]: answer["verdict"] for answer in board["existence"]}["any"] == "impossible"
    assert board["held"] == []
    assert [one for one in board["statements"] if one["subject"]["piece"] != [2, 3]] == []
    knight = client.get(f"{BOARDS}/5x5?piece=1,2").get_json()
    assert (knight["facts"], knight["held"]) == tuple(
        client.get(f"{BOARDS}/5x5").get_json()[name] for name in ("facts", "held")
    )
    page = client.get("/boards/5x5?piece=2,3").get_data(as_text=True)
    assert "the zebra" in page


@pytest.mark.parametrize("piece", ["knight", "0,0", "1,2,3", "1,", "9999999,1"])
def test_what_is_no_piece_of_the_board_is_refused(client: FlaskClient, piece: str) -> None:
    """The fault names the parameter."""
    answer = client.get(f"{BOARDS}/5x5?piece={piece}")
    assert answer.status_code == 422
    assert [error["parameter"] for error in answer.get_json()["errors"]] == ["piece"]


def test_how_many_tours_begin_on_a_square(client: FlaskClient, sqlite_database: Database) -> None:
    """A square by name or coordinates gets a sentence and figures, over HTTP and on the page."""
    with sqlite_database.writing() as session:
        load_atlas(session)

    found = client.get(f"{BOARDS}/8x8?start=a1").get_json()
    page = client.get("/boards/8x8?start=a1&end=&tours=any").text
    wrong = client.get(f"{BOARDS}/8x8?start=z9")

    assert found["answer"].startswith("8x8 from a1: 1,222,177,251,161,336 directed tours")
    assert (found["statements"][0]["value"], found["statements"][0]["subject"]["starts"]) == (
        "1222177251161336",
        [[8, 1]],
    )
    assert client.get(f"{BOARDS}/8x8?start=8,1").get_json()["answer"].startswith("8x8 from 8,1: 1,222,177")
    assert "8x8 from a1: 1,222,177,251,161,336 directed tours; 26,534,728,821,064 of them close." in page
    assert "from a1, a8, h1, h8" in page
    assert "from 1,1" not in page
    assert wrong.status_code == 422
    assert wrong.get_json()["errors"][0]["parameter"] == "start"
    assert client.get(f"{BOARDS}/8x8").get_json()["answer"] is None
    assert "the number of tours is not known exactly" in client.get("/boards/20x20?start=a1").text
    near = client.get(f"{BOARDS}/7x8?start=a1").get_json()
    assert near["answer"] is None
    assert "69,048,864,632 directed closed tours" in near["unknown"]


def test_a_count_settles_whether_there_are_tours(client: FlaskClient, sqlite_database: Database) -> None:
    """Where no theorem decides, exact counts do: the torus of 5x5 has open tours."""
    with sqlite_database.writing() as session:
        load_atlas(session)
    document = client.get(f"{BOARDS}/torus:5x5").get_json()
    verdicts = {one["tours"]: (one["verdict"], one["explanation"]) for one in document["existence"]}
    assert verdicts["open"] == ("possible", "Counted exactly: there are 33,869,835,417,600 such directed tours.")


def test_stored_tours_settle_whether_there_are_tours(client: FlaskClient, sqlite_database: Database) -> None:
    """The page of a board with one stored closed tour links to it and leaves open tours undecided."""
    with sqlite_database.writing() as session:
        bring_tours(session)
    document, page = client.get(f"{BOARDS}/cube:3").get_json(), client.get("/boards/cube:3").text
    settled = {one["tours"]: (one["verdict"], one["tour"]) for one in document["existence"]}
    (tour,) = client.get("/api/v1/tours?board=cube:3").get_json()["items"]
    assert settled == {"any": ("possible", tour["id"]), "closed": ("possible", tour["id"]), "open": ("unknown", None)}
    assert "Nothing computed or published yet" not in page
    assert 'No number of tours is known yet, but <a href="#tours">tours are stored</a>.' in page
    assert f'<a href="/tours/{tour["id"]}">For example tour {tour["id"]}</a>' in page
    assert "Nothing computed or published yet" in client.get("/boards/torus:11x13").text
