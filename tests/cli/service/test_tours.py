"""Queries of the historical database, against a real service."""

from __future__ import annotations

import json

import pytest
from click.testing import Result

from tests.cli.running import invoke
from tests.processes import EmbeddedService

ALL_TOURS = {"kind": "enumerate", "board": "3x4", "method": "backtrack", "store": "all", "label": "history"}


def answered(service: EmbeddedService, *arguments: str, text: str | None = None) -> Result:
    """Run a command that must succeed and return its result."""
    done = invoke(service, *arguments, text=text)
    assert done.exit_code == 0, done.output
    return done


@pytest.fixture(scope="module")
def job_id(service: EmbeddedService) -> str:
    """A finished job that stored all tours of 3x4."""
    done = answered(service, "submit", "-", "--watch", "--json", text=json.dumps(ALL_TOURS))
    identifier: str = json.loads(done.stdout)["job"]["id"]
    return identifier


def test_tours_are_found_by_their_ends(service: EmbeddedService, job_id: str) -> None:
    """A filter finds only the tours that begin on a square; --limit bounds the list."""
    every = json.loads(answered(service, "tours", "--board", "3x4", "--job", job_id, "--json").stdout)
    corner = json.loads(answered(service, "tours", "--board", "3x4", "--start", "1,1", "--json").stdout)
    assert every
    assert all(len(tour["squares"]) == 12 for tour in every)
    assert corner
    assert all(tour["squares"][0] == [1, 1] for tour in corner)
    assert len(json.loads(answered(service, "tours", "--limit", "1", "--json").stdout)) == 1


def test_tours_for_people(service: EmbeddedService, job_id: str) -> None:
    """One line for each tour with its squares; closed tours of 3x4 do not exist."""
    assert job_id
    assert "open" in answered(service, "tours", "--board", "3x4", "--open").stdout
    none = invoke(service, "tours", "--board", "3x4", "--closed")
    assert (none.exit_code, none.stdout) == (1, "")


def test_boards(service: EmbeddedService, job_id: str) -> None:
    """The board is listed and described, for people and for machines."""
    assert job_id
    assert "3x4" in answered(service, "boards").stdout
    assert "3x4" in [board["label"] for board in json.loads(answered(service, "boards", "--json").stdout)]
    assert "3x4: 12 squares, flat, 3x4" in answered(service, "boards", "3x4").stdout
    assert "--tag chooses from the list" in invoke(service, "boards", "3x4", "--tag", "own").stderr
    assert json.loads(answered(service, "boards", "3x4", "--json").stdout)["size"] == 12


def test_the_service_answers_in_the_language_of_the_command(service: EmbeddedService, job_id: str) -> None:
    """Titles, costs and faults come in French; what machines read stays English."""
    question = json.dumps({"kind": "enumerate", "board": "3x4", "tours": "closed"})

    shown = answered(service, "--language", "fr", "show", job_id).stdout
    assert "Tous les parcours de 3x4, par case de départ" in shown
    checked = answered(service, "--language", "fr", "submit", "-", "--check", text=question).stdout
    assert checked.startswith("Tous les parcours fermés de 3x4\n")
    assert "se sépare en 2 parties" in checked
    refused = json.loads(invoke(service, "--language", "fr", "count", "5x55x").stderr)
    assert "pas une désignation" in refused["detail"]
    read = answered(service, "--language", "fr", "jobs", "--board", "3x4", "--json").stdout
    assert {job["title"] for job in json.loads(read)} >= {"All tours of 3x4, by start square"}
    assert job_id in read
