"""From raw JSON to a checked, normalised specification, and from a specification to its fingerprint."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from engine.kinds.imported.methods import IMPORT
from engine.kinds.imported.specification import ImportSpecification
from engine.kinds.table import MODELS, job_specification
from engine.specification.fields import BoardSpecification, Specification
from engine.specification.model_errors import CHOICES, error_words, merged_words
from engine.specification.problem import Faults, ParsedSpecification, normalise

ABSENT = {"missing", "union_tag_not_found"}
"""Pydantic's errors whose location names a field that the body lacks."""
NOT_ASKED = "default_factory_not_called"
"""Pydantic's error of a field whose default depends on a wrong field: no fault of its own."""
ANY_BOARD = "1x1"
"""Placeholder in a template for the board, which is given later."""


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a specification: where (a JSON pointer) and what."""

    pointer: str
    message: str


class InvalidSpecificationError(ValueError):
    """A specification that was refused, with every fault found."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{fault.pointer}: {fault.message}" for fault in faults))
        self.faults = list(faults)


def parse_specification(raw: object) -> Specification:
    """Return the typed specification in `raw` (decoded JSON) in its normal form; errors as of `parse_problem`."""
    return parse_problem(raw).spec


def parse_problem(raw: object) -> ParsedSpecification[Specification]:
    """Return the problem in `raw` (decoded JSON), its specification in normal form: equal problems become equal.

    Labels become canonical, squares coordinates. InvalidSpecificationError names each wrong field.
    """
    wrong = Faults()
    problem = normalise(_validate(raw), wrong)
    if problem is None:
        raise InvalidSpecificationError([Fault(pointer, message) for pointer, message in wrong])
    return problem


def parse_template(raw: Mapping[str, object]) -> BoardSpecification:
    """Return a specification for several boards, of which it names none, as its kind's model.

    Its `board` is a placeholder. Squares stay as they are written: boards name them differently.
    InvalidSpecificationError names each wrong field.
    """
    kind = str(raw.get("kind"))
    if kind in MODELS and "board" not in _fields(kind):
        raise InvalidSpecificationError([Fault("/kind", "a job of this kind is about no board")])
    if "board" in raw:
        raise InvalidSpecificationError([Fault("/board", "leave it out: the boards stand apart")])
    typed = _validate({**raw, "board": ANY_BOARD})
    assert isinstance(typed, BoardSpecification)
    return typed


def stored_problem(document: Mapping[str, object]) -> ParsedSpecification[Specification]:
    """Return the problem of a stored job, which was submitted or is an import."""
    if document.get("kind") == IMPORT:
        return ParsedSpecification(stored_specification(document))
    return parse_problem(document)


def stored_specification(document: Mapping[str, object]) -> Specification:
    """Return the specification of a stored job as its kind's model; its board is not read."""
    if document.get("kind") == IMPORT:
        return ImportSpecification.model_validate(document)
    return _as_model(document)


@cache
def any_job() -> TypeAdapter[Specification]:
    """Return the validator of jobs of any kind; loads the model of each."""
    return TypeAdapter(job_specification())


def pointer_faults(raw: object, error: ValidationError) -> list[Fault]:
    """Return the faults that pydantic found in a decoded body, each with its place."""
    found: dict[str, list[ErrorDetails]] = {}
    for item in error.errors(include_url=False):
        if item["type"] != NOT_ASKED:
            found.setdefault(_pointer(raw, item), []).append(item)
    return [
        Fault(pointer, _message(raw, items[0]) if len(items) == 1 else merged_words(items))
        for pointer, items in found.items()
        if not _is_other_form(items, pointer, found)
    ]


def _is_other_form(items: Sequence[ErrorDetails], pointer: str, found: Collection[str]) -> bool:
    """Whether a fault says only that a list or object is no choice, and others say what is wrong in it."""
    structured = isinstance(items[0]["input"], list | Mapping) and all(one["type"] in CHOICES for one in items)
    return structured and any(other.startswith(f"{pointer}/") for other in found)


def _validate(raw: object) -> Specification:
    try:
        return _as_model(raw)
    except ValidationError as error:
        raise InvalidSpecificationError(pointer_faults(raw, error)) from error


def _as_model(raw: object) -> Specification:
    """Return a decoded body as the model of its kind, loading no other model; raises pydantic's ValidationError."""
    kind = raw.get("kind") if isinstance(raw, Mapping) else None
    if isinstance(kind, str) and kind in MODELS:
        return MODELS[kind].model_validate(raw)
    return any_job().validate_python(raw)


def _fields(kind: str) -> tuple[str, ...]:
    """Return the fields of a kind, as they are written."""
    return tuple(field.alias or name for name, field in MODELS[kind].model_fields.items())


def _message(raw: object, item: ErrorDetails) -> str:
    """Return the message of a fault; an unknown field is compared with the known ones."""
    if item["type"].startswith("union_tag") and item["loc"] == ():
        given = raw.get("kind") if isinstance(raw, Mapping) else None
        alike = get_close_matches(str(given), MODELS, n=1)
        meant = f"; did you mean `{alike[0]}`?" if alike else ""
        kinds = ", ".join(MODELS)
        message = f"give the kind of job, one of {kinds}{meant}"
        return message  # noqa: RET504  texts under this name are translated
    if item["type"] in ("model_type", "model_attributes_type") and item["loc"] == ():
        message = "the body must be an object"
        return message  # noqa: RET504  as above
    if item["type"] in ("model_type", "model_attributes_type") and item["loc"] == ("webhook",):
        message = "must be an object that has the address to call as `url`"
        return message  # noqa: RET504  as above
    if item["type"] in ("model_type", "model_attributes_type") and item["loc"][-2:-1] == ("board",):
        message = "give the label of a board, such as 8x8, or a mask as an object"
        return message  # noqa: RET504  as above
    if item["type"] != "extra_forbidden":
        return error_words(item)
    kind = str(raw.get("kind")) if isinstance(raw, Mapping) else ""
    known = _fields(kind) if kind in MODELS and len(item["loc"]) == 1 else ()
    alike = get_close_matches(str(item["loc"][-1]), known, n=1)
    return f"unknown field; did you mean `{alike[0]}`?" if alike else "unknown field"


def _pointer(raw: object, item: ErrorDetails) -> str:
    """Turn pydantic's location into a JSON pointer; union tags and branch names in it are not part of the body."""
    location = (
        [*item["loc"], "kind"] if item["type"].startswith("union_tag") and isinstance(raw, Mapping) else item["loc"]
    )
    parts: list[str] = []
    here = raw
    for position, part in enumerate(location):
        absent = item["type"] in ABSENT and position == len(location) - 1
        if isinstance(here, Mapping) and part in here:
            here = here[part]
        elif isinstance(here, list) and isinstance(part, int) and part < len(here):
            here = here[part]
        elif not absent:
            continue
        parts.append(str(part).replace("~", "~0").replace("/", "~1"))
    return "".join(f"/{part}" for part in parts)
