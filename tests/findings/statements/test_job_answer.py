"""The answer of a job in one sentence, from its result."""

from __future__ import annotations

import pytest

from engine.kinds.parse import parse_specification
from engine.specification.normal_form import as_json
from engine.specification.result import Count, Distance, Estimate, GeneratorTest, Result
from findings.statements.job_answer import answer
from findings.statements.job_statements import result_statements
from language.current import speaking
from phrasing.titles import job_title
from store.jobs.current_result import problem_of
from store.models.jobs import Job
from store.models.states import JobState

COUNTED = [
    Count(quantity="tours", value="6637920", method="frontier"),
    Count(quantity="closed", value="710064", method="frontier"),
    Count(quantity="cycles", convention="undirected", value="9862", method="frontier"),
]
TEN = Count(quantity="cycles", convention="undirected", value="10", method="quotient")
CLOSED = [Count(quantity="tours", value="710064", method="frontier"), *COUNTED[1:]]
NONE_CLOSES = [Count(quantity="tours", value="1728", method="m"), Count(quantity="closed", value="0", method="m")]
WALKS = [
    Count(quantity="all_walks", value="2000", method="warnsdorff"),
    Count(quantity="completed_walks", value="1946", method="warnsdorff"),
]


def answer_of(job: Job, result: Result) -> str | None:
    """Return the answer of a job that has this result."""
    problem = problem_of(job)
    if problem.board is None:
        return answer(job, None, result, [])
    return answer(job, problem.board.label, result, result_statements(job, problem.board, problem.piece, result))


def estimate(**fields: object) -> Estimate:
    """Return an estimate of tours."""
    known: dict[str, object] = {"quantity": "tours", "value": 1.96e16, "standard_error": 2e14, "estimator": "smc"}
    return Estimate.model_validate(known | {"samples": 9} | fields)


def completed(verdict: str, tours: str, guesses: str) -> Result:
    """Return the result of a finished search for completions."""
    extra = {"completion": {"verdict": verdict, "guesses": guesses, "directed": True}}
    return Result(counts=[Count(quantity="tours", value=tours, method="narrowing")], extra=extra)


def uncrossed(**figures: object) -> Result:
    """Return a result about uncrossed paths."""
    return Result(extra={"uncrossed": figures})


def extreme(sought: str, value: int, *, proved: bool = False) -> Result:
    """Return a result of exchanges of moves that count crossings."""
    figures: dict[str, object] = {"statistic": "crossings", "sought": sought, "value": value, "exchanges": 1_280_000}
    bounds = [{"what": "exact", "value": str(value), "source": "a census"}, {"what": "lower", "value": "4 n"}]
    figures |= {"proved": proved, "bounds": bounds if proved else bounds[1:]}
    return Result(explanation="exchanges: crossings", extra={"extreme": figures})


def census(*, exact: bool, **errors: float) -> Result:
    """Return a result of a census of one statistic."""
    row = {"statistic": "crossings", "least": 52, "most": 66, "tours": [], "mean": 57.826, "standard_deviation": 2.3}
    return Result(extra={"census": {"tours": "9862", "exact": exact, "distributions": [row | errors]}})


def judged(test: str, verdict: str) -> GeneratorTest:
    """Return a test with its verdict."""
    return GeneratorTest.model_validate({"test": test, "statistic": 1.0, "verdict": verdict})


