"""The `cavalier` command: its table of commands. Each lives in a module of its own and is loaded when called."""

from __future__ import annotations

import click

from cli.lazy import LazyGroup

COMMANDS = {
    "run": ("cli.run:run", "Run one job to its end, here, without a server."),
    "serve": ("cli.processes:serve", "Serve API, dashboard and an embedded worker from one process."),
    "worker": ("cli.processes:worker", "Work on jobs of the production database."),
    "api": ("cli.processes:api", "Serve the API and dashboard of the production database."),
    "submit": ("cli.jobs:submit", "Submit a job."),
    "watch": ("cli.jobs:watch", "Follow a job to its end with a progress bar."),
    "pause": ("cli.jobs:pause", "Pause a job at its next safe point."),
    "resume": ("cli.jobs:resume", "Let a paused job go on."),
    "cancel": ("cli.jobs:cancel", "Stop a job for good, keeping what it found."),
    "show": ("cli.jobs:show", "Show a job and what it has found so far."),
    "tours": ("cli.history:tours", "Query the stored tours."),
    "boards": ("cli.history:boards", "List the boards that jobs have met, or describe one."),
    "reproduce": ("cli.reproduce:reproduce", "Recompute the published tables and compare figure by figure."),
    "export": ("cli.export:export", "Write what the database holds as files for other programs."),
    "import": ("cli.importing:import_command", "Bring in another database's export."),
    "verify": ("cli.verify:verify", "Check a tour from a file."),
    "regenerate": ("cli.regenerate:regenerate", "Make a constructed tour again and write it to a file."),
    "rates": ("cli.rates:rates", "Measure how often the heuristics succeed."),
    "stream": ("cli.stream:stream", "Write a generator's random bytes to standard output."),
    "maple": ("cli.maple:maple", "Recompute the printed tables of the Maple generator."),
    "compare": ("cli.compare:compare", "Compare two jobs, quantity by quantity."),
    "audit": ("cli.audit:audit", "Verify everything stored again."),
    "db": ("cli.administration:db", "Look after the database."),
    "keys": ("cli.administration:keys", "Make, list and revoke API keys."),
    "demo": ("cli.demo:demo", "Serve, run the main job over HTTP, print its tables, stop."),
}


@click.group(cls=LazyGroup, table=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cavalier")
def main() -> None:
    """Cavalier: a job service for knight's-tour computing.

    A job is described by a JSON document; `run` computes one at once, `serve` starts the service that the commands
    from `submit` to `boards` talk to.
    """


if __name__ == "__main__":
    main()
