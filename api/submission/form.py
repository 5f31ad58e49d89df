"""Forms generated from the specification models: from a model's JSON schema to fields, from a sent form to JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from werkzeug.datastructures import MultiDict

from api.openapi.json_schema import Schema, schema_of
from engine.kinds.methods import described_methods
from engine.kinds.sample.checks import DRAWING
from engine.kinds.table import MODELS
from engine.specification.squares import LISTS_OF_LISTS, ONE_SQUARE, SQUARE_LISTS
from engine.streams.catalogue import CATALOGUE
from language.translate import gettext_noop, translate

Widget = Literal["text", "lines", "number", "choice", "choices", "flag"]
SQUARES = {*ONE_SQUARE, *SQUARE_LISTS}
NUMBERS = re.compile(r"[0-9]+(\s*,\s*[0-9]+)*")
COMMA = re.compile(r"\s*,\s*")
FIRST_TOURS = re.compile(r"first ([0-9]+)")
SEPARATORS = re.compile(r"[;\s]+")
CORNERS = gettext_noop("a1 is the bottom left corner, 1,1 the top left")
HINTS = {
    "board": "8x8, 3x10, torus:8x8, cube:4, 4x4x4, heart, mask:##./###, or a mask as JSON",
    "piece": "knight, camel, giraffe and others, or components such as 1,3",
    "starts": f"all, or squares such as a1 c3 or 1,1 3,3: {CORNERS}",
    "start": CORNERS,
    "end": CORNERS,
    "from": CORNERS,
    "to": f"all, or a square: {CORNERS}",
    "via": f"squares such as a1 c3 or 1,1 3,3: {CORNERS}",
    "givens": "a row of the board a line, from the top: 1 . . 8",
    "tour": f"squares such as a1 c3 or 1,1 3,3: {CORNERS}",
    "paths": "squares one after the other, pieces apart by semicolons: a1 b3 c5; h8 g6",
    "moves": "two squares each: a1 b3; c2 e3",
    "barred": "two squares each: a1 b3; c2 e3",
    "confirm_cost": "otherwise it is refused",
    "limit.tours": "",
    "limit.nodes": "",
    "rng.generator": "",
    "weight": "against the others of equal priority",
    "if_failed": "not given: this job is cancelled",
    "store": "none, all, classes (one for each class of symmetry), or first 100",
    "order": "[[-2, 1], [-1, 2], ...]: all directions",
    "budget.relative_error": "a share: 0.01 is 1 %",
    "after": "ids of jobs, with spaces between them",
    "rng.seed": "the same seed gives the same result",
}
NAMES = {
    "symmetry": "Left as they are by",
    "starts": "Start squares", "start": "First square", "end": "Last square", "from": "From square", "to": "To square",
    "via": "Squares to collect", "by_end": "Count by end square too", "store": "Tours to keep",
    "limit.tours": "Stop after this many tours", "limit.nodes": "Stop after this many squares entered",
    "budget.walks": "Walks", "budget.relative_error": "or until the error is below",
    "budget.cpu_seconds": "or seconds of processor time", "attempts": "Attempts", "until": "When to stop",
    "fewest": "As few as possible", "most": "As many as possible", "exchanges": "Exchanges of moves",
    "tour": "The tour to be found", "guesses": "Guesses allowed",
    "givens": "Numbers given", "paths": "Pieces of path", "moves": "Moves made", "barred": "Moves not made",
    "order": "Order of directions", "visit": "Order of squares", "prune": "What the search may leave out",
    "connected_at": "Test connectivity at squares visited", "particles": "Particles of a population",
    "exact": "Exact success instead of walks", "tail": "Last squares counted exactly", "ends": "Last square",
    "low_bits": "Low bits only",
    "tests": "Tests (none ticked: all that are defined)",
    "rng.generator": "Random-number generator", "rng.seed": "Seed",
    "rng.streams": "Independent streams", "priority": "Priority", "weight": "Share of the workers",
    "confirm_cost": "Compute it though it has very many shards",
    "after": "After these jobs", "if_failed": "If one of these fails",
}  # fmt: skip
"""Labels that say more than the field's name does."""

SUGGESTED = {
    "board": (
        *("5x5", "6x6", "8x8", "3x10", "10x10", "torus:8x8", "cylinder:4x7", "moebius:4x7", "klein:6x6", "cube:4"),
        *("4x4x4", "torus:4x4x4", "mask:###/#.#//###/###", "heart", "ring:10x10-2"),
    ),
    "generator": (*CATALOGUE, "additive-1-63"),
    "rng.generator": (*CATALOGUE, "additive-1-63"),
}
"""Offered while typing; other values are taken as well."""

