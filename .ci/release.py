"""Make a release: `make release VERSION=x.y.z`, with DRY_RUN=1 to print the steps and change nothing.

Writes the changelog from `changes/`, the version, a commit and a tag; then builds both wheels, the image and the atlas
in `dist`. Nothing is published. Repeated after an error, it goes on from the tag.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

VERSION_FILE = Path("client/cavalier/__init__.py")
CHANGELOG = Path("CHANGELOG.md")
FRAGMENTS = Path("changes")
DIST = Path("dist")
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
STATED = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)


class ReleaseError(Exception):
    """Why no release can be made."""


@dataclass
class Release:
    """One release.

    done and skipped: a line for each step. dry_run: commands are printed, not run.
    """

    version: str
    dry_run: bool
    done: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    @property
    def tag(self) -> str:
        """Return the name of the tag."""
        return f"v{self.version}"

    def run(self, *words: object, **environment: str) -> None:
        """Print a command and run it."""
        command = [str(word) for word in words]
        say(f"$ {shlex.join(command)}")
        if not self.dry_run:
            subprocess.run(command, check=True, env=os.environ | environment)

    def make(self) -> None:
        """Take every step.

        Raises ReleaseError before anything is changed, and CalledProcessError where a command fails.
        """
        if is_tagged(self.tag):
            self.skipped.append(f"changelog, version, tag: {self.tag} is this commit")
        else:
            self.check()
            self.write_changelog()
            self.write_version()
            self.commit_and_tag()
        for step in (self.build_wheels, self.build_image, self.publish_atlas):
            step()

    def check(self) -> None:
        """Raise ReleaseError unless this tree can become the version."""
        stated = stated_version()
        if VERSION.fullmatch(self.version) is None:
            raise ReleaseError(f"VERSION: {self.version!r} is not x.y.z")
        if numbers(self.version) < numbers(stated):
            raise ReleaseError(f"VERSION: {self.version} is before {stated}, the version of {VERSION_FILE}")
        if git("tag", "--list", self.tag):
            raise ReleaseError(f"VERSION: {self.tag} is another commit")
        if git("status", "--porcelain"):
            raise ReleaseError("the tree has changes that are not committed")
        if self.has_section() == bool(list(fragments())):
            missing = "fragments that are to be moved into it" if self.has_section() else "no fragment"
            section = "has a section" if self.has_section() else "has no section"
            raise ReleaseError(f"{CHANGELOG} {section} of {self.version}, and {FRAGMENTS} has {missing}")

    def has_section(self) -> bool:
        """Whether the changelog already has this version."""
        return re.search(rf"^## {re.escape(self.version)} - ", CHANGELOG.read_text(), re.MULTILINE) is not None

    def write_changelog(self) -> None:
        """Write the fragments into the changelog."""
        if self.has_section():
            self.skipped.append(f"changelog: {CHANGELOG} has {self.version} already")
            return
        number = len(list(fragments()))
        self.run(sys.executable, "-m", "towncrier", "build", "--yes", "--version", self.version)
        self.done.append(f"changelog: {number} fragments")

    def write_version(self) -> None:
        """Write the version into its one place."""
        if stated_version() == self.version:
            self.skipped.append(f"version: {VERSION_FILE} has {self.version} already")
            return
        say(f'{VERSION_FILE}: __version__ = "{self.version}"')
        if not self.dry_run:
            VERSION_FILE.write_text(STATED.sub(f'__version__ = "{self.version}"', VERSION_FILE.read_text()))
        self.done.append(f"version: {self.version}")

    def commit_and_tag(self) -> None:
        """Commit what was written, if anything, and tag it."""
        if self.done:
            self.run("git", "add", "--all", CHANGELOG, FRAGMENTS, VERSION_FILE)
            self.run("git", "commit", "--quiet", "--message", f"Release {self.version}")
        self.run("git", "tag", "--annotate", "--message", f"Cavalier {self.version}", self.tag)
        self.done.append(f"tag: {self.tag}")

    def build_wheels(self) -> None:
        """Build the wheels of the service and of the client."""
        for source in (".", "./client"):
            options = ("--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", DIST)
            self.run(sys.executable, "-m", "pip", "wheel", *options, source)
        self.done += [f"wheel: {self.wheel('cavalier')}", f"client wheel: {self.wheel('cavalier_client')}"]

    def wheel(self, name: str) -> Path:
        """Return the path of a wheel."""
        return DIST / f"{name}-{self.version}-py3-none-any.whl"

    def build_image(self) -> None:
        """Build the image if docker answers."""
        docker = shutil.which("docker")
        if docker is None or subprocess.run([docker, "info"], capture_output=True, check=False).returncode:
            self.skipped.append("image: docker does not answer")
            return
        commit = f"CAVALIER_COMMIT={git('rev-parse', 'HEAD')}"
        self.run(docker, "build", "--quiet", "--build-arg", commit, "--tag", f"cavalier:{self.version}", ".")
        self.done.append(f"image: cavalier:{self.version}")

    def publish_atlas(self) -> None:
        """Write the atlas as a data set, by the wheel that was just built; its date is that of the commit."""
        folder, day = DIST / f"atlas-{self.version}", git("log", "-1", "--format=%cs")
        if not self.dry_run:
            shutil.rmtree(folder, ignore_errors=True)  # what an earlier attempt wrote
        with tempfile.TemporaryDirectory() as packages:
            options = ("--quiet", "--no-deps", "--no-index", "--target", packages)
            self.run(sys.executable, "-m", "pip", "install", *options, self.wheel("cavalier"))
            publish = ("-P", "-m", "cli.main", "atlas", "publish", folder, "--date", day)
            self.run(sys.executable, *publish, PYTHONPATH=packages)
        self.done.append(f"atlas: {folder}, without a licence")


def stated_version() -> str:
    """Return the version that the tree states."""
    found = STATED.search(VERSION_FILE.read_text())
    if found is None:
        raise ReleaseError(f"{VERSION_FILE} states no version")
    return found[1]


def numbers(version: str) -> tuple[int, ...]:
    """Return the parts of a version, to be compared."""
    return tuple(map(int, version.split(".")))


def fragments() -> Iterator[Path]:
    """Yield what the next release adds to the changelog."""
    return (path for path in FRAGMENTS.glob("*.md") if path.name != "README.md")


def is_tagged(tag: str) -> bool:
    """Whether the present commit has the tag."""
    return tag in git("tag", "--points-at", "HEAD").splitlines()


def git(*words: str) -> str:
    """Return what git prints."""
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout.strip()


def say(line: str) -> None:
    """Print a line at once, before commands print theirs."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Make the release, and print what was done and what was not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version")
    parser.add_argument("--dry-run", action="store_true")
    arguments = parser.parse_args()
    release = Release(arguments.version, arguments.dry_run)
    try:
        release.make()
        outcome = "would be released" if release.dry_run else "released"
    except (ReleaseError, subprocess.CalledProcessError) as error:
        outcome = f"not released: {error}"
    for title, lines in (("did", release.done), ("skipped", release.skipped)):
        for line in lines:
            say(f"{'would do' if title == 'did' and release.dry_run else title}: {line}")
    say(f"{release.version}: {outcome}; nothing was pushed")
    return int(outcome.startswith("not"))


if __name__ == "__main__":
    sys.exit(main())
