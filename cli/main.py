"""The `cavalier` command: its table of commands. Each lives in a module of its own and is loaded when called."""

from __future__ import annotations

import click

from cli.lazy import LazyGroup
from language.current import LANGUAGES, speak
from language.translate import gettext_noop

COMMANDS = {
    "count": ("cli.questions.commands:count", "Count the tours of a board exactly."),
    "tour": ("cli.questions.commands:tour", "Construct a tour, or prove that there is none."),
    "complete": ("cli.questions.completion:complete", "Complete a partly given tour."),
    "puzzle": ("cli.questions.puzzle:puzzle", "Make a puzzle: numbers that only one tour has."),
    "census": ("cli.questions.census:census", "Tell what the tours of a board are like."),
    "estimate": ("cli.questions.commands:estimate", "Estimate how many tours a board has."),
    "plan": ("cli.questions.plan:plan", "Estimate what a sweep of a board would take."),
    "distance": ("cli.questions.commands:distance", "Count the moves between two squares."),
    "family": ("cli.questions.family:family", "Count the tours of a family of boards, with recurrence and growth."),
    "uncrossed": ("cli.questions.uncrossed:uncrossed", "Find the longest path whose moves do not cross."),
    "known": ("cli.service.board_facts:show_facts", "Show what is known about a board, with its sources."),
    "run": ("cli.processes.run:run", "Run one job here until it ends, without a server."),
    "serve": ("cli.processes.commands:serve", "Serve API, dashboard and an embedded worker from one process."),
    "worker": ("cli.processes.commands:worker", "Work on jobs of the production database."),
    "workers": ("cli.service.workers:workers", "Show what the workers did, or let one finish and stop."),
    "api": ("cli.processes.commands:api", "Serve the API and dashboard of the production database."),
    "submit": ("cli.service.jobs:submit", "Submit a job."),
    "jobs": ("cli.service.jobs:jobs", "List the jobs of the service."),
    "watch": ("cli.service.jobs:watch", "Follow a job to its end with a progress bar."),
    "pause": ("cli.service.jobs:pause", "Pause a job at its next safe point."),
    "resume": ("cli.service.jobs:resume", "Resume a paused job."),
    "cancel": ("cli.service.jobs:cancel", "Cancel a job for good. What it found is kept."),
    "retry": ("cli.service.jobs:retry", "Let failed jobs go on where they failed."),
    "delete": ("cli.service.jobs:delete", "Delete jobs that have ended, with their tours."),
    "adopt": ("cli.service.jobs:adopt", "Let the present code go on with a job that other code began."),
    "certify": ("cli.service.jobs:certify", "Count again what a job has counted, by another order of squares."),
    "show": ("cli.service.jobs:show", "Show a job and what it has found so far."),
    "webhook": ("cli.service.webhooks:webhook", "Call a URL when a job ends."),
    "deliveries": ("cli.service.webhooks:deliveries", "Show the messages about a job to its webhooks."),
    "note": ("cli.service.notes:note", "Put notes and tags on a job, a campaign or a board, or show them."),
    "campaign": ("cli.service.campaigns:campaign", "Ask several questions about several boards under one name."),
    "tours": ("cli.service.tours:tours", "Query the stored tours."),
    "query": ("cli.service.query:query", "Ask the database by SQL."),
    "mcp": ("cli.service.model_context:mcp", "Let language models ask the service, over the Model Context Protocol."),
    "boards": ("cli.service.tours:boards", "List the boards of all jobs, or describe one."),
    "reproduce": ("cli.reproduction.command:reproduce", "Recompute the published tables and compare figure by figure."),
    "sources": ("cli.service.sources:sources", "Compare the figures of published documents with ours."),
    "atlas": ("cli.atlas.command:atlas", "Make or verify the figures that come with every database."),
    "recurrence": (
        "cli.database.recurrence:recurrence",
        "Find the linear recurrence of a family's counts.",
    ),
    "export": ("cli.database.export:export", "Write what the database holds as files for other programs."),
    "import": ("cli.database.importing:import_command", "Import another database's export."),
    "verify": ("cli.lab.verify:verify", "Check a tour from a file."),
    "regenerate": ("cli.lab.regenerate:regenerate", "Make a constructed tour again and write it to a file."),
    "timing": ("cli.lab.timing:timing", "Measure how long constructions take, by side."),
    "rates": ("cli.lab.rates:rates", "Measure how often the heuristics succeed."),
    "graph": ("cli.lab.graph:graph", "Describe and draw the graph of a piece's moves."),
    "stream": ("cli.lab.stream:stream", "Write a generator's random bytes to standard output."),
    "generator": (
        "cli.lab.generator:generator",
        "Try out random-number generators with parameters of your own.",
    ),
    "maple": ("cli.lab.maple:maple", "Recompute the printed tables of the Maple generator."),
    "compare": ("cli.service.compare:compare", "Compare two jobs, quantity by quantity."),
    "audit": ("cli.database.audit:audit", "Verify everything stored again."),
    "db": ("cli.database.administration:db", "Look after the database."),
    "index": ("cli.processes.index:index", "Number the closed tours of a board."),
    "keys": ("cli.database.administration:keys", "Make, list and revoke API keys."),
    "demo": ("cli.processes.demo:demo", "Serve, run the main job over HTTP, print its tables, stop."),
}


HEADINGS = {
    "count": gettext_noop("Ask at once"),
    "run": gettext_noop("Run jobs and services"),
    "submit": gettext_noop("Jobs of a service"),
    "tours": gettext_noop("What is stored and published"),
    "verify": gettext_noop("Laboratory"),
    "compare": gettext_noop("Look after what is stored"),
}
"""Headings of the help, by the command that each stands before."""


def _speak(_context: click.Context, _option: click.Parameter, code: str | None) -> None:
    if code is not None:
        speak(code)


@click.group(cls=LazyGroup, table=COMMANDS, headings=HEADINGS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cavalier")
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    is_eager=True,
    expose_value=False,
    callback=_speak,
    help="Language to speak.  [default: as CAVALIER_LANGUAGE or the system's LANG says]",
)
def main() -> None:
    """Cavalier: a job service for knight's-tour computing.

    `count`, `tour`, `complete`, `puzzle`, `census`, `estimate`, `distance`, `uncrossed`, `family` and `known` answer
    questions at once, here or at a service (--url). Any other job is described by a JSON document: `run` computes one,
    `serve` starts the service that the commands from `submit` to `boards` talk to.
    """


if __name__ == "__main__":
    main()
