"""Tables made from the code: the fields of specifications, the parts of results, the columns of the database.

A page includes a table by a directive: `fields`, `methods`, `parts`, `views`, `columns`, `questions`, `atlas`,
`atlas-tours`, `families`, `features`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

from docutils import nodes
from pydantic import BaseModel
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sqlalchemy import Column, inspect

from api.openapi.json_schema import BOUNDS, Schema, schema_of
from api.submission.form import fields_of
from drawing.features import NAMES as FEATURES
from engine.boards.piece import KNIGHT, NAMES
from engine.kinds.methods import described_methods
from engine.kinds.result_extras import Extra
from engine.kinds.table import MODELS
from engine.specification.result import Part, Result
from engine.specification.squares import EVERY_SQUARE, ONE_SQUARE, SQUARE_LISTS
from findings.atlas.entries import all_entries, entry_key
from findings.atlas.families import Subject, family_entries
from findings.atlas.plan import PARTS
from findings.atlas.tour_plan import TOUR_PARTS
from findings.setup import upgrade
from store.database.db import open_database
from store.models import atlas, campaigns, deletions, jobs, operations, references, results
from store.models.base import Base
from store.settings import Settings
from store.sql.examples import AFTER, EXAMPLES
from store.sql.views import VIEWS

LOADED = (atlas, campaigns, deletions, jobs, operations, references, results)
"""Modules imported so that their tables are known."""

PIECE_NAMES = {piece: name for name, piece in reversed(NAMES.items())}
"""The first name of each piece."""

ROUND = 1 << 20
"""Powers of two above this are written as powers."""

WORDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
}
ONE, SOME = "[a square](../boards.md#squares)", "list of [squares](../boards.md#squares)"
SQUARES = {
    **{name: f"`all` or {ONE}" if name in EVERY_SQUARE else ONE for name in ONE_SQUARE},
    **dict.fromkeys(SQUARE_LISTS, SOME),
    "starts": f"`all` or {SOME}",
    "paths": "list of lists of [squares](../boards.md#squares)",
    **dict.fromkeys(("moves", "barred"), "list of pairs of [squares](../boards.md#squares)"),
    "order": "list of [directions](../boards.md#pieces)",
}
"""Fields whose values mean more than their types say."""

OBJECTS = {
    "MaskBoard": "[a mask](../boards.md#masks)",
    **dict.fromkeys(("Limit", "TourLimit", "Given", "Budget", "RandomNumbers", "FirstTours"), "object"),
}
"""Objects that have no section of their own: a page, or fields by dotted names."""


class Tables(SphinxDirective):
    """A directive whose argument, if any, names what the table is of."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the nodes of the text; the page is read at every build, as the code may have changed."""
        self.env.note_reread()
        return self.parse_text_to_nodes("\n".join(self.lines()), allow_section_headings=True)

    def lines(self) -> Iterator[str]:
        """Yield the text as Markdown."""
        raise NotImplementedError


class Fields(Tables):
    """The fields of a kind's specification, those of objects in it by dotted names."""

    def lines(self) -> Iterator[str]:
        """Yield a table of the kind that the argument names."""
        kind = self.arguments[0]
        schema = schema_of(MODELS[kind])
        heeded = {field.name: field.methods for field in fields_of(kind)}
        for name in [name for name in heeded if "." in name]:
            heeded.setdefault(name.partition(".")[0], heeded[name])
        rows = []
        for name, part, required in flat(schema, schema):
            methods = code(heeded.get(name) or heeded.get(name.partition(".")[0], ())) or "all"
            where = SQUARES.get(name) or values(part)
            rows.append((f"`{name}`", where, default(part, required=required), meaning(part), methods))
        heads = ("field", "value", "default", "meaning", "heeded by")
        shown = len(heads) if any(heeded.values()) else len(heads) - 1
        yield from table(heads[:shown], [row[:shown] for row in rows if row[0] != "`kind`"])


class Methods(Tables):
    """The methods of a kind."""

    def lines(self) -> Iterator[str]:
        """Yield a table of the kind that the argument names."""
        found = described_methods(self.arguments[0])
        rows = [(f"`{name}`", one.summary, one.promise, one.boards, one.cost) for _, name, one in found]
        yield from table(("method", "what it does", "promise", "boards", "cost"), rows)


class Parts(Tables):
    """The document of a result: its own fields, then those of each part."""

    def lines(self) -> Iterator[str]:
        """Yield a section for each."""
        models: list[type[BaseModel]] = [Result, *parts_below(Result), Extra, *parts_below(Extra)]
        for model in models:
            yield f"## {model.__name__}\n"
            yield (model.__doc__ or "").partition("\n")[0].replace("None", "null") + "\n"
            schema = schema_of(model)
            rows = [(f"`{name}`", values(part), meaning(part)) for name, part in schema["properties"].items()]
            yield from table(("field", "value", "meaning"), rows)


