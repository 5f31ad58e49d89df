"""A job's specification as it is sent: the normalised JSON that the job keeps."""

from __future__ import annotations

from typing import Annotated

from api.http.schema_override import ShownAs
from engine.kinds.imported.specification import ImportSpecification
from engine.kinds.table import job_specification

SpecificationJson = Annotated[dict[str, object], ShownAs(lambda: job_specification() | ImportSpecification)]
