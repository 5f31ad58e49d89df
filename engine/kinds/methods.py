"""METHODS: for each kind and method the names of its code, its figures' scope, its description and its warm-up."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kinds.census.methods import CENSUS
from engine.kinds.certificate.methods import CERTIFICATE
from engine.kinds.common.method import Method
from engine.kinds.complete.methods import COMPLETION
from engine.kinds.construct.methods import CONSTRUCT
from engine.kinds.distance.methods import DISTANCES
from engine.kinds.enumerate.methods import ENUMERATE
from engine.kinds.generator_test.methods import GENERATOR_TEST, TESTS
from engine.kinds.imported.methods import IMPORTED
from engine.kinds.index.methods import INDEX
from engine.kinds.puzzle.methods import PUZZLE
from engine.kinds.sample.methods import SAMPLE
from engine.kinds.strip.methods import STRIP
from engine.kinds.symmetry.methods import SYMMETRY
from engine.kinds.uncrossed.methods import UNCROSSED

METHODS: dict[str, dict[str | None, Method]] = {
    "enumerate": ENUMERATE,
    "sample": SAMPLE,
    "construct": CONSTRUCT,
    "census": CENSUS,
    "certificate": {None: CERTIFICATE},
    "complete": {None: COMPLETION},
    "distance": {None: DISTANCES},
    "import": {None: IMPORTED},
    "index": {None: INDEX},
    "puzzle": {None: PUZZLE},
    "strip": {None: STRIP},
    "symmetry": {None: SYMMETRY},
    "test-generator": {None: GENERATOR_TEST},
    "uncrossed": {None: UNCROSSED},
}
"""By kind and the specification's `method`, None where the kind has no choice of one."""

UNKNOWN = Method(None, ())


def get_method(kind: str, method: str | None) -> Method:
    """Return the method of a job of this code."""
    return METHODS[kind][method]


def find_method(kind: object, method: object) -> Method:
    """Return the method of a job, perhaps from another database; for one unknown here, a method that promises nothing.

    kind, method: as its specification says.
    """
    by_method = METHODS.get(kind, {}) if isinstance(kind, str) else {}
    return by_method.get(method, UNKNOWN) if method is None or isinstance(method, str) else UNKNOWN


def described_methods(*kinds: str) -> Iterator[tuple[str, str, Method]]:
    """Yield kind, name and entry of each described method, tests of generators included; of all kinds or some."""
    for kind in kinds or METHODS:
        for name, method in (TESTS if kind == "test-generator" else METHODS[kind]).items():
            if name is not None and method.summary:
                yield kind, name, method


def warm_up_jobs() -> Iterator[dict[str, object]]:
    """Yield small jobs that between them call every kernel; index jobs come before those that draw from an index."""
    for kind in sorted(METHODS, key=lambda kind: kind != "index"):
        for name, method in METHODS[kind].items():
            choice = {} if name is None else {"method": name}
            yield from ({"kind": kind, **choice, **job} for job in method.warm_up_jobs)
