"""`cavalier stream`: the bytes of a random stream, for PractRand, dieharder and the like."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

import click

from cli.errors import ProblemError, invalid
from cli.settings import keep_kernels
from engine.errors import InvalidProblemError
from engine.streams.catalogue import generator_facts
from engine.streams.stream import Stream

DRAWS = 1 << 16  # about half a megabyte a write


@click.command(short_help="Write a generator's random bytes to standard output.")
@click.argument("generator")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Seed.")
@click.option("--stream", "index", type=click.IntRange(min=0), default=0, show_default=True, help="Which stream.")
@click.option("--streams", type=click.IntRange(1, 65536), default=1, show_default=True, help="Number of streams.")
@click.option("--skip", type=click.IntRange(min=0), default=0, show_default=True, help="Raw draws to jump over first.")
@click.option(
    "--bytes", "size", type=click.IntRange(min=0), default=None, help="Stop after this many.  [default: never]"
)
def stream(generator: str, *, seed: int, index: int, streams: int, skip: int, size: int | None) -> None:
    """Write the stream's 32-bit words, lowest byte first, until the reader closes the pipe.

    For example: cavalier stream pcg64dxsm | RNG_test stdin32
    """
    source = _open(generator, seed, index, streams, skip)
    try:
        _write(sys.stdout.buffer, source, size)
    except BrokenPipeError:
        # The reader closed the pipe. Python would raise again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open(generator: str, seed: int, index: int, streams: int, skip: int) -> Stream:
    """Return the stream at its first draw; a problem names the field if the request cannot be met."""
    try:
        facts = generator_facts(generator, "/generator")
    except InvalidProblemError as error:
        raise _refusal(error.pointer, error.message) from error
    if streams > facts.streams:
        raise _refusal("/streams", f"{generator} has at most {facts.streams} streams")
    if index >= streams:
        raise _refusal("/stream", f"stream {index} of {streams} does not exist")
    keep_kernels()
    from engine.streams.registry import open_stream  # noqa: PLC0415  loads numba, which reads its cache folder's name now

    source = open_stream(generator, seed, index, streams)
    try:
        source.jump(skip)
    except ValueError as error:
        raise _refusal("/skip", str(error)) from error
    return source


def _refusal(pointer: str, detail: str) -> ProblemError:
    return invalid([{"pointer": pointer, "detail": detail}])


def _write(out: BinaryIO, source: Stream, size: int | None) -> None:
    written = 0
    while size is None or written < size:
        block = source.words(DRAWS).astype("<u4").tobytes()
        written += out.write(block if size is None else block[: size - written])
    out.flush()
