"""What the service answers and what it is asked, as its OpenAPI document describes it. Generated."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from cavalier.document import Document
from pydantic import AwareDatetime, Field


class AddedTagsRequest(Document):
    """The tags to add to those of a job, a campaign or a board."""

    tags: list[str]
    """these, besides those that it has"""


class AdoptionDocument(Document):
    """A request that other code continue the job: it runs the last slice of each shard again and compares."""

    state: Literal['checking', 'refused']
    engine: str
    """digest of the code that is to go on"""
    shards: int
    """shards to be checked: those that have begun"""
    equal: int
    """of these, the last slice of this many gave the same again, bit by bit"""
    different: list[str]
    """shards whose slice gave something else"""
    unknown: list[str]
    """shards whose slice could not be run again, and why"""


class AskedDocument(Document):
    """How this was asked: enough to ask it again, and to see whether the answer is the same."""

    date: str
    """when it was answered, UTC"""
    query: str
    """the question, as an address says it"""
    version: str
    """of Cavalier"""
    commit: str | None
    """of Cavalier's source, where it is known"""
    rows: int
    csv_sha256: str
    """of the same rows as CSV: equal answers have equal digests"""


class Bound(Document):
    """A known bound on an extreme over all tours."""

    what: Literal['exact', 'limit', 'lower', 'upper']
    """
    exact: the extreme; limit: no tour is beyond it; lower: no tour has less; upper: there is a tour with no more, of each large board
    """
    value: str
    """a number, or a formula in the side n"""
    source: str
    """who has proved it, or by what it was computed"""


class Budget(Document):
    """When a sampling job ends."""

    walks: int | None = None
    """number of walks; frontier: number of tours drawn"""
    relative_error: float | None = None
    """one standard error as a share of the estimate"""
    cpu_seconds: float | None = None
    """processor time of all workers together"""


class CampaignHead(Document):
    """A campaign in a list."""

    id: str
    name: str
    owner: str | None
    """name of the API key that submitted it"""
    created_at: AwareDatetime
    boards: int
    """how many; their numbers go from 0 in the order in which they were sent"""
    specifications: int
    """how many, likewise"""
    jobs: int
    """how many it has; those that were deleted are left out"""
    states: dict[Literal['queued', 'running', 'pausing', 'paused', 'succeeded', 'failed', 'cancelled'], int]
    """its jobs by state; states without jobs are left out"""
    actions: list[Literal['pause', 'resume', 'cancel']]
    """what would change something now"""
    tags: list[str]
    """by name"""


class CampaignProgressDocument(Document):
    """Progress of a campaign: every job weighs the same, and an ended one counts as done whatever its outcome."""

    ended_jobs: int
    estimated_fraction: float
    """mean of the jobs' estimated shares; exact at the ends"""
    estimated_seconds_left: float | None
    """estimate for the jobs that do not rest, at the rate of the last ten minutes; null while unknown"""
    cpu_seconds: float
    tours: str
    """tours stored, an exact decimal"""


class CampaignWebhookRequest(Document):
    """A URL to call when a campaign has ended."""

    url: str
    """one that the operator of the service allows"""


class Certificate(Document):
    """
    A job that has counted the figure once more, modulo a prime and by another order of squares.

    agrees: whether its result is the figure modulo the prime. program: the independent program, if that counted and not
    a job; `job` is then the one whose count it repeated.
    """

    job: str
    modulus: str
    agrees: bool
    program: str | None = None


class CheckDocument(Document):
    """One thing that must hold."""

    name: str
    ok: bool
    detail: str


class CloneRequest(Document):
    """A campaign like another."""

    name: str
    """free text shown beside the job"""


class CollectingWalk(Document):
    """A walk that collects squares; all its figures but `exact` are missing or empty where there is none."""

    rule: str | None = None
    """what the walk may not enter"""
    body: int | None = None
    """of a snake: how long it is"""
    length: int | None
    lower_bound: int | None = None
    """no walk is shorter"""
    exact: bool
    collected: list[list[int]]
    squares: list[list[int]]


class ColumnDocument(Document):
    """A column of a view."""

    name: str
    about: str


class Compared(Document):
    """An exact count of the same quantity, compared with a residue."""

    quantity: str
    square: list[int] | None = None
    """where directed tours start"""
    value: str
    sources: list[str]
    """the jobs here and the publications that say so"""
    agrees: bool


class Completeness(Document):
    """The proof that all tours of a type (any, closed or open) of a board are stored: a job stored all it counted."""

    tours: str
    count: str
    job: str


class Completion(Document):
    """Whether a partly given tour has a completion, and how hard that was to tell."""

    verdict: Literal['none', 'unique', 'several', 'unknown']
    """tours that have all that is given; unknown: the search has not come to its end"""
    guesses: str
    """branches tried where propagation left a choice, an exact decimal"""
    directed: bool
    """whether what is given says where or in which direction the tour goes"""


class Count(Document):
    """An exact count. `quantity`: tours, closed, cycles, dead_ends, nodes, or a kind's own."""

    quantity: str
    """what is counted: tours, closed, cycles, or a quantity of the kind's own"""
    convention: Literal['directed', 'undirected'] = 'directed'
    """how tours are distinguished"""
    value: str
    """decimal digits, however many"""
    exact: Literal[True] = True
    method: str
    """the one that counted"""


class CycleDocument(Document):
    """A closed tour of the board and its number."""

    board: str
    piece: list[int]
    number: str
    """from 1 on"""
    of: str
    """how many closed tours the board has, undirected"""
    squares: list[list[int]]
    """from the first square to the lesser of its neighbours on the tour"""
    closed: bool = True
    index: str
    """digest of the index: another one may number the tours in another order"""
    statistics: dict[str, int]
    """what the tour is like, but for its numbers; {} of other pieces"""


class DepthStatistics(Document):
    """What was seen at one depth of a search tree. width: None where it is beyond the range of numbers."""

    depth: int
    """squares visited"""
    reached: int
    """walks, or nodes of the search, that came so far"""
    mean_moves: float
    """free squares in reach, in the mean over these"""
    width: float | None
    """product of the means so far: see the estimator `product-of-means`"""
    inverse_probability: float | None
    """walks for each that came so far"""
    unbiased_width: float | None = None
    """mean of products, where width is a product of means"""


class DepthTrace(Document):
    """The depth of a search that counts its operations. A window is `nodes_per_window` squares entered."""

    nodes_per_window: int
    shallowest: list[int]
    """how far back the search came in each window"""
    nodes_by_depth: list[int]
    """squares entered by how many were visited then"""


class Distance(Document):
    """
    Fewest moves to a square (None: not reachable) and the number of ways to make them.

    start: the square they begin on, in a table of all pairs; elsewhere the specification says it.
    """

    start: list[int] | None = None
    square: list[int]
    """where the way ends"""
    distance: int | None
    """fewest moves; null: there is no way"""
    shortest_paths: str
    """number of shortest ways, exact"""


class Distribution(Document):
    """How many tours have which value of a statistic."""

    statistic: str
    """its name, as in a tour's own `statistics`"""
    least: int
    """the least value that a tour has"""
    most: int
    """the greatest"""
    tours: list[str]
    """tours by value, from the least to the greatest: exact decimals"""
    mean: float
    standard_deviation: float
    mean_error: float | None = None
    """one standard error of the mean, where tours were drawn"""
    share_errors: list[float] | None = None
    """one standard error of each value's share, where tours were drawn"""


class DrainDocument(Document):
    """A worker that drains."""

    name: str
    state: Literal['live', 'silent', 'draining', 'distrusted', 'gone'] = 'draining'


class Effort(Document):
    """Cost of a job. rate: units of work (the kind's own) per CPU second."""

    work: str
    cpu_seconds: float
    rate: float | None


class EndPair(Document):
    """Tours between two squares: an estimate that holds for each of `pairs` pairs, which symmetry makes equal."""

    start: list[int]
    end: list[int]
    pairs: int
    value: float
    standard_error: float
    effective_samples: float | None = None
    """equal weights that would be as good"""
    effective_populations: float | None = None
    """equal populations that would be as good"""
    warnings: list[str]


class EndStatistics(Document):
    """Counts of the directed tours from `start` to `end`."""

    start: list[int]
    """coordinates of the first square"""
    end: list[int]
    """coordinates of the last square"""
    tours: str
    """from one to the other, exact"""


class EngineDocument(Document):
    """An engine digest, and what it stands for."""

    digest: str
    """of the code that can change a result, and of the versions of numba and numpy"""
    version: str
    """of the service"""
    commit: str | None
    """of its source where that is known; ends in -dirty where files were changed"""
    python: str
    programs: list[str]
    """the kinds of job, with their methods, that this code computes"""
    packages: dict[str, str]
    """versions of all packages that were installed, by name"""
    first_seen: AwareDatetime
    """when a worker of this code first met this database"""


class Estimate(Document):
    """An estimated count with one standard error."""

    quantity: str
    """what is counted: tours, closed, cycles, or a quantity of the kind's own"""
    convention: Literal['directed', 'undirected'] = 'directed'
    """how tours are distinguished"""
    value: float
    """the estimate"""
    standard_error: float
    """one, of the value"""
    estimator: str
    """how the figure is made of the samples"""
    samples: int
    """independent ones: walks, or populations"""
    unbiased: bool = True
    """whether its mean over all random numbers is the true value"""
    interval_95: list[float] | None = None
    """ends of the 95 % interval: Student's, from `batches` batches"""
    batches: int | None = None
    """independent parts that the error was taken from"""
    naive_error: float | None = None
    """the error as it would be of independent walks"""
    largest_share: float | None = None
    """share of the sum that the heaviest sample or population has"""
    effective_samples: float | None = None
    """equally weighted samples that would be as good"""
    square: list[int] | None = None
    """the start square it is about; absent: all that were asked for"""
    squares: int | None = None
    """start squares for which it is true, by symmetry"""
    warnings: list[str] = []
    """what makes the error doubtful"""


class EventDocument(Document):
    """Something that happened to a job."""

    id: int
    at: AwareDatetime
    name: str
    data: dict[str, Any]


class ExactSuccess(Document):
    """The exact probability that a walk becomes a tour, and its source: the whole tree, or a job."""

    probability: float
    by: str


class ExampleDocument(Document):
    """A question that can be asked as it is."""

    title: str
    sql: str
    after: str | None = None
    """what must be done here before it has an answer; null: nothing"""


class ExistenceDocument(Document):
    """Whether the board has a tour of a kind, and why."""

    tours: Literal['any', 'closed', 'open']
    verdict: Literal['possible', 'impossible', 'unknown']
    explanation: str
    source: str | None
    """who published the theorem; null where the explanation is the proof"""
    status: str | None
    """how far the theorem has been checked"""
    tour: int | None = None
    """the id of a stored tour of this kind; null where none is stored"""


