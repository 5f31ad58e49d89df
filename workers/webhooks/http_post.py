"""Send one webhook message to the checked address, within a time limit and without following redirects."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from contextlib import suppress

from store.settings import Settings, read_secret
from store.webhooks.allowed_urls import Target, UrlRefusedError, allowed_target, is_public
from store.webhooks.outbox import DeliveryAttempt, OutgoingMessage
from workers.webhooks.signature import signed_headers

GONE = 410
MAX_REASON_LENGTH = 200


class Line(http.client.HTTPConnection):
    """A connection to checked addresses that requires a certificate for the host's name."""

    def __init__(self, target: Target, addresses: list[str], seconds: float) -> None:
        super().__init__(target.host, target.port, timeout=seconds)
        self._target, self._addresses, self._seconds = target, addresses, seconds
        self.is_cut = False

    def connect(self) -> None:
        """Connect to the first address that answers."""
        for last, address in zip([*[False] * (len(self._addresses) - 1), True], self._addresses, strict=True):
            try:
                self.sock = socket.create_connection((address, self.port), self._seconds)
                break
            except OSError:
                if last:
                    raise
        if self._target.scheme == "https":
            context = ssl.create_default_context()
            host = self._target.host
            self.sock = context.wrap_socket(self.sock, server_hostname=host, do_handshake_on_connect=False)
            self.sock.do_handshake()

    def cut(self) -> None:
        """Abort the connection; called by another thread."""
        self.is_cut = True
        with suppress(OSError, AttributeError):  # not connected yet (which has its own timeout), or no longer
            self.sock.shutdown(socket.SHUT_RDWR)


def post(parcel: OutgoingMessage, settings: Settings) -> DeliveryAttempt:
    """Send a signed message; a status of 2xx means it was accepted. Redirects are not followed.

    Nothing is sent to URLs that are not (or no longer) allowed. Nor is it to private networks, unless the operator
    names the host by its number or allows all (CAVALIER_WEBHOOK_PRIVATE). The name is resolved once, and the connection
    uses the checked address.
    """
    try:
        target = allowed_target(parcel.url, settings.webhook_urls)
        addresses = addresses_of(target, private=settings.webhook_private)
    except UrlRefusedError as error:
        return DeliveryAttempt(None, str(error), for_good=True)
    except OSError as error:
        return DeliveryAttempt(None, f"{parcel.url}: its host is not known ({error})"[:MAX_REASON_LENGTH])
    body = parcel.body.encode()
    headers = {"Content-Type": "application/json", "User-Agent": "cavalier-webhooks"}
    headers |= signed_headers(read_secret(settings.webhook_secret), parcel.public_id, int(time.time()), body)
    line = Line(target, addresses, settings.webhook_seconds)
    alarm = threading.Timer(settings.webhook_seconds, line.cut)
    alarm.daemon = True
    alarm.start()
    try:
        line.request("POST", target.path, body, headers)
        status = line.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        late = isinstance(error, TimeoutError) or line.is_cut
        why = f"no answer within {settings.webhook_seconds:g} s" if late else str(error) or type(error).__name__
        return DeliveryAttempt(None, why[:MAX_REASON_LENGTH])
    finally:
        alarm.cancel()
        line.close()
    return classify_response(status)


def classify_response(status: int) -> DeliveryAttempt:
    """Return the outcome of an attempt that was answered with this HTTP status."""
    if 200 <= status < 300:
        return DeliveryAttempt(status, None)
    if status == GONE:
        return DeliveryAttempt(status, "the receiver wants no more (410)", for_good=True)
    if 300 <= status < 400:
        return DeliveryAttempt(status, f"the receiver answered with a redirect ({status}), which is not followed")
    return DeliveryAttempt(status, f"the receiver answered {status}")


def addresses_of(target: Target, *, private: bool) -> list[str]:
    """Return the allowed IP addresses of a host; UrlRefusedError if it has none."""
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if target.named or private:
        return addresses
    public = [address for address in addresses if is_public(address)]
    if not public:
        raise UrlRefusedError(
            f"{target.host} means a machine of this network ({addresses[0]}), which is not allowed "
            "(CAVALIER_WEBHOOK_PRIVATE)"
        )
    return public
