"""A job's specification as it is sent: the normalised JSON that the job keeps."""

from __future__ import annotations

from typing import Annotated

from api.http.job_body import job_body
from api.http.schema_override import ShownAs
from engine.kinds.imported.specification import ImportSpecification

SpecificationJson = Annotated[dict[str, object], ShownAs(lambda: job_body() | ImportSpecification)]
