"""Signatures follow Standard Webhooks."""

from __future__ import annotations

import pytest

from store.settings import read_secret
from tests.webhooks import SECRET, verify
from workers.webhooks.signature import signed_headers

BODY = b'{"test": 2432232314}'


def test_the_example_of_the_specification() -> None:
    """The one printed at https://github.com/standard-webhooks/standard-webhooks (its reference libraries test it)."""
    secret = read_secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    headers = signed_headers(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, BODY)
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_receiver_tells_whose_message_it_is() -> None:
    """A changed part or an old timestamp makes a signature invalid."""
    headers = signed_headers(read_secret(SECRET), "id", 1000, BODY)
    assert verify(SECRET, headers, BODY, 1010)
    assert not verify(SECRET, headers, BODY + b" ", 1010)
    assert not verify(SECRET, headers | {"webhook-id": "other"}, BODY, 1010)
    assert not verify(SECRET, headers | {"webhook-timestamp": "1001"}, BODY, 1010)
    assert not verify(SECRET, headers, BODY, 2000)


@pytest.mark.parametrize("text", ["", "whsec_", "whsec_short", "whsec_" + 200 * "A", SECRET[6:], "whsec_!" + 40 * "A"])
def test_what_is_no_secret(text: str) -> None:
    """An invalid secret is refused, whatever is wrong with it."""
    with pytest.raises(ValueError, match="secret"):
        read_secret(text)
