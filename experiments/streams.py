"""What draws, words and unbiased choices cost, beside numpy's. Run by hand: python -m experiments.streams.

Figures are nanoseconds of processor time, the best of some runs of several million each, in pieces that stay in the
cache, filling of blocks included; "M/s" is millions of choices a second on one core.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import numpy as np

from engine.streams.bounded import bounded_integers
from engine.streams.catalogue import CATALOGUE
from engine.streams.registry import open_stream
from engine.streams.stream import Stream
from engine.streams.word_block import WordBlock

PIECE = 1 << 14
RUNS = 7
SECONDS = 0.1
BOUNDS = (8, 7)


def cost(function: Callable[[], object], items: float = PIECE) -> float:
    """Return nanoseconds for each of the `items` that one call makes."""
    function()
    calls, elapsed = 1, 0.0
    while elapsed < SECONDS:
        calls *= 2
        elapsed = _seconds(function, calls)
    return min(_seconds(function, calls) for _ in range(RUNS)) / calls / items * 1e9


def _seconds(function: Callable[[], object], calls: int) -> float:
    start = time.process_time()
    for _ in range(calls):
        function()
    return time.process_time() - start


def show(name: str, draw: float, word: float | None, choices: list[float]) -> None:
    """Print one row."""
    columns = "".join(f"{choice:9.2f}{1000 / choice:7.0f}" for choice in choices)
    print(f"{name:20}{draw:8.2f}{'' if word is None else f'{word:.2f}':>8}{columns}")


def ours(name: str) -> None:
    """Measure one of our generators."""
    stream: Stream = open_stream(name, 1)
    out = np.empty(PIECE, dtype=np.uint64)
    draw = cost(partial(stream.generator.fill, stream.state, out))
    word = cost(partial(stream.words, PIECE), len(stream.words(PIECE)))
    show(name, draw, word, [cost(partial(bounded_integers, WordBlock(stream), bound, PIECE)) for bound in BOUNDS])


def numpys(bits: type[np.random.BitGenerator]) -> None:
    """Measure one of numpy's generators; its choices are made the same way, by Lemire's rule from 32-bit words."""
    generator = np.random.Generator(bits(1))
    draw = cost(partial(generator.bit_generator.random_raw, PIECE))
    show(
        f"numpy {bits.__name__}",
        draw,
        None,
        [cost(partial(generator.integers, 0, bound, PIECE, dtype=np.int64)) for bound in BOUNDS],
    )


def main() -> None:
    """Print the table."""
    print(f"{'generator':20}{'draw':>8}{'word':>8}" + "".join(f"{f'0..{k - 1}':>9}{'M/s':>7}" for k in BOUNDS))
    for name in [*CATALOGUE, "additive-1-16"]:
        ours(name)
    for bits in (np.random.PCG64DXSM, np.random.Philox, np.random.SFC64):
        numpys(bits)


if __name__ == "__main__":
    main()
