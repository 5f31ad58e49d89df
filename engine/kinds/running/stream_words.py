"""The words of a shard's stream, from its beginning or from a checkpoint."""

from __future__ import annotations

from engine.arrays import Arrays
from engine.specification.fields import RandomNumbers
from engine.streams.registry import open_stream, resume_words
from engine.streams.word_block import WordBlock


def words_of(rng: RandomNumbers, stream: int, checkpoint: Arrays | None) -> WordBlock:
    """Return the words of a stream, at the place that the checkpoint holds."""
    if checkpoint is not None:
        return resume_words(checkpoint)
    return WordBlock(open_stream(rng.generator, rng.seed, stream, rng.streams))
