"""Jobs that judge generators: good ones pass, bad ones fail, however the work is cut; bad requests are refused."""

from __future__ import annotations

import numpy as np
import pytest

from engine.kinds.common.kind import ShardRecord
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import InvalidSpecificationError, parse_problem, parse_specification
from engine.kinds.running.shard_runner import Shard
from engine.kinds.table import KINDS
from engine.specification.result import GeneratorTest, Result
from store.arrays import pack_arrays, unpack_arrays


def run(chunk: int | None = None, **fields: object) -> Result:
    """Run a job to its end in memory, each shard in steps of `chunk` with a checkpoint between any two."""
    spec = parse_problem({"kind": "test-generator", **fields})
    kind = KINDS["test-generator"]
    records = []
    for shard in kind.plan(spec).shards:
        runner = open_shard(Shard(spec, shard.target))
        while not runner.is_finished:
            runner.step(chunk or 10**6)
            runner = open_shard(Shard(spec, shard.target, unpack_arrays(pack_arrays(runner.checkpoint()))))
        records.append(ShardRecord(shard.index, shard.target, is_finished=True, statistics=runner.statistics()))
    assert not kind.follow(spec, records)
    return kind.merge(spec, records)


REPEATED = ["chi-square", "kolmogorov-smirnov", "gap", "serial-correlation"]
"""The tests that are repeated on fresh draws; the spectral test examines the congruence itself."""


def verdicts(result: Result) -> dict[tuple[str, str | None], str | None]:
    """Return the verdicts by test and part."""
    return {(row.test, row.part): row.verdict for row in result.tests}


@pytest.mark.parametrize(
    "generator", ["pcg64dxsm", "philox", "sfc64", "maple", "mitchell-moore", "turbo-pascal", "additive-1-16"]
)
def test_good_generators_pass(generator: str) -> None:
    """With the default seed good generators pass all repeated tests."""
    result = run(generator=generator, trials=150, tests=REPEATED)
    assert len(result.tests) == 5
    assert set(verdicts(result).values()) == {"pass"}


def test_fibonacci_fails() -> None:
    """A generator that adds the two preceding draws fails the gap test."""
    found = verdicts(run(generator="additive-1-2", trials=150))
    assert found["gap", None] == "fail"


def test_low_bits_of_turbo_pascal_fail() -> None:
    """Turbo Pascal's lowest 8 bits repeat after 256 draws, or 64 reals, and fail; those of maple and pcg64dxsm pass."""
    found = verdicts(run(generator="turbo-pascal", low_bits=8, trials=50))
    assert found["chi-square", None] == "fail"
    for good in ("maple", "pcg64dxsm"):
        assert set(verdicts(run(generator=good, low_bits=8, trials=50, tests=REPEATED)).values()) == {"pass"}


@pytest.mark.parametrize("degree", [39, 45, 47, 53, 56])
def test_the_shift_registers_fail(degree: int) -> None:
    """Shift registers that repeat 63 draws leave channels empty and fail."""
    found = verdicts(run(generator=f"shift-register-{degree}", tests=["chi-square"], trials=20))
    assert found["chi-square", None] == "fail"


def test_all_that_is_defined_is_run() -> None:
    """By default congruential generators also get the spectral test, as RANDU passes all others."""
    assert parse_specification({"kind": "test-generator", "generator": "randu"}).tests == [*REPEATED, "spectral"]
    assert parse_specification({"kind": "test-generator", "generator": "philox"}).tests == REPEATED


def test_randu_fails_the_spectral_test() -> None:
    """RANDU is poor in dimensions 3 to 6, where Maple's generator is good in all."""
    found = verdicts(run(generator="randu", tests=["spectral"]))
    assert [found["spectral", f"dimension {t}"] for t in (3, 4, 5, 6)] == ["fail"] * 4
    assert "fail" not in verdicts(run(generator="maple", tests=["spectral"])).values()


def test_the_cut_does_not_matter() -> None:
    """Steps of one trial with checkpoints, and one step, give the same document; so do steps of one dimension."""
    for tests in (["gap", "kolmogorov-smirnov"], ["spectral"]):
        fields = {"generator": "maple", "tests": tests, "trials": 7, "streams": 3}
        assert run(chunk=1, **fields) == run(**fields)


def test_streams_share_the_trials() -> None:
    """Every trial is made once, in as many shards as there are streams, but never more than trials."""
    spec = parse_problem({"kind": "test-generator", "generator": "philox", "trials": 10, "streams": 4})
    shards = KINDS["test-generator"].plan(spec).shards
    for test in spec.spec.tests:
        trials = [shard.target["trials"] for shard in shards if shard.target["test"] == test]
        assert sum(trials) == 10
        assert len(trials) == 4
    few = parse_problem({"kind": "test-generator", "generator": "philox", "trials": 2, "streams": 4})
    assert len(KINDS["test-generator"].plan(few).shards) == 2 * len(few.spec.tests)


def test_histograms_account_for_every_trial() -> None:
    """Observed counts add up to the trials, and expected ones do too."""
    result = run(generator="sfc64", trials=40)
    assert [(row["test"], row["part"]) for row in result.extra["histograms"]] == list(verdicts(result))
    for row in result.extra["histograms"]:
        assert sum(row["observed"]) == 40
        assert sum(row["expected"]) == pytest.approx(40)
        assert len(row["edges"]) == len(row["observed"]) + 1


def test_results_in_progress() -> None:
    """Shards that have not begun are left out; a job without any result has no rows."""
    spec = parse_problem({"kind": "test-generator", "generator": "philox", "trials": 4, "tests": ["gap"]})
    kind = KINDS["test-generator"]
    assert kind.merge(spec, [ShardRecord(0, {"test": "gap", "stream": 0, "trials": 4})]).tests == []
    nothing = {"trials": np.empty((0, 1))}
    assert kind.merge(spec, [ShardRecord(0, {"test": "gap", "stream": 0, "trials": 4}, statistics=nothing)]).tests == []
    one = {"trials": np.array([[6.5]])}
    rows = kind.merge(spec, [ShardRecord(0, {"test": "gap", "stream": 0, "trials": 4}, statistics=one)]).tests
    assert isinstance(rows[0], GeneratorTest)
    assert rows[0].trials == 1


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"generator": "mersenne"}, "/generator"),
        ({}, "/generator"),
        ({"generator": "philox", "tests": ["spectral"]}, "/tests"),
        ({"generator": "maple", "tests": ["gap", "gap"]}, "/tests"),
        ({"generator": "maple", "tests": []}, "/tests"),
        ({"generator": "maple", "tests": ["poker"]}, "/tests/0"),
        ({"generator": "maple", "trials": 0}, "/trials"),
        ({"generator": "maple", "trials": 100_001}, "/trials"),
        ({"generator": "shift-register-39", "streams": 64}, "/streams"),
        ({"generator": "maple", "lag": 501}, "/lag"),
        ({"generator": "maple", "low_bits": 3}, "/low_bits"),
        ({"generator": "maple", "seed": -1}, "/seed"),
        ({"generator": "maple", "rng": {}}, "/rng"),
    ],
)
def test_bad_requests_name_the_field(fields: dict[str, object], pointer: str) -> None:
    """The first fault points at the field that is wrong."""
    with pytest.raises(InvalidSpecificationError) as caught:
        parse_problem({"kind": "test-generator", **fields})
    assert caught.value.faults[0].pointer == pointer
