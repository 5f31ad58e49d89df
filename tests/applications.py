"""Compiled templates and URL builders, made once for the many applications of a test run."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType

import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule


class MemoryCache(BytecodeCache):
    """Compiled templates by their source, in memory."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket with a template that is compiled already."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        if bucket.code is not None:
            self._codes[bucket.key, bucket.checksum] = bucket.code


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """Compile each template and each URL rule once for all applications, which takes most of the time to make one."""
    compiled: dict[str, Rule] = {}
    compile_rule = Rule.compile

    def share(rule: Rule) -> None:
        first = compiled.setdefault(repr((rule.rule, rule.subdomain, rule.host, rule.defaults)), rule)
        if first is rule:
            compile_rule(rule)
            return
        rule._parts, rule._trace, rule._converters = first._parts, first._trace, first._converters
        rule.arguments |= first.arguments
        for name in ("_build", "_build_unknown"):
            setattr(rule, name, getattr(first, name).__func__.__get__(rule))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", share)
        patch.setattr(Flask, "jinja_options", {**Flask.jinja_options, "bytecode_cache": MemoryCache()})
        yield
