"""Write a migration for what the models have and the newest migration lacks: `make migration NAME=what_it_does`."""

from __future__ import annotations

import sys

from store.database.migrate import draft


def main() -> None:
    """Write it and say where it is."""
    if len(sys.argv) != 2 or not sys.argv[1].isidentifier():
        sys.exit("say what the migration does: make migration NAME=what_it_does")
    sys.stdout.write(f"{draft(sys.argv[1])}: read it, and mend it by hand\n")


if __name__ == "__main__":
    main()