BUDGET = ("budget.walks", "budget.relative_error", "budget.cpu_seconds")
"""Ways to say how long a job takes; exactly one is given."""

FIRST = (
    *("board", "piece", "tours", "symmetry", "method", "generator", "tests", "trials"),
    *("from", "to", "start", "end", "starts", "tour", "guesses", "givens", "paths", "moves", "barred"),
    *BUDGET,
)
"""Fields shown first; the others are folded away."""

EXCEPT = {"budget.relative_error": DRAWING, "budget.cpu_seconds": DRAWING}
"""Parts of a field that some methods do not take although they heed the field: those methods, by part."""

GRIDS = ("givens",)
"""Fields that take a text grid."""

EVERY_METHOD = ("tours", "starts", "rng", "trials", "streams")
"""Fields that all methods of a kind heed, whether or not their descriptions mention them."""


@dataclass(frozen=True)
class FormField:
    """One field. name: its path in the specification, with dots. many: it takes a list of squares.

    methods: the kind's methods (for tests of generators, the tests) that heed it, none where all do.
    """

    name: str
    widget: Widget
    label: str
    meaning: str = ""
    choices: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()
    default: object = None
    minimum: float | None = None
    maximum: float | None = None
    required: bool = False
    many: bool = field(default=False, compare=False)
    methods: tuple[str, ...] = ()

    @property
    def hint(self) -> str:
        """What may be typed, else what the field means."""
        return translate(HINTS.get(self.name, self.meaning)).replace("`", "")

    @property
    def budget(self) -> bool:
        """Whether it is one of several ways to say how long the job takes."""
        return self.name in BUDGET

    def applies(self, chosen: Collection[str]) -> bool:
        """Whether one of the chosen methods (or tests) heeds it."""
        return not self.methods or not chosen or any(name in self.methods for name in chosen)

    @property
    def basic(self) -> bool:
        """Whether the field is shown outside the fold of further fields."""
        return self.name in FIRST

    @property
    def default_text(self) -> str:
        """Return the default as a person would type it."""
        return as_text(self.default)


@cache
def fields_of(kind: str) -> tuple[FormField, ...]:
    """Return the fields of a kind's form, those of FIRST before the others."""
    schema = schema_of(MODELS[kind])
    found = [
        replace(one, methods=_heeding(kind, one.name))
        for name, part in schema["properties"].items()
        if name != "kind"
        for one in _fields(schema, name, part)
    ]
    order = {name: index for index, name in enumerate(FIRST)}
    return tuple(sorted(found, key=lambda one: order.get(one.name, len(FIRST))))


def chosen_methods(kind: str, form: MultiDict[str, str]) -> list[str]:
    """Return the method that a form has chosen, or the tests; none where the kind has no choice of either."""
    choosing = [one for one in fields_of(kind) if one.name in ("method", "tests")]
    return [name for one in choosing for name in form.getlist(one.name) or as_list(one.default)]


def _heeding(kind: str, name: str) -> tuple[str, ...]:
    """Return the methods that declare that they heed a field; none if none does, or if all do."""
    if name in EXCEPT:
        return tuple(method for _, method, _ in described_methods(kind) if method not in EXCEPT[name])
    own = name.partition(".")[0]
    if own in EVERY_METHOD:
        return ()
    return tuple(method for _, method, entry in described_methods(kind) if own in entry.parameters)


def as_list(value: object) -> list[str]:
    """Return a default as a list of choices."""
    return [str(one) for one in value] if isinstance(value, list) else [] if value is None else [str(value)]


def _fields(schema: Schema, name: str, part: Schema) -> Iterator[FormField]:
    """Yield a property's field, or the fields of the object that it is."""
    forms = [form for form in part.get("anyOf", [part]) if form.get("type") != "null"]
    objects = [schema["$defs"][form["$ref"].rsplit("/", 1)[-1]] for form in forms if "$ref" in form]
    if len(forms) == 1 and objects:
        defaults = part.get("default")
        for inner, inner_part in objects[0]["properties"].items():
            merged = inner_part
            if isinstance(defaults, Mapping) and inner in defaults:
                merged = {**inner_part, "default": defaults[inner]}
            yield from _fields(schema, f"{name}.{inner}", merged)
        return
    yield _field(name, part, forms, required="." not in name and name in schema.get("required", []))


