"""`cavalier index tour` and `index number`, on a data folder and at a service."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from cli.main import main
from tests.processes import EmbeddedService


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A data folder with the index of 5x6."""
    folder = str(tmp_path_factory.mktemp("data"))
    assert CliRunner().invoke(main, ["index", "build", "5x6", "--data", folder]).exit_code == 0
    return folder


def call(*arguments: str, typed: str | None = None) -> tuple[int, str]:
    """Run the command; return its exit code and what it printed."""
    result = CliRunner().invoke(main, ["index", *arguments], input=typed)
    return result.exit_code, result.stdout


def test_there_and_back(data: str) -> None:
    """A printed grid has its own number; a random tour has one of the eight."""
    code, grid = call("tour", "5x6", "3", "--data", data)
    assert code == 0
    assert sorted(grid.split(), key=int) == [str(number) for number in range(1, 31)]
    assert json.loads(call("number", "5x6", "-", "--data", data, "--json", typed=grid)[1])["number"] == "3"
    assert json.loads(call("tour", "5x6", "--data", data, "--json")[1])["number"] in set("12345678")


def test_what_is_not_there(data: str) -> None:
    """A number out of range or a missing index is exit code 1, a malformed number or tour 2."""
    assert call("tour", "5x6", "9", "--data", data)[0] == 1
    for wrong in ("one", "0.5", "0,5", "0_5", "1" * 5000):
        assert call("tour", "5x6", wrong, "--data", data)[0] == 2
    assert call("tour", "6x6", "1", "--data", data)[0] == 1
    assert call("number", "5x6", "-", "--data", data, typed="a1 b3")[0] == 2


def test_a_service_is_asked(service: EmbeddedService) -> None:
    """It builds the index and gives the same tour for the same number."""
    url = ("--url", service.url)
    built = json.loads(call("build", "5x6", *url, "--json")[1])
    assert built["job"]["state"] == "succeeded"
    grid = call("tour", "5x6", "3", *url)[1]
    assert json.loads(call("number", "5x6", "-", *url, "--json", typed=grid)[1])["number"] == "3"
    assert call("tour", "5x6", "9", *url)[0] == 1
