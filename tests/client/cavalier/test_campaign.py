"""Campaigns through the client, on a real service."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import cavalier
from cavalier.client import Client
from cavalier.transport import Transport
from tests.client.asking import SECONDS
from tests.processes import EmbeddedService

COUNT = {"kind": "enumerate", "method": "backtrack"}
LONG = {"kind": "enumerate", "method": "backtrack", "label": "long"}


@pytest.fixture
def client(service: EmbeddedService) -> Iterator[Client]:
    """A client of the service."""
    with Client(Transport(service.url), cache=None) as client:
        yield client


def test_from_submission_to_the_table(client: Client) -> None:
    """A campaign is waited for, read, grown, asked again and compared."""
    campaign = client.campaign("Small", ["3x4", "4x4"], [COUNT, {"kind": "construct"}])
    assert [one.id for one in client.campaigns()][:1] == [campaign.id]
    assert campaign.wait(timeout=SECONDS, progress=False) is campaign
    assert campaign.states == {"succeeded": 4}
    assert (campaign.progress.ended_jobs, campaign.progress.estimated_fraction) == (4, 1.0)
    assert [(cell.board, cell.specification, cell.job.state) for cell in campaign.jobs()] == [
        (board, specification, "succeeded") for board in range(2) for specification in range(2)
    ]
    assert list(campaign.jobs(state="failed")) == []
    first = next(campaign.results())
    assert first.answer is not None
    assert first.answer.startswith("16 directed tours")

    campaign.add(boards=["5x5"])
    assert campaign.wait(timeout=SECONDS, progress=False).states == {"succeeded": 6}
    again = campaign.clone("Small, again").wait(timeout=SECONDS, progress=False)
    pairs = list(campaign.compare(again))
    assert len(pairs) == 6
    assert all(one.comparison and "equal" in (one.comparison.verdict or "") for one in pairs)
    pandas = pytest.importorskip("pandas")
    table = campaign.to_dataframe()
    assert isinstance(table, pandas.DataFrame)
    tours = table[(table.quantity == "tours") & (table.specification_number == 0)]
    assert dict(zip(tours.board, tours.value, strict=True)) == {"3x4": "16", "4x4": "0", "5x5": "1728"}

    again.delete()
    with pytest.raises(cavalier.NotFoundError):
        _ = again.status
    assert campaign.states == {"succeeded": 6}


def test_stopping_and_going_on(client: Client) -> None:
    """All its jobs together; waiting ends in time and says how far it is."""
    campaign = client.campaign("Long", ["8x8"], [LONG | {"label": str(number)} for number in range(3)])
    with pytest.raises(cavalier.WaitTimeoutError, match=rf"campaign {campaign.id} is not done after 0\.1 s"):
        campaign.wait(timeout=0.1, progress=False)
    assert set(campaign.pause().states) <= {"pausing", "paused"}
    assert set(campaign.resume().states) <= {"queued", "running"}
    campaign.prioritise(3)
    assert {cell.job.status.priority for cell in campaign.jobs()} == {3}
    assert campaign.cancel().states == {"cancelled": 3}
    assert campaign.wait(timeout=SECONDS, progress=False).progress.ended_jobs == 3


def test_what_is_refused_names_the_field(client: Client) -> None:
    """Which board, which specification."""
    with pytest.raises(cavalier.InvalidRequestError) as refused:
        client.campaign("Wrong", ["5x5", "nowhere"], [COUNT | {"tours": "half"}])
    assert set(refused.value.fields) == {"/boards/1", "/specifications/0/tours"}


def test_it_shows_itself(client: Client) -> None:
    """By its name and id, in a notebook with a link."""
    campaign = client.campaign("<b>", ["3x4"], [COUNT])
    assert repr(campaign) == f"<Campaign {campaign.id}: <b>, 1 jobs>"
    assert repr(client.find_campaign("x")) == "<Campaign x>"
    html = campaign._repr_html_()
    assert "&lt;b&gt;" in html
    assert f"/campaigns/{campaign.id}" in html