def _field(name: str, part: Schema, forms: list[Schema], *, required: bool) -> FormField:
    form = forms[0] if len(forms) == 1 else Schema()
    items = next((one["items"] for one in forms if one.get("type") == "array"), Schema())
    widget: Widget = "lines" if name in GRIDS else "text"
    choices: Sequence[object] = ()
    if "enum" in form:
        widget, choices = "choice", form["enum"]
    elif "enum" in items:
        widget, choices = "choices", items["enum"]
    elif form.get("type") == "boolean":
        widget = "flag"
    elif form.get("type") in ("integer", "number"):
        widget = "number"
    return FormField(
        name=name,
        widget=widget,
        label=NAMES.get(name, name.replace(".", ": ").replace("_", " ").capitalize()),
        meaning=part.get("description") or form.get("description") or "",
        choices=tuple(map(str, choices)),
        suggested=SUGGESTED.get(name, ()),
        default=part.get("default"),
        minimum=form.get("minimum"),
        maximum=form.get("maximum"),
        required=required,
        many=items.get("type") in ("array", "string") or "anyOf" in items or "oneOf" in items,
    )


def read_form(kind: str, form: MultiDict[str, str]) -> dict[str, object]:
    """Return the specification that a sent form states, as raw JSON values; fields left empty take their defaults.

    What cannot be read stays text: the specification's own models then name the field that is wrong.
    """
    raw: dict[str, object] = {"kind": kind}
    groups = {"": raw}
    for one in fields_of(kind):
        value = _value(one, form) if one.name in form else None
        if value is None or value == one.default:
            continue
        group, _, inner = one.name.rpartition(".")
        groups.setdefault(group, {})[inner] = value
        if group:
            raw[group] = groups[group]
    return raw


def _value(one: FormField, form: MultiDict[str, str]) -> object:
    if one.widget == "choices":
        return form.getlist(one.name) or None
    text = form.get(one.name, "").strip()
    if one.widget == "flag":
        return True if text else None
    if not text:
        return None
    if one.widget == "choice":
        return _number(text) if text.isdecimal() else text
    if one.widget == "lines" and text[0] != "[":
        return text
    return _number(text) if one.widget == "number" else _free(text, one)


def _number(text: str) -> int | float | str:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return text


def _free(text: str, one: FormField) -> object:
    """Read JSON, several squares one after the other, components as in 1,3, or plain text; squares stay as typed."""
    if first := FIRST_TOURS.fullmatch(text):
        return {"first": _number(first[1])}
    if text[0] in "[{":
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    if one.name in LISTS_OF_LISTS:
        return [SEPARATORS.split(COMMA.sub(",", piece.strip())) for piece in text.split(";") if piece.strip()]
    if one.many and text != "all":
        return [part for part in SEPARATORS.split(COMMA.sub(",", text)) if part]
    components = one.name not in SQUARES and "," in text and NUMBERS.fullmatch(text)
    return [_number(part) for part in text.split(",")] if components else text


def fill_form(specification: Mapping[str, object]) -> MultiDict[str, str]:
    """Return a form filled with a job's `specification`."""
    form: MultiDict[str, str] = MultiDict()
    for one in fields_of(str(specification["kind"])):
        value: object = specification
        for part in one.name.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        if isinstance(value, list) and one.widget == "choices":
            form.setlist(one.name, [str(item) for item in value])
        elif value is not None and value is not False:
            pieces = value if isinstance(value, list) and one.name in LISTS_OF_LISTS else [value]
            squares = one.name in (*SQUARE_LISTS, *LISTS_OF_LISTS)
            form[one.name] = "; ".join(map(_squares_text, pieces)) if squares else as_text(value)
    return form


def _squares_text(value: object) -> str:
    """Return a list of squares as a person would type it."""
    return " ".join(map(as_text, value)) if isinstance(value, list) else as_text(value)


def as_text(value: object) -> str:
    """Return a JSON value as a person would type it into a field."""
    if value is None or value is False:
        return ""
    if isinstance(value, list) and all(isinstance(item, int) for item in value):
        return ",".join(map(str, value))
    if isinstance(value, dict) and list(value) == ["first"]:
        return f"first {value['first']}"
    return value if isinstance(value, str) else json.dumps(value)


def field_of(pointer: str | None) -> str:
    """Return the name of the field that a JSON pointer into the specification lies in."""
    return (pointer or "").strip("/").replace("/", ".")