class Views(Tables):
    """The views of the database, as its migrations make them, and what they mean."""

    def lines(self) -> Iterator[str]:
        """Yield a section for each."""
        with TemporaryDirectory() as folder:
            logging.getLogger("alembic").setLevel(logging.WARNING)  # or Sphinx takes each migration for a warning
            settings = Settings(data=Path(folder))
            upgrade(settings)
            database = open_database(settings)
            with database.reading() as session:
                known = inspect(session.connection())
                found = {
                    name: [column["name"] for column in known.get_columns(name)] for name in known.get_view_names()
                }
            database.close()
        for name in sorted(found, key=list(VIEWS).index):
            yield f"### {name}\n"
            yield f"{VIEWS[name].about}\n"
            yield from table(("column", "meaning"), [(f"`{one}`", VIEWS[name].columns[one]) for one in found[name]])


class Questions(Tables):
    """Example queries in SQL."""

    def lines(self) -> Iterator[str]:
        """Yield each with its title."""
        for title, sql in EXAMPLES.items():
            after = f" ({AFTER[title]})" if title in AFTER else ""
            yield f"{title}{after}:\n\n```sql\n{sql}\n```\n"


class Features(Tables):
    """The statistics of a tour."""

    def lines(self) -> Iterator[str]:
        """Yield a table of all."""
        yield from table(("statistic", "meaning"), [(f"`{name}`", meaning) for name, meaning in FEATURES.items()])


class Columns(Tables):
    """The tables of the database."""

    def lines(self) -> Iterator[str]:
        """Yield a section for each."""
        for name, one in sorted(Base.metadata.tables.items()):
            yield f"## {name}\n"
            yield f"{one.comment}\n"
            rows = [
                (f"`{column.name}`", str(column.type).lower(), "yes" if column.nullable else "",
                 meaning_of(column))
                for column in one.columns
            ]  # fmt: skip
            yield from table(("column", "type", "may be null", "meaning"), rows)


def meaning_of(column: Column[Any]) -> str:
    """Return the comment on a column, and the columns that it refers to."""
    return ". ".join([*filter(None, [column.comment]), *(f"`{key.target_fullname}`" for key in column.foreign_keys)])


def flat(schema: Schema, whole: Schema, before: str = "") -> Iterator[tuple[str, Schema, bool]]:
    """Yield each property with its dotted name and whether it must be given; a mask has a page of its own."""
    for name, part in schema["properties"].items():
        yield f"{before}{name}", part, name in schema.get("required", ())
        inner = [form["$ref"].rpartition("/")[2] for form in forms(part) if "$ref" in form]
        for one in inner:
            if one != "MaskBoard":
                yield from (
                    (name_, part_, False) for name_, part_, _ in flat(whole["$defs"][one], whole, f"{before}{name}.")
                )


def forms(part: Schema) -> list[Schema]:
    """Return the forms that a value may have, without null."""
    return [form for form in part.get("anyOf", part.get("oneOf", [part])) if form.get("type") != "null"]


def meaning(part: Schema) -> str:
    """Return the description of a property, or of the first of its forms that has one."""
    return next((one["description"] for one in (part, *forms(part)) if "description" in one), "")


def values(part: Schema) -> str:
    """Return in words what values a property may have."""
    return " or ".join(dict.fromkeys(value(form) for form in forms(part))) or "nothing"


def value(form: Schema) -> str:
    """Return in words what values one form has."""
    if "$ref" in form:
        name = form["$ref"].rpartition("/")[2]
        return OBJECTS.get(name, f"[{name}](#{name.lower()})")
    if "enum" in form or "const" in form:
        return code(str(one).lower() if isinstance(one, bool) else one for one in form.get("enum", [form.get("const")]))
    if "anyOf" in form or "oneOf" in form:
        return values(form)
    if form.get("type") == "array":
        items = values(form.get("items", {}))
        return f"list of {items}{'s' if items in WORDS.values() else ''}"
    return WORDS.get(form.get("type", ""), "anything") + bounds(form)


def bounds(form: Schema) -> str:
    """Return the bounds of a number."""
    found = {BOUNDS.get(name, name): one for name, one in form.items() if isinstance(one, int | float)}
    least, above, most, below = map(found.get, BOUNDS.values())
    if least is not None and most is not None:
        return f", {number(least)} to {number(most)}"
    named = [("at least", least), ("at most", most), ("above", above), ("below", below)]
    return "".join(f", {word} {number(one)}" for word, one in named if one is not None)


