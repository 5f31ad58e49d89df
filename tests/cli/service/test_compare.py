"""`cavalier compare` against a real service."""

from __future__ import annotations

import json
from collections.abc import Mapping

from cavalier.transport import Transport
from tests.cli.running import invoke
from tests.processes import EmbeddedService

COUNT = {"kind": "enumerate", "board": "3x4", "method": "backtrack", "label": "compared"}
ESTIMATE = {"kind": "sample", "board": "3x4", "method": "uniform", "budget": {"walks": 4000}, "label": "compared"}


def ended(service: EmbeddedService, specification: Mapping[str, object]) -> str:
    """Run a job to its end and return its id."""
    with Transport(service.url) as client:
        *_, last = client.follow(client.submit(specification)["id"])
    assert last["state"] == "succeeded"
    return str(last["id"])


def test_a_count_and_an_estimate(service: EmbeddedService) -> None:
    """Figures stand side by side with verdicts, few squares and the work of both; --json is the whole document."""
    count, estimate = ended(service, COUNT), ended(service, ESTIMATE)
    done = invoke(service, "compare", count, estimate)
    assert done.exit_code == 0, done.output
    assert f"{count} and {estimate}" in done.stdout
    assert "tours (directed)" in done.stdout
    assert "agrees" in done.stdout
    assert "units of work" in done.stdout
    (item,) = json.loads(invoke(service, "compare", count, estimate, "--json").stdout)["items"]
    assert item["job"] == estimate

    twin = invoke(service, "compare", count, ended(service, COUNT | {"method": "frontier"}))
    assert "by start square" in twin.stdout


def test_nobody_else_has_counted_that(service: EmbeddedService) -> None:
    """Exit code 1, and a sentence that says what is missing."""
    alone = ended(service, {"kind": "enumerate", "board": "3x10", "tours": "closed"})
    done = invoke(service, "compare", alone, "--exact")
    assert done.exit_code == 1
    assert "counted completely" in done.stderr
