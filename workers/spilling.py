"""Where kernels that outgrow memory write."""

from __future__ import annotations

import os

from engine.runners.spill import VARIABLE
from store.settings import Settings


def name_spill_folder(settings: Settings) -> None:
    """Tell the runners of this process the folder that the settings name."""
    if settings.spill is not None:
        os.environ[VARIABLE] = str(settings.spill.absolute())
