"""`cavalier certify JOB --checker` against a real service."""

from __future__ import annotations

import json

import pytest

from tests.cli.running import invoke
from tests.processes import EmbeddedService
from verify import checker

SEARCH = {"kind": "enumerate", "board": "3x4", "method": "backtrack"}

pytestmark = pytest.mark.usefixtures("c_compiler")


def test_a_job_is_counted_again(service: EmbeddedService) -> None:
    """The recount agrees, and the record names the program with the count."""
    job = json.loads(invoke(service, "submit", "-", "--watch", "--json", text=json.dumps(SEARCH)).stdout)["job"]["id"]
    done = invoke(service, "certify", job, "--checker", "--json")
    assert done.exit_code == 0, done.output
    recounts = {one["quantity"]: one for one in json.loads(done.stdout)["recounts"]}
    assert (recounts["tours"]["residue"], recounts["tours"]["agrees"]) == ("16", True)
    assert "agrees" in invoke(service, "certify", job, "--checker").stdout
    assert "counted again by knightcount" in " ".join(invoke(service, "known", "3x4").stdout.split())


def test_one_start_square_is_counted_alone(service: EmbeddedService) -> None:
    """Only the job's start square is counted."""
    spec = json.dumps(SEARCH | {"starts": [[1, 1]]})
    job = json.loads(invoke(service, "submit", "-", "--watch", "--json", text=spec).stdout)["job"]["id"]
    recounts = json.loads(invoke(service, "certify", job, "--checker", "--json").stdout)["recounts"]
    assert next(one for one in recounts if one["quantity"] == "tours")["residue"] == "2"


def test_what_cannot_be_counted_is_a_problem(service: EmbeddedService, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job without counts, a missing compiler and a contradiction each give exit code 1."""
    spec = json.dumps({"kind": "distance", "board": "5x5", "from": [1, 1]})
    job = json.loads(invoke(service, "submit", "-", "--watch", "--json", text=spec).stdout)["job"]["id"]
    done = invoke(service, "certify", job, "--checker")
    assert (done.exit_code, "Not counted again" in done.stderr) == (1, True)

    job = json.loads(invoke(service, "submit", "-", "--watch", "--json", text=json.dumps(SEARCH)).stdout)["job"]["id"]
    monkeypatch.setattr("cli.service.recount.count", lambda *_: checker.Residue(5, checker.PRIME, 12, 1, 1))
    assert invoke(service, "certify", job, "--checker").exit_code == 1

    monkeypatch.undo()
    checker.build.cache_clear()
    monkeypatch.setenv("CC", "no-such-compiler")
    done = invoke(service, "certify", job, "--checker")
    assert (done.exit_code, "no C compiler" in done.stderr) == (1, True)
    checker.build.cache_clear()
