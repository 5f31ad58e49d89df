"""The rules of walks, by name."""

from __future__ import annotations

from engine.construction.heuristics.pohl import pohl_rule
from engine.construction.heuristics.roth import roth_rule
from engine.construction.heuristics.warnsdorff import warnsdorff_rule

RULES = {"warnsdorff": warnsdorff_rule, "pohl": pohl_rule, "roth": roth_rule}