def number(one: float) -> str:
    """Return a bound in readable form."""
    for offset, after in ((0, ""), (1, " - 1")):
        power = int(one) + offset
        if power > ROUND and power == one + offset and power.bit_count() == 1:
            return f"2^{power.bit_length() - 1}{after}"
    return f"{one:,.0f}" if one == int(one) else f"{one:g}"


def default(part: Schema, *, required: bool) -> str:
    """Return a property's default."""
    if required:
        return "must be given"
    given = part.get("default")
    if isinstance(given, Mapping):
        return ", ".join(f"{name} {one}" for name, one in given.items() if one is not None)
    return "" if given is None else f"`{str(given).lower() if isinstance(given, bool) else given}`"


def parts_below(model: type[BaseModel]) -> list[type[BaseModel]]:
    """Return every part that the fields of a model reach, by name."""
    found: list[type[BaseModel]] = []
    waiting = [model]
    while waiting:
        for field in waiting.pop().model_fields.values():
            new = [one for one in _models(field.annotation) if one not in found]
            found += new
            waiting += new
    return sorted(found, key=lambda one: one.__name__)


def _models(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, Part):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)


class AtlasTours(Tables):
    """The tours that come with the atlas."""

    def lines(self) -> Iterator[str]:
        """Yield a table of the parts: boards, and the jobs on each."""
        asked = [(part, json.dumps(one)) for part in TOUR_PARTS for one in part.specifications]
        rows = [(part.name, ", ".join(map(str, part.families)), f"`{one}`") for part, one in asked]
        yield from table(("part", "boards", "jobs"), rows)


class Atlas(Tables):
    """The contents of the atlas."""

    def lines(self) -> Iterator[str]:
        """Yield a table of its parts: boards, jobs, entries made and planned, and processor time."""
        known = {entry.key: entry for entry in all_entries()}
        rows = []
        for part in PARTS:
            keys = [entry_key(board, _piece(asked), asked) for board in part.boards for asked in part.specifications]
            made = [known[key] for key in keys if key in known]
            questions = code(dict.fromkeys(f"{asked['kind']} {asked['tours']}" for asked in part.specifications))
            seconds = f"{sum(entry.cpu_seconds for entry in made):.0f} s"
            rows.append(
                (part.name, ", ".join(map(str, part.families)), questions, f"{len(made)} of {len(keys)}", seconds)
            )
        yield from table(("part", "boards", "jobs", "entries", "processor time"), rows)


class Families(Tables):
    """The families of boards that come with the atlas."""

    def lines(self) -> Iterator[str]:
        """Yield a table: the arguments of `cavalier family`, the operator, the recurrence, and the growth."""
        rows = []
        for entry in family_entries().values():
            found, growth = entry.figures, entry.figures["growth"]
            order = (
                f"{found['order']:,}{' (proved)' if found['proved'] else ''}" if "order" in found else "not looked for"
            )
            numbers = (found["entries"], found["period"], order, found.get("used", ""), growth["low"], growth["high"])
            counted = (len(found["terms"]), entry.confirmed, f"{entry.cpu_seconds:.1f} s")
            states = ", ".join(f"{number:,}" for number in found["states"])
            cells = (states, *(f"{one:,}" if isinstance(one, int) else str(one) for one in (*numbers, *counted)))
            rows.append((f"`{_asked(entry.subject)}`", *cells))
        head = ("family", "states", "entries", "period", "order", "used terms", "growth from", "to")
        yield from table((*head, "exact terms", "confirmed", "processor time"), rows)


def _asked(subject: Subject) -> str:
    """Return the arguments of `cavalier family`; all tours, which it does not count, are named in words."""
    family, piece, tours = subject
    sort = {"closed": "", "open": " --open", "any": " (all)"}[tours]
    return f"{family}{sort}{'' if piece == KNIGHT else f' --piece {PIECE_NAMES[piece]}'}"


def _piece(specification: Mapping[str, Any]) -> str:
    return ",".join(map(str, specification.get("piece", KNIGHT)))


def code(names: Iterable[object]) -> str:
    """Return names in code style."""
    return ", ".join(f"`{name}`" for name in names)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a Markdown table."""
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives with Sphinx."""
    for name, directive in (
        ("fields", Fields),
        ("methods", Methods),
        ("parts", Parts),
        ("views", Views),
        ("columns", Columns),
        ("questions", Questions),
        ("atlas", Atlas),
        ("atlas-tours", AtlasTours),
        ("families", Families),
        ("features", Features),
    ):
        app.add_directive(name, directive)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
