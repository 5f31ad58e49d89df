"""A progress bar: that of tqdm in terminals and notebooks where it is installed, else a line on the terminal."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any, Protocol, Self

WIDTH = 30


class Bar(Protocol):
    """A display of the progress of a job or campaign."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def show(self, share: float, words: str) -> None:
        """Show the share done, and a few words on it."""


def bar(title: str, *, is_shown: bool) -> Bar:
    """Return a progress bar; a silent one if not `is_shown`, or without both tqdm and a terminal."""
    if not is_shown:
        return Silence()
    try:
        from tqdm.auto import tqdm  # noqa: PLC0415  used where it is installed
    except ImportError:
        return Line(title) if sys.stderr.isatty() else Silence()
    return Tqdm(tqdm(desc=title, total=100.0, bar_format="{desc} {bar} {n:.0f} % {postfix}"))


class Silence:
    """A progress bar that shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        """Show nothing."""

    def show(self, share: float, words: str) -> None:
        """Show nothing."""


class Line(Silence):
    """One line of the terminal, written over and over."""

    def __init__(self, title: str) -> None:
        self._title = title

    def show(self, share: float, words: str) -> None:
        """Rewrite the line."""
        done = "#" * round(WIDTH * share)
        sys.stderr.write(f"\r{self._title} [{done:.<{WIDTH}}] {share:4.0%} {words:<12}")
        sys.stderr.flush()

    def __exit__(self, *_error: object) -> None:
        """End the line."""
        sys.stderr.write("\n")


class Tqdm(Silence):
    """The bar of tqdm."""

    def __init__(self, shown: Any) -> None:  # noqa: ANN401  of a package that need not be there
        self._shown = shown

    def show(self, share: float, words: str) -> None:
        """Move the bar."""
        self._shown.n = 100.0 * share
        self._shown.set_postfix_str(words)

    def __exit__(self, *_error: object) -> None:
        """Close the bar and leave it on display."""
        self._shown.close()
