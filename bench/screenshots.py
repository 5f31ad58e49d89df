"""Take the pictures of the documentation: a service on a fresh data folder, a few jobs, Debian's Chromium.

    python -m bench.screenshots [FOLDER]

writes small PNG files into docs/images unless another folder is named.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from cli.client import Client
from tests.processes import EmbeddedService

JOBS: dict[str, dict[str, Any]] = {
    "tour": {"kind": "construct", "board": "10x10", "tours": "closed", "label": "Closed tour of 10x10"},
    "torus": {"kind": "construct", "board": "torus:6x7", "tours": "closed", "label": "Around the torus"},
    "estimate": {"kind": "sample", "board": "6x6", "budget": {"walks": 400_000}, "label": "How many tours has 6x6?"},
    "distance": {"kind": "distance", "board": "8x8", "from": "a1", "label": "How far from a corner?"},
    "count": {"kind": "enumerate", "board": "5x5", "method": "backtrack", "label": "All tours of 5x5"},
}
ENDLESS = {"kind": "enumerate", "board": "7x7", "method": "backtrack", "label": "Every tour of 7x7"}
SETTLING_MILLISECONDS = 1500


def main() -> None:
    """Start the service, run the jobs, take the pictures."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        service = EmbeddedService(Path(data) / "data")
        service.start()
        try:
            with Client(service.url) as client:
                _take(folder, service.url, _run(client), client)
        finally:
            service.stop()


def _run(client: Client) -> dict[str, str]:
    """Run every job to its end, start the endless one, and return their ids."""
    jobs = {name: str(client.submit(job)["id"]) for name, job in JOBS.items()}
    for job in jobs.values():
        for _ in client.follow(job):
            pass
    return jobs | {"endless": str(client.submit(ENDLESS)["id"])}


def _take(folder: Path, url: str, jobs: dict[str, str], client: Client) -> None:
    tour = client.get(f"/api/v1/jobs/{jobs['tour']}/tours")["items"][0]["id"]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        for scheme in ("light", "dark"):
            context = chromium.new_context(viewport={"width": 1100, "height": 760}, color_scheme=scheme)
            page = context.new_page()
            _shoot(page, url + "/", folder / f"home-{scheme}.png")
            _shoot(page, f"{url}/tours/{tour}", folder / f"tour-{scheme}.png")
        page = chromium.new_context(viewport={"width": 1100, "height": 1000}).new_page()
        _shoot(page, f"{url}/jobs/{jobs['estimate']}", folder / "job.png")
        _shoot(page, f"{url}/submit?kind=construct&board=5x5&tours=closed", folder / "submit.png")
        phone = chromium.new_context(viewport={"width": 390, "height": 844}).new_page()
        _shoot(phone, f"{url}/jobs/{jobs['distance']}", folder / "phone.png")
        chromium.close()


def _shoot(page: Page, address: str, path: Path) -> None:
    page.goto(address)
    page.wait_for_timeout(SETTLING_MILLISECONDS)
    page.screenshot(path=path)
    print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
