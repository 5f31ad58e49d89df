"""Pages in French: each is linked with its English twin, and the theme's text around it is in French, too.

A page of `docs/fr` is the twin of the page of the same path in `docs`.
"""

from __future__ import annotations

import re
from gettext import translation
from pathlib import Path
from typing import Any

import sphinx.locale
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.environment.adapters.toctree import TocTree

FRENCH, ENGLISH = "fr", "en"
FRONT = f"{FRENCH}/index"
NAMES = {FRENCH: "Français", ENGLISH: "English"}
SPHINX = translation("sphinx", Path(sphinx.locale.__file__).parent, [FRENCH])
"""Sphinx's own French translations."""

THEME = {
    "On this page": "Sur cette page",
    "Home": "Accueil",
    "Next": "Suivant",
    "Previous": "Précédent",
    "Back to top": "Retour en haut",
    "Skip to content": "Aller au contenu",
    "Made with ": "Fait avec ",
    '<a href="https://www.sphinx-doc.org/">Sphinx</a> and ': '<a href="https://www.sphinx-doc.org/">Sphinx</a> et ',
    "Search": "Chercher",
}
"""Texts of the theme that Sphinx does not translate."""

LABELS = {
    "Toggle site navigation sidebar": "Montrer ou cacher la navigation",
    "Toggle table of contents sidebar": "Montrer ou cacher le sommaire de la page",
    "Toggle Light / Dark / Auto color theme": "Changer les couleurs : claires, sombres ou celles du système",
}
"""Labels that the theme has in English only."""

TITLE = re.compile(r'(?<= title=")Link to this \w+')


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the functions for each page, before the theme makes its navigation, and for the end of the build."""
    app.connect("html-page-context", speak, priority=400)
    app.connect("build-finished", label)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def french(text: str) -> str:
    """Return a text of Sphinx or the theme in French."""
    return THEME.get(text) or SPHINX.gettext(text)


def is_french(page: str) -> bool:
    """Whether a page is in French."""
    return page.startswith(f"{FRENCH}/")


def twin(env: BuildEnvironment, page: str) -> str | None:
    """Return the twin of a page in the other language, if there is one."""
    other = page.removeprefix(f"{FRENCH}/") if is_french(page) else f"{FRENCH}/{page}"
    return other if other in env.found_docs else None


def speak(app: Sphinx, page: str, _template: str, context: dict[str, Any], _document: nodes.document | None) -> None:
    """Link a page to its twin and, if the page is in French, translate the theme's text around it."""
    own, other = (FRENCH, ENGLISH) if is_french(page) else (ENGLISH, FRENCH)
    found = twin(app.env, page)
    context["twin"] = {"page": found or FRONT, "language": other, "name": NAMES[other]}
    if found is not None:
        for language, name in ((own, page), (other, found)):
            address = app.builder.get_relative_uri(page, name) or Path(app.builder.get_target_uri(page)).name
            context["metatags"] += f'\n<link rel="alternate" hreflang="{language}" href="{address}">'
    if own == FRENCH:
        context |= dict.fromkeys(("_", "gettext"), french)
        context["language"], context["master_doc"] = FRENCH, FRONT
        context["toctree"] = lambda **options: _shelves(app, page, **options)
        context["body"] = TITLE.sub(lambda title: french(title[0]), context["body"])
        context["prev"], context["next"] = _neighbours(app, page)


def _shelves(app: Sphinx, page: str, **options: Any) -> str:  # noqa: ANN401  as Sphinx has it
    """Return the French navigation: the pages that the French front page lists."""
    options.pop("maxdepth", None)
    trees = app.env.get_doctree(FRONT).findall(addnodes.toctree)
    known = TocTree(app.env)
    found = [known.resolve(page, app.builder, tree, prune=False, **options) for tree in trees]
    return "".join(app.builder.render_partial(tree)["fragment"] for tree in found if tree is not None)  # type: ignore[attr-defined]


def _neighbours(app: Sphinx, page: str) -> list[dict[str, str] | None]:
    """Return the pages before and after one, in the order of the front page."""
    order = [FRONT, *app.env.toctree_includes[FRONT]]
    place = order.index(page)
    return [
        {"link": app.builder.get_relative_uri(page, order[near]), "title": app.env.titles[order[near]].astext()}
        if 0 <= near < len(order) else None
        for near in (place - 1, place + 1)
    ]  # fmt: skip


def label(app: Sphinx, error: Exception | None) -> None:
    """Name the theme's switches on the pages in French."""
    if error is None and app.builder.format == "html":
        for path in (Path(app.outdir) / FRENCH).rglob("*.html"):
            text = path.read_text(encoding="utf-8")
            for said, meant in LABELS.items():
                text = text.replace(f'"{said}"', f'"{meant}"')
            path.write_text(text, encoding="utf-8")
