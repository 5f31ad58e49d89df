"""The client on real services, over HTTP."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

import cavalier
from cavalier.client import Client
from cavalier.documents import EnumerateSpecification
from cavalier.transport import Transport
from store.database.db import open_database
from store.sql.postgres_role import make_role
from tests.acceptance.service import production
from tests.client.asking import SECONDS, ask_everything, refuse_honestly, stop_and_go
from tests.processes import EmbeddedService


def test_on_sqlite(service: EmbeddedService) -> None:
    """The embedded service answers everything that a program may ask."""
    with Client(Transport(service.url), cache=None) as client:
        ask_everything(client)
        refuse_honestly(client)
        stop_and_go(client)


@pytest.mark.service
@pytest.mark.acceptance
def test_on_postgresql(postgresql_url: str, redis_url: str, tmp_path: Path) -> None:
    """So does a service of gunicorn, a worker process, PostgreSQL and Redis."""
    assert postgresql_url
    assert redis_url
    with production(tmp_path) as (url, settings, _), Client(Transport(url), cache=None) as client:
        with pytest.raises(cavalier.CavalierError, match="cavalier db readers"):
            client.query("SELECT 1")
        with closing(open_database(settings)) as database, database.writing() as session:
            make_role(session)
        ask_everything(client)
        refuse_honestly(client)
        stop_and_go(client)


def test_what_has_ended_is_asked_once(service: EmbeddedService, tmp_path: Path) -> None:
    """Another program reads a finished job with its result and tours from the cache, without a request."""
    with Client(Transport(service.url), cache=tmp_path / "cache") as client:
        job = client.submit(EnumerateSpecification(kind="enumerate", board="3x4", store="all"))
        first = job.wait(timeout=SECONDS, progress=False), job.tours.to_numpy().tolist()
    with Client(Transport("http://127.0.0.1:9"), cache=tmp_path / "cache") as elsewhere:
        again = elsewhere.job(job.id)
        assert (again.state, again.result.document) == ("succeeded", first[0].document)
        assert again.tours.to_numpy().tolist() == first[1]
        assert len(first[1]) == again.result.count("tours") == 16


def test_nothing_is_kept_of_a_job_that_goes_on(service: EmbeddedService, tmp_path: Path) -> None:
    """Nothing about a running job is cached, and its state is requested each time."""
    with Client(Transport(service.url), cache=tmp_path) as client:
        job = client.count("8x8", method="backtrack", label="kept")
        assert job.state in {"queued", "running"}
        assert job.tours.first() == []
        assert list(tmp_path.rglob("*")) == []
        job.cancel()
        assert client.job(job.id).state == "cancelled"


def test_lists_page_by_themselves(service: EmbeddedService) -> None:
    """A list longer than a page has every tour once, and its count agrees."""
    with Client(Transport(service.url), cache=None) as client:
        job = client.count("5x5", store="all", label="pages")
        job.wait(timeout=SECONDS, progress=False)
        assert len({tour.id for tour in job.tours}) == job.tours.count() == 1728


def test_the_command_and_the_client_name_the_same_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`connect` sends no request until one is needed; without an answer the error names the address."""
    monkeypatch.setenv("CAVALIER_CACHE", str(tmp_path))
    monkeypatch.setattr("cavalier.transport.RETRIES", 0)
    with (
        cavalier.connect("http://127.0.0.1:9") as client,
        pytest.raises(cavalier.NoAnswerError, match=":9: nothing answers"),
    ):
        client.board("8x8")


def test_deleting(service: EmbeddedService, tmp_path: Path) -> None:
    """Deleting returns the job's entry, also when repeated; afterwards the job raises `DeletedError`."""
    with Client(Transport(service.url), cache=tmp_path) as client:
        job = client.submit({"kind": "enumerate", "board": "3x4", "store": "all", "label": "to be deleted"})
        job.wait(timeout=SECONDS, progress=False)
        entry = job.delete()
        assert (entry.id, entry.tours, entry.state) == (job.id, "16", "succeeded")
        assert job.delete().asked_at == entry.asked_at
        with pytest.raises(cavalier.DeletedError) as caught:
            _ = client.job(job.id).state
        assert caught.value.deletion["result_digest"] == entry.result_digest


def test_what_is_known_is_answered_at_once(service: EmbeddedService) -> None:
    """The record answers with its sources and without a job; `again` starts a count."""
    with Client(Transport(service.url), cache=None) as client:
        known = client.count("8x8", tours="closed")
        assert (known.state, known.wait(timeout=0, progress=False).count("cycles")) == ("succeeded", 13267364410532)
        assert known.result.model.known is not None
        assert known.result.model.known[0].sources[0].kind == "atlas"
        assert "13,267,364,410,532 cycles" in known._repr_html_()
        assert client.count("5x5", again=True).id
        assert client.estimate("6x6", relative_error=0.3).wait(progress=False).estimates  # an error is asked for
        assert client.estimate("8x8").wait(timeout=0, progress=False).count("tours") == 19591828170979904
        assert client.estimate("5x5", again=True).id
        check = client.check({"kind": "enumerate", "board": "6x6", "tours": "closed"})
        assert (check.valid, check.known is not None) == (True, True)
        assert not client.check({"kind": "enumerate"}).valid
