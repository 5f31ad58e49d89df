"""The texts to be translated."""

from __future__ import annotations

from language.extraction import PACKAGES, deferred_texts, document_texts, extract_texts, marked_texts, sentences_of


def test_marked_texts_are_found() -> None:
    """The arguments of gettext, ngettext and gettext_noop are found in any form."""
    source = """
gettext("Jobs")
words = {"a": gettext_noop("closed tours")}
ngettext("%(number)s square", "%(number)s squares", n)
print("not marked at all")
"""
    assert list(marked_texts(source)) == ["Jobs", ("%(number)s square", "%(number)s squares")]
    assert list(deferred_texts(source)) == ["closed tours"]


def test_errors_need_no_mark() -> None:
    """A text of several words in an error is found; a pointer or a name is not."""
    source = """
raise InvalidProblemError("/board", f"only boards of at most {MOST:,} squares, not {board.size}")
raise ProblemError(422, "invalid-request", "The request is not valid", f"{detail}")
fault = Fault(parameter="start now", detail="is not there")
title, other = "Nothing is here", "nor there"
"""
    assert list(deferred_texts(source)) == [
        "Nothing is here",
        "only boards of at most %(MOST)s squares, not %(size)s",
        "The request is not valid",
        "is not there",
    ]


def test_a_choice_makes_a_sentence_of_each() -> None:
    """Each branch of a choice gives its own sentence; beside values a percent sign is doubled."""
    source = """
gettext_noop(f"{n} tour{'' if n == 1 else 's'} found")
gettext_noop("all of it, 100 %" if whole else f"some {part} % of it")
gettext_noop(f"100 % {'more' if up else 'less'}")
"""
    assert list(deferred_texts(source)) == [
        "%(n)s tour found", "%(n)s tours found", "all of it, 100 %", "some %(part)s %% of it",
        "100 % more", "100 % less",
    ]  # fmt: skip


def test_places_have_names_of_their_own() -> None:
    """A value has one name wherever it occurs, and two values have different names."""
    found = list(deferred_texts('gettext_noop(f"of {a.label} and {b.label}, {a.label} is larger by {len(x)}")'))
    assert found == ["of %(label)s and %(label2)s, %(label)s is larger by %(value)s"]


def test_a_module_of_proofs_says_all_its_sentences() -> None:
    """All sentences are found, with their named parts, but no docstring, key, type or data."""
    source = '''
"""About this module."""
WORDS = {"some key": "what a column means"}
TABLE = "81 0 a8 18"
def prove(kind: Literal["one of these"]) -> str:
    """Return it."""
    ring = "a ring of moves"
    return f"{ring} through {count} squares" if kind == "all of them" else ""
'''
    assert list(sentences_of(source)) == ["what a column means", "a ring of moves through %(count)s squares"]


def test_documents_of_figures_say_what_they_are() -> None:
    """Descriptions of documents, tables and figures are found; titles stay as printed."""
    figures = [{"note": "printed twice", "value": 3}, {"note": "OEIS A1"}]
    document = {"title": "La marche", "about": "counts tours", "tables": [{"what": "all of them", "figures": figures}]}
    assert list(document_texts(document)) == ["counts tours", "all of them", "printed twice"]


def test_charts_are_labelled_in_the_language_of_their_page() -> None:
    """Title, axes and series of a chart, and the description of a method, are found."""
    source = """
Chart("rate", "Work per second", "seconds", f"units of {what}", [Series("mean rate", points)])
replace(CODE, summary="the cheapest", boards="every board")
"""
    assert set(deferred_texts(source)) == {
        "Work per second", "seconds", "units of %(what)s", "mean rate", "the cheapest",
    }  # fmt: skip


def test_every_sort_of_file_has_texts() -> None:
    """Texts come from templates, scripts, modules, commands and data files."""
    files = {file.rpartition(".")[2] for package in PACKAGES for file, _, _ in extract_texts(package)}
    assert files == {"click", "html", "js", "json", "py"}
