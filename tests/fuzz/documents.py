"""JSON documents drawn from bytes along a JSON schema, so that fuzzed jobs pass the first check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

Choice = TypeVar("Choice")

NUMBERS = (0, 1, -1, 2, 3, 5, 8, 64, 999, 10**6, 2**31, 2**62, 2**64, 10**30, 0.5, 1e-320, 1e308, -2.5)
TEXTS = (
    *("5x5", "3x4", "8x8", "4^3", "torus:4x5", "cube:2", "klein:3x4", "heart", "ring:6x6-1", "mask:##./###", "1x1"),
    *("100x100", "9999x9999", "2^10", "moebius:##/#.", "word:AB", "moebius:2x999999", "projective:4x4", "cylinder:1x9"),
    *("3xn", "nx4", "cylinder:nx3"),
    *("knight", "all", "auto", "a1", "b3", "1,1", "1, 3", "h8", "2,2,2", "", "randu", "pcg64dxsm", "lcg-101-7-0"),
    *("additive-1-63", "register-6-1-0", "maple", "#..#", "####", "9" * 30, "9" * 5000, "\u0665x\u0665", "\x00"),
)
ANYTHING: tuple[object, ...] = (None, True, [], {}, "x", 7, [[]], {"rows": ["##"]}, 1e300, [1, 2])
PLAIN: dict[object, Sequence[object]] = {"string": TEXTS, "boolean": (True, False), "null": (None,)}
DEEPEST = 6
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")


class Bytes:
    """Bytes taken one after the other; zeros after the last."""

    def __init__(self, data: bytes) -> None:
        self.left = iter(data)

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, at most 255."""
        return next(self.left, 0) % bound

    def pick(self, choices: Sequence[Choice]) -> Choice:
        """Return one of the choices."""
        return choices[self.below(min(256, len(choices)))]

    def rest(self) -> bytes:
        """Return the remaining bytes."""
        return bytes(self.left)


def document(data: Bytes, schema: Mapping[str, Any]) -> object:
    """Return a document whose types and choices fit the schema, except in one value of thirty."""
    return _value(data, schema, schema.get("$defs", {}), 0)


def _value(data: Bytes, part: Mapping[str, Any], named: Mapping[str, Any], depth: int) -> object:
    part = _one_form(data, part, named)
    kind = part.get("type")
    if data.below(30) == 29 or depth == DEEPEST:
        return data.pick(ANYTHING)
    if kind == "object":
        return _object(data, part, named, depth)
    if kind == "array":
        return [_value(data, part.get("items", {}), named, depth + 1) for _ in range(data.below(5))]
    if kind in ("integer", "number"):
        return _number(data, part)
    return data.pick(part.get("enum") or [*filter(None, [part.get("const")])] or PLAIN.get(kind, ANYTHING))


def _one_form(data: Bytes, part: Mapping[str, Any], named: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return one of the forms that a schema allows, its name resolved."""
    while "$ref" in part or "oneOf" in part or "anyOf" in part:
        choices = part.get("oneOf") or part.get("anyOf")
        part = data.pick(choices) if choices else named[part["$ref"].rsplit("/", 1)[-1]]
    return part


def _object(data: Bytes, part: Mapping[str, Any], named: Mapping[str, Any], depth: int) -> dict[str, object]:
    """Return an object with what is required, and one in three of the other fields."""
    required = {*part.get("required", ()), "kind"}
    return {
        name: _value(data, inner, named, depth + 1)
        for name, inner in part.get("properties", {}).items()
        if name in required or not data.below(3)
    }


def _number(data: Bytes, part: Mapping[str, Any]) -> object:
    """Return a bound, a number next to a bound, a small number, or one known to cause trouble."""
    return data.pick(_numbers(*[part[word] for word in BOUNDS if word in part]))


@lru_cache(typed=True)
def _numbers(*bounds: float) -> list[float]:
    near = [bound + step for bound in bounds for step in (-1, 0, 1)]
    between = [(low + high) / 2 for low, high in pairwise(sorted(bounds))]
    return [*near, *between, *range(1, 9), *NUMBERS]
