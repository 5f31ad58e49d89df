"""`python -m tests.fuzz [TARGET ...] --runs N`: so many inputs for each target, led by the branches that they reach.

Needs atheris (`uv pip install atheris`). Ends with 1 at the first crash, whose input is left beside the corpus. What
reaches something new is added to the corpus, which is kept small: `--merge` leaves out what others reach, too.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"
TOKENS = Path(__file__).parent / "tokens.dict"
LONGEST = 600
SECONDS_EACH = 20
"""An input that takes longer is a crash, too."""


def main() -> int:
    """Fuzz each target in a process of its own; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--runs", type=int, default=100_000, help="inputs for each target")
    parser.add_argument("--found", type=Path, help="where to put new inputs, by target; nowhere if not given")
    parser.add_argument("--in-process", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.in_process:
        _fuzz(arguments.targets[0], arguments.runs, arguments.found)
    from tests.fuzz.targets import TARGETS  # noqa: PLC0415  the process that fuzzes loads it instrumented

    return max(_apart(target, arguments.runs, arguments.found) for target in arguments.targets or TARGETS)


def _apart(target: str, runs: int, found: Path | None) -> int:
    command = [sys.executable, "-m", "tests.fuzz", target, "--runs", str(runs), "--in-process"]
    if found is not None:
        (found / target).mkdir(parents=True, exist_ok=True)
        command += ["--found", str(found / target)]
    begun = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.monotonic() - begun
    outcome = "no crash" if done.returncode == 0 else f"crashed ({done.returncode})"
    sys.stdout.write(f"{target:15} {runs:>11,} inputs  {seconds:8.0f} s  {outcome}\n")
    if done.returncode:
        sys.stdout.write(done.stdout[-3000:] + done.stderr[-3000:])
    sys.stdout.flush()
    return int(done.returncode != 0)


def _fuzz(target: str, runs: int, found: Path | None) -> None:
    """Fuzz, and end the process."""
    import atheris  # noqa: PLC0415  not installed by default

    with atheris.instrument_imports(include=["engine", "store", "api"]):
        from tests.fuzz.targets import TARGETS  # noqa: PLC0415  loaded instrumented

    options = [
        f"-runs={runs}",
        f"-max_len={LONGEST}",
        f"-timeout={SECONDS_EACH}",
        f"-dict={TOKENS}",
        "-rss_limit_mb=4096",
    ]
    folders = [*([str(found)] if found else []), str(CORPUS / target)]
    atheris.Setup([sys.argv[0], *options, *folders] if found else [sys.argv[0], *options], TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
