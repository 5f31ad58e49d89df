"""The words of every kind of job, in the order in which forms offer them."""

from __future__ import annotations

from store.words.base import Words
from store.words.census import CENSUSES
from store.words.certificates import CERTIFICATES
from store.words.completions import COMPLETIONS
from store.words.construction import CONSTRUCTION
from store.words.distances import DISTANCES
from store.words.enumeration import ENUMERATION
from store.words.generators import GENERATORS
from store.words.imports import IMPORTS
from store.words.indexes import INDEXES
from store.words.puzzles import PUZZLES
from store.words.sampling import SAMPLING
from store.words.symmetry import SYMMETRIES
from store.words.uncrossed import UNCROSSED

WORDS: dict[str, Words] = {
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
    "index": INDEXES,
    "import": IMPORTS,
}
