"""The base of all documents of the service."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Document(BaseModel):
    """A document that keeps fields unknown here, which a newer service may send."""

    model_config = ConfigDict(extra="allow")
