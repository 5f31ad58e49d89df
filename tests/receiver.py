"""A receiver of webhooks, as a process of its own: python -m tests.receiver PORT FILE.

It writes each request as a line of JSON to the file. The path decides the answer: /ok accepts the message, /fails
refuses each message twice first, /hangs never answers, /trickles sends a header that never ends, /redirects points to
/ok, /gone refuses all further messages.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TIMES = 2


def main() -> None:
    """Serve for ever."""
    port, file = int(sys.argv[1]), Path(sys.argv[2])
    seen: Counter[str] = Counter()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            with file.open("a") as lines:
                lines.write(json.dumps({"path": self.path, "headers": headers, "body": body}) + "\n")
            identity = self.headers["webhook-id"]
            seen[identity] += 1
            what = self.path.strip("/").partition("?")[0]
            if what == "hangs":
                time.sleep(3600)
            while what == "trickles":
                self.wfile.write(b"H")
                time.sleep(0.1)
            if what == "redirects":
                self.send_response(302)
                self.send_header("Location", "/ok")
            elif what == "gone":
                self.send_response(410)
            elif what == "fails" and seen[identity] <= TIMES:
                self.send_response(503)
            else:
                self.send_response(204)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()


if __name__ == "__main__":
    main()
