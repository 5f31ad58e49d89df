"""How a job of the kind `certificate` is computed."""

from __future__ import annotations

from engine.kinds.common.method import Method

CERTIFICATE = Method(
    "engine.kinds.certificate.runner:CertificateRunner",
    ("engine.kinds.certificate.planner:Certification",),
    checkpoint_format=3,
    warm_up_jobs=({"board": "5x6", "tours": "closed"},),
)
