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
    """One that stands twice is refused, wherever it is: which of its values is meant, nobody knows."""
    answer = client.post(JOBS, data=text, content_type="application/json")
    assert answer.status_code == 422
    assert [fault["pointer"] for fault in answer.get_json()["errors"]] == [pointer]


def test_a_key_may_stand_in_several_objects(client: FlaskClient) -> None:
    """Once in each."""
    text = '{"name": "two", "specifications": [{"kind": "enumerate"}, {"kind": "enumerate"}]}'
    answer = client.post("/api/v1/campaigns", data=text, content_type="application/json")
    assert "twice" not in answer.text


def test_many_keys_are_looked_through_at_once(client: FlaskClient) -> None:
    """As long as a body may be, the last one twice: an answer within seconds."""
    keys = ",".join(f'"{number}":0' for number in [*range(90_000), 89_999])
    answer = client.post(JOBS, data=f"{{{keys}}}", content_type="application/json")
    assert answer.get_json()["errors"][0]["pointer"] == "/89999"


def test_deep_bodies_are_malformed(client: FlaskClient) -> None:
    """Also where the parser reads what the search for keys cannot."""
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
    """With the place, in no library's words."""
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
    """As a field of a body is."""
    assert client.get(JOBS + query).get_json()["errors"][0]["detail"] == detail