class Extreme(Document):
    """The best value of a statistic that exchanges of moves have met, and the known bounds over all tours."""

    statistic: str
    """its name, as in a tour's own `statistics`"""
    sought: Literal['fewest', 'most']
    value: int
    """that of the tour found, exact"""
    begun: int
    """that of the tour that exchanges began with"""
    exchanges: int
    """how many were tried"""
    made: int
    """and made"""
    proved: bool
    """whether it is known that no tour is better; else the best is only the best met"""
    bounds: list[Bound]
    """what is known of all tours of the board, or of all large boards"""


class Fault(Document):
    """One thing wrong with a request: where it is, and what is wrong."""

    pointer: str | None = None
    """JSON pointer into the request body"""
    parameter: str | None = None
    """name of the query parameter"""
    header: str | None = None
    """name of the request header"""
    detail: str


class FinderDocument(Document):
    """A stored tour and who found it."""

    tour: int
    """id of the stored tour"""
    job: str
    found_at: AwareDatetime


class FirstTours(Document):
    """Store the first `first` tours in search order."""

    first: int
    """how many"""


class GeneralSolution(Document):
    """All solutions: `particular` and any whole combination of the rows of `kernel`."""

    particular: list[int]
    kernel: list[list[int]]


class GeneratorName(Document):
    """The generator that a job has tested."""

    name: str
    title: str
    period: str
    guarantee: str
    """what is known of its streams"""


class GeneratorTest(Document):
    """
    One test of a generator: how the trials' statistics compare with their law, or a spectral figure.

    part: which statistic of the test ("K+"), or the dimension of the spectral test.
    statistic: the distance between the trials and their law; the figure of merit mu of the spectral test.
    """

    test: str
    """its name"""
    part: str | None = None
    """which statistic, or dimension"""
    statistic: float
    """distance of the trials from their law; merit mu of the spectral test"""
    p_value: float | None = None
    """chance of a distance at least as great"""
    verdict: Literal['pass', 'suspect', 'fail', 'flying colours'] | None = None
    """what that comes to"""
    trials: int | None = None
    """how often it was repeated"""
    law: str | None = None
    """the law that the trials should follow"""
    mean: float | None = None
    """of the trials"""
    expected_mean: float | None = None
    """of the law"""
    variance: float | None = None
    """of the trials"""
    expected_variance: float | None = None
    """of the law"""
    dimension: int | None = None
    """of the spectral test"""
    nu_squared: str | None = None
    """square of the length of the shortest wave vector, an exact decimal"""
    accuracy_bits: float | None = None
    """binary logarithm of that length"""
    normalised: float | None = None
    """that length over the greatest possible one"""
    wave: list[int] | None = None
    """the shortest wave vector"""


class Given(Document):
    """A number on a square: its place in the tour, counted from 1."""

    square: list[int] | str
    """where it stands"""
    number: int
    """from 1 to the number of squares"""


class HealthDocument(Document):
    """The state of the service."""

    status: str
    """ok"""
    checks: Annotated[list[CheckDocument], Field(validate_default=True)] = []


class HeldDocument(Document):
    """What the database holds of a board for one piece."""

    piece: list[int]
    jobs: dict[str, int]
    """number of jobs by state"""
    tours: str
    """tours stored, an exact decimal; one that two jobs have found is stored twice"""


class HeldTourDocument(Document):
    """What the database holds of the tour's class."""

    same: list[FinderDocument]
    """stored tours that are this very tour, in the order of their ids"""
    members: int
    """stored tours of its class: this one, its images under symmetry and reversal"""
    capped: bool
    """there are more members than were counted"""
    first: FinderDocument | None
    """the first of the class to be found; null: none is held"""


class ImportSpecification(Document):
    """Tours and counts from another database's file. It cannot be submitted: only an import makes it."""

    kind: Literal['import'] = 'import'
    label: str | None = None
    priority: int = 0
    """higher goes first"""
    weight: float = 1.0
    """share of the workers among jobs of equal priority, against the others'"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    sha256: str
    """of the file"""


class InOeisDocument(Document):
    """A sequence of the OEIS that equals this one, as far as our reference data have its terms."""

    number: str
    link: str
    counts: str
    """what its terms are: the quantity of the sequence that it stands beside"""
    equal: int
    """terms that were compared; all of them are equal"""


class IndexDocument(Document):
    """The index of a board's closed tours, undirected: how many there are, and what its files are."""

    board: str
    piece: list[int]
    cycles: str
    states: int
    bytes: int
    digest: str
    """SHA-256 of the list of its files, which are named by theirs"""


class IndexFigures(Document):
    """An index of closed tours."""

    digest: str
    states: int
    bytes: int


class KeptBySymmetry(Document):
    """The number of undirected tours that each of these conjugate symmetries preserves."""

    symmetry: str
    """their names"""
    symmetries: int
    """how many they are"""
    order: int
    """order of each: applied that often it moves nothing"""
    moved_along: str
    """closed tours that it moves along themselves"""
    turned_round: str
    """tours that it turns round: they cross the middle once if open, else twice"""


class LargeEstimate(Document):
    """An estimated count beyond the range of floats: its decimal logarithm, and one standard error as a share of it."""

    quantity: str
    """what is counted: tours, closed, cycles, or a quantity of the kind's own"""
    convention: Literal['directed', 'undirected'] = 'directed'
    """how tours are distinguished"""
    log10: float
    """decimal logarithm of the estimate"""
    relative_error: float
    """one standard error as a share of the estimate"""
    estimator: str
    """how the figure is made of the samples"""
    samples: int
    """independent ones: walks, or populations"""
    unbiased: bool = True
    """whether its mean over all random numbers is the true value"""
    batches: int | None = None
    """independent parts that the error was taken from"""
    largest_share: float | None = None
    """share of the sum that the heaviest sample or population has"""
    square: list[int] | None = None
    """the start square it is about; absent: all that were asked for"""
    squares: int | None = None
    """start squares for which it is true, by symmetry"""
    warnings: list[str] = []
    """what makes the error doubtful"""


class Limit(Document):
    """Stop after this many tours or entered squares, in search order."""

    tours: int | None = None
    """this many tours"""
    nodes: int | None = None
    """this many squares entered"""


class MaskBoard(Document):
    """A board with squares removed: as rows of text, as the squares left, or as the squares removed."""

    rows: list[str] | None = None
    """rows from the top, '#' a square, '.' no square; layers have an empty row between them"""
    squares: list[list[int]] | None = None
    """the squares by their coordinates"""
    board: str | None = None
    """the label of a board, with `removed`"""
    removed: list[list[int] | str] | None = None
    """squares taken off `board`"""
    surface: Literal['flat', 'torus', 'cylinder', 'moebius', 'klein', 'projective', 'cube'] | None = (
        None
    )
    """how the sides of `rows` or `squares` are glued; with borders if not given"""


class MeetingDocument(Document):
    """Two walkers on one sequence of words."""

    generator: str
    lead: int
    place: int | None
    """the word at which both begin a walk; null where they do not meet"""
    begins: list[list[int]]
    """for each walker the words at which its walks begin"""


class MethodDocument(Document):
    """A method: what it does, what it promises and what it costs."""

    name: str
    """as in the specification's `method`"""
    kinds: list[str]
    """the kinds of job it serves"""
    summary: str
    promise: Literal['exact', 'estimate', 'guarantee', 'heuristic']
    boards: str
    """where it works"""
    cost: str
    """what its time and memory grow with"""
    parameters: dict[str, str]
    """the specification's fields it heeds, and what they mean to it"""
    reference: str | None
    """who described it"""


class MethodsDocument(Document):
    """All methods."""

    items: list[MethodDocument]


class MoveUses(Document):
    """How many tours use a move."""

    squares: list[list[int]]
    """the two squares that it joins"""
    tours: str
    """undirected tours, exact"""


class MultiplierDocument(Document):
    """A multiplier of full period."""

    multiplier: str
    least: float
    """the least of its figures, by which multipliers are ranked"""
    normalised: list[float]
    """nu over the greatest that any lattice can have, dimensions 2 to 8"""


class MultipliersDocument(Document):
    """The best multipliers that were found, the best first."""

    items: list[MultiplierDocument]


class NoteDocument(Document):
    """A note."""

    id: int
    text: str
    """as it was written, Markdown"""
    author: str | None
    """name of the API key that wrote it"""
    created_at: AwareDatetime


class NoteRequest(Document):
    """A note, with tags for what it is about."""

    text: str
    """Markdown"""
    tags: list[str] | None = None
    """tags to add to what the note is about; default []"""


