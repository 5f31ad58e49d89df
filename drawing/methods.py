"""The methods there are: what each does, on which boards, what it promises and what it costs. Plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Promise = Literal["exact", "estimate", "guarantee", "heuristic"]


@dataclass(frozen=True)
class Method:
    """A method as the documentation, the API and the dashboard show it.

    name: as in the specification's `method`.
    kinds: the kinds of job it serves.
    promise: "exact" counts, an "estimate" with an error, a tour with a "guarantee", or a "heuristic" that may fail.
    boards: where it works.
    cost: what its time and memory grow with.
    parameters: the specification's fields it heeds, and what they mean to it.
    reference: who described it.
    """

    name: str
    kinds: tuple[str, ...]
    summary: str
    promise: Promise
    boards: str
    cost: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    reference: str | None = None


METHODS: tuple[Method, ...] = (
    Method(
        name="auto",
        kinds=("enumerate",),
        summary="Backtrack with the prunings that help, a frontier sweep or, on small dense boards, inclusion and "
        "exclusion: whichever is expected to take the least time.",
        promise="exact",
        boards="every board with at most 64 moves from a square; tours to be stored or limited are searched for",
        cost="that of the method it takes, which the job's form tells beforehand, with the reason",
        parameters={
            "by_end": "counts by start and end square",
            "limit": "as for backtrack, which it then takes",
            "store": "the tours found, by backtrack",
        },
    ),
    Method(
        name="backtrack",
        kinds=("enumerate",),
        summary="Depth-first search: tries every move in a fixed order and steps back where none is left.",
        promise="exact",
        boards="every board with at most 64 moves from a square; in full up to about 36 squares, with a limit any",
        cost="time grows with the search tree: 6x6 takes 3 s with prunings, 8x8 has about 4e27 nodes without; "
        "memory grows with the squares",
        parameters={
            "order": "directions in the order to be tried; counts do not depend on it, limited searches do",
            "visit": "warnsdorff: squares with the fewest onward moves are tried first, all others after them",
            "limit": "ends the search right after so many tours or nodes, in search order",
            "by_end": "counts by start and end square",
            "store": "the tours found",
            "prune": "exits, forced: leave nodes that no tour can follow; colour: start squares of the wrong colour; "
            "symmetry: count mirror images without searching them; cycle: search each closed tour once, from one "
            "square in one direction. Tours stay the same, dead ends and nodes do not (they do with symmetry)",
            "connected_at": "numbers of squares visited at which the squares left must hang together",
        },
    ),
    Method(
        name="warnsdorff",
        kinds=("enumerate",),
        summary="The tree of all ties of Warnsdorff's rule: moves only to squares with the fewest onward moves.",
        promise="exact",
        boards="every board with at most 64 moves from a square",
        cost="time grows with the tree of ties (8x8: 60 million nodes, a second)",
        parameters={"order": "the order among ties", "limit": "as for backtrack", "store": "as for backtrack"},
        reference="H. C. von Warnsdorff, Des Roesselsprunges einfachste und allgemeinste Loesung, 1823",
    ),
    Method(
        name="board-array",
        kinds=("enumerate",),
        summary="The plain recursive search on an array of marks, its jumps and looks counted and its depth traced.",
        promise="exact",
        boards="every board with at most 62 moves from a square; from one start square",
        cost="as backtrack in nodes, some ten times as long a node: for comparing searches, not for searching",
        parameters={
            "starts": "one square",
            "order": "directions in the order to be tried",
            "limit": "ends the search right after so many tours or nodes",
        },
        reference="Le probleme du cavalier (Delphi): first tour of 8x8 from a corner at jump 17,739,769",
    ),
    Method(
        name="link-cutting",
        kinds=("enumerate",),
        summary="The same search where entering a square cuts the links to it, so that it looks at free ones only.",
        promise="exact",
        boards="as board-array",
        cost="the same jumps as board-array, a look for each, and the links cut and restored on the way",
        parameters={"starts": "as board-array", "order": "as board-array", "limit": "as board-array"},
        reference="Le probleme du cavalier (Delphi)",
    ),
    Method(
        name="frontier",
        kinds=("enumerate",),
        summary="Dynamic programming over the squares: counts classes of path systems by their loose ends, not tours.",
        promise="exact",
        boards="every board whose frontier has at most 20 squares and whose states fit in memory; others are refused",
        cost="time and memory grow with the states, exponentially in the shorter side only (6x6: milliseconds a sweep)",
        parameters={
            "by_end": "one sweep for each class of pairs of ends",
            "starts": "one sweep for each class of start squares, and one for cycles",
        },
        reference="D. E. Knuth, The Art of Computer Programming 4, pre-fascicle 8A; order of squares by beam search",
    ),
    Method(
        name="inclusion-exclusion",
        kinds=("enumerate",),
        summary="Counts walks inside every set of squares; their sum with alternating signs leaves the tours.",
        promise="exact",
        boards="at most 32 squares, however dense; refused where there may be 2^64 tours or more",
        cost="doubles with each square (24 squares of degree 10: 13 s for one start), no memory",
        parameters={"by_end": "costs nothing more", "starts": "one count for each class of start squares"},
        reference="R. M. Karp, Operations Research Letters 1 (1982) 49-51",
    ),
    Method(
        name="smc",
        kinds=("sample",),
        summary="Sequential Monte Carlo: a population of partial tours, resampled, that steers clear of dead ends.",
        promise="estimate",
        boards="every board of at most 4,096 squares; open tours to 1 % on 8x8 in three seconds of one core",
        cost="particles times squares for each population; memory 2 (16 + 8 words of 64 squares) bytes a particle",
        parameters={
            "particles": "walks of one population; one population is one sample of the estimate",
            "potential": "what squares with few exits weigh; right for any values, precise for good ones, which "
            '"auto" has a pilot run look for',
            "budget": "walks, relative error or processor seconds",
            "store": "one tour drawn from each population: nearly uniform",
        },
        reference="P. Del Moral, A. Doucet, A. Jasra, Sequential Monte Carlo samplers, 2006; the potential is ours",
    ),
    Method(
        name="frontier",
        kinds=("sample",),
        summary="Exactly uniform random tours: by their number, backwards through the tables of a frontier sweep.",
        promise="exact",
        boards="every board whose sweeps have at most 4 million states in all (6x6 all tours, 6x8 closed ones)",
        cost="the sweep, then some twenty microseconds a tour; memory 16 bytes a state",
        parameters={
            "budget": "walks: so many tours are drawn, with replacement",
            "store": "all of them, or the first n",
            "starts": "where tours begin; each tour from any of them is as likely as any other",
        },
        reference="A. Nijenhuis, H. S. Wilf, Combinatorial Algorithms, 1978 (unranking); sweeps as for enumerate",
    ),
    Method(
        name="importance",
        kinds=("sample",),
        summary="Independent walks that favour squares with few exits, pruned, their last squares counted exactly.",
        promise="estimate",
        boards="every board with at most 64 moves from a square",
        cost="some microseconds a walk; the error falls with the square root of the walks",
        parameters={
            "strength": "squares with d exits are drawn in proportion to exp(-strength d)",
            "tail": "so many last squares are completed in all ways, counted",
            "ends": "the last square drawn beforehand, or free",
            "budget": "as for smc",
            "store": "the walks that become tours, with no tail: not uniform",
        },
        reference="D. E. Knuth, 1975; H. Cancela, E. Mordecki, Counting knight's tours, 2006",
    ),
    Method(
        name="uniform",
        kinds=("sample",),
        summary="Walks to a uniformly random free neighbour until stuck: Knuth's estimator, and the tree by depth.",
        promise="estimate",
        boards="every board of at most 4,096 squares; on 8x8 one walk in six million is a tour",
        cost="a sixth of a microsecond a walk on 8x8",
        parameters={"budget": "as for smc", "store": "the walks that become tours"},
        reference="D. E. Knuth, Estimating the efficiency of backtrack programs, Math. Comp. 29, 1975",
    ),
    Method(
        name="rotating",
        kinds=("sample",),
        summary='Walks that draw a direction and take the next free one in cyclic order: "La marche du cavalier".',
        promise="estimate",
        boards="every board of at most 4,096 squares",
        cost="two or three microseconds a walk on 8x8; heavy weights make its errors doubtful",
        parameters={"order": "the cyclic order of the directions", "budget": "as for smc", "store": "as for uniform"},
    ),
    Method(
        name="warnsdorff",
        kinds=("sample",),
        summary="Walks where the fewest onward moves are left, ties at random: how often they become tours.",
        promise="estimate",
        boards="every board of at most 4,096 squares",
        cost="some microseconds a walk on 8x8; exactly: the tree of ties, a fraction of a second a start on 8x8",
        parameters={
            "exact": "no walks, but their exact success from the tree of all ties",
            "budget": "as for smc",
            "store": "as for uniform",
        },
        reference="H. C. von Warnsdorff, Des Roesselsprunges einfachste und allgemeinste Loesung, 1823",
    ),
    Method(
        name="auto",
        kinds=("construct",),
        summary="Looks for a proof that there is no such tour, then picks: blocks on rectangles, else search and more.",
        promise="heuristic",
        boards="every board; guaranteed where blocks are, a proof by exhaustion on boards of few squares",
        cost="linear on rectangles; elsewhere a short search, 2-factors, walks, then a search within its budget",
        parameters={
            "start": "the first square",
            "end": "the last square",
            "attempts": "the last search may enter a million squares for each",
            "rng": "the seed of all draws",
        },
    ),
    Method(
        name="warnsdorff",
        kinds=("construct",),
        summary="Walks where the fewest onward moves are left, ties at random, until a walk is a tour.",
        promise="heuristic",
        boards="every board; nearly always right up to side 50, rarely from side 200",
        cost="linear in the squares for each attempt",
        parameters={
            "attempts": "walks to make at most",
            "until": "stop at the first tour, or count the tours among all attempts",
            "start": "where walks start; drawn for each if not given",
            "rng": "the seed: attempt number and seed determine a walk",
        },
        reference="H. C. von Warnsdorff, Des Roesselsprunges einfachste und allgemeinste Loesung, 1823",
    ),
    Method(
        name="pohl",
        kinds=("construct",),
        summary="Warnsdorff's rule, ties to the square whose successors have the fewest moves in all.",
        promise="heuristic",
        boards="every board; more than 95 % of walks up to side 100, 72 % at side 8",
        cost="linear in the squares for each attempt",
        parameters={"attempts": "as for warnsdorff", "until": "as for warnsdorff", "start": "as for warnsdorff"},
        reference="I. Pohl, A method for finding Hamilton paths and knight's tours, Comm. ACM 10 (1967) 446-449",
    ),
    Method(
        name="roth",
        kinds=("construct",),
        summary="Warnsdorff's rule, ties to the square farthest from the centre.",
        promise="heuristic",
        boards="every board; about 99 % of walks on squares from side 50 to 1000",
        cost="linear in the squares for each attempt",
        parameters={"attempts": "as for warnsdorff", "until": "as for warnsdorff", "start": "as for warnsdorff"},
        reference="A. Roth; see S. Ganzfried, A simple algorithm for knight's tours, 2004",
    ),
    Method(
        name="squirrel-cull",
        kinds=("construct",),
        summary="Warnsdorff's rule from the corner, ties by tables of move orderings: deterministic open tours.",
        promise="heuristic",
        boards="whole flat boards, knight; every square of side 5 to 1,600 but 74, which the mended table tours",
        cost="linear, one walk (rectangles: at most nineteen); 10,000 x 10,000 in a few seconds",
        parameters={"table": "the table as published, or with our repair of side 74"},
        reference="D. Squirrel and P. Cull, A Warnsdorff-rule algorithm for knight's tours on square chessboards, 1996",
    ),
    Method(
        name="blocks",
        kinds=("construct",),
        summary="Tours of small blocks joined by edge switches; three and four rows by a sweep of all ways.",
        promise="guarantee",
        boards="whole flat boards, knight: closed and open tours, and tours between any two ends that admit one",
        cost="linear in time and memory; 10^8 squares in a few seconds",
        parameters={"start": "the first square", "end": "the last square", "tours": "closed, open or any"},
    ),
    Method(
        name="two-factor",
        kinds=("construct",),
        summary="A spanning set of cycles by maximum flow, joined into one by edge switches.",
        promise="heuristic",
        boards="every board on which moves change colour, with holes or not; no 2-factor proves that there is no tour",
        cost="a maximum flow and some sweeps for each attempt: about a tenth of a second for 10,000 squares",
        parameters={"attempts": "2-factors to try", "start": "the first square", "end": "the last square"},
    ),
    Method(
        name="search",
        kinds=("construct",),
        summary="Exact search with pruning and restarts; where it exhausts the tree it proves that there is no tour.",
        promise="heuristic",
        boards="every board and piece; finds tours of some hundred squares at once, exhausts boards of some fifty",
        cost="exponential at worst; the budget is a million squares entered for each attempt",
        parameters={"attempts": "millions of squares to enter", "start": "the first square", "end": "the last square"},
    ),
    Method(
        name="chi-square",
        kinds=("test-generator",),
        summary="Counts 1000 reals in 100 channels, again and again, and compares the statistics with their law.",
        promise="estimate",
        boards="none",
        cost="some 20 microseconds for each trial",
        parameters={
            "trials": "how often the test is repeated",
            "streams": "the trials are shared out to so many streams",
            "low_bits": "judges the lowest bits of the draws",
        },
        reference="K. Pearson, 1900; D. E. Knuth, The Art of Computer Programming 2, 3.3.1",
    ),
    Method(
        name="search",
        kinds=("census",),
        summary="Backtrack with prunings, which meets every tour: a closed one in one direction, an open one in both, "
        "of which one is measured.",
        promise="exact",
        boards="flat boards of 3 to 64 squares, for the knight",
        cost="time grows with the tours: the 1,067,638 closed ones of 6x7 take 3 s of a core; memory is small",
    ),
    Method(
        name="sample",
        kinds=("census",),
        summary="Draws tours by their number, backwards through the layers of a frontier sweep: independent, and all "
        "equally likely.",
        promise="estimate",
        boards="flat boards whose sweep has at most 4,000,000 states, for the knight: closed tours up to 6x8",
        cost="that of the sweep, then as much for every 8192 tours",
        parameters={"draws": "how many tours", "rng": "generator and seed of the draws"},
    ),
    Method(
        name="kolmogorov-smirnov",
        kinds=("test-generator",),
        summary="K+ and K- of 1000 reals, again and again, compared with their law.",
        promise="estimate",
        boards="none",
        cost="some 30 microseconds for each trial",
        parameters={"trials": "as for chi-square", "streams": "as for chi-square", "low_bits": "as for chi-square"},
        reference="D. E. Knuth, The Art of Computer Programming 2, 3.3.1",
    ),
    Method(
        name="gap",
        kinds=("test-generator",),
        summary="The lengths of 1000 gaps between visits to [0, 0.5), again and again, compared with their law.",
        promise="estimate",
        boards="none",
        cost="some 40 microseconds for each trial",
        parameters={"trials": "as for chi-square", "streams": "as for chi-square", "low_bits": "as for chi-square"},
        reference="D. E. Knuth, The Art of Computer Programming 2, 3.3.2",
    ),
    Method(
        name="serial-correlation",
        kinds=("test-generator",),
        summary="The correlation of 1000 reals with those some places on, again and again, compared with its law.",
        promise="estimate",
        boards="none",
        cost="some 25 microseconds for each trial",
        parameters={
            "lag": "how many places on",
            "trials": "as for chi-square",
            "streams": "as for chi-square",
            "low_bits": "as for chi-square",
        },
        reference="D. E. Knuth, The Art of Computer Programming 2, 3.3.2",
    ),
    Method(
        name="spectral",
        kinds=("test-generator",),
        summary="The distance of the planes that hold all points of a linear congruential generator, exactly.",
        promise="exact",
        boards="none",
        cost="a tenth of a second",
        reference="D. E. Knuth, The Art of Computer Programming 2, 3.3.4",
    ),
)
