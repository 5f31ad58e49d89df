"""The whole table of the docs, part by part: python -m bench. Parts can be named; --list tells what they are.

Each part is a command of its own and prints its own lines; what is measured by the clock is marked where other
processes keep this machine busy. What takes hours (chaos, millions of stored tours, load) is not among them.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from bench.table import machine

PARTS: dict[str, tuple[str, ...]] = {
    "walkers": (),
    "search": (),
    "frontier": (),
    "dense": (),
    "streams": (),
    "sampling": ("accuracy",),
    "construction": (),
    "distances": (),
    "waiting": (),
}
"""Modules of this package, with what they are asked for."""


def main() -> int:
    """Run the parts named, else all; return the exit code of the first that failed, 0 for none."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="part")
    parser.add_argument("--list", action="store_true", help="print the commands and run none")
    asked = parser.parse_args()
    print(machine(), flush=True)
    codes = [_run(part, dry=asked.list) for part in asked.parts or PARTS]
    return next((code for code in codes if code), 0)


def _run(part: str, *, dry: bool) -> int:
    words = ["-m", f"bench.{part}", *PARTS[part]]
    print(f"\n== python {' '.join(words)}", flush=True)
    return 0 if dry else subprocess.run([sys.executable, *words], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
