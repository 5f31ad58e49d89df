"""Notes and tags that readers put on a job, a campaign or a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cavalier import documents
from cavalier.transport import Transport


class Notes:
    """The notes and tags of a job, campaign or board, by its path. Iteration yields the notes, newest first."""

    def __init__(self, transport: Transport, path: str) -> None:
        self._transport = transport
        self._path = path

    def __iter__(self) -> Iterator[documents.NoteDocument]:
        """Yield the current notes."""
        return map(documents.NoteDocument.model_validate, self._transport.items(f"{self._path}/notes"))

    def add(self, text: str, tags: Sequence[str] = ()) -> documents.NoteDocument:
        """Write a note in Markdown, and add tags; needs a key of scope submit where keys are required."""
        made = self._transport.post(f"{self._path}/notes", {"text": text, "tags": list(tags)})
        return documents.NoteDocument.model_validate(made)

    @property
    def tags(self) -> list[documents.TagDocument]:
        """The tags, by name."""
        return documents.TagsDocument.model_validate(self._transport.get(f"{self._path}/tags")).tags

    def replace_tags(self, names: Sequence[str]) -> list[documents.TagDocument]:
        """Replace all tags by these; return them."""
        found = self._transport.put(f"{self._path}/tags", {"tags": list(names)})
        return documents.TagsDocument.model_validate(found).tags

    def add_tags(self, names: Sequence[str]) -> list[documents.TagDocument]:
        """Add these tags and keep all others, even those added meanwhile; return all."""
        found = self._transport.post(f"{self._path}/tags", {"tags": list(names)})
        return documents.TagsDocument.model_validate(found).tags
