"""Checkpoints: equal arrays give equal bytes and are unpacked unchanged."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from store.arrays import pack_arrays, unpack_arrays

ANY_ARRAY = arrays.arrays(
    dtype=st.sampled_from([np.uint64, np.int32, np.float64, np.uint8]), shape=arrays.array_shapes(min_side=0)
)


@given(st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), ANY_ARRAY, min_size=1, max_size=4))
def test_round_trip_and_repeatable(named: dict[str, np.ndarray]) -> None:
    """Packing depends on names and contents alone, not on their order."""
    packed = pack_arrays(named)

    assert packed == pack_arrays(dict(reversed(named.items())))
    unpacked = unpack_arrays(packed)
    assert unpacked.keys() == named.keys()
    for name, array in named.items():
        assert unpacked[name].dtype == array.dtype
        np.testing.assert_array_equal(unpacked[name], array)


def test_nothing_unpacks_to_nothing() -> None:
    """A shard without a checkpoint has no arrays."""
    assert unpack_arrays(None) == {}
