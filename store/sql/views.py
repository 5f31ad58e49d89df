"""The views for reader queries and the meaning of their columns, shown by database comments and pages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class View:
    """The meaning of a row of a view, and of each of its columns, in order."""

    about: str
    columns: dict[str, str]


SUBJECT = {"board": "its label", "piece": "components of the leap: 1,2 is the knight"}
CODE = {"code_digest": "digest of the code", "engine": "the same by its old name, until the next major version"}
END = {"finished_at": "when the job ended, UTC"}
FACT = {
    **SUBJECT,
    "quantity": "what is counted: tours, closed, cycles, ...",
    "convention": "directed or undirected, for instance",
}
SCOPE = {
    "starts": '"all", or the start squares, as JSON',
    "restriction": "as JSON what the figure depends on; NULL: a fact of the board",
}
REMARK = {
    "job": "id of the job",
    "campaign": "id of the campaign",
    "board": "label of the board",
    "author": "name of the API key that gave it",
    "created_at": "UTC",
}
BY_JOB = {"job": "its id", "method": "by which", "outcome": "complete, limit, ...", **CODE, **END}

VIEWS = {
    "tour_list": View(
        "A stored tour; a closed tour is stored once for each start and direction in which it was found.",
        {
            "id": "the tour's number in this database",
            **SUBJECT,
            "start_square": "row,column from 1; NULL where the board is no flat rectangle",
            "end_square": "likewise",
            "start_number": "the square's number from 0, row by row",
            "end_number": "likewise",
            "closed": "whether it can be closed by one more move",
            "symmetry": "number of symmetries of the board that map the tour to itself, 1 or more",
            "class": "16 digits, the same for all images of the tour",
            "job": "id of the job that found it",
            **CODE,
            "found_at": "UTC",
            "path": "packed squares",
        },
    ),
    "feature_list": View(
        "How many stored tours of a board have a value of a statistic; those not measured yet are left out.",
        {
            **SUBJECT,
            "statistic": "crossings, turns, straight_run, magic, angle_90, ...",
            "value": "a value that occurs",
            "tours": "how many have it, as stored: a closed tour once for each start and direction",
        },
    ),
    "count_list": View(
        "An exact count of a job.",
        {
            "id": "number of the count",
            **FACT,
            "value": "all digits, as text",
            **SCOPE,
            "method": "by which it was counted",
            "job": "its id",
            **CODE,
            "outcome": "of the job: complete, limit, ...",
            **END,
        },
    ),
    "estimate_list": View(
        "An estimate of a job after one of its rounds.",
        {
            "id": "number of the estimate",
            **FACT,
            "value": "the estimate",
            "standard_error": "its standard error",
            "estimator": "how it was estimated",
            "samples": "number of samples",
            "unbiased": "whether its expectation is the true value",
            "round": "round of the job; the last is its result",
            "final": "whether the job has ended",
            **SCOPE,
            "seed": "generator and seed; equal ones are no further evidence",
            "job": "its id",
            **CODE,
            "method": "by which",
            "outcome": "of the job: complete, limit, ...",
            **END,
        },
    ),
    "square_list": View(
        "Exact counts of a job from one start square.",
        {
            **SUBJECT,
            "square": "row,column from 1; NULL where the board is no flat rectangle",
            "square_number": "from 0, row by row",
            "tours": "directed tours from there, all digits as text",
            "closed": "of these, those that can be closed",
            "dead_ends": "walks that could go no further",
            "nodes": "squares that the search entered",
            **BY_JOB,
        },
    ),
    "end_list": View(
        "The exact count of a job from one square to another.",
        {
            **SUBJECT,
            "start_square": "row,column from 1; NULL where the board is no flat rectangle",
            "end_square": "likewise",
            "start_number": "the square's number from 0, row by row",
            "end_number": "likewise",
            "tours": "directed tours between them, all digits as text",
            **BY_JOB,
        },
    ),
    "job_list": View(
        "A job, with what its shards come to.",
        {
            "id": "the job's id",
            "kind": "enumerate, sample, construct, ...",
            "method": "by which it works",
            **SUBJECT,
            "state": "queued, running, succeeded, ...",
            "outcome": "complete, limit, impossible, ...",
            "label": "as its owner calls it",
            "priority": "the highest goes first",
            **CODE,
            "created_at": "UTC",
            "started_at": "UTC",
            "finished_at": "UTC",
            "shards": "independent parts",
            "finished_shards": "of these, done",
            "work": "units done: squares entered, walks, ...",
            "cpu_seconds": "processor time",
            "tours": "tours stored",
            "specification": "the question, as JSON",
        },
    ),
    "campaign_list": View(
        "A job by its place in a campaign.",
        {
            "campaign": "its id",
            "name": "its name",
            **SUBJECT,
            "board_number": "from 0, in the campaign",
            "specification_number": "likewise",
            "job": "its id",
            "kind": "enumerate, sample, construct, ...",
            "method": "by which it works",
            "state": "queued, running, succeeded, ...",
            "outcome": "complete, limit, impossible, ...",
        },
    ),
    "note_list": View(
        "A note on a job, a campaign or a board: one of the three, the others are NULL.",
        {
            "id": "number of the note",
            **REMARK,
            "text": "as it was written, Markdown",
        },
    ),
    "tag_list": View(
        "A tag of a job, a campaign or a board: one of the three, the others are NULL.",
        {
            "id": "number of the tag",
            **REMARK,
            "name": "the tag",
        },
    ),
    "atlas_list": View(
        "A figure of the atlas, which Cavalier computed before this database began.",
        {
            "entry": "its name: board, piece, kind of job, sort of tours and start square",
            **FACT,
            "value": "all digits, or an estimate, as text",
            "exact": "whether it is a count and no estimate",
            "standard_error": "of an estimate",
            "samples": "of an estimate",
            "method": "by which it was found",
            "starts": "all, or the one square that the tours begin at",
            "by_start": "as JSON directed tours from the first square of each class of squares",
            "by_end": "as JSON of these those to each end",
            "by_value": "as JSON undirected tours by the value of the statistic of a census",
            "by_move": "as JSON undirected tours that use each move, by its two squares",
            "specification": "of the job that found it, as JSON",
            **CODE,
            "cpu_seconds": "processor time of that job",
            "certificate": "as JSON how the counts were found a second time; NULL: they were not",
        },
    ),
    "published_list": View(
        "A figure of a publication, as printed.",
        {
            "key": "its name",
            "source": "short name of the publication",
            "title": "of the publication",
            "printed_table": "the table it stands in",
            "what": "what the publication says it is",
            **FACT,
            "place": "where in the table, as JSON",
            "value": "as printed, as JSON",
            "error": "as printed: standard error",
            "exact": "whether it is meant to be exact",
            "status": "verified, refuted, sampled (agrees with an estimate), quoted, unchecked, claimed or implied",
            "finding": "what was found about it",
        },
    ),
}
