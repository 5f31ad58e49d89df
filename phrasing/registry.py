"""The words of every kind of job, in the order in which forms offer them."""

from __future__ import annotations

from phrasing.base import KindPhrasing
from phrasing.kinds.census import CENSUSES
from phrasing.kinds.certificate import CERTIFICATES
from phrasing.kinds.complete import COMPLETIONS
from phrasing.kinds.construct import CONSTRUCTION
from phrasing.kinds.distance import DISTANCES
from phrasing.kinds.enumerate import ENUMERATION
from phrasing.kinds.generator_test import GENERATORS
from phrasing.kinds.imported import IMPORTS
from phrasing.kinds.index import INDEXES
from phrasing.kinds.puzzle import PUZZLES
from phrasing.kinds.sample import SAMPLING
from phrasing.kinds.strip import STRIPS
from phrasing.kinds.symmetry import SYMMETRIES
from phrasing.kinds.uncrossed import UNCROSSED

WORDS: dict[str, KindPhrasing] = {
    "construct": CONSTRUCTION,
    "complete": COMPLETIONS,
    "puzzle": PUZZLES,
    "enumerate": ENUMERATION,
    "sample": SAMPLING,
    "distance": DISTANCES,
    "uncrossed": UNCROSSED,
    "test-generator": GENERATORS,
    "symmetry": SYMMETRIES,
    "census": CENSUSES,
    "certificate": CERTIFICATES,
    "strip": STRIPS,
    "index": INDEXES,
    "import": IMPORTS,
}
