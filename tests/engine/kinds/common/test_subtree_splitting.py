"""Subtrees that are cut off and what is kept are together what was left."""

from __future__ import annotations

import numpy as np

from engine.kinds.common.subtree_splitting import SubtreeTarget, cut, cut_off

STATISTICS = {"place": np.array([1, 0, 2]), "ahead": np.array([[0, 2], [0, 3], [1, 1], [3, 4]])}


def test_only_as_many_levels_as_needed_are_given_away() -> None:
    """Two are wanted: those of the first level, and the shard goes on below the branch it stands in there."""
    target = SubtreeTarget(branches=(5,), round=0, until=10)
    kept, given = cut(target, STATISTICS, 2, 10)
    assert [one.branches for one in given] == [(5, 2), (5, 3)]
    assert (kept.branches, kept.within, kept.round, kept.until) == ((5,), (1,), 1, 30)
    assert {one.until for one in given} == {20}


def test_all_levels_where_there_are_few() -> None:
    """Ten are wanted: all above the level where the search stands; what is ahead there stays the shard's own."""
    kept, given = cut(SubtreeTarget(branches=(), within=(7,), round=1, until=30), STATISTICS, 10, 10)
    assert [one.branches for one in given] == [(7, 2), (7, 3), (7, 1, 1)]
    assert kept.within == (7, 1, 0, 2)


def test_nothing_is_cut_where_enough_rest() -> None:
    """Each gives its share of what is missing."""
    assert [cut_off(resting, 32) for resting in (1, 31, 32, 40)] == [31, 1, 0, 0]
    kept, given = cut(SubtreeTarget(branches=(), round=0, until=10), STATISTICS, 0, 10)
    assert (given, kept.within) == ([], ())
