"""`python -m tests.fuzz --inputs N --keep FOLDER`: so many inputs in all, led by the branches that they reach.

Needs atheris (`uv pip install atheris`). The folder keeps the corpus, what crashed, and how far it has come: the same
command goes on where it was stopped. Ends with 1 at a crash, and again until that input is read without one.

A crash is an error that is not the one made for such input, a second of processor time, 20 s, or 2 GiB. Kernels run
as Python, so that an index beyond its array is one, too.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).parent / "corpus"
TOKENS = Path(__file__).parent / "tokens.dict"
ROUND = 250_000
"""Inputs after which the next target has its turn, in a process of its own."""

LONGEST = 1000
FEWEST_DIGITS = 640
"""The smallest limit that Python accepts for the digits of numbers it reads; by default it is 4,300."""

SLOWEST = 1.0
SECONDS_EACH = 20
MEBIBYTES = 2048
INSTRUMENTED = (
    *("engine.boards", "engine.kinds", "engine.number_theory", "engine.specification", "engine.streams"),
    *(
        "engine.tours",
        "findings.imports",
        "api.submission.form",
        "api.jobs.routes",
        "api.openapi",
        "api.http.problems",
        "api.tours.routes",
    ),
)
"""Modules that read the inputs; instrumenting the searches behind them, and pages, would only slow fuzzing down."""

EXECUTED = re.compile(r"^(?:stat::number_of_executed_units:\s*|#)(\d+)", re.MULTILINE)
"""The number of inputs in the statistics at the end or, without an end, in the progress lines."""


class SlowInputError(Exception):
    """An input took too long."""


@dataclass
class Tally:
    """The inputs that one target has read, their processor seconds and its crashes."""

    inputs: int = 0
    seconds: float = 0.0
    crashes: int = 0


def main() -> int:
    """Fuzz each target in turns; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all if none is named")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="in all, shared equally by the targets")
    parser.add_argument("--keep", type=Path, default=Path("fuzzed"), help="folder to go on from; fuzzed")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="read this one input")
    parser.add_argument("--one-round", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one_round is not None:
        _fuzz(arguments.targets[0], arguments.one_round, arguments.keep)
    from tests.fuzz.targets import TARGETS  # noqa: PLC0415  the process that fuzzes loads it instrumented

    if arguments.replay is not None:
        sys.set_int_max_str_digits(FEWEST_DIGITS)
        timed(TARGETS[arguments.targets[0]])(arguments.replay.read_bytes())
        return 0
    names = arguments.targets or list(TARGETS)
    if crashing := [path for name in names for path in _still_crashing(name, arguments.keep)]:
        sys.stdout.write("".join(f"still a crash: {path}\n" for path in crashing))
        return 1
    return _take_turns(names, -(-arguments.inputs // len(names)), arguments.keep)


def _take_turns(names: list[str], each: int, keep: Path) -> int:
    """Run the target that has read the fewest inputs, again and again, until all have read `each` or one crashes."""
    while True:
        tallies = _tallies(keep)
        name = min(names, key=lambda one: tallies.setdefault(one, Tally()).inputs)
        left = each - tallies[name].inputs
        if left <= 0:
            break
        if not _round(name, min(ROUND, left), tallies[name], keep):
            _write(tallies, keep)
            break
        _write(tallies, keep)
    sys.stdout.write(table({name: tallies[name] for name in names}))
    return int(any(_still_crashing(name, keep) for name in names))


def _round(name: str, runs: int, tally: Tally, keep: Path) -> bool:
    """Read `runs` inputs in a process of its own and add them to the tally; return whether there was no crash."""
    for folder in (keep / name, keep / "crashes" / name):
        folder.mkdir(parents=True, exist_ok=True)
    begun = _processor_seconds()
    done = _apart(name, "--one-round", str(runs), "--keep", str(keep))
    tally.inputs += int((EXECUTED.findall(done.stderr) or ["0"])[-1])
    tally.seconds += _processor_seconds() - begun
    tally.crashes += int(done.returncode != 0)
    sys.stdout.write(f"{name:15} {tally.inputs:>11,} inputs  {tally.seconds:8.0f} s\n")
    if done.returncode:
        sys.stdout.write(f"crashed ({done.returncode})\n{done.stdout[-3000:]}{done.stderr[-5000:]}")
    sys.stdout.flush()
    return done.returncode == 0


def _processor_seconds() -> float:
    """Return the processor time of the ended child processes, so that other load does not count."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table(tallies: dict[str, Tally]) -> str:
    """Return the tallies and their sum as a text table."""
    seconds, crashes = sum(one.seconds for one in tallies.values()), sum(one.crashes for one in tallies.values())
    rows = tallies | {"all": Tally(sum(one.inputs for one in tallies.values()), seconds, crashes)}
    lines = [f"{'target':15} {'inputs':>11} {'crashes':>8} {'inputs/s':>9}"]
    for name, one in rows.items():
        lines.append(f"{name:15} {one.inputs:>11,} {one.crashes:>8} {one.inputs / (one.seconds or 1):>9,.0f}")
    return "\n".join(lines) + "\n"


def _tallies(keep: Path) -> dict[str, Tally]:
    file = keep / "progress.json"
    return {name: Tally(**one) for name, one in json.loads(file.read_text()).items()} if file.exists() else {}


def _write(tallies: dict[str, Tally], keep: Path) -> None:
    written = keep / "progress.new"
    written.write_text(json.dumps({name: asdict(one) for name, one in tallies.items()}, indent=1))
    written.replace(keep / "progress.json")


def _still_crashing(name: str, keep: Path) -> list[Path]:
    """Return the inputs of earlier crashes that still are crashes."""
    paths = sorted((keep / "crashes" / name).glob("*"))
    return [path for path in paths if _apart(name, "--replay", str(path)).returncode]


def _apart(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run this module on one target in a process of its own, where kernels run as Python and warnings are errors."""
    command = [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.fuzz", name, *options]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, env=environment)


def timed(target: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """Return the target with a time limit: a slow input is a crash, unless modules were loaded meanwhile."""

    def read(data: bytes) -> None:
        loaded, begun = len(sys.modules), time.process_time()
        target(data)
        if (seconds := time.process_time() - begun) > SLOWEST and len(sys.modules) == loaded:
            raise SlowInputError(f"{seconds:.1f} s")

    return read


def not_instrumented() -> list[str]:
    """Return the modules to exclude, as atheris includes whole packages: those outside INSTRUMENTED in its packages."""
    packages = {name.partition(".")[0] for name in INSTRUMENTED}
    paths = [path.relative_to(ROOT) for package in packages for path in (ROOT / package).rglob("*.py")]
    modules = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths}
    return sorted(name for name in modules if not f"{name}.".startswith(tuple(f"{one}." for one in INSTRUMENTED)))


def _fuzz(name: str, runs: int, keep: Path) -> None:
    """Fuzz, and end the process."""
    import atheris  # noqa: PLC0415  not installed by default

    sys.set_int_max_str_digits(FEWEST_DIGITS)
    with atheris.instrument_imports(include=INSTRUMENTED, exclude=not_instrumented()):
        from tests.fuzz.targets import TARGETS  # noqa: PLC0415  loaded instrumented

    gc.freeze()  # loaded modules stay: garbage collections need not look through them again
    options = [f"-runs={runs}", f"-max_len={LONGEST}", f"-timeout={SECONDS_EACH}", f"-dict={TOKENS}"]
    options += [f"-rss_limit_mb={MEBIBYTES}", f"-artifact_prefix={keep}/crashes/{name}/", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *options, str(keep / name), str(CORPUS / name)], timed(TARGETS[name]))
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
