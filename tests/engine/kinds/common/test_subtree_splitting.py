"""Splitting of a shard's remaining work: the subtrees cut off and the part that it keeps."""

from __future__ import annotations

import numpy as np

from engine.kinds.common.subtree_splitting import SubtreeTarget, cut, cut_off

STATISTICS = {"place": np.array([1, 0, 2]), "ahead": np.array([[0, 2], [0, 3], [1, 1], [3, 4]])}


def test_only_as_many_levels_as_needed_are_given_away() -> None:
    """Where two are needed, those of the first level are given away; the shard keeps its current branch there."""
    target = SubtreeTarget(branches=(5,), round=0, until=10)
    kept, given = cut(target, STATISTICS, 2, 10)
    assert [one.branches for one in given] == [(5, 2), (5, 3)]
    assert (kept.branches, kept.within, kept.round, kept.until) == ((5,), (1,), 1, 30)
    assert {one.until for one in given} == {20}


def test_all_levels_where_there_are_few() -> None:
    """Where ten are needed, all above the level of the search are given away; the shard keeps what is ahead there."""
    kept, given = cut(SubtreeTarget(branches=(), within=(7,), round=1, until=30), STATISTICS, 10, 10)
    assert [one.branches for one in given] == [(7, 2), (7, 3), (7, 1, 1)]
    assert kept.within == (7, 1, 0, 2)


def test_nothing_is_cut_where_enough_rest() -> None:
    """Each paused shard gives its share of the missing subtrees, none where enough shards are paused."""
    assert [cut_off(resting, 32) for resting in (1, 31, 32, 40)] == [31, 1, 0, 0]
    kept, given = cut(SubtreeTarget(branches=(), round=0, until=10), STATISTICS, 0, 10)
    assert (given, kept.within) == ([], ())
