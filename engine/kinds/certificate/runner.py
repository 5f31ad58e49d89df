"""Runs one shard of a certificate: a sweep modulo a prime, in an order that no enumeration takes."""

from __future__ import annotations

import numpy as np

from engine.arrays import Arrays
from engine.kinds.enumerate.sweep.runner import FrontierRunner
from engine.search.frontier.modular_sweep import ResidueSweep
from engine.search.frontier.second_order import otherwise_ordered


class CertificateRunner(FrontierRunner):
    """One shard, advanced and shared like that of any sweep."""

    ordered = staticmethod(otherwise_ordered)
    sweep_type = ResidueSweep

    def statistics(self) -> Arrays:
        """Return the statistics of a sweep and, with its count, the order of the squares."""
        statistics = dict(super().statistics())
        if "count" in statistics:
            statistics["order"] = np.array(self._problem.order[: self._graph.size], dtype=np.int64)
        return statistics
