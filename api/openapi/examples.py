"""Bodies that can be sent as they are: the documentation shows them, and the tests send each."""

from __future__ import annotations

from collections.abc import Mapping

Examples = Mapping[str, Mapping[str, object]]
"""Bodies, by what each asks for in words."""

GRID_5X5 = "1 14 9 20 3\n24 19 2 15 10\n13 8 25 4 21\n18 23 6 11 16\n7 12 17 22 5"
CLOSED_6X6 = "1 30 33 16 3 24\n32 17 2 23 34 15\n29 36 31 14 25 4\n18 9 6 35 22 13\n7 28 11 20 5 26\n10 19 8 27 12 21"

JOBS: Examples = {
    "Construct a closed tour of 10x10": {"kind": "construct", "board": "10x10", "tours": "closed"},
    "Find a closed tour of 8x8 with few crossings": {
        "kind": "construct",
        "board": "8x8",
        "tours": "closed",
        "fewest": "crossings",
    },
    "Count all tours of 5x5": {"kind": "enumerate", "board": "5x5"},
    "Count the closed tours of 6x6": {"kind": "enumerate", "board": "6x6", "tours": "closed"},
    "Estimate how many tours 8x8 has": {"kind": "sample", "board": "8x8", "budget": {"walks": 200_000}},
    "Estimate them to 1 %": {"kind": "sample", "board": "8x8", "budget": {"relative_error": 0.01}, "rng": {"seed": 7}},
    "How often Warnsdorff's rule succeeds": {
        "kind": "sample",
        "board": "8x8",
        "method": "warnsdorff",
        "budget": {"walks": 100_000},
    },
    "Complete a partly given tour": {
        "kind": "complete",
        "board": "5x5",
        "givens": [{"square": "a1", "number": 1}, {"square": "c3", "number": 13}, {"square": "e1", "number": 21}],
    },
    "Make a puzzle": {"kind": "puzzle", "board": "6x6", "guesses": 0},
    "Distances from a corner": {"kind": "distance", "board": "8x8", "from": "a1"},
    "The longest uncrossed path of 6x6": {"kind": "uncrossed", "board": "6x6"},
    "Test a random-number generator": {"kind": "test-generator", "generator": "pcg64dxsm", "trials": 200},
    "Closed tours of 6x6 up to symmetry": {"kind": "symmetry", "board": "6x6"},
    "The closed tours of 6x6 that quarter turns leave as they are": {
        "kind": "enumerate",
        "board": "6x6",
        "tours": "closed",
        "symmetry": "rotation90",
        "store": "all",
    },
    "Certify the count of closed tours of 6x6": {"kind": "certificate", "board": "6x6", "tours": "closed"},
    "What the closed tours of 6x6 are like": {"kind": "census", "board": "6x6"},
    "The recurrence of the closed tours of 3xn": {"kind": "strip", "family": "3xn"},
    "Number the closed tours of 6x6": {"kind": "index", "board": "6x6"},
}
SQUARES = ["5x5", "6x6", "8x8"]
CAMPAIGNS: Examples = {
    "Count and estimate on three boards": {
        "name": "Squares",
        "boards": SQUARES,
        "specifications": [{"kind": "enumerate"}, {"kind": "sample", "budget": {"walks": 100_000}}],
    },
    "Closed tours of rectangles": {
        "name": "Rectangles",
        "boards": ["5x6", "6x7"],
        "specifications": [{"kind": "construct", "tours": "closed"}],
    },
}
CAMPAIGN_PAGES: Examples = {
    "More boards": {"boards": ["7x7"]},
    "Another question about all boards": {"specifications": [{"kind": "construct"}]},
}
CLONES: Examples = {"Again": {"name": "Squares, again"}}
PRIORITIES: Examples = {"Before others": {"priority": 10}}
WEBHOOKS: Examples = {
    "When it ends": {"url": "https://hooks.example/cavalier"},
    "Whenever it succeeds or rests": {"url": "https://hooks.example/cavalier", "states": ["succeeded", "paused"]},
}
CAMPAIGN_WEBHOOKS: Examples = {"When all its jobs have ended": {"url": "https://hooks.example/cavalier"}}
NOTES: Examples = {
    "A remark": {"text": "Agrees with the table of **1994**, but for *one* row."},
    "A remark and tags": {"text": "Count this again before the lecture.", "tags": ["lecture", "to-check"]},
}
TAGS: Examples = {"These and no others": {"tags": ["lecture", "checked"]}, "None": {"tags": []}}
FIND: Examples = {"A tour of 5x5 as a grid": {"board": "5x5", "tour": GRID_5X5}}
RANK: Examples = {"A closed tour of 6x6 as a grid": {"tour": CLOSED_6X6}}
RECOUNTS: Examples = {
    "The cycles of 6x6": {
        "program": "knightcount",
        "source": "0" * 64,
        "quantity": "cycles",
        "convention": "undirected",
        "residue": "9862",
        "modulus": "9223372036854775783",
        "seconds": 0.3,
    }
}
SQL: Examples = {
    "Exact counts of closed tours": {
        "sql": "SELECT board, value, method, job FROM count_list WHERE quantity = :quantity AND restriction IS NULL",
        "parameters": {"quantity": "closed"},
    }
}
