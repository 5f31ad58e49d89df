"""Counts made again by an independent program: events of the job whose count they repeat."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from engine.kinds.certificate.specification import Residue


class Recount(BaseModel):
    """A count of a program modulo a prime."""

    model_config = ConfigDict(extra="forbid", strict=True)

    program: str = Field(pattern=r"^[a-z][a-z0-9-]{0,39}$", description="its name")
    source: str = Field(pattern=r"^[0-9a-f]{64}$", description="the SHA-256 of its source")
    quantity: str = Field(min_length=1, max_length=40)
    convention: str = Field(pattern="^(directed|undirected)$")
    square: list[int] | None = Field(
        default=None, min_length=2, max_length=2, description="the start square; null for all"
    )
    residue: str = Field(pattern=r"^(0|[1-9][0-9]{0,18})$", description="of this very quantity, modulo the prime")
    modulus: str = Field(pattern=r"^[1-9][0-9]{0,18}$", description="the prime")
    seconds: float = Field(ge=0, allow_inf_nan=False, description="that it took by the clock")

    @property
    def figure(self) -> Residue:
        """What was counted, as a certificate says it."""
        return Residue.model_validate(self.model_dump(include={"quantity", "convention", "square", "residue"}))
