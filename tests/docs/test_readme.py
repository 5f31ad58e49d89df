"""The sessions in the README and the docs run as they are printed, on a real service."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import ROOT, EmbeddedService, clean_environment, serving

BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)^```", re.MULTILINE | re.DOTALL)
"""A file that the reader writes, by name and text."""

LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
LINK = re.compile(r"\]\(([^)#:]+)\)")


def steps(text: str) -> list[tuple[str, str]]:
    """Return the commands of all sessions in `text`, each with the output printed below it."""
    parts = [part for block in BLOCK.findall(text) for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedService]:
    """A service with an empty database."""
    with serving(tmp_path_factory.mktemp("reader") / "data") as running:
        yield running


@pytest.fixture
def environment(service: EmbeddedService, tmp_path: Path) -> dict[str, str]:
    """An environment with `cavalier` on the path, talking to the test's service."""
    command = tmp_path / "bin" / "cavalier"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cli.main "$@"\n')
    command.chmod(0o755)
    inherited = clean_environment({"CAVALIER_URL": service.url, "PYTHONPATH": str(ROOT), "COLUMNS": "120"})
    return inherited | {"PATH": f"{command.parent}:{inherited['PATH']}"}


PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FRENCH = ROOT / "docs" / "fr"
SESSIONS = [page for page in PAGES if FRENCH not in page.parents and BLOCK.search(page.read_text())]
"""English pages only: a repeated question would be answered from the record. test_french.py compares the French."""


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.name)
def test_the_session_runs_as_printed(environment: dict[str, str], tmp_path: Path, page: Path) -> None:
    """Each command prints what the page says, except for white space and the parts replaced by "..."."""
    session = steps(page.read_text())
    assert session
    for name, text in FILE.findall(page.read_text()):
        (tmp_path / name).write_text(text)
    for command, expected in session:
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert doctest.OutputChecker().check_output(expected, done.stdout, LOOSE), f"{command}\n{done.stdout}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link of a page names a file that exists."""
    missing = [target for target in LINK.findall(page.read_text()) if not (page.parent / target).exists()]
    assert missing == []


def test_the_picture_is_a_drawing_of_our_own() -> None:
    """The picture is the project's drawing of a tour that its own walk finds."""
    from drawing.tour import tour_svg  # noqa: PLC0415  as above
    from engine.boards.labels import parse_board  # noqa: PLC0415  loads numba, which the other tests do without
    from engine.boards.move_graph import move_graph  # noqa: PLC0415  as above
    from engine.construction.heuristics.pohl import pohl_rule  # noqa: PLC0415  as above
    from tests.engine.construction.heuristics.walks import walked  # noqa: PLC0415  as above

    board = parse_board("8x8")
    walk = walked(pohl_rule, move_graph(board, (1, 2)), start=0, seed=16)
    assert walk.closed
    picture = (ROOT / "docs" / "images" / "closed-tour-8x8.svg").read_text()
    assert picture.strip() == tour_svg(board, (1, 2), walk.squares, closed=True).strip()
