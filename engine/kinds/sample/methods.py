"""The methods of the kind `sample`."""

from __future__ import annotations

from dataclasses import replace

from engine.kinds.common.method import RULE, Method

WALKS = Method(
    "engine.kinds.sample.runner:open_walks", ("engine.kinds.sample.planner:Sampling",), checkpoint_format=2, facts=True
)

SAMPLE: dict[str | None, Method] = {
    "frontier": replace(
        WALKS,
        runner="engine.kinds.sample.uniform.runner:UniformTourRunner",
        summary="Exactly uniform random tours: by their number, backwards through the tables of a frontier sweep.",
        promise="exact",
        boards="every board whose sweeps have at most 4 million states in all (6x6 all tours, 6x8 closed ones)",
        cost="the sweep, then some twenty microseconds a tour; memory 16 bytes a state",
        parameters={
            "budget": "walks: this many tours are drawn, with replacement",
            "store": "all of them, or the first n",
            "starts": "where tours begin; each tour from any of them is as likely as any other",
        },
        reference="A. Nijenhuis, H. S. Wilf, Combinatorial Algorithms, 1978 (unranking); sweeps as for enumerate",
        warm_up_jobs=({"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "5x5", "store": "all"},),
    ),
    "importance": replace(
        WALKS,
        summary="Independent walks that favour squares with few exits, pruned, their last squares counted exactly.",
        promise="estimate",
        boards="every board with at most 64 moves from a square",
        cost="some microseconds a walk; the error falls with the square root of the walks",
        parameters={
            "strength": "squares with d exits are drawn in proportion to exp(-strength d)",
            "tail": "this many last squares are completed in all ways, counted",
            "ends": "the last square drawn beforehand, or free",
            "budget": "as for smc",
            "store": "the walks that become tours, with no tail: not uniform",
        },
        reference="D. E. Knuth, 1975; H. Cancela, E. Mordecki, Counting knight's tours, 2006",
        warm_up_jobs=(
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "5x5"},
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "6x6", "tours": "closed"},
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "9x9"},
        ),
    ),
    "index": replace(
        WALKS,
        runner="engine.kinds.sample.indexed.runner:IndexedTourRunner",
        checkpoint_format=1,
        summary="Exactly uniform random closed tours: by their number, from the index that a job has made.",
        promise="exact",
        boards="every board with an index, up to 8x8 and its 13,267,364,410,532 closed tours",
        cost="1 to 50 ms a tour, read from the index; making that is a job of its own",
        parameters={
            "budget": "walks: this many tours are drawn, with replacement",
            "store": "all of them, or the first n",
            "starts": "where tours begin; each is as likely as any other",
        },
        reference="A. Nijenhuis, H. S. Wilf, Combinatorial Algorithms, 1978 (unranking)",
        warm_up_jobs=(
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "5x6", "tours": "closed", "store": "all"},
        ),
    ),
    "rotating": replace(
        WALKS,
        summary='Walks that draw a direction and take the next free one in cyclic order: "La marche du cavalier".',
        promise="estimate",
        boards="every board of at most 4,096 squares",
        cost="two or three microseconds a walk on 8x8; heavy weights make its errors doubtful",
        parameters={"order": "the cyclic order of the directions", "budget": "as for smc", "store": "as for uniform"},
        warm_up_jobs=(
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "5x5"},
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "9x9"},
        ),
    ),
    "smc": replace(
        WALKS,
        runner="engine.kinds.sample.smc.runner:PopulationRunner",
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
        warm_up_jobs=(
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "5x5", "particles": 64, "store": {"first": 2}},
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "9x9", "particles": 128},
        ),
    ),
    "transfer-matrix": replace(
        WALKS,
        runner="engine.kinds.sample.smc.runner:StrandRunner",
        checkpoint_format=1,
        summary="Transfer-matrix Monte Carlo: a population of partial tours in strands that take square after square.",
        promise="estimate",
        boards="boards of at most 4,096 squares whose moves change colour; closed tours of 12x12 to 1 % in minutes",
        cost="particles times squares for each population; memory 20 + 4 bytes for each square a particle",
        parameters={"particles": "as for smc", "budget": "as for smc", "store": "as for smc"},
        reference="M. P. Nightingale, H. W. J. Blöte, Physical Review B 54 (1996) 1001-1008; the potential is ours",
        warm_up_jobs=(
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "5x5", "particles": 64, "store": {"first": 2}},
        ),
    ),
    "uniform": replace(
        WALKS,
        summary="Walks to a uniformly random free neighbour until stuck: Knuth's estimator, and the tree by depth.",
        promise="estimate",
        boards="every board of at most 4,096 squares; on 8x8 one walk in six million is a tour",
        cost="a sixth of a microsecond a walk on 8x8",
        parameters={"budget": "as for smc", "store": "the walks that become tours"},
        reference="D. E. Knuth, Estimating the efficiency of backtrack programs, Math. Comp. 29, 1975",
        warm_up_jobs=(
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "5x5", "store": "all"},
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "9x9"},
        ),
    ),
    "warnsdorff": replace(
        WALKS,
        rule=RULE,
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
        warm_up_jobs=(
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "5x5", "store": "all"},
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "9x9"},
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "torus:9x9"},
            {"budget": {"walks": 40}, "rng": {"streams": 2}, "board": "5x5", "exact": True, "starts": [[1, 1]]},
        ),
    ),
}
