"""`python -m tests.image`: the Dockerfile built and docker-compose.yml's services run, by root and without an engine.

Needs debootstrap, buildah, podman and runc (Debian's packages), PostgreSQL and Redis on 127.0.0.1. What no registry can
be asked for stands in: a root of Debian with its Python for the base image, this machine's network and servers for
those of the compose file. All else (user, rights, limits, secrets, commands, health checks) is read from the two files.
The image and the base stay; containers, volume and database are removed.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import yaml  # type: ignore[import-untyped]  # its types are a package of their own
from sqlalchemy import create_engine, text

from tests.processes import ROOT

IMAGE = "localhost/cavalier"
DATABASE = "cavalier_image"
SERVER = "postgresql+psycopg://postgres@127.0.0.1"
BROKER = "redis://127.0.0.1:6379/13"
VOLUME = "cavalier-image-kernels"
MEBIBYTES = 2048
SECONDS = 240
JOB = {"kind": "enumerate", "board": "5x5"}
TOURS = "1728"
PACKAGES = "python3,python3-venv,ca-certificates"


def main() -> int:
    """Build, run, print what was seen; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.image", description=__doc__)
    parser.add_argument("--port", type=int, default=8102)
    parser.add_argument("--no-build", action="store_true", help="run the image that is there")
    arguments = parser.parse_args()
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    if not arguments.no_build:
        build()
    with create_engine(f"{SERVER}/postgres", isolation_level="AUTOCOMMIT").connect() as server:
        server.execute(text(f"CREATE DATABASE {DATABASE}"))
        try:
            return _run(services, arguments.port)
        finally:
            podman("rm", "--force", "--ignore", "--time=0", *(f"cavalier-{name}" for name in ("api", "worker")))
            podman("volume", "rm", "--force", VOLUME)
            server.execute(text(f"DROP DATABASE {DATABASE} WITH (FORCE)"))


def build() -> None:
    """Build the image by the Dockerfile's own steps, on a root of Debian that goes by the name of its base."""
    base = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)[0]
    if not _succeeds("podman", "image", "exists", f"docker.io/library/{base}"):
        with tempfile.TemporaryDirectory() as folder:
            _call("debootstrap", "--variant=minbase", f"--include={PACKAGES}", base.rpartition("-")[2], folder)
            (Path(folder) / "usr/local/bin/python").symlink_to("/usr/bin/python3")
            packed = f"tar -C {folder} --one-file-system -c . | podman import --quiet - docker.io/library/{base}"
            subprocess.run(packed, shell=True, check=True, stdout=subprocess.DEVNULL)
    certificates = "/etc/ssl/certs:/etc/ssl/certs:ro"
    options = (
        "--pull-never",
        "--isolation=chroot",
        "--layers",
        "--network=host",
        f"--volume={certificates}",
        f"--tag={IMAGE}",
    )
    _call("buildah", "bud", *options, str(ROOT))


