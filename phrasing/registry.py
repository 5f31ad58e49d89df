"""The words of every kind of job, in the order in which forms offer them; loaded when they are first looked up."""

from __future__ import annotations

from engine.kinds.table import LazyTable
from phrasing.base import KindPhrasing

WORDS: LazyTable[KindPhrasing] = LazyTable(
    {
        "construct": "phrasing.kinds.construct:CONSTRUCTION",
        "complete": "phrasing.kinds.complete:COMPLETIONS",
        "puzzle": "phrasing.kinds.puzzle:PUZZLES",
        "enumerate": "phrasing.kinds.enumerate:ENUMERATION",
        "sample": "phrasing.kinds.sample:SAMPLING",
        "distance": "phrasing.kinds.distance:DISTANCES",
        "uncrossed": "phrasing.kinds.uncrossed:UNCROSSED",
        "test-generator": "phrasing.kinds.generator_test:GENERATORS",
        "symmetry": "phrasing.kinds.symmetry:SYMMETRIES",
        "census": "phrasing.kinds.census:CENSUSES",
        "certificate": "phrasing.kinds.certificate:CERTIFICATES",
        "strip": "phrasing.kinds.strip:STRIPS",
        "index": "phrasing.kinds.index:INDEXES",
        "import": "phrasing.kinds.imported:IMPORTS",
    },
    lambda words: words,
)