@pytest.mark.parametrize(
    ("raw", "result", "expected"),
    [
        (
            {"kind": "enumerate", "board": "6x6"},
            Result(counts=COUNTED),
            "6,637,920 directed tours; 710,064 of them close, 9,862 cycles.",
        ),
        (
            {"kind": "enumerate", "board": "8x8", "tours": "closed", "symmetry": "rotation90"},
            Result(outcome="impossible", explanation="The colours tell."),
            "There is no closed tour that rotation90 leaves as it is. The colours tell.",
        ),
        (
            {"kind": "enumerate", "board": "6x6", "tours": "closed", "symmetry": "rotation90"},
            Result(counts=[Count(quantity="tours", value="720", method="quotient"), TEN]),
            "720 directed closed tours, left as they are by rotation90, as 10 cycles.",
        ),
        (
            {"kind": "enumerate", "board": "6x6", "tours": "closed"},
            Result(counts=CLOSED),
            "710,064 directed closed tours, as 9,862 cycles.",
        ),
        (
            {"kind": "enumerate", "board": "5x5"},
            Result(counts=NONE_CLOSES),
            "1,728 directed tours; none of them closes.",
        ),
        (
            {"kind": "enumerate", "board": "5x5", "limit": {"tours": 1728}},
            Result(outcome="limit", counts=NONE_CLOSES[:1]),
            "1,728 directed tours up to the limit of the search.",
        ),
        (
            {"kind": "construct", "board": "5x5", "tours": "closed"},
            Result(outcome="impossible", explanation="proof: 13 squares have one colour, 12 the other."),
            "There is no closed tour. 13 squares have one colour, 12 the other.",
        ),
        (
            {"kind": "construct", "board": "10x10", "tours": "closed"},
            Result(explanation="blocks: joined by edge switches"),
            "A closed tour, built by block composition: joined by edge switches.",
        ),
        (
            {"kind": "construct", "board": "10x10", "tours": "closed", "fewest": "crossings"},
            extreme("fewest", 83),
            (
                "A closed tour with 83 crossings, the fewest that 1,280,000 exchanges of moves have met; that none has "
                "fewer is not proved."
            ),
        ),
        (
            {"kind": "construct", "board": "8x8", "tours": "open", "most": "crossings"},
            extreme("most", 150),
            (
                "An open tour with 150 crossings, the most that 1,280,000 exchanges of moves have met; that none has "
                "more is not proved."
            ),
        ),
        (
            {"kind": "construct", "board": "6x6", "tours": "closed", "fewest": "crossings"},
            extreme("fewest", 52, proved=True),
            "A closed tour with 52 crossings; it is proved that none has fewer (a census).",
        ),
        (
            {"kind": "construct", "board": "6x6", "tours": "closed", "most": "crossings"},
            extreme("most", 66, proved=True),
            "A closed tour with 66 crossings; it is proved that none has more (a census).",
        ),
        (
            {"kind": "sample", "board": "8x8"},
            Result(estimates=[estimate(), estimate(value=1e15, square=[1, 1])]),
            "About (1.960 ± 0.020)\u00d710¹⁶ directed tours (± one standard error).",
        ),
        (
            {"kind": "sample", "board": "8x8"},
            Result(estimates=[estimate(warnings=["few populations, only 2"])]),
            "About (1.960 ± 0.020)\u00d710¹⁶ directed tours (± one standard error; few populations, only 2).",
        ),
        (
            {"kind": "sample", "board": "8x8", "method": "warnsdorff"},
            Result(counts=WALKS),
            "97.30 % of 2,000 walks by Warnsdorff's rule were tours (95 % interval 96.49 % to 97.92 %).",
        ),
        (
            {"kind": "sample", "board": "8x8", "method": "warnsdorff", "exact": True},
            Result(extra={"success_probability": 0.9791234567}),
            "A walk by Warnsdorff's rule is a tour with probability 0.9791234567 (97.9123 %), exactly.",
        ),
        (
            {"kind": "distance", "board": "8x8", "from": "a1", "to": "h8", "via": ["c3"]},
            Result(
                distances=[Distance(square=[1, 8], distance=6, shortest_paths="108")],
                extra={"walk": {"length": 8, "exact": True}, "diameter": 6},
            ),
            "A walk of 8 moves collects all the squares. Without: 6 moves from a1 to h8, by 108 shortest ways.",
        ),
        (
            {"kind": "distance", "board": "8x8", "from": "all"},
            Result(extra={"diameter": 6}),
            "No two squares of the board are more than 6 moves apart (its diameter).",
        ),
        (
            {"kind": "complete", "board": "8x8"},
            completed("unique", "1", "1700"),
            "Exactly one tour has all that is given; this is proved after 1,700 guesses.",
        ),
        (
            {"kind": "complete", "board": "8x8", "tours": "closed"},
            completed("unique", "1", "0"),
            "Exactly one closed tour has all that is given; this is proved by propagation alone.",
        ),
        (
            {"kind": "complete", "board": "6x8"},
            completed("unique", "1", "70000").model_copy(
                update={"counts": [Count(quantity="tours", value="1", method="frontier")]}
            ),
            "Exactly one tour has all that is given; this is proved by a sweep.",
        ),
        ({"kind": "complete", "board": "8x8"}, completed("none", "0", "5"), "No tour has all that is given."),
        (
            {"kind": "complete", "board": "8x8"},
            completed("several", "2", "5").model_copy(update={"outcome": "limit"}),
            "More than one tour has all that is given: 2 or more.",
        ),
        (
            {"kind": "complete", "board": "8x8"},
            completed("several", "1728", "5"),
            "1,728 directed tours have all that is given.",
        ),
        (
            {"kind": "complete", "board": "8x8"},
            completed("unknown", "1", "5"),
            "A tour has all that is given; there may be others.",
        ),
        (
            {"kind": "puzzle", "board": "8x8"},
            Result(extra={"puzzle": {"givens": 11, "guesses": 60, "known_at_once": 17}}),
            (
                "A puzzle with 11 numbers and one solution. "
                "Propagation tells 17 squares at once; the proof then takes 60 guesses."
            ),
        ),
        ({"kind": "puzzle", "board": "8x8"}, Result(), None),
        (
            {"kind": "distance", "board": "8x8", "from": "a1", "to": "h8"},
            Result(distances=[Distance(square=[1, 8], distance=6, shortest_paths="108")]),
            "6 moves from a1 to h8, by 108 shortest ways.",
        ),
        (
            {"kind": "distance", "board": "8x8", "from": "a1"},
            Result(extra={"unreachable": 0, "eccentricity": 6}),
            "Every square is reached; the farthest takes 6 moves.",
        ),
        (
            {"kind": "test-generator", "generator": "randu"},
            Result(tests=[judged("chi-square", "pass"), judged("spectral", "fail")]),
            "randu fails: spectral.",
        ),
        (
            {"kind": "uncrossed", "board": "6x6"},
            uncrossed(length=17, upper_bound=17, exact=True, paths="1024"),
            "The longest uncrossed path has 17 moves; 1,024 are that long, not counting directions apart.",
        ),
        (
            {"kind": "uncrossed", "board": "6x6", "tours": "closed"},
            uncrossed(length=12, upper_bound=12, exact=True, paths="1"),
            "The longest closed uncrossed path has 12 moves; no other is as long.",
        ),
        (
            {"kind": "uncrossed", "board": "6x6", "width": 5},
            uncrossed(length=15, upper_bound=30, exact=False),
            "An uncrossed path of 15 moves was found; none has more than 30.",
        ),
        (
            {"kind": "uncrossed", "board": "6x6", "width": 99, "tours": "closed"},
            uncrossed(length=12, upper_bound=12, exact=True),
            "The longest closed uncrossed path has 12 moves.",
        ),
        (
            {"kind": "uncrossed", "board": "6x6", "width": 5, "tours": "closed"},
            uncrossed(length=10, upper_bound=30, exact=False),
            "A closed uncrossed path of 10 moves was found; none has more than 30.",
        ),
        (
            {"kind": "uncrossed", "board": "6x6", "width": 1, "tours": "closed"},
            uncrossed(length=None, upper_bound=30, exact=False),
            "No closed uncrossed path was found; none has more than 30 moves.",
        ),
        (
            {"kind": "uncrossed", "board": "3x3", "tours": "closed"},
            uncrossed(length=None, upper_bound=0, exact=True),
            "There is no closed uncrossed path.",
        ),
        ({"kind": "uncrossed", "board": "6x6"}, Result(), None),
        (
            {"kind": "census", "board": "6x6"},
            census(exact=True),
            "9,862 undirected tours, each with 52 to 66 crossings, 57.83 in the mean.",
        ),
        (
            {"kind": "census", "board": "6x6", "method": "sample"},
            census(exact=False, mean_error=0.0074),
            "9,862 tours drawn uniformly, each with 52 to 66 crossings, about 57.8260 ± 0.0074 in the mean.",
        ),
        (
            {"kind": "census", "board": "6x6", "method": "weighted-sweep"},
            Result(
                extra={
                    "census": {
                        "tours": "9862",
                        "exact": True,
                        "distributions": [{"statistic": "moves_ene", "least": 4, "most": 14, "mean": 9.0}],
                    }
                }
            ),
            "Of 9,862 undirected tours: moves east-north-east or back from 4 to 14, 9 in the mean.",
        ),
        (
            {"kind": "census", "board": "6x6", "method": "weighted-sweep", "moves": True},
            Result(extra={"census": {"tours": "9862", "exact": True, "distributions": [], "moves": []}}),
            "How many of 9,862 undirected tours use each move.",
        ),
        ({"kind": "census", "board": "6x6"}, Result(), None),
        (
            {"kind": "test-generator", "generator": "philox"},
            Result(tests=[judged("chi-square", "pass"), judged("gap", "pass")]),
            "philox passes the 2 tests that were run; others may still fail it.",
        ),
    ],
)
def test_answers(raw: dict[str, object], result: Result, expected: str | None) -> None:
    """An answer names its convention, an estimate has its error, and a proof replaces attempts."""
    specification = parse_specification(raw)
    job = Job(public_id="j", kind=raw["kind"], method=getattr(specification, "method", None), code_digest="e",
              specification=as_json(specification), state=JobState.SUCCEEDED, outcome=result.outcome)  # fmt: skip

    assert answer_of(job, result) == expected


