"""How a job can end."""

from __future__ import annotations

from typing import Literal

Outcome = Literal["complete", "limit", "impossible", "not-found", "cancelled", "failed"]
