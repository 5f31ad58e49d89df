"""Bodies are strict JSON."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

JOBS = "/api/v1/jobs"


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ('{"kind": "enumerate", "board": "5x5", "board": "6x6"}', "/board"),
        ('{"kind": "enumerate", "board": "5x5", "board": "5x5"}', "/board"),
        ('{"kind": "sample", "budget": {"walks": 1, "walks": 2}}', "/budget/walks"),
        ('{"starts": [{"a": 1}, {"~/": 1, "~/": 2}], "kind": "sample"}', "/starts/1/~0~1"),
        ('{"label": {"a": 1, "a": 2}, "label": 1}', "/label"),
        ('{"": 1, "\\u0061": 1, "a": 2}', "/a"),
    ],
)
def test_a_key_stands_once(client: FlaskClient, text: str, pointer: str) -> None:
    """A repeated key is refused at any depth, since the intended value is unknown."""
    answer = client.post(JOBS, data=text, content_type="application/json")
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.get_json()["errors"]] == [pointer]


def test_a_key_may_stand_in_several_objects(client: FlaskClient) -> None:
    """The same key may occur once in each object."""
    text = '{"name": "two", "specifications": [{"kind": "enumerate"}, {"kind": "enumerate"}]}'
    answer = client.post("/api/v1/campaigns", data=text, content_type="application/json")
    assert "twice" not in answer.text


def test_many_keys_are_looked_through_at_once(client: FlaskClient) -> None:
    """In a body of the greatest length a repeated last key is found."""
    keys = ",".join(f'"{number}":0' for number in [*range(90_000), 89_999])
    answer = client.post(JOBS, data=f"{{{keys}}}", content_type="application/json")
    assert answer.get_json()["errors"][0]["pointer"] == "/89999"


def test_deep_bodies_are_malformed(client: FlaskClient) -> None:
    """This holds even where the parser can read a body that the search for keys cannot."""
    for depth in (300, 900, 990, 5000, 100_000):
        answer = client.post(JOBS, data=b"[" * depth + b"]" * depth, content_type="application/json")
        assert answer.status_code in {400, 422}


@pytest.mark.parametrize(
    ("sent", "detail"),
    [
        (b"", "the body is empty: send a JSON object"),
        (b'{"kind": ', "the body is not valid JSON at line 1, column 10"),
        (b'{"kind": "\xff"}', "the body is not text in UTF-8"),
        (b"NaN", "NaN is not JSON"),
    ],
)
def test_what_is_not_json_is_said_plainly(client: FlaskClient, sent: bytes, detail: str) -> None:
    """The fault states the place, without the words of a library."""
    answer = client.post(JOBS, data=sent, content_type="application/json")
    assert (answer.status_code, answer.get_json()["detail"]) == (400, detail)


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ("?limit=abc", "must be an integer"),
        ("?sort=newes", "'newes' is not a choice here; did you mean newest? The choices: newest, oldest"),
    ],
)
def test_a_parameter_is_refused_in_plain_words(client: FlaskClient, query: str, detail: str) -> None:
    """A parameter's fault is worded like that of a field."""
    assert client.get(JOBS + query).get_json()["errors"][0]["detail"] == detail
