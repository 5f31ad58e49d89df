"""A process that plans one job under limits of time and memory, then ends; it can be killed at any moment.

It reads a specification as JSON from standard input and writes the plan, or the fault of the specification, as JSON.
`python -m workers.planning.process SECONDS MEGABYTES PARENT`; it ends with the process PARENT.
"""

from __future__ import annotations

import errno
import json
import os
import resource
import sys

from workers.host.exit_with_parent import end_with
from workers.host.memory_limit import bound_in_words, is_machine_short

MEBIBYTE = 1 << 20
NO_MEMORY = os.strerror(errno.ENOMEM)


def answer(document: dict[str, object]) -> dict[str, object]:
    """Return the plan of a specification, its fault, or what the machine lacked."""
    from engine.errors import InvalidProblemError  # noqa: PLC0415  loaded under the limits
    from engine.kinds.parse import parse_problem  # noqa: PLC0415  as above
    from engine.kinds.table import KINDS  # noqa: PLC0415  as above

    try:
        problem = parse_problem(document)
        plan = KINDS[problem.spec.kind].plan(problem)
    except InvalidProblemError as error:
        return {"pointer": error.pointer, "message": error.message}
    except MemoryError:
        return {"errno": errno.ENOMEM, "error": NO_MEMORY} if is_machine_short() else {"memory": bound_in_words()}
    except OSError as error:  # caused by the machine, not by the specification
        return {"errno": error.errno, "error": str(error)}
    shards = [[shard.index, shard.label, dict(shard.target)] for shard in plan.shards]
    return {"shards": shards, "result": plan.result and plan.result.model_dump(mode="json"), "advice": plan.advice}


def main() -> None:
    """Plan under the limits of the command line."""
    seconds, megabytes, parent = (int(argument) for argument in sys.argv[1:])
    end_with(parent)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))  # SIGXCPU comes first and shows the cause
    resource.setrlimit(resource.RLIMIT_DATA, (megabytes * MEBIBYTE, megabytes * MEBIBYTE))
    json.dump(answer(json.load(sys.stdin)), sys.stdout)


if __name__ == "__main__":
    main()
