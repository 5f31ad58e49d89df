"""`cavalier stream`, which writes the generator's own bytes."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest
from click.testing import CliRunner

from cli.main import main


def output(*arguments: str) -> bytes:
    """Run the command to its end and return what it wrote."""
    result = CliRunner().invoke(main, ["stream", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout_bytes


def test_the_bytes_are_numpys() -> None:
    """The bytes of philox are numpy's raw draws, lowest byte first; any number of bytes is possible."""
    assert output("philox", "--seed", "5", "--bytes", "1001") == np.random.Philox(5).random_raw(200).tobytes()[:1001]


def test_skip_and_streams() -> None:
    """Skipping jumps over draws, and streams are those of jobs."""
    whole = output("pcg64dxsm", "--stream", "2", "--streams", "4", "--bytes", "800")
    assert whole == np.random.PCG64DXSM(1).jumped(2).random_raw(100).tobytes()
    assert output("pcg64dxsm", "--stream", "2", "--streams", "4", "--skip", "60", "--bytes", "320") == whole[480:]


def test_a_long_output_goes_on() -> None:
    """Several blocks are written without a gap."""
    assert output("sfc64", "--bytes", "1200000") == np.random.SFC64(1).random_raw(150_000).tobytes()


@pytest.mark.parametrize(
    ("arguments", "pointer"),
    [
        (["mersenne"], "/generator"),
        (["philox", "--stream", "1"], "/stream"),
        (["shift-register-39", "--streams", "64"], "/streams"),
        (["sfc64", "--skip", str(10**14)], "/skip"),
    ],
)
def test_bad_requests_name_the_field(arguments: list[str], pointer: str) -> None:
    """A problem document and exit code 2."""
    result = CliRunner().invoke(main, ["stream", *arguments])
    assert result.exit_code == 2
    assert json.loads(result.stderr)["errors"][0]["pointer"] == pointer


def test_a_reader_that_leaves_is_no_error() -> None:
    """An endless stream ends in silence when its pipe is closed."""
    command = [sys.executable, "-m", "cli.main", "stream", "sfc64"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert len(process.stdout.read(100)) == 100
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""
