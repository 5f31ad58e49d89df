"""CERTIFICATE."""

from __future__ import annotations

from engine.kinds.common.method import Program

CERTIFICATE = Program(
    "engine.kinds.certificate.runner:CertificateRunner",
    ("engine.kinds.certificate.planner:Certification",),
    checkpoint_format=3,
)
