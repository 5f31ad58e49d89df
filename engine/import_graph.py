"""Which files a module of a package reaches by its imports, read from their text: nothing is loaded."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|.+)|import[ \t]+(.+))$", re.MULTILINE)
"""An import statement. A parser would take half a second for a whole package; a test compares this with one."""

NAME = re.compile(r"[\w.]+")


class Sources:
    """The source files of one package, `root` being its folder. Imports are absolute (the linter sees to it)."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._read: dict[str, tuple[frozenset[str], bytes]] = {}

    @cached_property
    def files(self) -> dict[str, Path]:
        """The file of every module, by the module's name."""
        return {self._name(path): path for path in self._root.rglob("*.py")}

    def imports(self, module: str) -> frozenset[str]:
        """Return the modules of the package that this one imports anywhere in its text, and its parent package."""
        return self._what(module)[0]

    def find_reachable(self, modules: Iterable[str]) -> list[str]:
        """Return these modules and all that they import, directly or not, sorted; KeyError where one is not there."""
        found: set[str] = set()
        waiting = list(modules)
        while waiting:
            module = waiting.pop()
            if module not in found:
                found.add(module)
                waiting += self.imports(module)
        return sorted(found)

    def importers(self, module: str) -> list[str]:
        """Return the modules that import this one themselves."""
        return sorted(name for name in self.files if module in self.imports(name))

    def digest(self, modules: Iterable[str], *more: str) -> str:
        """Return the SHA-256 (hex) of all files that these modules reach, and of `more`."""
        digest = hashlib.sha256()
        for module in self.find_reachable(modules):
            digest.update(f"{module}\0".encode())
            digest.update(self._what(module)[1])
        for text in more:
            digest.update(text.encode())
        return digest.hexdigest()

    def _what(self, module: str) -> tuple[frozenset[str], bytes]:
        """Return what a module imports and the SHA-256 of its file, which is read once."""
        if module not in self._read:
            content = self.files[module].read_bytes()
            named = {name for match in IMPORT.finditer(content.decode()) for name in _imported_modules(*match.groups())}
            named.add(module.rpartition(".")[0])
            self._read[module] = frozenset(named & self.files.keys()), hashlib.sha256(content).digest()
        return self._read[module]

    def _name(self, path: Path) -> str:
        parts = path.relative_to(self._root.parent).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported_modules(package: str | None, things: str | None, modules: str | None) -> list[str]:
    """Return every module that an import statement may mean; names that are not modules do no harm."""
    if package is None:
        return NAME.findall(modules or "")
    return [package, *(f"{package}.{name}" for name in NAME.findall(things or ""))]
