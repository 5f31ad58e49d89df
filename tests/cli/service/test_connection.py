"""Refusals and silence of a service, as a command reports them."""

from __future__ import annotations

import pytest

from cavalier.errors import NoAnswerError, OtherServerError, problem_error
from cli.errors import ProblemError
from cli.service.connection import service


@pytest.mark.parametrize(("status", "code"), [(400, 2), (413, 2), (415, 2), (422, 2), (401, 1), (404, 1), (409, 1)])
def test_exit_codes(status: int, code: int) -> None:
    """A wrong request is exit code 2, any other refusal 1; the document is the service's."""
    document = {"status": status, "detail": "no"}
    with pytest.raises(ProblemError) as raised, service("http://nowhere"):
        raise problem_error(document)
    assert raised.value.exit_code == code
    assert raised.value.document == document


def test_silence_comes_with_advice() -> None:
    """Without an answer the command says how to start a service and how to name another."""
    with (
        pytest.raises(ProblemError, match="`cavalier serve` starts a service; --url names another") as raised,
        service("http://nowhere"),
    ):
        raise NoAnswerError("http://nowhere: nothing answers there")
    assert raised.value.exit_code == 1


@pytest.mark.parametrize("url", ["http://127.0.0.1:port", "http://[::1"])
def test_an_address_that_is_none(url: str) -> None:
    """The problem names the option, with exit code 2."""
    with pytest.raises(ProblemError, match="--url") as raised, service(url):
        pass
    assert raised.value.exit_code == 2


def test_another_server() -> None:
    """It is reported as no Cavalier, with exit code 1."""
    with pytest.raises(ProblemError, match="is no Cavalier; --url names another") as raised, service("http://other"):
        raise OtherServerError("http://other: what answers there is no Cavalier")
    assert raised.value.exit_code == 1
