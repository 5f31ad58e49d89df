"""Messages are signed as Standard Webhooks 1.0 says: HMAC-SHA256 over id, moment and body."""

from __future__ import annotations

import base64
import binascii
import hmac

PREFIX = "whsec_"
LEAST_BYTES, MOST_BYTES = 24, 64


def read_secret(text: str) -> bytes:
    """Return the key that a secret stands for: whsec_ and 24 to 64 bytes in Base64; ValueError where it is none."""
    try:
        secret = base64.b64decode(text.removeprefix(PREFIX), validate=True)
    except binascii.Error as error:
        raise ValueError("a secret is written in Base64") from error
    if not text.startswith(PREFIX) or not LEAST_BYTES <= len(secret) <= MOST_BYTES:
        raise ValueError(f"a secret is {PREFIX} and {LEAST_BYTES} to {MOST_BYTES} random bytes in Base64")
    return secret


def signed_headers(secret: bytes, delivery: str, seconds: int, body: bytes) -> dict[str, str]:
    """Return the headers by which a receiver tells whose message it is. seconds: since 1970, the moment it is sent."""
    signed = b".".join((delivery.encode(), str(seconds).encode(), body))
    signature = base64.b64encode(hmac.digest(secret, signed, "sha256")).decode()
    return {"webhook-id": delivery, "webhook-timestamp": str(seconds), "webhook-signature": f"v1,{signature}"}
