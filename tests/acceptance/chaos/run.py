"""Chaos: jobs of every kind under faults of every kind, drawn by a seed, and the outcome.

Equal jobs are run undisturbed first. While faults come, some jobs are always running. A fault counts as recovered from
when, after it, a slice has been committed and the service has answered that it is ready.
"""

from __future__ import annotations

import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event

from sqlalchemy import select

from store.models.operations import DistrustedWorker
from store.models.states import JobState
from tests.acceptance.chaos.faults import FAULTS, Fault, Strike
from tests.acceptance.chaos.jobs import left_out
from tests.acceptance.chaos.nursery import Nursery
from tests.acceptance.chaos.sites import SITES, Site, embedded_site
from tests.acceptance.chaos.watch import Client, Ledger, Outcome
from tests.servers import wait_until

TICK_SECONDS = 0.1
AT_WORK = 6
"""Number of jobs that are kept running."""

MOST_AT_ONCE = 5
"""The most faults that come shortly after each other, without waiting for recovery."""

BETWEEN_SECONDS = 0.5
LOST_PATIENCE_SECONDS = 400.0
END_PATIENCE_SECONDS = 900.0


@dataclass
class Report:
    """The outcome of a run. seconds: from each fault to the recovery, by kind of fault."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    never: list[str] = field(default_factory=list)  # faults that nothing recovered from
    jobs: Counter[str] = field(default_factory=Counter)
    slices: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    audit: str = ""
    clean: bool = False
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def bad(self) -> list[str]:
        """Everything that went wrong."""
        return [*self.lost, *self.doubled, *self.wrong, *self.never, *([] if self.clean else [self.audit])]

    @property
    def worst(self) -> float:
        """The longest recovery, seconds."""
        return max((one for some in self.seconds.values() for one in some), default=0.0)

    def lines(self) -> list[str]:
        """Return the table."""
        width = max((len(name) for name in self.faults), default=5)
        rows = [f"{'fault':{width}}  times  median s  worst s"]
        rows += [
            f"{name:{width}}  {times:5}  {statistics.median(some):8.1f}  {max(some):7.1f}"
            for name, times in sorted(self.faults.items())
            for some in [self.seconds.get(name) or [float("nan")]]
        ]
        every = [one for some in self.seconds.values() for one in some] or [float("nan")]
        total = sum(self.faults.values())
        rows.append(f"{'all':{width}}  {total:5}  {statistics.median(every):8.1f}  {max(every):7.1f}")
        figures = {"lost": self.lost, "doubled": self.doubled, "wrong digests": self.wrong}
        told = ", ".join(f"{name}: {len(found)}" for name, found in figures.items())
        rows.append(f"jobs: {sum(self.jobs.values())} of {len(self.jobs)} sorts, slices: {self.slices}, {told}")
        rows.append(f"cavalier audit: {self.audit.splitlines()[-1] if self.audit else 'not run'}")
        return rows + [f"  ! {text}" for text in self.bad if text]


def undisturbed(folder: Path, nursery: Nursery, names: list[str]) -> dict[str, Outcome]:
    """Run each job once on an embedded service without faults; return how they ended."""
    assert left_out() == [], f"no job is of {left_out()}"
    with embedded_site(folder, nursery) as site:
        site.supervise()
        client, ledger = Client(site), Ledger(site)
        client.start()
        for name in names:
            client.submit(name)

        def all_ended() -> bool:
            ledger.look()
            return len(ledger.ended) == len(names)

        wait_until(all_ended, "the undisturbed jobs end", END_PATIENCE_SECONDS)
        client.stop()
        found = {client.accepted[job]: ledger.outcome(job) for job in ledger.ended}
        site.stop()
    ends = {name: end for name, end in found.items() if end is not None}
    failed = {name: end.told for name, end in ends.items() if end.state != JobState.SUCCEEDED}
    assert not failed, failed
    return ends


@dataclass(frozen=True)
class Plan:
    """The faults for a site. minutes: no more faults come after this time, or once `enough` is set.

    loud: print each fault as it comes.
    """

    database: str
    faults: int
    seed: int
    minutes: float = math.inf
    loud: bool = False
    enough: Event = field(default_factory=Event)


def chaos(plan: Plan, folder: Path, nursery: Nursery, wanted: Mapping[str, Outcome], report: Report) -> None:
    """Let faults befall a site while the expected jobs run, again and again; report the outcome."""
    with SITES[plan.database](folder, nursery) as site:
        run = Run(site, plan, wanted, report)
        run.disturb(plan)
        run.quieten()
        run.judge()


@dataclass
class Wound:
    """A fault that nothing has recovered from yet. newest: the last slice committed before it, None where unknown."""

    name: str
    at: float
    newest: int | None


class Run:
    """One run: a site, the random draws, and the observations."""

    def __init__(self, site: Site, plan: Plan, wanted: Mapping[str, Outcome], report: Report) -> None:
        self.report = report
        self.site, self.wanted, self.loud = site, wanted, plan.loud
        self.chance, self.faults = Random(plan.seed), FAULTS[plan.database]
        self.client, self.ledger = Client(site), Ledger(site)
        self.strike = Strike(site, self.chance, self.client.submit)
        self.wounds: list[Wound] = []
        self._next: list[str] = []
        self._told: set[str] = set()
        site.supervise()
        self.client.start()
        self._until(lambda: bool(self.client.answered) and bool(self.ledger.newest), "the site works")

    def disturb(self, plan: Plan) -> None:
        """Let faults come, some at once; wait for the recovery before the next."""
        end = time.monotonic() + 60 * plan.minutes
        while (left := plan.faults - sum(self.report.faults.values())) > 0 and time.monotonic() < end:
            if plan.enough.is_set():
                return
            for _ in range(min(self.chance.randint(1, MOST_AT_ONCE), left)):
                self._hit()
                self._pass(self.chance.uniform(0.0, BETWEEN_SECONDS))
            self._until(lambda: not self.wounds, "recovery", give_up=True)

    def quieten(self) -> None:
        """Undo what is not yet undone, and wait until all jobs have ended."""
        self._until(lambda: not self.strike.undo, "everything is undone", busy=False)
        done = lambda: not self.client.submitting and not self.ledger.unfinished  # noqa: E731  of two words
        self._until(done, "all jobs end", busy=False, give_up=True, seconds=END_PATIENCE_SECONDS)
        self.client.stop()

    def judge(self) -> None:
        """Compare everything with what it should be."""
        self.ledger.look()
        for job, name in self.client.accepted.items():
            self._judge(job, name)
        codes = self.site.stop()
        with self.site.database.reading() as session:
            self.report.wrong += [
                f"{name}, honest, was found to err" for name in session.scalars(select(DistrustedWorker.name))
            ]
        code, self.report.audit = self.site.audit()
        self.report.clean = code == 0
        if any(codes):
            self.report.wrong.append(f"processes asked to end gave the codes {codes}")

    def _judge(self, job: str, name: str) -> None:
        self.report.jobs[name] += 1
        found, wanted = self.ledger.outcome(job), self.wanted[name]
        if found is None:
            self.report.lost.append(f"{name}: job {job} is not there or has not ended")
            return
        self.report.slices += found.slices
        if found.slices < self.ledger.slices.get(job, 0):
            self.report.lost.append(f"{name}: job {job} had {self.ledger.slices[job]} slices, now {found.slices}")
        if found.state != JobState.SUCCEEDED:
            self.report.lost.append(f"{name}: job {job} {found.state}: {found.told}")
        elif found.tours != wanted.tours:
            where = self.report.lost if found.tours < wanted.tours else self.report.doubled
            where.append(f"{name}: job {job} has {found.tours} tours, {wanted.tours} undisturbed")
        elif found.digest != wanted.digest:
            self.report.wrong.append(f"{name}: job {job} gave {found.digest}, undisturbed {wanted.digest}")

    def _hit(self) -> None:
        """Draw faults until one finds its target."""
        while True:
            fault: Fault = self.chance.choices(self.faults, [one.weight for one in self.faults])[0]
            if fault.act(self.strike):
                break
            self._tick()
        self.report.faults[fault.name] += 1
        self.wounds.append(Wound(fault.name, time.monotonic(), None))
        self._say(f"{sum(self.report.faults.values()):5} {fault.name}")

    def _pass(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._tick()

    def _until(
        self,
        condition: Callable[[], bool],
        what: str,
        *,
        busy: bool = True,
        give_up: bool = False,
        seconds: float | None = None,
    ) -> None:
        """Continue until the condition holds. give_up: report a timeout instead of failing."""
        deadline = time.monotonic() + (seconds or LOST_PATIENCE_SECONDS)
        while not condition():
            self._tick(busy=busy)
            if time.monotonic() > deadline:
                names = ", ".join(wound.name for wound in self.wounds)
                text = f"{what}: not within {seconds or LOST_PATIENCE_SECONDS:.0f} s ({names})"
                assert give_up, text
                self.report.never.append(text)
                self.wounds.clear()
                self._say(text)
                return

    def _tick(self, *, busy: bool = True) -> None:
        """Undo faults that are over, restart dead processes, keep jobs running, and note recoveries."""
        for due in [one for one in self.strike.undo if one[0] <= time.monotonic()]:
            self.strike.undo.remove(due)
            due[1]()
        self.site.supervise()
        self.ledger.look()
        if busy and self.ledger.unfinished + self.client.submitting < AT_WORK:
            self.client.submit(self._draw())
        self._see_recoveries()
        self._see_ends()
        time.sleep(TICK_SECONDS)

    def _draw(self) -> str:
        """Draw a job; all jobs are drawn before any is drawn again."""
        if not self._next:
            self._next = self.chance.sample(sorted(self.wanted), len(self.wanted))
        return self._next.pop()

    def _see_recoveries(self) -> None:
        newest = self.ledger.newest
        for wound in list(self.wounds):
            if newest is None:
                continue
            if wound.newest is None:
                wound.newest = newest
            elif newest > wound.newest and self.client.answered > wound.at:
                seconds = time.monotonic() - wound.at
                self.report.seconds.setdefault(wound.name, []).append(seconds)
                self.wounds.remove(wound)
                if self.loud and seconds > 20:
                    self._say(f"      {wound.name}: recovered after {seconds:.1f} s")

    def _see_ends(self) -> None:
        """Report at once each job that ended with another digest than undisturbed."""
        for job in self.ledger.ended.keys() - self._told:
            name, found = self.client.accepted.get(job), None
            if name is None:
                continue
            try:
                found = self.ledger.outcome(job)
            except Exception as error:  # noqa: BLE001  the database is away: next time
                self._say(f"      {error!r}")
            if found is None:
                continue
            self._told.add(job)
            if found.digest != self.wanted[name].digest:
                self._say(f"      job {job}, {name}: {found}")

    def _say(self, text: str) -> None:
        if self.loud:
            print(time.strftime("%H:%M:%S"), text, flush=True)  # noqa: T201  a bench's own lines