def _run(services: Mapping[str, Any], port: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        secret = Path(folder) / "database_url"
        secret.write_text(f"{SERVER}/{DATABASE}\n")
        subprocess.run(["chown", "10001", str(secret)], check=True)
        secret.chmod(0o400)
        Path(folder).chmod(0o711)
        once = ("run", "--rm", *options(services["migrate"], secret))
        podman(*once, IMAGE, *services["migrate"]["command"])
        key = podman(*once, IMAGE, "keys", "create", "image", "--scope", "submit").split()[-1]
        for name in ("api", "worker"):
            command = [str(port) if word == "8000" else word for word in services[name]["command"]]
            health = _health(services[name]["healthcheck"]["test"], port)
            podman(
                "run", "--detach", f"--name=cavalier-{name}", *health, *options(services[name], secret), IMAGE, *command
            )
        for name in ("api", "worker"):
            _wait(name)
            _say(f"{name}: {' '.join(podman('exec', f'cavalier-{name}', 'sh', '-c', LOOK).split())}")
        tours = _tours(f"http://127.0.0.1:{port}/api/v1", key)
        _say(f"{JOB}: {tours} tours")
        stopped = [_stop(name) for name in ("worker", "api")]
    return int(tours != TOURS or any(stopped))


LOOK = """id -u
touch /x /opt/cavalier/x 2>/dev/null && echo can-write
grep -h -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status
cat /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/memory.max /sys/fs/cgroup/pids/pids.max 2>/dev/null
true"""
"""Script that shows the user, any write access, the rights and the limits, in either form of cgroups."""


def options(service: Mapping[str, Any], secret: Path) -> list[str]:
    """Return podman's options for a service of the compose file; the network, the servers and the memory are ours."""
    environment = service["environment"] | {"CAVALIER_BROKER_URL": BROKER}
    found = ["--network=host", "--runtime=runc", "--pull=never", f"--memory={MEBIBYTES}m", "--ulimit=nofile=4096:4096"]
    found += ["--ulimit=nproc=4096:4096", f"--pids-limit={service['pids_limit']}", "--read-only-tmpfs=false"]
    found += [f"--env={name}={value}" for name, value in environment.items()]
    found += [f"--cap-drop={name}" for name in service["cap_drop"]]
    found += [f"--security-opt={name.removesuffix(':true')}" for name in service["security_opt"]]
    found += [f"--tmpfs={place}" for place in service["tmpfs"]]
    found += [f"--volume={secret}:/run/secrets/{name}:ro" for name in service["secrets"]]
    found += [f"--volume={VOLUME}:{one.partition(':')[2]}" for one in service.get("volumes", ())]
    return [*found, "--read-only"] if service["read_only"] else found


def _health(test: Sequence[str], port: int) -> list[str]:
    words = [word.replace(":8000/", f":{port}/") for word in test[1:]]
    return [f"--health-cmd={shlex.join(words)}", "--health-interval=disable"]


def _wait(name: str) -> None:
    """Run the container's own health check until it succeeds."""
    begun = time.monotonic()
    while not _succeeds("podman", "healthcheck", "run", f"cavalier-{name}"):
        if time.monotonic() > begun + SECONDS:
            raise TimeoutError(podman("logs", "--tail=20", f"cavalier-{name}"))
        time.sleep(1)
    _say(f"{name}: healthy after {time.monotonic() - begun:.0f} s")


def _tours(url: str, key: str) -> str:
    """Submit the job and return the number of tours that its result has."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    job = _answer(Request(f"{url}/jobs", json.dumps(JOB).encode(), headers))["id"]
    begun = time.monotonic()
    while (state := _answer(Request(f"{url}/jobs/{job}", headers=headers))["state"]) != "succeeded":
        if time.monotonic() > begun + SECONDS or state == "failed":
            raise TimeoutError(state)
        time.sleep(1)
    counts = _answer(Request(f"{url}/jobs/{job}/result", headers=headers))["counts"]
    return str(next(one["value"] for one in counts if one["quantity"] == "tours"))


def _answer(request: Request) -> Any:
    with urlopen(request, timeout=10) as answer:
        return json.loads(answer.read())


def _stop(name: str) -> int:
    """Stop the container as the engine would, and return its exit code."""
    begun = time.monotonic()
    podman("stop", "--time=30", f"cavalier-{name}")
    code = int(podman("inspect", "--format={{.State.ExitCode}}", f"cavalier-{name}"))
    _say(f"{name}: ended with {code} after {time.monotonic() - begun:.0f} s")
    return code


def podman(*words: str) -> str:
    """Return what podman prints."""
    done = subprocess.run(["podman", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"podman {shlex.join(words)}: {done.stderr[-2000:]}")
    return done.stdout


def _call(*words: str) -> None:
    begun = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{words[0]}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    _say(f"{words[0]}: {time.monotonic() - begun:.0f} s")


def _succeeds(*words: str) -> bool:
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
