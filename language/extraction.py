"""The texts to be translated: the marked texts of templates, scripts and modules, and the sentences of errors.

In a module these are the arguments of `gettext`, `ngettext`, `gettext_noop` and `ngettext_noop`. These need no mark:

- errors: a text of several words in a call whose name ends in `Error` or is one of `ERROR_CALLS`, or under a name of
  `ERROR_KEYWORDS`;
- the values of enumerations and of `TEXT_TABLES`;
- the descriptions of fields in the models of `FORM_MODULES`.

Values in an f-string become places. A choice between two texts in it makes a sentence of each.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

import click
from babel.messages.extract import extract

from language.catalogue import SCRIPT
from language.template_match import PLACE, Pattern

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("drawing", "engine", "phrasing", "store", "findings", "reproduction", "workers", "api", "cli")
"""Packages from the bottom up: a text in several is in the catalogue of the lowest."""

CLIENTS = {"cli": ("client/cavalier",)}
"""Packages in English alone, by the package that shows their errors."""

KEYWORDS = {"gettext": None, "ngettext": (1, 2), "_": None, "gettext_noop": None}
ERROR_CALLS = {"Fault", "invalid", "not_found", "nothing", "problem", "refuse", "too_many"}
ERROR_KEYWORDS = {"detail", "message", "title"}
TEXT_ARGUMENTS = {
    "gettext_noop": (0,), "echo_message": (0,), "say": (1,), "listing": (0, 1), "Chart": (1, 2, 3), "Series": (0,),
    "Computed": (1,),
}  # fmt: skip
"""By called name, the arguments that are texts, or lists of texts, translated when their values are in them."""

TEXT_KEYWORDS = {
    "GeneratorFacts": ("title", "period_text", "advice"), "replace": ("summary", "cost"), "Table": ("missing",),
}  # fmt: skip
"""By called name, the keywords that are such texts."""

HELP = {"help", "short_help"}
COMMAND_DECORATORS = {"command", "group"}
"""Decorators of click that make a function a command, with its docstring as help."""

TEXT_CALLS = {"KindPhrasing", "Facet"}
"""Calls whose texts are all shown to people."""

TEXT_TABLES = {"FACETS", "FAULTS", "HINTS", "NAMES", "ORDERS", "PLURALS", "REMEDIES", "SORTS", "STRUCTURES"}
"""Dictionaries whose values are all shown to people."""

TEXT_MODULES = (
    "engine/boards/existence/", "engine/construction/flat_boards/scheme.py", "engine/kinds/construct/stages/",
    "engine/features/extremes.py", "engine/kinds/enumerate/auto_method.py", "engine/kinds/census/weighted/cost.py",
    "engine/kinds/common/durations.py", "engine/search/quotient/ways.py", "store/sql/views.py",
)  # fmt: skip
"""Modules whose texts are all shown to people: proofs, reasons for a method, and meanings of columns."""

PUBLISHED = "findings/references/data"
"""Documents of published figures, with texts about themselves, their tables and figures."""

PUBLISHED_KEYS = {"about", "what", "note", "finding"}

FORM_MODULES = ("engine/specification/fields.py", *(f"engine/kinds/{kind}/specification.py" for kind in (
    "census", "certificate", "complete", "construct", "distance", "enumerate", "generator_test", "imported", "index",
    "puzzle", "sample", "strip", "symmetry", "uncrossed",
)))  # fmt: skip
"""Modules whose models have a form on a page."""

WORD = re.compile("[a-z]{3}")
FORMATTED = re.compile(r"\{(\w+)\}")
MAX_VARIANTS = 16

Text = str | tuple[str, str]
"""A text, or its forms for one and for many."""

Extracted = tuple[str, Text, bool]
"""The file below the root, the text, and whether it is translated later, when its values are in it already."""


def extract_texts(package: str) -> Iterator[Extracted]:
    """Yield every text of a package, file by file; for the command also those of the client and click."""
    for path in sorted(path for folder in (package, *CLIENTS.get(package, ())) for path in (ROOT / folder).rglob("*")):
        name = path.relative_to(ROOT).as_posix()
        if path.suffix == ".py":
            source = path.read_text(encoding="utf-8")
            yield from ((name, text, True) for text in deferred_texts(source))
            yield from ((name, text, False) for text in marked_texts(source))
            if name in FORM_MODULES:
                yield from ((name, text, True) for text in field_texts(source))
            if name.startswith(TEXT_MODULES):
                yield from ((name, text, True) for text in sentences_of(source))
        elif path.suffix in (".html", SCRIPT):
            method = "jinja2" if path.suffix == ".html" else "javascript"
            yield from ((name, text, False) for text in _by_babel(method, path))
        elif name.startswith(PUBLISHED) and path.suffix == ".json":
            yield from ((name, text, True) for text in document_texts(json.loads(path.read_text(encoding="utf-8"))))
    if package == "cli":
        for path in sorted(Path(click.__file__).parent.glob("*.py")):
            yield from (("click", text, True) for text in _by_babel("python", path))


def _by_babel(method: str, path: Path) -> Iterator[Text]:
    with path.open("rb") as file:
        options = {"newstyle_gettext": "true", "silent": "false"} if method == "jinja2" else {}
        for _, text, _, _ in extract(method, file, keywords=KEYWORDS, options=options):
            yield text if isinstance(text, str) else (text[0], text[1])


def marked_texts(source: str) -> Iterator[Text]:
    """Yield the texts of a module that are translated at once."""
    for node in ast.walk(ast.parse(source)):
        name = _name(node)
        if isinstance(node, ast.Call) and name in {"ngettext", "ngettext_noop"}:
            one, many = (_texts([form]) for form in node.args[:2])
            yield from zip(one, many, strict=True)
        elif isinstance(node, ast.Call) and name == "gettext":
            yield from _texts(node.args[:1])
        elif isinstance(node, ast.FunctionDef) and any(map(_makes_command, node.decorator_list)):
            yield ast.get_docstring(node) or ""
        if isinstance(node, ast.Call):
            yield from _texts(keyword.value for keyword in node.keywords if keyword.arg in HELP)


def _makes_command(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Attribute) and called.attr in COMMAND_DECORATORS


def _texts(values: Iterable[ast.expr]) -> Iterator[str]:
    """Yield every text among the values, or in lists of them."""
    for value in values:
        for one in value.elts if isinstance(value, ast.List) else [value]:
            yield from filter(None, _templates(one))


class Constants(ast.NodeTransformer):
    """Puts texts that a function has named into its f-strings that use the name."""

    def __init__(self) -> None:
        self._named: dict[str, ast.Constant] = {}

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Collect the texts of one function."""
        before, self._named = self._named, {
            target.id: assigned.value
            for assigned in node.body
            if isinstance(assigned, ast.Assign) and isinstance(assigned.value, ast.Constant)
            for target in assigned.targets
            if isinstance(target, ast.Name) and isinstance(assigned.value.value, str)
        }  # fmt: skip
        node = self.generic_visit(node)  # type: ignore[assignment]  # the same node
        self._named = before
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        """Put a text in the place of its name."""
        return self._named.get(node.value.id, node) if isinstance(node.value, ast.Name) else node


