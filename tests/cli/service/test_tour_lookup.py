"""`cavalier tours find` against a real service."""

from __future__ import annotations

from pathlib import Path

from cavalier.transport import Transport
from tests.cli.running import invoke
from tests.cli.service.test_compare import COUNT, ended
from tests.processes import EmbeddedService


def test_a_tour_that_is_there(service: EmbeddedService, tmp_path: Path) -> None:
    """The answer names its class and first finder; on another board it is no tour."""
    job = ended(service, COUNT | {"store": "all"})
    with Transport(service.url) as client:
        tour = next(iter(client.items("/tours", job=job)))
    file = tmp_path / "tour.txt"
    file.write_text(str(tour["squares"]))
    done = invoke(service, "tours", "find", str(file), "--board", "3x4")
    assert done.exit_code == 0, done.output
    assert "open tour of 3x4" in done.stdout
    assert "held as tour" in done.stdout
    assert "first found by job" in done.stdout
    assert "canonical form" in done.stdout
    assert "Turns: 9; Crossings: " in done.stdout or "Turns: 10; Crossings: " in done.stdout

    wrong = invoke(service, "tours", "find", str(file), "--board", "4x4")
    assert wrong.exit_code == 1
    assert "not a tour of 4x4" in wrong.stdout
    refused = invoke(service, "tours", "find", str(file), "--board", "3x4", "--piece", "one")
    assert refused.exit_code == 2
    assert "--piece" in refused.stderr


def test_a_tour_that_nobody_has_found(service: EmbeddedService, tmp_path: Path) -> None:
    """It is described although it is not stored, with squares in the notation used."""
    file = tmp_path / "tour.txt"
    file.write_text("a1")
    done = invoke(service, "tours", "find", str(file), "--board", "1x1")
    assert done.exit_code == 0, done.output
    assert "not held, nor any image of it" in done.stdout
    assert "canonical form a1" in done.stdout
