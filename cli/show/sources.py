"""The sources of a figure in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import shorten
from typing import Any

from language.translate import gettext, translate

MAX_SOURCES = 2
MAX_TITLE = 24


def sources_of(one: dict[str, Any]) -> str:
    """Return who states a figure: the first sources, how many others, and what certifies or contradicts it."""
    certificates = [(source["method"], source["certificate"]) for source in one["sources"] if source["certificate"]]
    certified = dict(
        sorted(certificates, key=lambda pair: "program" not in pair[1])
    )  # another order comes last: it stays
    sources = list(dict.fromkeys(_source_words(source, certified) for source in one["sources"]))
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


def _source_words(source: dict[str, Any], certified: Mapping[str, Any]) -> str:
    """Return a source in a few words: the number of its sequence, the job by its method, else its title's beginning.

    certified: certificates by the methods by which certified entries of the atlas have found the figure; all its
    entries by a method are one source.
    """
    if source["link"]:
        return f"OEIS {source['link'].rpartition('/')[2]}"
    if source["kind"] == "job":
        return gettext("job %(id)s (%(method)s)", id=source["id"][:6], method=translate(source["method"]))
    if source["kind"] == "atlas":
        method = translate(source["method"])
        certificate = certified.get(source["method"])
        if certificate is None:
            how = method
        elif certificate.get("program"):
            how = gettext("%(method)s, counted again by %(program)s", method=method, program=certificate["program"])
        else:
            how = gettext("%(method)s, certified", method=method)
        return gettext("%(title)s (%(how)s)", title=translate(source["title"]), how=how)
    return shorten(translate(source["title"]), MAX_TITLE, placeholder=" …")