def _name(node: ast.AST) -> str:
    """Return the name of what a call calls, without its module or object; empty for other nodes."""
    called = node.func if isinstance(node, ast.Call) else None
    return called.id if isinstance(called, ast.Name) else str(getattr(called, "attr", ""))


def deferred_texts(source: str) -> Iterator[str]:
    """Yield the texts of a module that are translated when shown."""
    for node in ast.walk(Constants().visit(ast.parse(source))):
        if isinstance(node, ast.Call):
            yield from _of_call(node)
        elif isinstance(node, ast.Assign):
            yield from _of_assignment(node)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield from _of_table(node.target, node.value)
        elif isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "StrEnum" for base in node.bases):
            yield from (text for line in node.body if isinstance(line, ast.Assign) for text in _templates(line.value))


def _of_call(call: ast.Call) -> Iterator[str]:
    name = _name(call)
    if name in TEXT_ARGUMENTS:
        yield from _texts(call.args[place] for place in TEXT_ARGUMENTS[name] if place < len(call.args))
    elif name in TEXT_KEYWORDS:
        yield from _texts(keyword.value for keyword in call.keywords if keyword.arg in TEXT_KEYWORDS[name])
    elif name in TEXT_CALLS:
        yield from (text for value in call.args for text in _templates(value))
    elif name.endswith("Error") or name in ERROR_CALLS:
        given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg in ERROR_KEYWORDS)]
        yield from _sentences(given)


