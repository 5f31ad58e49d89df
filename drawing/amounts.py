"""Counted things in words, singular and plural by the number: "1 square", "1,728 squares"."""

from __future__ import annotations

from drawing.numbers import group_digits
from language.translate import ngettext, ngettext_noop

NUMBER = "%(number)s "


def _by_singular(*forms: tuple[str, str]) -> dict[str, tuple[str, str]]:
    """Return forms for one and for many by the singular, without the number."""
    return {one.removeprefix(NUMBER): (one, many) for one, many in forms}


FORMS = _by_singular(
    ngettext_noop("%(number)s beginning", "%(number)s beginnings"),
    ngettext_noop("%(number)s board", "%(number)s boards"),
    ngettext_noop("%(number)s byte", "%(number)s bytes"),
    ngettext_noop("%(number)s closed tour", "%(number)s closed tours"),
    ngettext_noop("%(number)s count", "%(number)s counts"),
    ngettext_noop("%(number)s different tour", "%(number)s different tours"),
    ngettext_noop("%(number)s drawn tour", "%(number)s drawn tours"),
    ngettext_noop("%(number)s entry", "%(number)s entries"),
    ngettext_noop("%(number)s failed or cancelled job", "%(number)s failed or cancelled jobs"),
    ngettext_noop("%(number)s figure", "%(number)s figures"),
    ngettext_noop("%(number)s find", "%(number)s finds"),
    ngettext_noop("%(number)s finding", "%(number)s findings"),
    ngettext_noop("%(number)s job", "%(number)s jobs"),
    ngettext_noop("%(number)s move", "%(number)s moves"),
    ngettext_noop("%(number)s node", "%(number)s nodes"),
    ngettext_noop("%(number)s result", "%(number)s results"),
    ngettext_noop("%(number)s row", "%(number)s rows"),
    ngettext_noop("%(number)s sample", "%(number)s samples"),
    ngettext_noop("%(number)s shard", "%(number)s shards"),
    ngettext_noop("%(number)s shortest way", "%(number)s shortest ways"),
    ngettext_noop("%(number)s slice", "%(number)s slices"),
    ngettext_noop("%(number)s specification", "%(number)s specifications"),
    ngettext_noop("%(number)s square", "%(number)s squares"),
    ngettext_noop("%(number)s table", "%(number)s tables"),
    ngettext_noop("%(number)s term", "%(number)s terms"),
    ngettext_noop("%(number)s test", "%(number)s tests"),
    ngettext_noop("%(number)s thread", "%(number)s threads"),
    ngettext_noop("%(number)s tour", "%(number)s tours"),
    ngettext_noop("%(number)s trial", "%(number)s trials"),
    ngettext_noop("%(number)s undirected tour", "%(number)s undirected tours"),
    ngettext_noop("%(number)s unit of work", "%(number)s units of work"),
    ngettext_noop("%(number)s walk", "%(number)s walks"),
    ngettext_noop("%(number)s word", "%(number)s words"),
)
"""What can be counted, by its singular: its forms for one and for many."""

STATES_AND_VERDICTS = _by_singular(
    ngettext_noop("%(number)s queued", "%(number)s queued"),
    ngettext_noop("%(number)s running", "%(number)s running"),
    ngettext_noop("%(number)s pausing", "%(number)s pausing"),
    ngettext_noop("%(number)s paused", "%(number)s paused"),
    ngettext_noop("%(number)s succeeded", "%(number)s succeeded"),
    ngettext_noop("%(number)s failed", "%(number)s failed"),
    ngettext_noop("%(number)s cancelled", "%(number)s cancelled"),
    ngettext_noop("%(number)s equal", "%(number)s equal"),
    ngettext_noop("%(number)s within error", "%(number)s within error"),
    ngettext_noop("%(number)s weakly within error", "%(number)s weakly within error"),
    ngettext_noop("%(number)s implied", "%(number)s implied"),
    ngettext_noop("%(number)s refuted", "%(number)s refuted"),
    ngettext_noop("%(number)s not reproduced", "%(number)s not reproduced"),
)
"""Words by which jobs and published figures are counted: one form in English, two in other languages."""


def amount(number: int | str, thing: str) -> str:
    """Return a number of things in the current language, with its digits in threes.

    thing: what is counted, in the singular; for jobs their state, for figures their verdict.
    """
    one, many = FORMS.get(thing) or STATES_AND_VERDICTS[thing]
    return ngettext(one, many, int(number), number=group_digits(number))
