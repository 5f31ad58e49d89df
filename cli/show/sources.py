"""The sources of a figure in a few words."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten
from typing import Any

from language.translate import gettext, translate
from phrasing.vocabulary import method_words

MAX_SOURCES = 2
MAX_TITLE = 24


def sources_of(one: dict[str, Any]) -> str:
    """Return who states a figure: the first sources, how many others, and what certifies or contradicts it."""
    sources = list(dict.fromkeys(_source_words(source, one["sources"]) for source in one["sources"]))
    others = len(sources) - MAX_SOURCES + one["more"]
    methods = one["confirmed_by"]
    confirmed = gettext(", by %(number)s methods", number=len(methods)) if len(methods) > 1 else ""
    more = gettext(" and %(number)s more", number=others) if others > 0 else ""
    return ", ".join(sources[:MAX_SOURCES]) + more + confirmed + "".join(map(_certificate, one.get("certificates", [])))


def _certificate(one: dict[str, Any]) -> str:
    job = one["job"][:6]
    if one.get("program"):
        made = gettext(", counted again by %(program)s", program=one["program"])
        return made if one["agrees"] else gettext(", CONTRADICTED by %(program)s", program=one["program"])
    if one["agrees"]:
        return gettext(", certified by job %(id)s", id=job)
    return gettext(", CONTRADICTED by the certificate of job %(id)s", id=job)


def _source_words(source: dict[str, Any], others: Sequence[dict[str, Any]]) -> str:
    """Return a source in a few words: the number of its sequence, the job by its method, else its title's beginning.

    others: all sources of the figure. Entries of the atlas that found it by the same method are one source.
    """
    if source["link"]:
        return f"OEIS {source['link'].rpartition('/')[2]}"
    if source["kind"] == "job":
        return gettext("job %(id)s (%(method)s)", id=source["id"][:6], method=translate(method_words(source["method"])))
    if source["kind"] == "atlas":
        found = [each["certificate"] for each in others if each["method"] == source["method"] and each["certificate"]]
        how = _how(translate(method_words(source["method"])), found)
        return gettext("%(title)s (%(how)s)", title=translate(source["title"]), how=how)
    return shorten(translate(source["title"]), MAX_TITLE, placeholder=" …")


def _how(method: str, certificates: Sequence[dict[str, Any]]) -> str:
    """Return the method and what its count was confirmed by: another order of squares, or else another program."""
    if not certificates:
        return method
    program = certificates[0].get("program") if all("program" in each for each in certificates) else None
    if program is None:
        return gettext("%(method)s, certified", method=method)
    return gettext("%(method)s, counted again by %(program)s", method=method, program=program)