def _of_assignment(node: ast.Assign) -> Iterator[str]:
    for target in node.targets:
        yield from _of_table(target, node.value)
        pairs = (
            zip(target.elts, node.value.elts, strict=False)
            if (isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple))
            else [(target, node.value)]
        )
        yield from _sentences(
            [value for name, value in pairs if isinstance(name, ast.Name) and name.id in ERROR_KEYWORDS]
        )


def _of_table(target: ast.expr, value: ast.expr) -> Iterator[str]:
    """Yield the values of one of the tables; `{name}`, to be formatted, is a place, too."""
    if isinstance(target, ast.Name) and target.id in TEXT_TABLES and isinstance(value, ast.Dict):
        texts = [text for one in value.values for text in _templates(one) if " " in text or text.isalpha()]
        yield from (FORMATTED.sub(r"%(\1)s", text) for text in texts)


def field_texts(source: str) -> Iterator[str]:
    """Yield the field descriptions of a module's models, except parts of results."""
    models = [node for node in ast.parse(source).body if not (isinstance(node, ast.ClassDef) and _is_part(node))]
    for node in (inner for outer in models for inner in ast.walk(outer)):
        if isinstance(node, ast.keyword) and node.arg == "description":
            yield from _templates(node.value)


def _is_part(model: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id == "Part" for base in model.bases)


def sentences_of(source: str) -> Iterator[str]:
    """Yield every sentence of a module: no docstring, no key of a table, no data."""
    tree = Constants().visit(ast.parse(source))
    passed = [key for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys]
    passed += [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    passed += [node for node in ast.walk(tree) if isinstance(node, ast.Subscript | ast.Compare)]
    inside = {id(part) for node in passed if node is not None for part in ast.walk(node)}
    inside |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.JoinedStr)]
    yield from filter(WORD.search, _sentences(node for node in nodes if id(node) not in inside))


def document_texts(part: object) -> Iterator[str]:
    """Yield the sentences of a document of published figures, wherever they are in it."""
    if isinstance(part, list):
        yield from (text for one in part for text in document_texts(one))
    elif isinstance(part, dict):
        for name, value in part.items():
            if name in PUBLISHED_KEYS and isinstance(value, str) and WORD.search(value):
                yield value.replace("%", "%%") if PLACE.search(value) else value
            else:
                yield from document_texts(value)


def _sentences(values: Iterable[ast.expr]) -> Iterator[str]:
    for value in values:
        for text in _templates(value):
            pattern = Pattern.of(text, "")
            if " " in text.strip() and (pattern.is_telling or not pattern.names):
                yield text


def _templates(node: ast.expr) -> list[str]:
    """Return the templates of a text: itself, or one for each of the choices in it."""
    if isinstance(node, ast.IfExp):
        return [*_templates(node.body), *_templates(node.orelse)]
    if not isinstance(node, ast.JoinedStr):
        return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
    names: dict[str, str] = {}
    parts = [_part(part, names) for part in node.values]
    variants = ["".join(variant) for variant in product(*parts)][:MAX_VARIANTS]
    return [text if PLACE.search(text) else text.replace("%%", "%") for text in variants]


def _part(part: ast.expr, names: dict[str, str]) -> Sequence[str]:
    """Return the forms of a part of an f-string: literal text, the place of a value, or the texts of a choice."""
    if isinstance(part, ast.Constant):
        return [str(part.value).replace("%", "%%")]
    assert isinstance(part, ast.FormattedValue)
    if isinstance(part.value, ast.IfExp) and (choices := _templates(part.value)):
        return choices
    source = ast.unparse(part.value)
    if source not in names:
        plain = {ast.Name: "id", ast.Attribute: "attr"}.get(type(part.value))
        name = str(getattr(part.value, plain)) if plain else "value"
        names[source] = name if name not in names.values() else f"{name}{len(names) + 1}"
    return [f"%({names[source]})s"]
