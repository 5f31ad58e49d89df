"""Signatures of Standard Webhooks 1.0: HMAC-SHA256 over id, timestamp and body."""

from __future__ import annotations

import base64
import hmac


def signed_headers(secret: bytes, delivery: str, seconds: int, body: bytes) -> dict[str, str]:
    """Return the headers that authenticate a message. seconds: the time of sending, since 1970."""
    signed = b".".join((delivery.encode(), str(seconds).encode(), body))
    signature = base64.b64encode(hmac.digest(secret, signed, "sha256")).decode()
    return {"webhook-id": delivery, "webhook-timestamp": str(seconds), "webhook-signature": f"v1,{signature}"}
