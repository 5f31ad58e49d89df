"""`cavalier atlas`, against a real service."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from cavalier.transport import Transport
from cli.atlas.command import drawn_entries
from findings.atlas.costs import expected_seconds, priority_of
from findings.atlas.entries import Entry, all_entries, read_entries, write_entries
from findings.atlas.plan import ALL, Family, Part
from tests.cli.running import invoke
from tests.processes import EmbeddedService

SMALL = Part("small", (Family("*x4", 4, 3),), (ALL,))


def call(service: EmbeddedService, *arguments: str) -> Result:
    """Run the command against the service."""
    return invoke(service, "atlas", *arguments)


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the atlas consist of two boards, neither made yet."""
    monkeypatch.setattr("cli.atlas.command.PARTS", (SMALL,))
    monkeypatch.setattr("cli.atlas.command.all_entries", tuple)


@pytest.mark.usefixtures("nothing_known")
def test_what_takes_long_is_left_out_and_what_is_not_made_yet(service: EmbeddedService, tmp_path: Path) -> None:
    """Entries expected to take too long get no job; when time is up, the file has the entries made so far."""
    target = tmp_path / "made.gz"
    seconds = expected_seconds("3x4", ALL)
    assert seconds < expected_seconds("4x4", ALL)
    done = call(service, "build", "--out", str(target), "--seconds", str(seconds / 2), "--minutes", "0")
    assert "made: 0 entries; 0 in" in done.output
    done = call(service, "build", "--out", str(target), "--seconds", str(seconds))
    assert "made: 1 entry; 1 in" in done.output
    assert [entry.board for entry in read_entries(target)] == ["3x4"]


@pytest.mark.usefixtures("nothing_known")
def test_time_is_up(service: EmbeddedService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The unfinished job continues, and its entry is not in the file."""
    endless = Part("endless", (Family("8x8"),), (ALL,))
    monkeypatch.setattr("cli.atlas.command.PARTS", (endless, SMALL))
    target = tmp_path / "made.gz"
    done = call(service, "build", "--out", str(target), "--minutes", "0.001")
    assert done.exit_code == 0, done.output
    assert "8x8" not in {entry.board for entry in read_entries(target)}
    with Transport(service.url) as client:
        names = {one["name"]: one["id"] for one in client.items("/campaigns")}
        (job,) = (one["job"] for one in client.items(f"/campaigns/{names[endless.campaign]}/jobs"))
        assert job["state"] in ("queued", "running")
        client.post(f"/campaigns/{names[endless.campaign]}/cancel")


@pytest.mark.usefixtures("nothing_known")
def test_built_by_one_campaign(service: EmbeddedService, tmp_path: Path) -> None:
    """Both entries are made by ordinary jobs, a second call computes nothing, and a contradiction is refused."""
    target = tmp_path / "made.gz"
    for _ in range(2):
        done = call(service, "build", "--out", str(target))
        assert done.exit_code == 0, done.output
    found = {entry.board: entry for entry in read_entries(target)}
    values = {board: {figure.quantity: figure.value for figure in entry.figures} for board, entry in found.items()}
    assert values == {
        "3x4": {"tours": "16", "closed": "0", "cycles": "0"}, "4x4": {"tours": "0", "closed": "0", "cycles": "0"},
    }  # fmt: skip
    with Transport(service.url) as client:
        (campaign,) = (one for one in client.items("/campaigns") if one["name"] == SMALL.campaign)
        jobs = [one["job"] for one in client.items(f"/campaigns/{campaign['id']}/jobs")]
    assert campaign["jobs"] == 2
    assert [(job["board"], job["priority"]) for job in jobs] == [
        (board, priority_of(expected_seconds(board, ALL))) for board in ("3x4", "4x4")
    ]

    figures = tuple(replace(figure, value="17", by_start=None) for figure in found["3x4"].figures)
    write_entries(target, [replace(found["3x4"], figures=figures)])
    refused = call(service, "build", "--out", str(target))
    assert refused.exit_code == 1
    assert "3x4/1,2/enumerate/any: tours 16, and 17" in refused.output


def test_verified(service: EmbeddedService, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seed always draws the same entries; an entry that differs ends the command with exit code 1."""
    cheap = tuple(entry for entry in all_entries() if entry.board in ("3x4", "5x5", "3x7"))
    monkeypatch.setattr("cli.atlas.command.all_entries", lambda: cheap)
    done = call(service, "verify", "--sample", "2", "--seed", "5", "--json")
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert [row["same"] for row in document["entries"]] == [True, True]
    chosen = [entry.key for entry in drawn_entries(cheap, 2, 5, 10.0)]
    assert [row["entry"] for row in document["entries"]] == chosen

    wrong = [replace(entry, figures=tuple(replace(f, value="1") for f in entry.figures)) for entry in cheap]
    monkeypatch.setattr("cli.atlas.command.all_entries", lambda: wrong)
    differing = call(service, "verify", "--sample", "1", "--seed", "5")
    assert differing.exit_code == 1
    assert "the same again: 0 of 1 entry;" in differing.stdout


def test_drawn_by_the_seed() -> None:
    """Different seeds draw different entries; entries that took longer than the limit are not drawn."""

    def entry(number: int) -> Entry:
        return replace(all_entries()[0], board=f"1x{number}", cpu_seconds=float(number))

    entries = [entry(number) for number in range(1, 41)]
    draws = {tuple(one.board for one in drawn_entries(entries, 5, seed, 30.0)) for seed in range(5)}
    assert len(draws) == 5
    assert all(one.cpu_seconds <= 30 for one in drawn_entries(entries, 40, 1, 30.0))
    assert len(drawn_entries(entries, 40, 1, 30.0)) == 30
