"""How a job of the kind `import` is computed: not at all; its contents come from a file."""

from __future__ import annotations

from engine.kinds.common.method import Method

IMPORT = "import"
"""The kind of imported results, which cannot be submitted."""

IMPORTED = Method(None, ("engine.kinds.imported.planner:Imported",))
