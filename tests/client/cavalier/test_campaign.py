"""Campaigns through the client, on a real service."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
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
    """A campaign can be waited for, read, extended, cloned and compared."""
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
    campaign.notes.add("For the lecture.", tags=["lecture"])
    assert ([note.text for note in campaign.notes], len(campaign.notes.tags)) == (["For the lecture."], 1)

    campaign.add(boards=["5x5"])
    assert campaign.wait(timeout=SECONDS, progress=False).states == {"succeeded": 6}
    again = campaign.clone("Small, again").wait(timeout=SECONDS, progress=False)
    pairs = list(campaign.compare(again))
    assert len(pairs) == 6
    assert all(one.comparison and "equal" in (one.comparison.verdict or "") for one in pairs)
    again.delete()
    with pytest.raises(cavalier.NotFoundError):
        _ = again.status
    assert campaign.states == {"succeeded": 6}


def test_the_table(client: Client, tmp_path: Path) -> None:
    """Data frame and files have the same rows, with types in Parquet; long values stay exact."""
    sampled = {"kind": "sample", "method": "uniform", "budget": {"walks": 2000}}
    campaign = client.campaign("Table", ["3x4", "4x4"], [COUNT, sampled])
    campaign.add(["3x50"], [{"kind": "enumerate", "tours": "closed", "method": "frontier"}])
    campaign.wait(timeout=SECONDS, progress=False)
    table = campaign.to_dataframe()
    assert isinstance(table, pd.DataFrame)
    tours = table[(table.quantity == "tours") & table.restriction.isna()]
    exact = tours[tours.specification_number == 0].set_index("board").value
    assert exact.to_dict() == {"3x4": "16", "4x4": "0"}
    long = max((figure.value for one in campaign.results() for figure in one.figures), key=lambda one: len(str(one)))
    assert len(str(long)) > 20
    assert long in table.value.tolist()
    [estimated] = tours[(tours.specification_number == 1) & (tours.board == "3x4")].itertuples()
    assert not estimated.exact
    assert abs(float(estimated.value) - 16) < 6 * estimated.standard_error

    read = pd.read_parquet(campaign.save(tmp_path / "table.parquet"))
    assert list(read.columns) == list(table.columns)
    assert read.value.tolist() == table.value.tolist()
    assert read.exact.tolist() == table.exact.tolist()
    assert (read.standard_error.isna() | (read.standard_error == table.standard_error)).all()
    assert read.samples.dtype.kind in "if"
    lines = campaign.save(tmp_path / "table.txt", "csv").read_text().splitlines()
    assert lines[0].split(",") == list(table.columns)
    assert len(lines) == len(table) + 1
    with pytest.raises(ValueError, match="form must be one of csv, parquet, not 'xlsx'"):
        campaign.save(tmp_path / "table.xlsx")


def test_without_pandas(client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the data frame needs pandas, and says so."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    campaign = client.campaign("Plain", ["3x4"], [COUNT]).wait(timeout=SECONDS, progress=False)
    with pytest.raises(cavalier.NotInstalledError, match="this needs the package pandas: pip install pandas"):
        campaign.to_dataframe()
    assert ",16," in campaign.save(tmp_path / "table.csv").read_text()
    assert next(campaign.results()).figures[0].value == "16"


def test_a_table_without_rows(client: Client) -> None:
    """A campaign whose jobs are all deleted has its columns still."""
    campaign = client.campaign("Gone", ["3x4"], [COUNT]).wait(timeout=SECONDS, progress=False)
    columns = list(campaign.to_dataframe().columns)
    for cell in campaign.jobs():
        cell.job.delete()
    assert (list(campaign.to_dataframe().columns), len(campaign.to_dataframe())) == (columns, 0)


def test_stopping_and_going_on(client: Client) -> None:
    """Actions apply to all jobs of a campaign, and a wait that runs out of time raises an error."""
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
    """The fields name the board and the specification at fault."""
    with pytest.raises(cavalier.InvalidRequestError) as refused:
        client.campaign("Wrong", ["5x5", "nowhere"], [COUNT | {"tours": "half"}])
    assert set(refused.value.fields) == {"/boards/1", "/specifications/0/tours"}


def test_it_shows_itself(client: Client) -> None:
    """It is shown by name and id, and in a notebook with a link."""
    campaign = client.campaign("<b>", ["3x4"], [COUNT])
    assert repr(campaign) == f"<Campaign {campaign.id}: <b>, 1 jobs>"
    assert repr(client.find_campaign("x")) == "<Campaign x>"
    html = campaign._repr_html_()
    assert "&lt;b&gt;" in html
    assert f"/campaigns/{campaign.id}" in html
