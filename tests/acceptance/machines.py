"""Machines of a cluster as network namespaces: each with a line of its own to the one that the servers run on."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.servers import program

NAME = "cavalier"

NOWHERE = "02:00:00:00:00:99"
"""A hardware address that no machine has: packets sent there are lost silently."""


@dataclass(frozen=True)
class Place:
    """The names and addresses that distinguish the machines of one cluster on this machine from those of another."""

    number: int

    @property
    def name(self) -> str:
        """The prefix of the names of its machines and lines, and of the lock file that one user at a time holds."""
        return f"{NAME}{self.number}"

    @property
    def network(self) -> str:
        """The first half of its addresses."""
        return f"10.{213 + self.number}"

    @property
    def servers(self) -> str:
        """Where PostgreSQL and Redis listen."""
        return f"{self.network}.100.1"


TESTS, CHAOS = Place(0), Place(1)


class Machine:
    """A network namespace; `command` is the prefix of commands that run on it."""

    def __init__(self, place: Place, number: int) -> None:
        self.place = place
        self.name = f"{place.name}m{number}"
        self.command = [program("ip"), "netns", "exec", self.name]
        _ip("netns", "add", self.name)
        self.ip("link", "set", "lo", "up")

    def ip(self, *arguments: str) -> None:
        """Run `ip` on this machine."""
        _ip("-n", self.name, *arguments)

    def remove(self) -> None:
        """Remove it with its lines."""
        _ip("netns", "delete", self.name)


class Line:
    """The cable between a machine (None: the one that the test runs on) and the servers'."""

    def __init__(self, servers: Machine, machine: Machine | None, number: int) -> None:
        self._servers, self._machine = servers, machine
        place = servers.place
        self._near, self._far = f"{place.name}n{number}", f"{place.name}f{number}"
        self._here, self._there = f"{place.network}.{number}.2", f"{place.network}.{number}.1"
        _ip("link", "add", self._near, "type", "veth", "peer", "name", self._far, "netns", servers.name)
        if machine is not None:
            _ip("link", "set", self._near, "netns", machine.name)
        servers.ip("address", "add", f"{self._there}/30", "dev", self._far)
        servers.ip("link", "set", self._far, "up")
        self._near_ip("address", "add", f"{self._here}/30", "dev", self._near)
        self._near_ip("link", "set", self._near, "up")
        self._near_ip("route", "add", f"{place.servers}/32", "via", self._there)

    def _near_ip(self, *arguments: str) -> None:
        _ip(*arguments) if self._machine is None else self._machine.ip(*arguments)

    def remove(self) -> None:
        """Remove it from this end: a machine with packets on their way may take a while to go."""
        self._near_ip("link", "delete", self._near)

    def cut(self, *, there: bool = True, back: bool = True) -> None:
        """Silently lose what the machine sends, what is sent to it, or both, as after a power cut."""
        if there:
            self._near_ip("neigh", "replace", self._there, "lladdr", NOWHERE, "dev", self._near, "nud", "permanent")
        if back:
            self._servers.ip("neigh", "replace", self._here, "lladdr", NOWHERE, "dev", self._far, "nud", "permanent")

    def mend(self) -> None:
        """Let everything through again."""
        self._near_ip("neigh", "flush", "dev", self._near, "nud", "permanent")
        self._servers.ip("neigh", "flush", "dev", self._far, "nud", "permanent")

    def burden(self) -> None:
        """Make the line slow and lossy: by netem where the kernel has it, else by a narrow bucket that runs over."""
        for discipline in ("netem delay 80ms 40ms loss 5%", "tbf rate 400kbit burst 3000 limit 6000"):
            arguments = ["qdisc", "replace", "dev", self._far, "root", *discipline.split()]
            command = [program("tc"), "-n", self._servers.name, *arguments]
            if subprocess.run(command, check=False, capture_output=True).returncode == 0:
                return
        pytest.skip("this kernel has neither netem nor tbf")

    def relieve(self) -> None:
        """Take the burden off."""
        command = [program("tc"), "-n", self._servers.name, "qdisc", "delete", "dev", self._far, "root"]
        subprocess.run(command, check=True, capture_output=True)


@contextmanager
def machines(workers: int, place: Place = TESTS) -> Iterator[tuple[Machine, list[tuple[Machine, Line]]]]:
    """Make the servers' machine and this many others with their lines; skip the test where we have no right to.

    A place has one user at a time, as its addresses are fixed. Leftovers of a killed run are removed.
    """
    program("ip")
    with (Path(tempfile.gettempdir()) / f"{place.name}-machines-{os.getuid()}.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        remove_leftovers(place)
        try:
            servers = Machine(place, 0)
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no right to make network namespaces: {error.stderr.decode().strip()}")
        with _network(servers, workers) as lines:
            yield servers, lines


@contextmanager
def _network(servers: Machine, workers: int) -> Iterator[list[tuple[Machine, Line]]]:
    """Connect the servers' machine with this one and with this many others."""
    made = [servers]
    try:
        servers.ip("address", "add", f"{servers.place.servers}/32", "dev", "lo")
        own = Line(servers, None, 0)
        lines = []
        for number in range(1, workers + 1):
            made.append(Machine(servers.place, number))
            lines.append((made[-1], Line(servers, made[-1], number)))
        yield lines
        own.remove()
    finally:
        for machine in reversed(made):
            machine.remove()


def remove_leftovers(place: Place) -> None:
    """End the processes on machines of this place, and remove the machines and lines."""
    ip = [program("ip")]
    for name in re.findall(rf"^({place.name}m\d+)\b", _shown(*ip, "netns", "list"), re.MULTILINE):
        for pid in _shown(*ip, "netns", "pids", name).split():
            os.kill(int(pid), signal.SIGKILL)
        _ip("netns", "delete", name)
    for name in re.findall(rf"^\d+: ({place.name}n\d+)@", _shown(*ip, "link", "show", "type", "veth"), re.MULTILINE):
        _ip("link", "delete", name)


def _shown(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _ip(*arguments: str) -> None:
    subprocess.run([program("ip"), *arguments], check=True, capture_output=True)