class PageCampaignHead(Document):
    items: list[CampaignHead]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class PageEventDocument(Document):
    items: list[EventDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class PageNoteDocument(Document):
    items: list[NoteDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class PartDocumentDepthStatistics(Document):
    final: bool
    items: list[DepthStatistics]


class PartDocumentEndStatistics(Document):
    final: bool
    items: list[EndStatistics]


class PastedCycle(Document):
    """A closed tour: its squares in order, or any form that people write, such as a grid or a start with directions."""

    tour: str | None = None
    squares: list[list[int]] | None = None
    """coordinates from 1"""


class PastedTour(Document):
    """A tour in any form that people write: a grid of move numbers, squares, or a start with directions."""

    board: str | MaskBoard
    """a board's label, or a mask"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    tour: str


class PictureDocument(Document):
    """A picture of a table."""

    title: str
    href: str
    """SVG"""


class PilotFigures(Document):
    """What a pilot run found of a potential: mean and standard deviation of the logarithms of its estimates."""

    potential: list[float]
    mean_logarithm: float
    spread: float


class Place(Document):
    """An address."""

    href: str
    """path, as a URI template where something is to be filled in"""
    title: str
    methods: list[str]


class PowerDivision(Document):
    """Whether a power of one denominator divides another."""

    power: int
    """which power of the divisor"""
    divides: bool
    """whether it divides modulo each of the primes"""
    degrees: list[int]
    """degree of the remainder by each prime; -1: none is left"""


class PriorityRequest(Document):
    """Another priority."""

    priority: int
    """higher goes first"""


class ProgressDocument(Document):
    """How far a job is. Shards, work and time spent are exact as of the last commits; the rest is estimated."""

    shards: int
    finished_shards: int
    leased_shards: int
    """shards that a worker holds at this moment"""
    work: str
    """units done (nodes, walks, squares), an exact decimal"""
    tours: str
    """tours stored, an exact decimal"""
    cpu_seconds: float
    estimated_work: float | None
    """estimate of the whole job's units; null while unknown"""
    estimated_fraction: float
    """estimated share done; 1 when the job has succeeded"""
    rates: dict[str, float]
    """units a second, averaged over the window that the name says"""
    estimated_seconds_left: float | None
    """estimate at the rate of the last ten minutes; null while unknown"""
    seconds_left_range: list[Any] | None
    """least and most of these; nine of ten recorded runs ended within it"""


class Publication(Document):
    """A publication that printed tours of an import."""

    name: str
    """its short name"""
    source: str
    """author, title and year"""
    tours: int
    """tours of it that were imported, not here before"""


class Puzzle(Document):
    """Numbers that only one tour has, and how hard it is to find its other numbers."""

    grid: str
    """a row of the board a line, from the top: a number, a dot, or # where no square is"""
    givens: int
    """how many numbers stand there"""
    level: Literal['direct', 'few-guesses', 'many-guesses', 'search']
    """direct: propagation alone finds the tour; few: up to 10 guesses; many: up to 100; search: more"""
    guesses: int
    """branches that the proof of the only solution tries where propagation left a choice"""
    known_at_once: int
    """squares whose number propagation tells before the first guess, givens included"""
    needed: int
    """numbers without which the others have several solutions"""
    kept_for_ease: int
    """numbers without which the proof would take more guesses than were allowed"""
    made: list[list[int]]
    """numbers and guesses of each puzzle made; this one is the best"""
    solution: list[list[int]]
    """the squares of the tour in order"""


class QuestionBody(Document):
    """A question."""

    sql: str
    """one SELECT, of the views; :name stands for a parameter"""
    parameters: Annotated[
        dict[str, str | bool | int | float | None] | None, Field(max_length=100)
    ] = None
    """a value for each :name; default {}"""
    limit: int | None = None
    """rows of the answer; default 1000"""
    format: Literal['json', 'csv', 'parquet'] | None = None
    """
    default "json"
    """


class RandomNumbers(Document):
    """The random streams a job draws from."""

    generator: str | None = None
    """
    random-number generator; default "pcg64dxsm"
    """
    seed: int | None = None
    """where its streams begin; default 1"""
    streams: int | None = None
    """independent ones: each is a shard; default 8"""


class Range(Document):
    """An estimate and its bounds, null where they are not known."""

    value: float
    low: float | None = None
    high: float | None = None


class Recount(Document):
    """A count of a program modulo a prime."""

    program: str
    """its name"""
    source: str
    """the SHA-256 of its source"""
    quantity: str
    convention: str
    square: list[int] | None = None
    """the start square; null for all"""
    residue: str
    """of this very quantity, modulo the prime"""
    modulus: str
    """the prime"""
    seconds: float
    """that it took by the clock"""


class RecurrenceDocument(Document):
    """The shortest linear recurrence that all known terms obey: seen, not proved. Exact numbers are decimal texts."""

    family: str
    quantity: str
    first: int
    """n of the first term"""
    terms: int
    """how many are known, from the first on without a gap"""
    order: int | None
    """terms before it that a term depends on; null: no recurrence was found"""
    spare: int | None
    """terms that obey it and did not determine it: all but twice its order"""
    coefficients: list[str]
    """a(n) = c[0] a(n - 1) + c[1] a(n - 2) + ..."""
    numerator: list[str]
    """of the generating function of a(first), a(first + 1), ...; ascending"""
    denominator: list[str]
    """of the same, ascending"""
    growth: float | None
    """about: the factor from one n to the next in the long run"""
    following: str | None
    """the first unknown term, if the recurrence goes on"""


class ReferenceDocument(Document):
    """One published figure, or one grid or string that is printed as a whole."""

    key: str
    """permanent name"""
    source: str
    title: str
    """of the source"""
    table: str
    what: str
    """what the table holds, by which conventions"""
    board: str | None
    piece: list[int] | None
    quantity: str
    convention: str | None
    at: dict[str, Any]
    """what the figure belongs to, such as a square or a depth"""
    value: Any
    """as printed; exact whole numbers are decimal strings"""
    error: float | None
    """one standard error, where one is printed"""
    exact: bool
    """whether the source claims to be exact"""
    right: Any
    """what it should read, where the print is wrong"""
    finding: str | None
    """why it is wrong"""
    note: str | None
    status: str
    """verified, refuted, sampled (agrees with an estimate), quoted, unchecked, claimed or implied"""
    version: str
    """of the reference data"""


class Residue(Document):
    """A count modulo the prime. Without a square it is for all requested start squares together."""

    quantity: str
    convention: Literal['directed', 'undirected']
    square: list[int] | None = None
    """where directed tours start"""
    end: list[int] | None = None
    """where they end"""
    residue: str


class RetryDocument(Document):
    """A failed job, and what a retry does again."""

    id: str
    title: str
    """the job's question in a few words"""
    explanation: str | None
    """why it failed"""
    again: Literal['planning', 'shards', 'merging']
    """what is tried again; the rest stays"""
    shards: int
    """shards that were given up"""
    needs_adoption: bool
    """whether other code began it: it goes on with a worker of that code, or when it is adopted"""


class RoundEstimate(Document):
    """An estimate as it stood after one round."""

    round: int
    quantity: str
    convention: Literal['directed', 'undirected']
    value: float
    standard_error: float
    estimator: str
    samples: int
    unbiased: bool
    square: list[int] | None = None
    """the start square it is about; null: all of them"""


class SearchDocument(Document):
    """A pasted tour: whether it is sound, what it is, and whether it is known."""

    board: str
    piece: list[int]
    sound: bool
    fault: str | None = None
    """what is wrong with it; everything below is then null"""
    closed: bool | None = None
    canonical: list[list[int]] | None = None
    """the representative of its class"""
    class_: Annotated[str | None, Field(alias='class')] = None
    """key of its class: 16 hexadecimal digits"""
    symmetry: str | None = None
    """the symmetries that map it to itself, or none"""
    symmetries: int | None = None
    """how many they are, the identity included"""
    directed: str | None = None
    """directed tours in its class"""
    undirected: str | None = None
    """undirected tours in its class"""
    statistics: dict[str, int] | None = None
    """what it is like, as of a stored tour; where its board and piece have any"""
    held: HeldTourDocument | None = None


class SearchOrder(Document):
    """The squares that a search entered, in order, and the moves of its way to the last one."""

    entered: int
    moves: int
    squares: list[list[int]] | None = None
    """on small boards"""


class SearchOrders(Document):
    """Two searches from the same square."""

    breadth_first: SearchOrder
    depth_first: SearchOrder


class SequenceDocument(Document):
    """The counts of the boards of a family, as far as they are known without a gap."""

    family: str
    quantity: str
    convention: str
    """directed: tours; undirected: paths and cycles, which have no direction"""
    first: int
    """n of the first term"""
    last: int
    """n of the last term"""
    terms: list[str]
    """exact decimals"""
    oeis: list[InOeisDocument]
    """none: our reference data tell of no sequence that is this one"""
    disagreement: bool
    """whether the sequence ends because counts of its next board differ"""
    b_file: str
    """its address"""
    recurrence: str
    """the address of the linear recurrence that it obeys"""


class SequencesDocument(Document):
    """All sequences."""

    items: list[SequenceDocument]


class ServiceIndex(Document):
    """The addresses of this service."""

    version: str
    """of the service"""
    api: str
    """of its addresses"""
    openapi: str
    documentation: str
    places: list[Place]


class SliceDocument(Document):
    """One committed piece of work. Its input digest is the output digest of the shard's slice before it."""

    id: int
    shard: int
    shard_label: str
    seq: int
    worker: str
    code_digest: str
    """digest of the code that computed it"""
    engine: str
    """`code_digest` under its old name, until the next major version"""
    input_digest: str
    output_digest: str
    work: str
    tours: int
    wall_seconds: float
    cpu_seconds: float
    done_at: AwareDatetime


class Source(Document):
    """
    Source of a figure: a job here, the atlas, a publication, or a job of another database whose file was imported.

    id: the job's public id, or the key of the entry of the atlas, or of the reference. method: the algorithm or
    estimator, or the table of print. code: the engine digest. printed: the figure as published, if by another
    convention. link: of a sequence. specification, certificate: of an entry of the atlas, the specification of its job
    and any second count. way: of counting, the same for methods that are not independent of each other.
    """

    kind: Literal['job', 'atlas', 'reference', 'import']
    id: str
    title: str
    method: str | None = None
    code: str | None = None
    cpu_seconds: float | None = None
    samples: int | None = None
    seed: str | None = None
    printed: str | None = None
    link: str | None = None
    specification: dict[str, Any] | None = None
    certificate: dict[str, Any] | None = None
    way: str | None = None


class SourceDocument(Document):
    """A published document."""

    name: str
    title: str
    language: str
    """of the document, as of RFC 5646"""
    year: int | None
    about: str
    """what it says, in a few sentences"""
    tables: int
    figures: int
    verdicts: dict[str, int]
    """number of figures by verdict"""


class SourceFigureDocument(Document):
    """A printed figure beside ours."""

    key: str
    """permanent name, that of /references"""
    quantity: str
    place: str
    """quantity, board and place in words"""
    board: str | None
    at: dict[str, Any]
    """what the figure belongs to, such as a square or a depth"""
    convention: str | None
    printed: Any
    """as printed; whole numbers are decimal strings; "unknown": not recorded here"""
    printed_error: float | None
    """one standard error, where one is printed"""
    exact: bool
    """whether the source claims to be exact"""
    verdict: Literal['equal', 'within error', 'weakly within error', 'implied', 'refuted', 'not reproduced']
    computed: Any
    """ours; null where there is none"""
    computed_error: float | None
    """one standard error; null where ours is exact, or there is none"""
    method: str | None
    """how ours was obtained"""
    z: float | None
    """difference beyond rounding, in standard errors of both together"""
    right: Any
    """what it should read, where the print is wrong"""
    why: str | None
    """why it is refuted, or not reproduced"""
    note: str | None
    origin: Literal['jobs', 'record']
    """whose ours is: of jobs of this database, or of the run that was recorded"""
    jobs: list[str]
    """names of the jobs that ours comes from; none where it needs no job"""


class SourceJobDocument(Document):
    """A job that figures come from. POST its specification to /jobs to run it."""

    name: str
    specification: dict[str, Any]
    """of a full run"""
    quick: dict[str, Any] | None
    """of a quick run, where that asks for less; else null"""
    job: str | None
    """id of the newest such job of this database, if there is one"""
    state: str | None
    """of that job"""


class SourceTableDocument(Document):
    """A table of a source."""

    name: str
    what: str
    """what the table holds, by which conventions"""
    verdicts: dict[str, int]
    figures: list[SourceFigureDocument]
    jobs: list[SourceJobDocument]
    pictures: list[PictureDocument]


class SourcesDocument(Document):
    """All sources."""

    items: list[SourceDocument]


class SquareClassDocument(Document):
    """Squares that symmetries of the board take to each other."""

    square: list[int]
    """the lowest square of the class"""
    squares: int
    """number of squares in the class"""


class SquareStatistics(Document):
    """Counts of the directed tours that start on a square."""

    square: list[int]
    """coordinates of the start square, from 1"""
    tours: str | None = None
    """that begin there, exact"""
    closed: str | None = None
    """of these, those that close"""
    dead_ends: str | None = None
    """leaves of the search tree that are no tours"""
    nodes: str | None = None
    """squares entered"""
    all_walks: str | None = None
    """random walks begun there"""
    completed_walks: str | None = None
    """those that became a tour"""
    closed_walks: str | None = None
    """those that became a closed tour"""
    success_probability: float | None = None
    """of a walk by Warnsdorff's rule with random ties; exact but for rounding"""
    closing_probability: float | None = None
    """that such a walk becomes a closed tour"""
    error: float | None = None
    """bound on the rounding error of the probabilities"""


class StageTried(Document):
    """A method that a construction has tried."""

    method: str
    verdict: str
    explanation: str
    attempts: int
    successes: int


class StartDocument(Document):
    """A start point."""

    draw: str
    """draws from the seed's state to this one"""
    state: list[str]
    """words of the state, decimal"""


class StartsDocument(Document):
    """Start points of a generator."""

    generator: str
    seed: int
    apart: str
    """draws from one to the next"""
    starts: list[StartDocument]


class StatisticsDocument(Document):
    """How the statistics of tours are distributed, exactly. Keys of a statistic are its values."""

    tours: str
    """whose statistics these are; tours that are not measured yet are left out"""
    capped: bool
    """there are more: time was up"""
    unmeasured: str
    """tours of the board that are not measured yet, or more"""
    values: dict[str, dict[str, str]]


class StripGrowth(Document):
    """The factor from one board of a family to the next in the long run, between two bounds that are proved."""

    low: float
    """it is no less"""
    high: float
    """it is no more"""


class Subject(Document):
    """
    What a figure is about: a board, a piece, and the squares where directed tours start and end.

    starts: "all", or the start squares together. square_class: if `starts` is one square, the squares equal to it by
    symmetry, for which the figure also holds; None if not computed.
    """

    board: str
    piece: list[int]
    starts: Literal['all'] | list[list[int]] = 'all'
    ends: Literal['all'] | list[list[int]] | None = None
    square_class: list[list[int]] | None = None


class SweepOrder(Document):
    """The order in which a sweep of a certificate settled the squares."""

    sweep: list[list[int]]
    """none: of cycles; the first square of paths, or their two ends"""
    digest: str
    """SHA-256 of the square numbers in this order as little-endian 32-bit integers"""
    states: int
    """met in all"""


class SymmetryType(Document):
    """The undirected tours that have just these symmetries."""

    symmetries: str
    """their names; "none" but the identity"""
    tours: str
    """number of tours"""
    classes: str
    """number of tours up to symmetry"""


class TagDocument(Document):
    """A tag."""

    name: str
    author: str | None
    """name of the API key that gave it"""
    created_at: AwareDatetime


class TagsDocument(Document):
    """All tags of a job, a campaign or a board."""

    tags: list[TagDocument]
    """by name"""


class TagsRequest(Document):
    """The tags to replace those of a job, a campaign or a board."""

    tags: list[str]
    """these and no others"""


class Tour(Document):
    """A tour as the squares it visits, in order."""

    squares: list[list[int]]
    closed: bool


class TourCountsDocument(Document):
    """
    How many tours a filter chooses. Keys of start and end are squares, of closed true or false.

    Squares are written as the query writes them: by name where it has one, else as in "1,1".
    """

    tours: str
    capped: bool
    """there are more: the counts are of the first that were looked at"""
    facets: dict[str, dict[str, str]]
    statistics: StatisticsDocument | None = None
    """of one board, but where content is asked for"""


class TourDocument(Document):
    """A tour: its squares in order, its source and its statistics."""

    id: int
    board: str
    piece: list[int]
    closed: bool
    start: list[int]
    end: list[int]
    squares: list[list[int]]
    symmetry: int
    """number of the board's symmetries that map the tour to itself"""
    class_: Annotated[str, Field(alias='class')]
    """key of its symmetry class: 16 hexadecimal digits"""
    job: str
    """the job here that found or imported it"""
    finder: str
    """the job that found it, of an import the one elsewhere"""
    source: str | None = None
    """the publication that printed it, of an import that names one"""
    code_digest: str
    """digest of the code that found it"""
    engine: str
    """`code_digest` under its old name, until the next major version"""
    found_at: AwareDatetime
    """when it was stored, by the clock of the database that found it"""
    address: str
    """made of board, piece and path: leads to this tour in every database that has it"""
    statistics: dict[str, int] | None = None
    """
    of one tour, and in lists by statistics: its angles, directions, turns, crossings, longest straight run, and 1 or 2 where its numbers are semimagic or magic; those that its board and piece have
    """


class TourLimit(Document):
    """Stop after this many tours."""

    tours: int
    """this many tours"""


class TrialHistogram(Document):
    """Trials by bin; the outermost bins hold the tails."""

    test: str
    part: str | None
    edges: list[float]
    observed: list[int]
    expected: list[float]


class UncrossedPath(Document):
    """The longest path or cycle that was found whose moves do not cross."""

    length: int | None
    """its moves; null: there is none, or none was found yet"""
    upper_bound: int
    """none has more moves; 0 where there is none"""
    exact: bool
    """whether it is proved that none is longer"""
    paths: str | None = None
    """how many are so long, directions not distinguished: exact, where that is known"""


class VerdictDocument(Document):
    """Whether there can be such a tour."""

    verdict: Literal['possible', 'impossible', 'unknown']
    explanation: str
    source: str | None


class ViewDocument(Document):
    """A view that questions may read: what a row of it is, and its columns."""

    name: str
    about: str
    columns: list[ColumnDocument]


class ViewsDocument(Document):
    """What questions in SQL may be about."""

    on: bool
    """whether this service answers them"""
    off_because: str | None
    """where it does not: why, and what to do about it"""
    dialect: str
    """sqlite or postgresql"""
    views: list[ViewDocument]
    functions: list[str]
    """that may be called, where the database has them"""
    examples: list[ExampleDocument]


class WaitingDocument(Document):
    """What an active job waits for, and what to do about it."""

    lacks: Literal['worker', 'engine', 'trust', 'kernels', 'room', 'jobs']
    """
    worker: none is alive; engine: none alive has the job's code; trust: each alive that has it was found to err; kernels: they are being compiled; room: for its results, so the service has paused it; jobs: it comes after others that have not all succeeded
    """
    remedy: str
    jobs: list[str] = []
    """ids of the jobs that it waits for"""


class WalksOfClass(Document):
    """The results of walks from one class of start squares; `square` is one of them."""

    square: list[int]
    completed_walks: int
    walks_per_tour: float | None = None
    """walks for each that became a tour"""
    walks_per_tour_error: float | None = None
    """one standard error of it"""
    closed_share: float | None = None
    """share of the tours found that close"""
    closed_share_error: float | None = None
    """one standard error of it"""
    start_end_share: float | None = None
    """share of the starts and ends of tours, of a square of each class"""
    start_end_error: float | None = None
    """one standard error of it"""


class WebhookDocument(Document):
    """A URL that is called when a job changes its state."""

    url: str
    states: list[str]
    """states of the job that it is called for"""
    owner: str | None
    """name of the API key that gave it"""
    created_at: AwareDatetime


class WebhookRequest(Document):
    """A URL to call when a job changes its state."""

    url: str
    """one that the operator of the service allows"""
    states: list[Literal['running', 'paused', 'succeeded', 'failed', 'cancelled']] | None = (
        None
    )
    """states of the job to report; default ["succeeded", "failed", "cancelled"]"""


class WebhooksDocument(Document):
    """All webhooks of a job."""

    items: list[WebhookDocument]


class WorkerDocument(Document):
    """A worker process, and what it did within the hours that were asked about."""

    name: str
    host: str
    state: Literal['live', 'silent', 'draining', 'distrusted', 'gone']
    """
    draining: it claims nothing more and stops; distrusted: it was found to err; gone: it ended, or was silent for more than a minute
    """
    capacity: int | None
    """slices at once; null of one that has signed off"""
    stuck: int
    """threads in a step that takes far too long"""
    shortage: str | None
    """what its machine lacked when its last work failed"""
    started_at: AwareDatetime | None
    seen_at: AwareDatetime | None
    """its last sign of life"""
    slices: int
    """that it committed"""
    core_hours: float
    """of processor time, for these slices"""
    equal: int
    """second runs of its slices that gave the same"""
    different: int
    """second runs of its slices that two others contradicted"""
    failures: int
    """shards whose work ended with an error"""
    lost_leases: int
    """shards that were given to others, as it was silent"""


class WorkersDocument(Document):
    """The workers, live ones first."""

    items: list[WorkerDocument]


class Algebra(Document):
    """Vectors of moves that add up to the way from one square to another."""

    displacement: list[int]
    directions: list[list[int]]
    solvable: bool
    lower_bound: int | None = None
    """no solution has fewer moves"""
    exact: bool | None = None
    """whether `combination` has the fewest moves"""
    combination: list[int] | None = None
    """how often each direction is taken"""
    moves: int | None = None
    """how many moves that is"""
    general_solution: GeneralSolution | None = None
    """of pieces with few directions"""


class AnswerDocument(Document):
    """The rows that a question in SQL has chosen."""

    columns: list[str]
    """names, all different"""
    rows: list[list[Any]]
    """
    values in the order of the columns: text, number, true, false or null; whole numbers of 2^53 or more are texts, bytes hexadecimal digits
    """
    more: bool
    """there are more rows, which were left out: ask for fewer, or for more by `limit`"""
    asked: AskedDocument


class BoardListing(Document):
    """A board and piece that has jobs or notes."""

    label: str
    size: int
    tags: list[str]
    """by name"""
    held: HeldDocument


class CampaignDocument(Document):
    """A campaign and its progress."""

    id: str
    name: str
    owner: str | None
    """name of the API key that submitted it"""
    created_at: AwareDatetime
    boards: int
    """how many; their numbers go from 0 in the order in which they were sent"""
    specifications: int
    """how many, likewise"""
    jobs: int
    """how many it has; those that were deleted are left out"""
    states: dict[Literal['queued', 'running', 'pausing', 'paused', 'succeeded', 'failed', 'cancelled'], int]
    """its jobs by state; states without jobs are left out"""
    actions: list[Literal['pause', 'resume', 'cancel']]
    """what would change something now"""
    tags: list[str]
    """by name"""
    progress: CampaignProgressDocument


class CampaignPage(Document):
    """Jobs to be added: each board with each specification. A list left out means all that the campaign has."""

    boards: list[str | MaskBoard] | None = None
    specifications: list[dict[str, Any]] | None = None
    chain: bool | None = None
    """each job of a board comes after the one before it, in the order of specifications; default false"""


class CampaignRequest(Document):
    """A campaign: a job for each board and specification."""

    boards: list[str | MaskBoard]
    specifications: list[dict[str, Any]]
    """job specifications without their board"""
    chain: bool | None = None
    """each job of a board comes after the one before it, in the order of specifications; default false"""
    name: str
    """free text shown beside the job"""


class CampaignWebhookDocument(Document):
    """A URL that is called when a campaign has ended, and the outcome of the message."""

    id: str
    """the message's `webhook-id`, the same however often it is sent"""
    url: str
    owner: str | None
    """name of the API key that gave it"""
    created_at: AwareDatetime
    written: bool
    """whether the campaign has ended, so that there is a message"""
    state: Literal['waiting', 'delivered', 'given up']
    """State of a message."""
    attempts: int
    status: int | None
    """of HTTP, of the last answer; null where there was none"""
    detail: str | None
    """why the last attempt failed; null where the message was taken"""
    attempted_at: AwareDatetime | None


class CampaignWebhooksDocument(Document):
    """All webhooks of a campaign."""

    items: list[CampaignWebhookDocument]


class Census(Document):
    """The distributions of the statistics of undirected tours."""

    tours: str
    """tours that were measured: all there are, all found so far, or those drawn"""
    exact: bool
    """whether they are counted, each once; else drawn, uniformly"""
    distributions: list[Distribution]
    moves: list[MoveUses] | None = None
    """weighted-sweep: each move of the board, where `moves` asks for them"""


class CensusSpecification(Document):
    """Tell how the statistics of tours are distributed: angles, directions, turns, crossings, straight runs."""

    board: str | MaskBoard
    """a board's label, or a mask"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    kind: Literal['census']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    tours: Literal['closed', 'open'] | None = None
    """
    which tours: `open` ones do not close; default "closed"
    """
    method: Literal['auto', 'search', 'sample', 'index', 'weighted-sweep'] | None = None
    """
    whether all are met, or some drawn, or what is asked for is counted; default "auto"
    """
    statistics: list[str] | None = None
    """which statistics; null: all where tours are met, by weighted sweeps the four directions"""
    moves: bool | None = None
    """weighted-sweep: how many tours use each move of the board; default false"""
    draws: int | None = None
    """sample, index: this many tours, each drawn uniformly; default 100000"""
    rng: RandomNumbers | None = None
    """the random numbers that tours are drawn by; default {"generator": "pcg64dxsm", "seed": 1, "streams": 8}"""
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class CertificateFigures(Document):
    """Counts modulo a prime, by sweeps that have no set of settled squares in common with those of an enumeration."""

    modulus: str
    orders: list[SweepOrder]
    residues: list[Residue]
    compared: list[Compared] | None = None
    """with every exact count that is known now"""


class CertificateSpecification(Document):
    """Count tours again, modulo a prime and in another order of squares, to certify other counts."""

    board: str | MaskBoard
    """a board's label, or a mask"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    kind: Literal['certificate']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    tours: Literal['any', 'closed', 'open'] | None = None
    """
    which tours: `open` ones do not close; default "any"
    """
    starts: Literal['all'] | list[list[int] | str] | None = None
    """
    the first squares of the tours; default "all"
    """
    by_end: bool | None = None
    """by pair of first and last square, too: one sweep for each pair; default false"""
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class CollectionDocument(Document):
    """What is held, and which kinds of tours are known to be complete."""

    piece: list[int]
    jobs: dict[str, int]
    """number of jobs by state"""
    tours: str
    """tours stored, an exact decimal; one that two jobs have found is stored twice"""
    different: str | None
    """different directed tours among those stored, an exact decimal; null where they are very many"""
    complete: list[Completeness]
    """kinds of tours (any, closed, open) that are all stored, with the job that proves it"""


class CompleteSpecification(Document):
    """Complete a partly given tour: find, count and store the tours that have all that is given."""

    board: str | MaskBoard
    """a board's label, or a mask"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    kind: Literal['complete']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    tours: Literal['any', 'closed', 'open'] | None = None
    """
    which tours: `open` ones do not close; default "any"
    """
    store: Literal['none', 'all'] | FirstTours | None = None
    """the tours to keep in the database; default {"first": 2}"""
    givens: list[Given] | str | None = None
    """numbers on squares, each as {"square": "a1", "number": 1}, or a text grid of numbers and dots; default []"""
    paths: list[list[list[int] | str]] | None = None
    """pieces of path: squares visited one right after the other, in this order; default []"""
    moves: list[list[list[int] | str]] | None = None
    """moves that the tour makes, each as its two squares, in either direction; default []"""
    barred: list[list[list[int] | str]] | None = None
    """moves that the tour does not make, in either direction; default []"""
    limit: Literal['none'] | TourLimit | None = None
    """stop after this many tours: 2 tell whether there is one only; "none": count all; default {"tours": 2}"""
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class ConstructSpecification(Document):
    """Find one tour, or prove that there is none."""

    board: str | MaskBoard
    """a board's label, or a mask"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    kind: Literal['construct']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    tours: Literal['any', 'closed', 'open'] | None = None
    """
    which tours: `open` ones do not close; default "any"
    """
    store: Literal['none', 'all', 'classes'] | FirstTours | None = None
    """the tours to keep in the database; default {"first": 1}"""
    symmetry: Literal['rotation90', 'rotation180', 'mirror-rows', 'mirror-columns', 'mirror-diagonal', 'mirror-antidiagonal'] | None = (
        None
    )
    """a symmetry of the board that leaves the tour as it is"""
    method: Literal['auto', 'warnsdorff', 'pohl', 'roth', 'squirrel-cull', 'blocks', 'two-factor', 'search', 'quotient'] | None = (
        None
    )
    """
    how the tour is looked for; default "auto"
    """
    start: list[int] | str | None = None
    """the first square of the tour"""
    end: list[int] | str | None = None
    """the last square of the tour"""
    attempts: int | None = None
    """walks of a heuristic, 2-factors, or millions of squares searched; default 100"""
    until: Literal['first', 'all'] | None = None
    """
    stop at the first tour, or make "all" attempts of a heuristic and count the tours; default "first"
    """
    table: Literal['published', 'mended'] | None = None
    """
    squirrel-cull: the table as published, or with our repair of side 74; default "published"
    """
    fewest: Literal['turns', 'crossings', 'angle_37', 'angle_53', 'angle_90', 'angle_127', 'angle_143', 'angle_180', 'moves_ene', 'moves_nne', 'moves_nnw', 'moves_wnw'] | None = (
        None
    )
    """the tour is to have as few of these as an exchange of moves can find"""
    most: Literal['turns', 'crossings', 'angle_37', 'angle_53', 'angle_90', 'angle_127', 'angle_143', 'angle_180', 'moves_ene', 'moves_nne', 'moves_nnw', 'moves_wnw'] | None = (
        None
    )
    """or as many of these"""
    exchanges: int | None = None
    """of moves that are tried at most; default: 20,000 for each square"""
    rng: RandomNumbers | None = None
    """the random numbers that walks and exchanges draw; default {"generator": "pcg64dxsm", "seed": 1, "streams": 8}"""
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class ConstructedTour(Document):
    """A tour that was constructed, in figures."""

    squares: int
    closed: bool
    digest: str
    """SHA-256 of its square numbers as little-endian 32-bit integers"""
    start: list[int]
    end: list[int]
    method: str
    recipe: dict[str, Any] | None = None
    """the specification that makes it again, where it is not stored"""


class CostDocument(Document):
    """The cost of a job, as far as it is known beforehand."""

    sentences: list[str]
    """what the method does and what it takes, for people"""
    work: float | None
    """units of work, as the job's rate counts them; null: not known"""
    cpu_seconds: Range | None
    """processor time; null: not known"""
    seconds: float | None
    """with the worker threads there are now; null: not known, or none lives"""
    sweeps: int
    """sweeps over the board; 0: it does not sweep"""
    states: Range | None
    """of the widest sweep, at its widest step"""
    memory_bytes: Range | None
    """tables of one worker"""
    disk_bytes: Range | None
    """files of the widest sweep"""


class DeliveryDocument(Document):
    """A message to a webhook, and its outcome."""

    id: str
    """the message's `webhook-id`, the same however often it is sent"""
    url: str
    event: str
    """what it reports: job. and the state"""
    state: Literal['waiting', 'delivered', 'given up']
    """State of a message."""
    attempts: int
    status: int | None
    """of HTTP, of the last answer; null where there was none"""
    detail: str | None
    """why the last attempt failed; null where the message was taken"""
    created_at: AwareDatetime
    attempted_at: AwareDatetime | None
    due_at: AwareDatetime | None
    """when it is sent (again); null where it will not be"""


class DistanceSpecification(Document):
    """Fewest moves between two squares, from or to one square, or between all pairs."""

    board: str | MaskBoard
    """a board's label, or a mask"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    kind: Literal['distance']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    from_: Annotated[list[int] | str | Literal['all'], Field(alias='from')]
    """where ways begin"""
    to: list[int] | str | Literal['all'] | None = None
    """
    where ways end; default "all"
    """
    via: list[list[int] | str] | None = None
    """to be collected on the way, in the best order; default []"""
    walk: Literal['once', 'snake'] | None = None
    """
    collect the squares of `via` without visiting a square twice, or with a snake's body in the way, which each square collected makes longer by one
    """
    body: int | None = None
    """snake: squares that it covers at the start, its head among them; 1"""
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class EnumerateSpecification(Document):
    """Count, and on request store, every tour."""

    board: str | MaskBoard
    """a board's label, or a mask"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    kind: Literal['enumerate']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    tours: Literal['any', 'closed', 'open'] | None = None
    """
    which tours: `open` ones do not close; default "any"
    """
    store: Literal['none', 'all', 'classes'] | FirstTours | None = None
    """
    the tours to keep in the database; `classes`: one for each class of symmetry; default "none"
    """
    starts: Literal['all'] | list[list[int] | str] | None = None
    """
    the first squares of the tours; default "all"
    """
    symmetry: Literal['rotation90', 'rotation180', 'mirror-rows', 'mirror-columns', 'mirror-diagonal', 'mirror-antidiagonal'] | None = (
        None
    )
    """only the tours that this symmetry of the board leaves as they are"""
    method: Literal['auto', 'backtrack', 'warnsdorff', 'frontier', 'inclusion-exclusion', 'board-array', 'link-cutting', 'quotient'] | None = (
        None
    )
    """
    how it is counted; default "auto"
    """
    order: list[list[int]] | None = None
    """all directions in the order to be tried"""
    visit: Literal['warnsdorff'] | None = None
    """a search tries squares with the fewest onward moves first, ties as listed"""
    limit: Limit | None = None
    """the search stops after this many, in search order"""
    by_end: bool | None = None
    """count by pair of first and last square, too; default false"""
    prune: list[Literal['exits', 'forced', 'colour', 'symmetry', 'cycle']] | None = None
    """what a search may leave out; null: nothing, with `auto` what helps"""
    connected_at: list[int] | None = None
    """numbers of squares visited at which a search tests connectivity; default []"""
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class EstimatesDocument(Document):
    """The current estimates, and those after each round."""

    final: bool
    items: list[Estimate]
    history: list[RoundEstimate]
    """oldest first"""


class FactsDocument(Document):
    """Exact facts of a piece's move graph on a board."""

    piece: list[int]
    moves: int
    """pairs of squares one move apart"""
    degrees: dict[str, int]
    """number of squares by number of moves"""
    components: list[int]
    """sizes of the parts that no move joins, largest first, 256 at most"""
    colours: list[int] | None
    """squares of each colour; null where moves do not alternate colours"""
    symmetries: int
    square_classes: int
    classes: list[SquareClassDocument] | None
    """the square classes; null where there are many"""
    diameter: int | None
    """largest distance; null where it takes long to find"""


class FamilyDivisionDocument(Document):
    """Which powers of one denominator of a family divide another, modulo primes."""

    order: int
    """degree of the denominator that is divided"""
    divisor: int
    """degree of the denominator whose powers divide"""
    primes: list[int]
    """each alone is divided by"""
    powers: list[PowerDivision]
    """from the first on, up to one that does not divide"""
    family: str
    """its name: n is the side that grows"""
    job: str | None
    """the job that found the recurrence whose denominator is divided; null: the atlas"""
    divisor_job: str | None
    """the job that found the other; null: the atlas"""
    source: Source
    """who says the former: that job, or the entry of the atlas"""
    divisor_source: Source
    """who says the latter"""


class FamilyDocument(Document):
    """What is known of a family of boards."""

    family: str
    """its name: n is the side that grows"""
    counts: Literal['cycles', 'paths', 'open paths']
    """what a term counts, directions not distinguished"""
    states: list[int]
    """states of the sweep before each layer of one period"""
    entries: int
    """entries of the matrices of one period, a matrix for each square"""
    period: int
    """layers after which the states repeat"""
    first: int
    """the layer from which on they do"""
    digest: str
    """SHA-256 of the operator"""
    terms: list[str]
    """exact counts of the boards n = 1, 2, 3, ..."""
    growth: StripGrowth
    """of the counts, from one n to the next"""
    order: int | None = None
    """degree of the denominator of the generating function modulo each prime"""
    after: int | None = None
    """the recurrence holds for each n above this one"""
    primes: list[int] | None = None
    """the primes that the recurrence was found by, each alone"""
    used: int | None = None
    """terms that it was found from and confirmed by; twice its length determine it"""
    proved: bool | None = None
    """whether no shorter or other recurrence is possible: this many terms were used"""
    denominators: list[str] | None = None
    """
    denominators of the generating function, one by each prime: ascending coefficients as words of 32 bits, the lowest byte first, compressed by zlib and written in Base64
    """
    recurrence: list[str] | None = None
    """over the integers, where the exact terms tell it: a(n) = c[0] a(n - 1) + c[1] a(n - 2) + ..."""
    job: str | None
    """the job here that found it; null: it is in the atlas"""
    source: Source
    """that job, or the entry of the atlas"""


class FamilyTermDocument(Document):
    """A term of a family of boards."""

    family: str
    """its name: n is the side that grows"""
    counts: Literal['cycles', 'paths', 'open paths']
    """what the term counts, directions not distinguished"""
    n: str
    """the side that grows"""
    modulo: str | None = None
    """the value is what is left after division by this number; absent: the value is exact"""
    value: str
    """an exact decimal"""
    method: Literal['counted', 'recurrence']
    """counted by the job, or by the recurrence it found"""
    order: int | None = None
    """of the recurrence over the integers"""
    checked: int | None = None
    """exact terms that obey the recurrence, those that it was found from among them"""
    proved: bool
    """whether the value is certain: counted, or by a recurrence that no other can replace"""
    job: str | None
    """the job that found the terms and the recurrence; null: the atlas"""
    source: Source
    """that job, or the entry of the atlas"""


class Finder(Document):
    """A job elsewhere that found tours of an import."""

    job: str
    """its id there"""
    engine: str
    """digest of its code"""
    specification: dict[str, Any]
    cpu_seconds: float
    """its processor time"""
    tours: int
    """tours of it that were imported, not here before"""


class GeneratorTestSpecification(Document):
    """Judge a random-number generator."""

    kind: Literal['test-generator']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    generator: str
    """the one that is judged"""
    tests: list[Literal['chi-square', 'kolmogorov-smirnov', 'gap', 'serial-correlation', 'spectral']] | None = (
        None
    )
    """default: all that are defined for the generator, the spectral test for congruential ones only"""
    trials: int | None = None
    """how often each test is repeated; default 100"""
    seed: int | None = None
    """of the generator; default 1"""
    streams: int | None = None
    """every test's trials are shared out to this many streams; default 1"""
    lag: int | None = None
    """of the serial correlation; default 1"""
    reals: int | None = None
    """N, the reals of a trial of the chi-square, Kolmogorov-Smirnov and serial correlation tests; 1000"""
    channels: int | None = None
    """of the chi-square test, with five reals or more for each; 100, or a tenth of the reals"""
    gap: list[float] | None = None
    """the gap test's interval, [low, high); [0, 0.5]"""
    gaps: int | None = None
    """in one trial of the gap test; 1000"""
    low_bits: Literal[1, 2, 4, 8, 16] | None = None
    """number of lowest bits taken of each draw; draws are joined until they give 32 bits"""
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class IndexSpecification(Document):
    """Make the index of a board's cycles: closed tours by their number, and the number of each."""

    board: str | MaskBoard
    """a board's label, or a mask"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    kind: Literal['index']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class PageBoardListing(Document):
    items: list[BoardListing]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class PageDeliveryDocument(Document):
    items: list[DeliveryDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class PageReferenceDocument(Document):
    items: list[ReferenceDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class PageSliceDocument(Document):
    items: list[SliceDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class PageTourDocument(Document):
    items: list[TourDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class PartDocumentSquareStatistics(Document):
    final: bool
    items: list[SquareStatistics]


class PuzzleSpecification(Document):
    """Make a puzzle: so few numbers of a tour that no other tour has them all."""

    board: str | MaskBoard
    """a board's label, or a mask"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    kind: Literal['puzzle']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    tours: Literal['any', 'closed', 'open'] | None = None
    """
    which tours: the solver knows that the tour is one of these; default "any"
    """
    tour: list[list[int] | str] | None = None
    """the tour to be found, all its squares in order; if none is given, a random one for each stream"""
    guesses: int | None = None
    """guesses that the proof of its only solution may take; 0: propagation alone finds it; default 100"""
    rng: RandomNumbers | None = None
    """
    the random tours, and the order in which numbers are taken away; default {"generator": "pcg64dxsm", "seed": 1, "streams": 8}
    """
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class RetriesDocument(Document):
    """The failed jobs that a filter chooses, newest first."""

    jobs: list[RetryDocument]
    left: int
    """further ones, beyond the 500 of a request: ask again"""


class SampleSpecification(Document):
    """Estimate the number of tours, or draw some, by random walks."""

    board: str | MaskBoard
    """a board's label, or a mask"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    kind: Literal['sample']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    tours: Literal['any', 'closed', 'open'] | None = None
    """
    which tours: `open` ones do not close; default "any"
    """
    store: Literal['none', 'all', 'classes'] | FirstTours | None = None
    """
    the tours to keep in the database; `classes`: one for each class of symmetry; default "none"
    """
    starts: Literal['all'] | list[list[int] | str] | None = None
    """
    the first squares of the tours; default "all"
    """
    method: Literal['uniform', 'rotating', 'warnsdorff', 'importance', 'smc', 'transfer-matrix', 'frontier', 'index'] | None = (
        None
    )
    """
    how walks are made; default "smc"
    """
    budget: Budget | None = None
    """when the job ends: one of three rules; default {"walks": 100000, "relative_error": null, "cpu_seconds": null}"""
    order: list[list[int]] | None = None
    """rotating: all directions in cyclic order"""
    particles: int | None = None
    """smc, transfer-matrix: what makes up one population, one estimate each; default 16384"""
    potential: Literal['auto'] | list[float] | None = None
    """
    smc: logarithms of the weight of an unvisited square with 0, 1, 2, ... exits left, "auto" to have a pilot run look for them
    """
    strength: float | None = None
    """importance: squares with d exits are drawn in proportion to exp(-s d)"""
    tail: int | None = None
    """importance: this many last squares are completed in all ways, counted"""
    ends: Literal['drawn', 'free'] | None = None
    """importance: whether the last square is drawn beforehand (default up to 64 squares) or left open"""
    exact: bool | None = None
    """warnsdorff: no walks, but their exact success from the tree of all ties; default false"""
    rng: RandomNumbers | None = None
    """the random numbers that walks draw; default {"generator": "pcg64dxsm", "seed": 1, "streams": 8}"""
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class ShardDocument(Document):
    """One independent part of a job."""

    number: int
    label: str
    state: Literal['ready', 'leased', 'finished', 'quarantined']
    """State of a shard."""
    slices: int
    attempts: int
    """leases lost or crashed since the last commit"""
    last_error: str | None
    worker: str | None
    work: str
    tours: str
    estimated_fraction: float
    cpu_seconds: float


class SourcePageDocument(Document):
    """A source, table by table."""

    name: str
    title: str
    language: str
    """of the document, as of RFC 5646"""
    year: int | None
    about: str
    """what it says, in a few sentences"""
    tables: int
    figures: int
    verdicts: dict[str, int]
    """number of figures by verdict"""
    contents: list[SourceTableDocument]


class Statement(Document):
    """
    One figure.

    quantity: tours, closed, open or cycles for facts of the board, else a quantity of the search that `restriction`
    names. convention: directed or undirected. value: exact decimals as text, estimates as numbers. restriction: None,
    or what the figure depends on. reliability: exact (counted or proved here, or in the atlas), estimate, published (by
    others), claimed (by another database). partial: of a job that has examined only a part. confirmed_by:
    the ways, independent of each other, by which jobs here have found this exact value; a certificate that agrees is
    one. more: sources beyond those listed. exact_value: the exact figure known besides an
    estimate. certificates: that agree or contradict.
    """

    subject: Subject
    quantity: str
    convention: str
    exact: bool
    value: str | float
    restriction: dict[str, Any] | None
    reliability: Literal['exact', 'estimate', 'published', 'claimed']
    sources: Annotated[list[Source], Field(validate_default=True)] = []
    standard_error: float | None = None
    interval_95: list[Any] | None = None
    unbiased: bool = True
    partial: bool = False
    warnings: list[str] = []
    confirmed_by: list[str] = []
    more: int = 0
    exact_value: float | None = None
    certificates: Annotated[list[Certificate], Field(validate_default=True)] = []


class StripFigures(Document):
    """The known figures of a family of boards."""

    family: str
    """its name: n is the side that grows"""
    counts: Literal['cycles', 'paths', 'open paths']
    """what a term counts, directions not distinguished"""
    states: list[int]
    """states of the sweep before each layer of one period"""
    entries: int
    """entries of the matrices of one period, a matrix for each square"""
    period: int
    """layers after which the states repeat"""
    first: int
    """the layer from which on they do"""
    digest: str
    """SHA-256 of the operator"""
    terms: list[str]
    """exact counts of the boards n = 1, 2, 3, ..."""
    growth: StripGrowth
    """of the counts, from one n to the next"""
    order: int | None = None
    """degree of the denominator of the generating function modulo each prime"""
    after: int | None = None
    """the recurrence holds for each n above this one"""
    primes: list[int] | None = None
    """the primes that the recurrence was found by, each alone"""
    used: int | None = None
    """terms that it was found from and confirmed by; twice its length determine it"""
    proved: bool | None = None
    """whether no shorter or other recurrence is possible: this many terms were used"""
    denominators: list[str] | None = None
    """
    denominators of the generating function, one by each prime: ascending coefficients as words of 32 bits, the lowest byte first, compressed by zlib and written in Base64
    """
    recurrence: list[str] | None = None
    """over the integers, where the exact terms tell it: a(n) = c[0] a(n - 1) + c[1] a(n - 2) + ..."""


class StripSpecification(Document):
    """Count the tours of all boards of a family that grows along one side: terms, recurrence and growth."""

    kind: Literal['strip']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    family: str
    """a board's label with n for the side that grows: 5xn, cylinder:nx5"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    tours: Literal['any', 'closed', 'open'] | None = None
    """
    which tours: `open` ones do not close; default "closed"
    """
    terms: int | None = None
    """boards that are counted exactly, n = 1 first; default 100"""
    order: int | None = None
    """look for a recurrence of at most this order; 0: for none; default 10000"""
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class SymmetrySpecification(Document):
    """Count tours up to symmetry, and those that each symmetry of the board leaves as they are."""

    board: str | MaskBoard
    """a board's label, or a mask"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    kind: Literal['symmetry']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    tours: Literal['closed', 'open'] | None = None
    """
    which tours: `open` ones do not close; default "closed"
    """
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class UncrossedSpecification(Document):
    """Find the longest path whose moves, drawn as straight segments between centres of squares, do not cross."""

    board: str | MaskBoard
    """a board's label, or a mask"""
    piece: str | list[int] | None = None
    """
    the piece that moves: its name, such as camel, or its leap's components; default "knight"
    """
    kind: Literal['uncrossed']
    label: str | None = None
    priority: int | None = None
    """higher goes first; default 0"""
    weight: float | None = None
    """share of the workers among jobs of equal priority, against the others'; default 1.0"""
    confirm_cost: bool | None = None
    """compute it though it has very many shards"""
    after: list[str] | None = None
    """ids of jobs that must have succeeded before it begins"""
    if_failed: Literal['cancel', 'wait'] | None = None
    """what becomes of it if one of these fails or is cancelled: it is cancelled (the default), or waits"""
    tours: Literal['closed', 'open'] | None = None
    """
    whether the path returns to its first square: `open` ones do not; default "open"
    """
    width: int | None = None
    """keep only this many states after each move, the most promising ones; null: all, so that the length is exact"""
    webhook: WebhookRequest | None = None
    """a URL to call when it ends; in a request only, the job does not keep it here"""


class AtlasDocument(Document):
    """A figure of a board, computed by Cavalier before this database began, with the job that found it."""

    entry: str
    """its name: board, piece, kind of job, sort of tours, then the start square, by-end or statistic"""
    board: str
    piece: list[int]
    quantity: str
    convention: str
    value: str
    """exact decimal digits, or an estimate as a number"""
    exact: bool
    standard_error: float | None
    """of an estimate"""
    samples: int | None
    """of an estimate"""
    method: str
    starts: str
    """all, or the one square that the tours begin at"""
    by_start: dict[str, str] | None
    """directed tours from the first square of each class of squares; null where they were not counted"""
    by_end: dict[str, dict[str, str]] | None
    """of these those to each end; null where they were not counted by both ends"""
    by_value: dict[str, str] | None
    """of a census of one statistic: undirected tours by its value; null elsewhere"""
    by_move: dict[str, str] | None
    """of a census of moves: undirected tours that use each, by its squares (`1,1;2,3`); null elsewhere"""
    specification: EnumerateSpecification | SampleSpecification | ConstructSpecification | CompleteSpecification | PuzzleSpecification | DistanceSpecification | GeneratorTestSpecification | IndexSpecification | SymmetrySpecification | CertificateSpecification | CensusSpecification | StripSpecification | UncrossedSpecification | ImportSpecification
    """POST it to /jobs to compute the figure again"""
    code_digest: str
    """digest of the code that found it"""
    engine: str
    """`code_digest` under its old name, until the next major version"""
    cpu_seconds: float
    """processor time of the job"""
    certificate: dict[str, Any] | None
    """how the counts were found a second time; null: they were not"""
    version: str
    """of the atlas"""


class BoardDocument(Document):
    """A board: its squares, what is known of it, and what the database holds of it for each piece."""

    label: str
    surface: str
    shape: list[int]
    size: int
    piece: list[int]
    """the piece that facts and existence are about"""
    facts: FactsDocument | None
    """null for boards of more than 65,536 squares"""
    existence: list[ExistenceDocument]
    held: list[CollectionDocument]
    statements: list[Statement]
    """the facts known of it, each with its subject, restriction and sources: of the whole board first"""
    answer: str | None = None
    """
    where a number of tours was asked for (start, end, tours): what is known exactly, in a sentence; `statements` are then its figures alone, the answer first
    """
    unknown: str | None = None
    """where the number asked for is not known: a sentence that says so, and what is known nearest to it"""


class CellResultDocument(Document):
    """The results of a job of a campaign: none before it has ended."""

    board: int
    """number of the board in the campaign, from 0"""
    specification: int
    """number of the specification in the campaign, from 0"""
    job: str
    """id of the job"""
    title: str
    """the job's question in a few words"""
    state: Literal['queued', 'running', 'pausing', 'paused', 'succeeded', 'failed', 'cancelled']
    """State of a job."""
    outcome: str | None
    answer: str | None
    """what was found, in one sentence; null while there is nothing to say"""
    figures: list[Statement]
    """those of all start squares of the job together"""


class CountsDocument(Document):
    """What is known of one number of a board."""

    address: str
    """made of subject, quantity and method: the same in every database"""
    statements: list[Statement]


class DeletionDocument(Document):
    """A job that was deleted: what it was, who deleted it, when."""

    id: str
    """of the job"""
    title: str
    """the job's question in a few words"""
    specification: EnumerateSpecification | SampleSpecification | ConstructSpecification | CompleteSpecification | PuzzleSpecification | DistanceSpecification | GeneratorTestSpecification | IndexSpecification | SymmetrySpecification | CertificateSpecification | CensusSpecification | StripSpecification | UncrossedSpecification | ImportSpecification
    code_digest: str
    """digest of the code that computed it"""
    engine: str
    """`code_digest` under its old name, until the next major version"""
    owner: str | None
    """name of the API key that submitted it"""
    state: str
    outcome: str | None
    created_at: AwareDatetime
    finished_at: AwareDatetime | None
    work: str
    """units done, an exact decimal"""
    tours: str
    """tours it had stored, an exact decimal"""
    cpu_seconds: float
    result_digest: str | None
    """SHA-256 of its result as sorted JSON; null where it was unreadable"""
    deleted_by: str | None
    """name of the API key that asked; null where none was needed"""
    reason: str | None
    """why the service itself deleted it; null after a request"""
    asked_at: AwareDatetime
    """since then nothing of it is shown"""
    done_at: AwareDatetime | None
    """since then nothing of it is stored; null while something is"""


class Extra(Document):
    """Only what the job's kind and method give is there."""

    depth_trace: DepthTrace | None = None
    """counted searches: how far back the search came"""
    stages: list[StageTried] | None = None
    """construct: the methods tried, in order"""
    tour: ConstructedTour | None = None
    """construct: the tour's digest and ends, and how to build it again"""
    extreme: Extreme | None = None
    """construct: the fewest or most that exchanges of moves have met"""
    completion: Completion | None = None
    """complete: none, one or several, and the guesses it took"""
    puzzle: Puzzle | None = None
    """puzzle: its grid, how hard it is, and its solution"""
    squares_by_distance: list[int] | None = None
    """distance: squares at 0, 1, 2, ... moves"""
    reachable: int | None = None
    """distance: squares that can be reached"""
    unreachable: int | None = None
    """distance: squares that cannot"""
    eccentricity: int | None = None
    """distance: moves to the farthest square"""
    diameter: int | None = None
    """distance: moves between the two squares farthest apart"""
    pairs_by_distance: list[int] | None = None
    """distance: ordered pairs of squares 0, 1, 2, ... moves apart"""
    path: list[list[int]] | None = None
    """
    distance: the squares of a shortest path; uncrossed: those of a longest one, a cycle's first square again at its end
    """
    walk: CollectingWalk | None = None
    """distance: a walk that collects the squares of `via`"""
    orders: SearchOrders | None = None
    """distance: the squares as breadth-first and depth-first search enter them"""
    algebra: Algebra | None = None
    """distance: the moves as vectors that add up to the way, on flat boards and boxes"""
    generator: GeneratorName | None = None
    """test-generator: the generator, its period and guarantee"""
    histograms: list[TrialHistogram] | None = None
    """test-generator: trials by bin, observed and expected"""
    index: IndexFigures | None = None
    """index: its digest, and how large it is"""
    claims: list[dict[str, Any]] | None = None
    """import: counts that the file claims"""
    finders: list[Finder] | None = None
    """import: the jobs elsewhere that found its tours, where the file tells them"""
    publications: list[Publication] | None = None
    """import: the publications that printed its tours"""
    mean_length: float | None = None
    """walks: mean number of squares"""
    walks_per_tour: float | None = None
    """walks for each that became a tour"""
    walks_per_tour_error: float | None = None
    """one standard error of it"""
    closed_share: float | None = None
    """share of the tours found that close"""
    closed_share_error: float | None = None
    """one standard error of it"""
    by_class: list[WalksOfClass] | None = None
    """walks: the same by class of start squares"""
    end_pairs: list[EndPair] | None = None
    """sample: tours between two ends, a row for each class"""
    tour_distribution: str | None = None
    """sample: how the stored tours are distributed"""
    potential: list[float] | None = None
    """smc: the potential that the pilot run has found"""
    pilot: list[PilotFigures] | None = None
    """smc: mean and spread by potential tried"""
    exact_success: ExactSuccess | None = None
    """walks by Warnsdorff's rule: their exact success, where it is known"""
    success_probability: float | None = None
    """of a walk by Warnsdorff's rule with random ties"""
    closing_probability: float | None = None
    """that such a walk becomes a closed tour"""
    error: float | None = None
    """bound on the rounding error of the probabilities"""
    symmetries: list[KeptBySymmetry] | None = None
    """symmetry: the tours that each symmetry leaves as they are"""
    types: list[SymmetryType] | None = None
    """symmetry: the tours by the symmetries that they have, where it follows"""
    certificate: CertificateFigures | None = None
    """certificate: what is left of each count modulo a prime"""
    census: Census | None = None
    """census: how the statistics of tours are distributed"""
    strip: StripFigures | None = None
    """strip: terms, recurrence and growth of a family of boards"""
    uncrossed: UncrossedPath | None = None
    """uncrossed: how long its path is, and whether there is a longer one"""


class FigureComparison(Document):
    """
    One quantity on both sides, of the same subject and under the same restriction; `words` says how they compare.

    difference: the first minus the second. z: the difference in combined standard errors, None without any. agrees:
    None if undecidable, as with a partial figure.
    """

    quantity: str
    convention: str
    first: Statement
    second: Statement
    difference: float
    relative: float | None
    z: float | None
    agrees: bool | None
    words: str


class JobDocument(Document):
    """A job: its question and its current state."""

    id: str
    kind: str
    method: str | None
    board: str | None
    label: str | None
    tags: list[str] = []
    """in alphabetical order"""
    title: str
    """the job's question in a few words"""
    owner: str | None
    """name of the API key that submitted it"""
    priority: int
    state: Literal['queued', 'running', 'pausing', 'paused', 'succeeded', 'failed', 'cancelled']
    """State of a job."""
    step: Literal['waiting for other jobs', 'planning', 'putting the result together', 'being deleted'] | None
    """what a worker has to do for the job as a whole before it goes on"""
    problem: dict[str, Any] | None
    """the problem document of a step that failed"""
    outcome: str | None
    explanation: str | None
    code_digest: str
    """digest of the code whose workers may compute it"""
    engine: str
    """`code_digest` under its old name, until the next major version"""
    rounds: int
    specification: EnumerateSpecification | SampleSpecification | ConstructSpecification | CompleteSpecification | PuzzleSpecification | DistanceSpecification | GeneratorTestSpecification | IndexSpecification | SymmetrySpecification | CertificateSpecification | CensusSpecification | StripSpecification | UncrossedSpecification | ImportSpecification
    """as submitted, normalised, with defaults filled in"""
    created_at: AwareDatetime
    started_at: AwareDatetime | None
    finished_at: AwareDatetime | None
    progress: ProgressDocument
    waiting: WaitingDocument | None
    """what the job waits for; null where its work goes on"""
    confirmed_slices: int
    """slices drawn at random that another run gave again, bit by bit"""
    confirmed_on_another_host: int
    """of these, on another host"""
    adoption: AdoptionDocument | None
    """null where no other code was asked to go on, or it does"""
    actions: list[Literal['pause', 'resume', 'cancel', 'retry', 'adopt', 'delete']]
    """what may be asked of the job in its present state"""


class PageAtlasDocument(Document):
    items: list[AtlasDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class PageCellResultDocument(Document):
    items: list[CellResultDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class PageDeletionDocument(Document):
    items: list[DeletionDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class PageJobDocument(Document):
    items: list[JobDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class PageShardDocument(Document):
    items: list[ShardDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class Problem(Document):
    """A problem document."""

    type: str
    """stable name of the kind of problem"""
    title: str
    status: int
    detail: str
    errors: Annotated[list[Fault], Field(validate_default=True)] = []
    """every fault found, with its place"""
    deletion: DeletionDocument | None = None
    """of a job that was deleted (410)"""


class ResultHead(Document):
    """The job that found it. `outcome` null: not finished, everything below is the result so far."""

    id: str | None
    """null: no job of this database; `known` has the sources"""
    kind: str
    state: Literal['queued', 'running', 'pausing', 'paused', 'succeeded', 'failed', 'cancelled']
    """State of a job."""
    outcome: str | None
    explanation: str | None
    title: str
    """the job's question: what its figures are of"""
    answer: str | None
    """what was found, in one sentence; null while there is nothing to say"""
    spec: EnumerateSpecification | SampleSpecification | ConstructSpecification | CompleteSpecification | PuzzleSpecification | DistanceSpecification | GeneratorTestSpecification | IndexSpecification | SymmetrySpecification | CertificateSpecification | CensusSpecification | StripSpecification | UncrossedSpecification | ImportSpecification
    code_digest: str | None
    """digest of the code that computed it; null where `id` is"""
    engine: str | None
    """`code_digest` under its old name, until the next major version"""
    cpu_seconds: float
    tours_stored: int
    """tours kept in the database; the document lists the first 10,000, of at most 100,000 squares each"""


class SquareRow(Document):
    """A start square, which stands for `squares` that are equal by symmetry, with the figures of both sides."""

    square: list[int]
    squares: int
    first: Statement
    second: Statement
    difference: float
    z: float | None
    agrees: bool | None


class CellDocument(Document):
    """A job with its place in a campaign."""

    board: int
    """number of the board in the campaign, from 0"""
    specification: int
    """number of the specification in the campaign, from 0"""
    job: JobDocument


class PageCellDocument(Document):
    items: list[CellDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""


class ResultDocument(Document):
    """The result document; only the parts that the job has are present."""

    counts: Annotated[list[Count], Field(validate_default=True)] = []
    """exact counts"""
    estimates: Annotated[list[Estimate], Field(validate_default=True)] = []
    """estimates with their errors"""
    large_estimates: Annotated[list[LargeEstimate], Field(validate_default=True)] = []
    """estimates beyond the range of floats"""
    squares: Annotated[list[SquareStatistics], Field(validate_default=True)] = []
    """counts by start square"""
    ends: Annotated[list[EndStatistics], Field(validate_default=True)] = []
    """counts by pair of first and last square"""
    depths: Annotated[list[DepthStatistics], Field(validate_default=True)] = []
    """statistics by depth of the search tree"""
    distances: Annotated[list[Distance], Field(validate_default=True)] = []
    """fewest moves to squares"""
    tests: Annotated[list[GeneratorTest], Field(validate_default=True)] = []
    """tests of a generator"""
    job: ResultHead
    tours: Annotated[list[Tour], Field(validate_default=True)] = []
    extra: Extra | None = None
    known: list[Statement] | None = None
    """where the question was answered from the record: its figures, sourced"""


class SquareComparison(Document):
    """
    One quantity by start square, on the squares that both sides have.

    differing: squares whose figures do not agree. chi_square: the sum of z^2 if there are estimates; for counts the
    statistic of two samples, which only describes how differently the tours are spread and tests nothing. p_value: of
    chi_square, if there are estimates, taking the squares as independent. kolmogorov_smirnov: the largest difference of
    the cumulated shares, squares in the order of the board.
    """

    quantity: str
    rows: list[SquareRow]
    differing: list[list[int]]
    chi_square: float | None
    degrees_of_freedom: int
    p_value: float | None
    kolmogorov_smirnov: float | None


class Comparison(Document):
    """
    A full comparison. squares: one entry per quantity that both sides have by start square.

    digests: of both jobs, if they have ended with equal specifications.
    """

    figures: list[FigureComparison]
    squares: list[SquareComparison] | None = None
    efforts: list[Effort] | None = None
    digests: list[str] | None = None
    verdict: str = ''


class ComparisonDocument(Document):
    """The first job and one other side."""

    job: str | None = None
    """the other job"""
    reference: str | None = None
    """or the key of a published figure"""
    comparison: Comparison


class ComparisonsDocument(Document):
    """All comparisons with the first job."""

    job: str
    items: list[ComparisonDocument]


class JobCheckDocument(Document):
    """What is known of a job before it is submitted."""

    valid: bool
    errors: Annotated[list[Fault], Field(validate_default=True)] = []
    """every wrong field, with its place"""
    specification: (
        EnumerateSpecification
        | SampleSpecification
        | ConstructSpecification
        | CompleteSpecification
        | PuzzleSpecification
        | DistanceSpecification
        | GeneratorTestSpecification
        | IndexSpecification
        | SymmetrySpecification
        | CertificateSpecification
        | CensusSpecification
        | StripSpecification
        | UncrossedSpecification
        | ImportSpecification
        | None
    ) = None
    """in its normal form"""
    title: str | None = None
    """the job's question"""
    existence: VerdictDocument | None = None
    """null where no tour is asked for"""
    shards: int | None = None
    """pieces of work; null: a worker's plan will tell"""
    cost: CostDocument | None = None
    known: ResultDocument | None = None
    """the answer, where the record has it exactly"""
    equal_job: str | None = None
    """id of a job that computes the same"""


class CellComparisonDocument(Document):
    """A job and its counterpart in another campaign: the same board, and a specification of the same number."""

    board: int
    """number of the board in the first campaign, from 0"""
    specification: int
    """number of the specification in both, from 0"""
    label: str
    """of the board"""
    first: str
    """id of the job"""
    second: str | None
    """id of the other job; null where there is none"""
    comparison: Comparison | None
    """null before both have ended"""


class PageCellComparisonDocument(Document):
    items: list[CellComparisonDocument]
    next: str | None
    """path and query of the next page; null on the last one"""
    total: int | None = None
    """entries of all pages; null unless `count` was asked for"""
