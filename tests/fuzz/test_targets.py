"""Fuzz targets: they read their corpus, and strange bytes, without a crash."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

import tests.fuzz.__main__ as command
import tests.fuzz.targets as fuzzed
from engine.kinds.parse import InvalidSpecificationError, parse_problem
from tests.fuzz.__main__ import CORPUS, INSTRUMENTED, SlowInputError, Tally, main, not_instrumented, table, timed
from tests.fuzz.documents import Bytes, document
from tests.fuzz.targets import SCHEMA, TARGETS

CHANGES = 40


@pytest.mark.parametrize("target", TARGETS)
def test_the_corpus_is_read(target: str) -> None:
    """Each input of the corpus is read without a crash, also with some bytes changed, removed or inserted."""
    inputs = sorted((CORPUS / target).iterdir())
    assert inputs
    for path in inputs:
        data = path.read_bytes()
        TARGETS[target](data)
        chance = random.Random(path.name)
        for _ in range(CHANGES):
            TARGETS[target](_changed(data, chance))


def test_drawn_documents_are_jobs_of_every_kind() -> None:
    """Some drawn documents of each kind are accepted, so that later checks are reached, and others are refused."""
    chance, accepted, refused = random.Random(1), set(), 0
    for _ in range(3000):
        try:
            accepted.add(parse_problem(document(Bytes(chance.randbytes(100)), SCHEMA)).spec.kind)
        except InvalidSpecificationError:
            refused += 1
    assert accepted == set(SCHEMA["discriminator"]["mapping"])
    assert refused


def test_a_job_that_is_refused_when_it_is_read_again_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the input itself may be refused: an error at the second reading is a crash."""
    monkeypatch.setattr(
        "engine.specification.problem.as_json", lambda _specification: {"kind": "enumerate", "board": "no board"}
    )
    with pytest.raises(InvalidSpecificationError):
        TARGETS["masks"](b"###\n#.#")


def test_what_comes_to_the_same_job_is_planned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Different spellings of one job are planned once; another job is planned, too."""
    planned: list[str] = []
    monkeypatch.setattr(fuzzed, "PLANNED_ONE_IN", 1)
    monkeypatch.setattr(fuzzed, "plan_or_defer", lambda problem, _most, _kept: planned.append(problem.board.label))
    fuzzed._read_again.cache_clear()
    for board in (b'"3x3"', b'{"rows": ["###", "###", "###"]}', b'"3^2"', b'"3x4"'):
        TARGETS["specifications"](b'\x01{"kind": "enumerate", "board": %s}' % board)
    assert planned == ["3x3", "3x4"]
    fuzzed._read_again.cache_clear()


def test_only_what_reads_the_inputs_is_instrumented() -> None:
    """All modules instrumented exist, and the other modules of their packages are excluded."""
    left_out = set(not_instrumented())
    assert all(find_spec(name) for name in INSTRUMENTED)
    assert {"api.app", "engine.search.knuth_probes", "findings.statements.statement"} <= left_out
    assert not {"engine.boards", "engine.boards.labels", "findings.imports.records", "api.jobs.routes"} & left_out


def test_an_input_that_takes_long_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    """An input that takes too much processor time is a crash."""
    monkeypatch.setattr(command, "SLOWEST", 0.1)

    def busy(_data: bytes) -> None:
        begun = time.process_time()
        while time.process_time() < begun + 0.2:
            pass

    timed(len)(b"")  # type: ignore[arg-type]  # any function of bytes
    with pytest.raises(SlowInputError):
        timed(busy)(b"")


def test_it_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Targets take turns until each has read its share, earlier runs included; a crash ends the command."""
    rounds: list[tuple[str, int]] = []

    def read(name: str, runs: int, tally: Tally, _keep: Path) -> bool:
        rounds.append((name, runs))
        tally.inputs += runs
        return name != "imports"

    monkeypatch.setattr(command, "_round", read)
    monkeypatch.setattr(command, "ROUND", 40)
    for inputs in (100, 140):
        monkeypatch.setattr("sys.argv", ["fuzz", "labels", "masks", "--inputs", str(inputs), "--keep", str(tmp_path)])
        assert main() == 0
    assert rounds == [("labels", 40), ("masks", 40), ("labels", 10), ("masks", 10), ("labels", 20), ("masks", 20)]
    assert capsys.readouterr().out.splitlines()[-1].split()[:3] == ["all", "140", "0"]
    monkeypatch.setattr("sys.argv", ["fuzz", "imports", "--inputs", "200", "--keep", str(tmp_path)])
    main()
    assert rounds[-1] == ("imports", 40)
    assert rounds.count(("imports", 40)) == 1


def test_speed_is_by_processor_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time spent waiting for a processor does not count."""

    def waits(*_arguments: str) -> subprocess.CompletedProcess[str]:
        script = "import sys, time; time.sleep(1); sys.stderr.write('#7 DONE')"
        return subprocess.run([sys.executable, "-Sc", script], capture_output=True, text=True, check=True)

    monkeypatch.setattr(command, "_apart", waits)
    tally = Tally()
    assert command._round("labels", 7, tally, tmp_path)
    assert tally.inputs == 7
    assert 0 < tally.seconds < 0.9


def test_a_crash_is_one_until_it_is_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The input of an earlier crash is read first; while it still crashes the command ends with 1."""
    (tmp_path / "crashes" / "labels").mkdir(parents=True)
    kept = tmp_path / "crashes" / "labels" / "crash-1"
    kept.write_bytes(b"8x8")
    monkeypatch.setattr("sys.argv", ["fuzz", "labels", "--inputs", "0", "--keep", str(tmp_path)])
    assert main() == 0
    monkeypatch.setattr("sys.argv", ["fuzz", "no-such-target", "--inputs", "0", "--keep", str(tmp_path)])
    (tmp_path / "crashes" / "no-such-target").mkdir()
    kept.rename(tmp_path / "crashes" / "no-such-target" / "crash-1")
    assert main() == 1


def test_the_table_adds_up() -> None:
    """The table has inputs, crashes and inputs a second, by target and in all."""
    lines = table({"a": Tally(1000, 2.0, 0), "b": Tally(3000, 2.0, 1)}).splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["a", "1,000", "0", "500"],
        ["b", "3,000", "1", "1,500"],
        ["all", "4,000", "1", "1,000"],
    ]


def _changed(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(changed) + 1)
        changed[place : place + chance.randint(0, 2)] = chance.randbytes(chance.randint(0, 2))
    return bytes(changed)
