"""Lines between machines cut in all ways: how long nobody works, and whether anything is lost or done twice.

    python -m experiments.partitions [--seconds 8] [--quick]

Two worker machines and the servers' machine are network namespaces (root's right). A machine loses power in the middle
of a commit; then a line is cut in each direction for so long and mended, and the other made slow and lossy. Times are
by the database's clock. Everything that was committed is computed again without disturbance and compared. By default
the settings are the usual ones; --quick shortens leases and the patience with silent connections to some seconds.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from experiments.table import machine
from tests.acceptance.cluster import QUICK, Cluster, cluster, cut_and_mended, power_loss

CUTS = {"both ways": (True, True), "from the worker": (True, False), "to the worker": (False, True)}


def main() -> None:
    """Print a line for each way in which a machine is cut off."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, help="that lines are cut")
    parser.add_argument("--quick", action="store_true", help="short leases, little patience")
    parser.add_argument("--only", choices=("power loss", *CUTS), help="one of them")
    arguments = parser.parse_args()
    print(machine(), flush=True)
    for name in ("power loss", *CUTS) if arguments.only is None else (arguments.only,):
        with tempfile.TemporaryDirectory() as folder, cluster(Path(folder)) as one:
            print(
                f"{name:16} {measure_partition(one, name, arguments.seconds, QUICK if arguments.quick else {})}",
                flush=True,
            )


def measure_partition(one: Cluster, name: str, seconds: float, variables: dict[str, str]) -> str:
    """Cut a machine off, and describe the outcome."""
    if name == "power loss":
        found = f"nobody worked for {power_loss(one):.1f} s"
    else:
        there, back = CUTS[name]
        silence, again = cut_and_mended(one, there=there, back=back, seconds=seconds, variables=variables)
        found = f"cut for {seconds:.0f} s: nobody worked for {silence:.1f} s; mended, back at work after {again:.1f} s"
    return f"{found}; {'; '.join(one.faults()) or 'all as undisturbed'}"


if __name__ == "__main__":
    main()
