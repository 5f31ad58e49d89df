"""`cavalier demo`: the main job over HTTP on a real embedded service, as a new user would send it."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from cli.errors import FAILED
from cli.options import data_option
from cli.processes.embedded_service import embedded_service
from cli.service.connection import service
from cli.service.jobs import follow
from cli.settings import keep_kernels, usable_cores
from cli.show.board_table import square_tables
from cli.show.documents import console, print_whole, show_result
from language.translate import gettext, gettext_noop, translate
from store.logs import configure_logs
from store.settings import Settings

ALL_TOURS = {"kind": "enumerate", "board": "5x5", "method": "backtrack", "label": "demo: all tours of 5x5"}
TIE_TREE = {"kind": "enumerate", "board": "8x8", "method": "warnsdorff", "label": "demo: Warnsdorff's ties on 8x8"}
DEMO_STATISTICS = ("tours", "closed", "dead_ends")


@click.command(short_help="Serve, run the main job over HTTP, print its tables, stop.")
@data_option
def demo(data: Path) -> None:
    """Start the service, submit the main job over HTTP, print what it found, and stop the service.

    The main job is two: every tour of the 5x5 board by start square, and every leaf of the 8x8 tree in which the
    knight may go to any of the squares that have the fewest onward moves (Warnsdorff's rule with all its ties).
    """
    out = console()
    with embedded_service(data) as url, service(url) as client:
        for specification in (ALL_TOURS, TIE_TREE):
            out.print(f"\n[bold]{specification['label']}[/bold]")
            job_id = client.submit(specification)["id"]
            job = follow(client, job_id)
            result = client.result(job_id)
            show_result(out, {"counts": result["counts"]})
            for table in square_tables(result["squares"], DEMO_STATISTICS):
                print_whole(out, table)
            if job["state"] != "succeeded":
                raise SystemExit(FAILED)
    _compile_kernels(out)
    out.print(
        translate(
            gettext_noop(f"Everything is stored in {data}. The dashboard shows it at http://127.0.0.1:8000/ after")
        )
    )
    out.print(f"    {sys.argv[0]} serve --data {data}")


def _compile_kernels(out: Console) -> None:
    """Compile the kernels of all other kinds of job, so that none of them has to wait for that."""
    keep_kernels()
    configure_logs(Settings())
    from workers.warm_up.compile import kernels_compiled  # noqa: PLC0415  reads the cache folder's name now
    from workers.warm_up.parallel import compile_in_parallel  # noqa: PLC0415  as above

    if kernels_compiled():
        return
    out.print()
    out.print(gettext("Compiling the kernels of all other jobs, once; Ctrl-C leaves that to the service."))
    with Progress(console=out) as bar:
        task = bar.add_task(gettext("kernels"))
        failures = compile_in_parallel(usable_cores(), lambda done, of: bar.update(task, completed=done, total=of))
    for failure in failures:
        out.print(translate(gettext_noop(f"a trial failed: {failure}")))
