"""Vanishing machines and interrupted lines: the other machines continue, and nothing is lost or done twice.

`python -m experiments.partitions` cuts lines in every way, for minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.cluster import QUICK, Cluster, cluster, cut_and_mended, power_loss

pytestmark = [pytest.mark.service, pytest.mark.acceptance]

RECOVERY_SECONDS = 120.0
"""Limit of a recovery, half a minute on a quiet machine; without limits TCP waits a quarter of an hour."""


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster with no process started."""
    with cluster(tmp_path) as one:
        yield one


def test_a_machine_that_loses_power_in_a_commit(machines: Cluster) -> None:
    """With the usual settings the job's lock is released by itself, and the other machine continues."""
    assert power_loss(machines) < RECOVERY_SECONDS
    assert machines.faults() == []


def test_a_line_cut_and_mended(machines: Cluster) -> None:
    """The other machine continues, the isolated one comes back, and every slice is done once."""
    silence, _ = cut_and_mended(machines, seconds=8.0, variables=QUICK)

    assert silence < RECOVERY_SECONDS
    assert machines.faults() == []
