"""`cavalier reproduce` end to end on small tables, against a real service."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import Result

from cavalier.transport import Transport
from tests.cli.running import invoke
from tests.processes import EmbeddedService


def reproduce(service: EmbeddedService, *arguments: str) -> Result:
    """Run the command against the service."""
    return invoke(service, "reproduce", *arguments)


def test_5x5_by_start(service: EmbeddedService, tmp_path: Path) -> None:
    """All 25 printed figures are equal, the total is implied, and the page shows them without any other file."""
    page = tmp_path / "report.html"
    done = reproduce(service, "--table", "tours_5x5_by_start", "--json", "--html", str(page))
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    html = page.read_text()

    assert document["verdicts"] == {"equal": 25, "implied": 1}
    assert document["unexplained"] == []
    (job,) = {name for table in document["tables"] for row in table["figures"] for name in row["jobs"]}
    known = {one["id"]: one for one in service_jobs(service)}[document["jobs"][job]["id"]]
    assert (job, known["board"], document["jobs"][job]["specification"]["method"]) == ("5x5", "5x5", "backtrack")
    assert "square (1, 1): 304" in html
    assert not [mark for mark in ("<script", "<link", "src=", "@import") if mark in html]


def test_what_is_wrong_is_refuted_with_the_right_value(service: EmbeddedService) -> None:
    """Kraitchik's misprint 376 is refuted by 396; a second run reuses the finished job."""
    for _ in range(2):
        done = reproduce(service, "--table", "paths_wrong_in_print")
        assert done.exit_code == 0, done.output
        assert "refuted paths 3x8: printed 376, computed 396 (frontier sweep), right is 396" in done.stdout
        assert "unexplained: 0" in done.stdout
    jobs = [job for job in service_jobs(service) if job["label"] == "reproduce: sweep 3x8 any"]
    assert len(jobs) == 1


def service_jobs(service: EmbeddedService) -> list[dict[str, object]]:
    """Return the jobs of the service."""
    with Transport(service.url) as client:
        return list(client.items("/jobs"))


def test_what_no_method_reaches_is_said(service: EmbeddedService) -> None:
    """Figures that cannot be reproduced are counted with the reason."""
    done = reproduce(service, "--table", "speeds")
    assert done.exit_code == 0
    assert "3 not reproduced" in done.stdout
    assert "the speed of a machine of its time" in done.stdout


def test_an_unknown_table(service: EmbeddedService) -> None:
    """An unknown table is refused with exit code 2."""
    assert reproduce(service, "--table", "nonsense").exit_code == 2
