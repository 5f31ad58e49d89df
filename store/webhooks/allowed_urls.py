"""Allow-list of webhook URLs: only URLs below the operator's prefixes, not those that merely look like them."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

MAX_LENGTH = 1000
PORTS = {"http": 80, "https": 443}
WORD = re.compile(r"[!-~]+")
DOTS = {".", ".."}
LOCAL = "localhost"
NAT64 = ipaddress.ip_network("64:ff9b::/96")


class UrlRefusedError(ValueError):
    """The URL is not allowed; the message says why."""


@dataclass(frozen=True)
class Target:
    """An allowed URL, parsed. path: with its query. named: whether its host is an IP number or localhost."""

    scheme: str
    host: str
    port: int
    path: str
    named: bool


def allowed_target(url: str, prefixes: Sequence[str]) -> Target:
    """Return the parsed URL if one of the prefixes allows it; raises UrlRefusedError."""
    if not prefixes:
        raise UrlRefusedError("this service sends no messages: its operator allows no address (CAVALIER_WEBHOOK_URLS)")
    parts, port = _parts(url)
    for prefix in prefixes:
        allowed, its_port = _parts(prefix)
        same = (parts.scheme, parts.hostname, port) == (allowed.scheme, allowed.hostname, its_port)
        if same and _below(parts.path or "/", allowed.path or "/"):
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            return Target(parts.scheme, str(parts.hostname), port, path, _is_number(str(parts.hostname)))
    raise UrlRefusedError("the operator of this service does not allow this address (CAVALIER_WEBHOOK_URLS)")


def is_public(address: str) -> bool:
    """Whether an IP address is on the public internet: not of this machine, this network or a tunnel to one."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if found.sixtofour is not None or found.teredo is not None or found in NAT64:
            return False
    return found.is_global and not found.is_multicast


def _parts(url: str) -> tuple[SplitResult, int]:
    if len(url) > MAX_LENGTH or not WORD.fullmatch(url) or "\\" in url:
        raise UrlRefusedError(f"an address has at most {MAX_LENGTH} visible ASCII characters")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise UrlRefusedError(str(error)) from error
    if parts.scheme not in PORTS or not parts.hostname:
        raise UrlRefusedError("an address begins with http:// or https:// and a host")
    if "@" in parts.netloc or parts.fragment or "#" in url:
        raise UrlRefusedError("an address has neither a user nor a fragment")
    if DOTS & set(unquote(parts.path).replace("\\", "/").split("/")):
        raise UrlRefusedError("the path of an address has no dots for folders")
    return parts, PORTS[parts.scheme] if port is None else port


def _below(path: str, prefix: str) -> bool:
    """Whether a path is the prefix, or continues it at a slash or a query."""
    return path == prefix or path.startswith(prefix if prefix.endswith("/") else f"{prefix}/")


def _is_number(host: str) -> bool:
    """Whether the host is an IP address or this machine, so that no name resolution can change it."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host == LOCAL
    return True
