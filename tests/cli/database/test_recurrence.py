"""`cavalier recurrence`."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from cli.main import main
from engine.boards.labels import parse_board
from engine.specification.result import Count, Result
from findings.setup import upgrade
from store.database.db import open_database
from store.jobs.results import record_result
from store.settings import Settings
from tests.cli.running import invoke
from tests.processes import EmbeddedService
from tests.store.job_samples import stored_job


def counted(data: Path, terms: list[int]) -> None:
    """Store these numbers of tours as counts of 11x1, 11x2, ..."""
    settings = Settings(data=data)
    upgrade(settings)
    database = open_database(settings)
    for n, tours in enumerate(terms, start=1):
        with database.writing() as session:
            result = Result(counts=[Count(quantity="tours", value=str(tours), method="backtrack")])
            record_result(session, stored_job(session, board=f"11x{n}"), parse_board(f"11x{n}"), result)
    database.close()


def asked(data: Path, *words: str) -> str:
    """Return what the command prints."""
    result = CliRunner().invoke(main, ["recurrence", *words, "--data", str(data)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_recurrence_in_words(tmp_path: Path) -> None:
    """It is printed with signs and without zero terms, and with the number of terms checked."""
    counted(tmp_path, [1, 4, 1, -4, -7, -4, 17, 44])
    assert asked(tmp_path, "11xn") == (
        "Known: 8 terms. No recurrence of order below 4 fits; `cavalier family` may find one.\n"
    )
    terms = [2, 1, 1]
    while len(terms) < 9:
        terms.append(3 * terms[-1] - terms[-3])
    other = tmp_path / "other"
    counted(other, terms)
    assert asked(other, "11xn").splitlines() == [
        "Order 3, true of all 9 terms known:",
        "a(n) = 3 a(n-1) - a(n-3)",
        "Not needed to find it: 3 terms. They do not prove it; `cavalier family` proves one for strips such as 3xn.",
        "Generating function of a(1), a(2), ...:",
        "(2 - 5 x - 2 x^2) / (1 - 3 x + x^3)",
        "In the long run each step of n multiplies a term by about 2.87939 on average.",
    ]


def test_what_cannot_be_asked(tmp_path: Path) -> None:
    """An unknown family is named, and so is a first board without a count."""
    counted(tmp_path, [])
    unknown = CliRunner().invoke(main, ["recurrence", "9xn", "--first", "9", "--data", str(tmp_path)])
    assert unknown.exit_code == 1
    assert "counted all tours of 9x9, the first board of 9xn; --first begins later" in unknown.output
    result = CliRunner().invoke(main, ["recurrence", "what", "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert "what" in result.output


def test_of_a_service(service: EmbeddedService) -> None:
    """CAVALIER_URL names the service whose counts are asked for."""
    told = invoke(service, "recurrence", "3xn", "--quantity", "cycles", "--first", "10")
    assert told.exit_code == 0, told.output
    assert told.stdout.startswith("Order 42, true of all 91 terms known:")
