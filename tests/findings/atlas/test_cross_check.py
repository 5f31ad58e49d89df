"""Entries are compared with each other and with published figures."""

from __future__ import annotations

from dataclasses import replace

from findings.atlas.cross_check import differences, find_refuted
from findings.atlas.entries import AtlasFigure, Entry, all_entries
from tests.findings.atlas.samples import BY_START, sample_entry


def test_what_comes_with_this_version_is_what_is_published() -> None:
    """No entry contradicts an exact published figure, and many boards are in both."""
    assert list(find_refuted(all_entries())) == []
    both = [entry for entry in all_entries() if list(find_refuted([_with_another_count(entry)]))]
    assert len(both) > 10


def _with_another_count(entry: Entry) -> Entry:
    """Return an entry with each of its counts one too large."""
    wrong = [replace(figure, value=str(int(figure.value) + 1)) for figure in entry.figures if figure.exact]
    return replace(entry, figures=tuple(wrong))


def test_a_wrong_count_is_named() -> None:
    """A wrong count is reported with both values and the publication."""
    (told,) = find_refuted([sample_entry("1729")])
    assert told.startswith("5x5/1,2/enumerate/any: tours 1729, and 1728 in ")


def test_two_entries_about_the_same() -> None:
    """Exact values and counts by start square must be equal; a value in only one entry is no difference."""
    assert differences(sample_entry(), sample_entry()) == []
    assert differences(sample_entry(), replace(sample_entry(), figures=())) == []
    assert differences(sample_entry(), sample_entry("1736")) == ["5x5/1,2/enumerate/any: tours 1728, and 1736"]
    assert len(differences(sample_entry(), sample_entry(by_start=BY_START | {"1,1": "303"}))) == 1


def test_estimates_differ_by_chance() -> None:
    """Estimates within a few standard errors agree, and others do not."""

    def estimate(value: float) -> AtlasFigure:
        return AtlasFigure("tours", "directed", str(value), "smc", exact=False, standard_error=3.0, samples=8)

    first, near, far = (replace(sample_entry(), figures=(estimate(value),)) for value in (100.0, 104.0, 150.0))
    assert differences(first, near) == []
    assert len(differences(first, far)) == 1
