"""What all documents of the service have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Document(BaseModel):
    """What a newer service says beyond what is known here is kept."""

    model_config = ConfigDict(extra="allow")