def test_nothing_is_said_too_early() -> None:
    """Counts of a running search are not an answer; an estimate so far is."""
    told = []
    for kind, result in {"enumerate": Result(counts=NONE_CLOSES), "sample": Result(estimates=[estimate()])}.items():
        specification = as_json(parse_specification({"kind": kind, "board": "8x8"}))
        job = Job(public_id="j", kind=kind, code_digest="e", specification=specification, state=JobState.RUNNING)
        told.append(answer_of(job, result))

    assert told[0] is None
    assert told[1] is not None
    assert told[1].startswith("About ")


def test_a_failed_job_has_found_nothing() -> None:
    """The answer of a failed job differs from that of a search without tours."""
    specification = as_json(parse_specification({"kind": "construct", "board": "8x8"}))
    job = Job(public_id="j", kind="construct", code_digest="e", specification=specification, state=JobState.FAILED)
    assert answer_of(job, Result()) == "The job failed before it found an answer."


def test_a_proof_is_said_with_its_source() -> None:
    """A proof is given with its source, stored together in one text."""
    why = "proof: The board has one square; no move leads from a square to itself. [M. Kraitchik]"
    specification = as_json(parse_specification({"kind": "construct", "board": "1x1", "tours": "closed"}))
    job = Job(public_id="j", kind="construct", code_digest="e", specification=specification, state=JobState.SUCCEEDED)
    with speaking("fr"):
        told = answer_of(job, Result(outcome="impossible", explanation=why))
    assert told is not None
    assert told.endswith("aucun coup ne mène d\N{RIGHT SINGLE QUOTATION MARK}une case à elle-même. [M. Kraitchik]")


def test_counts_up_to_symmetry_in_french() -> None:
    """Counts up to symmetry have a French question and answer."""
    specification = as_json(parse_specification({"kind": "symmetry", "board": "6x6"}))
    count = Count(quantity="cycle_classes", convention="undirected", value="1245", method="frontier")
    job = Job(public_id="j", kind="symmetry", code_digest="e", specification=specification, state=JobState.SUCCEEDED)
    with speaking("fr"):
        assert job_title(specification, "6x6") == "Les parcours fermés de 6x6 à symétrie près"
        assert answer_of(job, Result(counts=[count])) == (
            "1\N{NARROW NO-BREAK SPACE}245 parcours fermés à symétrie et sens près."
        )
