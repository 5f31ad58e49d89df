"""Messages go only to addresses that the operator allows, and not to lookalikes."""

from __future__ import annotations

import pytest

from store.webhooks.allowed_urls import Target, UrlRefusedError, allowed_target, is_public

ALLOWED = ("https://hooks.example/cavalier/", "http://10.0.0.7:9000", "https://other.example/one")


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://hooks.example/cavalier/", Target("https", "hooks.example", 443, "/cavalier/", named=False)),
        (
            "https://HOOKS.example:443/cavalier/a?b=c",
            Target("https", "hooks.example", 443, "/cavalier/a?b=c", named=False),
        ),
        ("http://10.0.0.7:9000/x", Target("http", "10.0.0.7", 9000, "/x", named=True)),
        ("https://other.example/one", Target("https", "other.example", 443, "/one", named=False)),
        ("https://other.example/one/two", Target("https", "other.example", 443, "/one/two", named=False)),
    ],
)
def test_what_begins_as_allowed_is_allowed(url: str, target: Target) -> None:
    """A URL is allowed if scheme, host, port and the beginning of the path match."""
    assert allowed_target(url, ALLOWED) == target


@pytest.mark.parametrize(
    "url",
    [
        "https://hooks.example/",
        "https://hooks.example/cavalierx",
        "http://hooks.example/cavalier/",
        "https://hooks.example:444/cavalier/",
        "https://hooks.example.evil.example/cavalier/",
        "https://hooks.example@evil.example/cavalier/",
        "https://evil.example/https://hooks.example/cavalier/",
        "https://hooks.example/cavalier/../admin",
        "https://hooks.example/cavalier/%2e%2e/admin",
        "https://hooks.example/cavalier/..%2fadmin",
        "https://hooks.example/cavalier/..%5cadmin",
        "https://hooks.example\\@evil.example/cavalier/",
        "https://hooks.example/cavalier/\r\nX: y",
        "https://hooks.example/cavalier/ x",
        "https://hooks.example/cavalier/#x",
        "https://hooks.example:port/cavalier/",
        "https://[::1/cavalier/",
        "https://other.example/onex",
        "http://10.0.0.7/x",
        "http://167772167:9000/x",
        "file:///etc/passwd",
        "gopher://10.0.0.7:9000/x",
        "hooks.example/cavalier/",
        "",
        "https://hooks.example/cavalier/" + 1000 * "x",
        "https://hooks.example/cavalier/é",
    ],
)
def test_nothing_else_is(url: str) -> None:
    """URLs that only resemble an allowed one, or lead out of it, are refused."""
    with pytest.raises(UrlRefusedError):
        allowed_target(url, ALLOWED)


def test_nothing_is_allowed_unless_something_is() -> None:
    """By default no URL is allowed."""
    with pytest.raises(UrlRefusedError, match="CAVALIER_WEBHOOK_URLS"):
        allowed_target("https://hooks.example/", ())


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.215.14", True),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_addresses_of_this_network(address: str, public: bool) -> None:
    """Addresses of this network are distinguished from public ones in every notation."""
    assert is_public(address) == public
