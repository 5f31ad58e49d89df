"""Messages are signed as Standard Webhooks 1.0 says: HMAC-SHA256 over id, moment and body."""

from __future__ import annotations

import base64
import hmac


def signed_headers(secret: bytes, delivery: str, seconds: int, body: bytes) -> dict[str, str]:
    """Return the headers by which a receiver tells whose message it is. seconds: since 1970, the moment it is sent."""
    signed = b".".join((delivery.encode(), str(seconds).encode(), body))
    signature = base64.b64encode(hmac.digest(secret, signed, "sha256")).decode()
    return {"webhook-id": delivery, "webhook-timestamp": str(seconds), "webhook-signature": f"v1,{signature}"}
