"""Take the pictures of the documentation: a service on a fresh data folder, a few jobs, Debian's Chromium.

    python -m experiments.screenshots [FOLDER] [--all]

writes small PNG files into docs/images unless another folder is named; with --all every page, 1200 and 390 pixels wide,
light and dark, to be looked at.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright._impl._api_structures import Clip
from playwright.sync_api import Page, sync_playwright

from cavalier.transport import Transport
from tests.processes import EmbeddedService

JOBS: dict[str, dict[str, object]] = {
    "tour": {"kind": "construct", "board": "10x10", "tours": "closed", "label": "Closed tour of 10x10"},
    "torus": {"kind": "construct", "board": "torus:6x7", "tours": "closed", "label": "Around the torus"},
    "cube": {"kind": "construct", "board": "cube:4", "tours": "closed", "label": "Over the faces of a cube"},
    "box": {"kind": "construct", "board": "4x4x4", "tours": "closed", "label": "Through a box"},
    "impossible": {"kind": "construct", "board": "5x5", "tours": "closed", "label": "There is none"},
    "estimate": {"kind": "sample", "board": "5x5", "method": "uniform", "label": "How many tours has 5x5?"},
    "distance": {"kind": "distance", "board": "8x8", "from": "a1", "label": "How far from a corner?"},
    "generator": {"kind": "test-generator", "generator": "randu", "trials": 200, "label": "Is RANDU random?"},
    "count": {"kind": "enumerate", "board": "5x5", "method": "backtrack", "store": "all", "label": "All tours of 5x5"},
}
ENDLESS = {"kind": "enumerate", "board": "7x7", "method": "backtrack", "label": "Every tour of 7x7"}
SETTLING_MILLISECONDS = 2500
TALLEST = 2400
NAMELESS = "document.querySelectorAll('.card b').forEach((name) => { name.textContent = 'worker'; })"
"""Script that hides the names of workers, as they contain the machine's name."""


def main() -> None:
    """Start the service, run the jobs, take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/images"))
    parser.add_argument("--all", action="store_true")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        service = EmbeddedService(Path(data) / "data")
        service.start()
        try:
            with Transport(service.url) as client, _chromium() as chromium:
                if given.all:
                    _take_all(chromium, given.folder, {"empty": service.url + "/"})
                pages = _pages(service.url, _run(client), client)
                (_take_all if given.all else _take_some)(chromium, given.folder, pages)
        finally:
            service.stop()


def _run(client: Transport) -> dict[str, str]:
    """Run every job to its end, start the endless one, and return their ids."""
    jobs = {name: str(client.submit(job)["id"]) for name, job in JOBS.items()}
    for job in jobs.values():
        for _ in client.follow(job):
            pass
    return jobs | {"endless": str(client.submit(ENDLESS)["id"])}


@contextmanager
def _chromium() -> Iterator[Any]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        yield running
        running.close()


def _pages(url: str, jobs: dict[str, str], client: Transport) -> dict[str, str]:
    """Return the address of every page by the name of its picture."""
    tours = {
        name: client.get(f"/api/v1/jobs/{jobs[name]}/tours")["items"][0]["id"]
        for name in ("tour", "torus", "cube", "box")
    }
    compared = f"/compare?job={jobs['count']}&job={jobs['estimate']}&reference=known-counts/paths/paths/5x5"
    grid = "1+14+9+20+3+24+19+2+15+10+13+8+25+4+21+18+23+6+11+16+7+12+17+22+5"
    paths = {
        "home": "/", "jobs": "/jobs", "campaigns": "/campaigns", "tours": "/tours?board=5x5",
        "find": f"/find?board=5x5&tour={grid}",
        "boards": "/boards", "board": "/boards/5x5", "board-chess": "/boards/8x8",
        "learn": "/learn", "puzzles": "/puzzles", "board-torus": "/boards/torus:6x7", "compare": compared,
        "tree": "/tree", "generators": "/generators", "api": "/api/v1/docs", "error": "/nothing",
        "sources": "/sources", "graph": "/graph?board=8x8", "warnsdorff": "/warnsdorff",
        "submit": "/submit?kind=construct&board=5x5&tours=closed",
    }  # fmt: skip
    paths |= {f"submit-{kind}": f"/submit?kind={kind}" for kind in ("enumerate", "sample", "distance")}
    paths["job-columns"] = f"/jobs/{jobs['count']}/columns"
    paths |= {f"job-{name}": f"/jobs/{job}" for name, job in jobs.items()}
    paths |= {f"tour-{name}": f"/tours/{tour}" for name, tour in tours.items()}
    return {name: url + path for name, path in paths.items()}


def _take_some(chromium: Any, folder: Path, pages: dict[str, str]) -> None:  # noqa: ANN401  playwright's browser
    """Take the pictures that the documentation shows."""
    for scheme in ("light", "dark"):
        page = chromium.new_context(viewport={"width": 1100, "height": 760}, color_scheme=scheme).new_page()
        _shoot(page, pages["home"], folder / f"home-{scheme}.png")
        _shoot(page, pages["tour-tour"], folder / f"tour-{scheme}.png")
    page = chromium.new_context(viewport={"width": 1100, "height": 1000}).new_page()
    for name, of in (("board", "board-chess"), ("lesson", "learn"), ("job", "job-estimate"), ("submit", "submit")):
        _shoot(page, pages[of], folder / f"{name}.png")
    phone = chromium.new_context(viewport={"width": 390, "height": 844}).new_page()
    _shoot(phone, pages["puzzles"], folder / "phone.png")


def _take_all(chromium: Any, folder: Path, pages: dict[str, str]) -> None:  # noqa: ANN401  playwright's browser
    """Take every page in both widths and colour schemes, in its full height up to TALLEST."""
    for width, scheme in ((1200, "light"), (1200, "dark"), (390, "light"), (390, "dark")):
        context = chromium.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
        page = context.new_page()
        for name, address in pages.items():
            _shoot(page, address, folder / f"{name}-{width}-{scheme}.png", whole=True)
        context.close()


def _shoot(page: Page, address: str, path: Path, *, whole: bool = False) -> None:
    page.goto(address)
    page.wait_for_timeout(SETTLING_MILLISECONDS)
    page.evaluate(NAMELESS)
    if whole:
        width, height = page.evaluate("[document.documentElement.clientWidth, document.documentElement.scrollHeight]")
        clip: Clip = {"x": 0, "y": 0, "width": width, "height": min(height, TALLEST)}
        page.screenshot(path=path, full_page=True, clip=clip)
    else:
        page.screenshot(path=path)
    print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
