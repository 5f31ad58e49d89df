"""Tables of the random generators: number theory that needs no job."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from drawing.charts import Chart, Series
from drawing.histograms import histograms
from engine.number_theory.factorisation import factorise, is_prime
from engine.number_theory.maple_tables import MODULUS, MULTIPLIER, SPACING, MapleReport, maple_report
from engine.streams.catalogue import generator_facts
from findings.references.data_files import Figure, all_figures
from language.translate import gettext_noop
from reproduction.pictures import of
from reproduction.table import Pictures, Results, Specification, Table
from reproduction.verdict import Comparison, Computed

LOGARITHM = gettext_noop("discrete logarithm")
PRODUCT = gettext_noop("multiplication")
POWERS = gettext_noop("powers of X over GF(2)")
MACHINE = gettext_noop("the speed of a machine of its time")
DEFINITION = gettext_noop("a definition: there is nothing to recompute")
CONNECTIVITY = gettext_noop(
    "a matter of the source's program and machine; here one test saves the most nodes at 47 squares visited, and the"
    " most time at 45 or 46 (the first twenty tours from the corner)"
)
PARTS = 32
FURTHER = gettext_noop("Seeds of small factors: distance from (k - 1) m / 32")
ADDITIVE_LAGS = (2, 16)
MAX_PERIOD = 1 << 12
"""The longest period looked for; that of a primitive polynomial of degree 39 or more exceeds 10^11."""


@cache
def _report() -> MapleReport:
    return maple_report()


def _maple(figure: Figure, _results: Results) -> Computed | None:
    report, quantity = _report(), figure.quantity
    if quantity == "inverse":
        return Computed(str(report.inverse), "inverse modulo m")
    if quantity == "modulus":
        return Computed(str(MODULUS) if is_prime(MODULUS) else "not prime", "tested for primality")
    if quantity.startswith("factor_of_"):
        number = MULTIPLIER if quantity.endswith("multiplier") else report.inverse
        divides = number % int(figure.value) == 0
        return Computed(figure.value if divides else "does not divide", "division")
    if quantity == "prime_factors":
        return _prime_factors(MULTIPLIER if figure.at["number"] == "multiplier" else report.inverse)
    if quantity == "product":
        return Computed(figure.at["factor"] * MODULUS, PRODUCT)
    return Computed(str((figure.at["factor"] * (MODULUS - 1)).bit_length()), PRODUCT) if quantity == "bits" else None


def _prime_factors(number: int) -> Computed:
    return Computed([prime for prime, power in factorise(number).items() for _ in range(power)], "factorisation")


def _turbo_pascal(figure: Figure, _results: Results) -> Computed | None:
    congruence = generator_facts("turbo-pascal").congruence
    assert congruence is not None
    if figure.quantity == "prime_factors":
        return _prime_factors(congruence.multiplier)
    return Computed(f"{congruence.multiplier:08x}", "to the base of 16") if "base" in figure.at else None


def _powers(figure: Figure, _results: Results) -> Computed:
    entry = next(entry for entry in _report().exponents if entry.key == figure.at["x"])
    return Computed(str(entry.computed), LOGARITHM)


def _starts(figure: Figure, _results: Results) -> Computed:
    """Return a seed's position, its deviation from an even spacing (without sign in the second table), or its share."""
    first = figure.table == "maple_32_starts"
    entries, row = _report().starts_32 if first else _report().starts_33, figure.at["k"]
    position = next(entry for entry in entries if entry.key == row).computed
    if figure.quantity == "position":
        return Computed(str(position), LOGARITHM)
    deviation = position - row * SPACING if first else abs(position - (row - 1) * SPACING)
    return Computed(str(deviation) if figure.quantity == "deviation" else f"{deviation / SPACING:.5f}", LOGARITHM)


def _shift_registers(figure: Figure, _results: Results) -> Computed | None:
    exponents = _polynomials()[figure.at["polynomial"]]
    if figure.quantity == "exponents":
        return None
    powers = _powers_of_x(exponents)
    if figure.quantity == "states":
        return Computed(powers, POWERS)
    period = len(powers) if len(powers) < MAX_PERIOD else None
    if figure.quantity == "period":
        return Computed(str(period), POWERS)
    primitive = period is None or period == 2 ** max(exponents) - 1
    return Computed("yes" if primitive else f"no, period {period}", POWERS)


def _polynomials() -> dict[str, list[int]]:
    rows = [figure for figure in all_figures() if figure.table == "generator_gf2" and figure.quantity == "exponents"]
    return {figure.at["polynomial"]: figure.value for figure in rows}


def _powers_of_x(exponents: list[int]) -> list[int]:
    """Return the powers of X modulo the polynomial over GF(2), until they come back to 1: MAX_PERIOD at most."""
    modulus, degree = sum(1 << exponent for exponent in exponents), max(exponents)
    powers = [1]
    while len(powers) < MAX_PERIOD:
        rest = powers[-1] << 1
        if rest >> degree:
            rest ^= modulus
        if rest == 1:
            break
        powers.append(rest)
    return powers


def _additive(figure: Figure, _results: Results) -> Computed | None:
    if figure.quantity != "period":
        return None
    return Computed(str(generator_facts("mitchell-moore").period), "order of X modulo the trinomial")


def _additive_tests(_full: bool) -> dict[str, Specification]:
    return {
        f"additive 1, {lag}": {"kind": "test-generator", "generator": f"additive-1-{lag}", "trials": 100}
        for lag in ADDITIVE_LAGS
    }


def _additive_verdict(figure: Figure, results: Results) -> Computed:
    """Return "bad" where a test fails, else "behaves"."""
    result = results[f"additive 1, {figure.at['k']}"]
    tests = result["tests"]
    failed = [test["test"] for test in tests if test["verdict"] == "fail"]
    summary = f"fails {', '.join(failed)}" if failed else f"passes {len(tests)} tests"
    detail = {"histograms": result.get("extra", {}).get("histograms", [])}
    return Computed("bad" if failed else "behaves", summary, detail=detail)


def _additive_uses(figure: Figure, name: str, _specification: Specification) -> bool:
    return name == f"additive 1, {figure.at['k']}"


def _histograms(comparisons: Sequence[Comparison]) -> Pictures:
    return {
        f"x[n] = x[n-1] + x[n-{one.figure.at['k']}]: {chart.title}": chart.svg()
        for one in comparisons
        if one.computed is not None
        for chart in histograms((one.computed.detail or {}).get("histograms", []))
    }


def _positions(first: int, comparisons: Sequence[Comparison]) -> Pictures:
    """Draw how far the seeds stand from the 32nds of the period that they are meant for; first: the k of position 0."""
    positions = of(comparisons, "position")
    printed, ours = (
        [(float(one.figure.at["k"]), _aside(value, one.figure.at["k"] - first)) for one, value in rows if value]
        for rows in (
            [(one, one.figure.value) for one in positions],
            [(one, one.computed.value if one.computed else None) for one in positions],
        )
    )
    title = "Seeds of the Maple generator: distance from k m / 32" if first == 0 else FURTHER
    series = [Series("printed", printed, "marks"), Series("recomputed", ours)]
    return {title: Chart("seeds", title, "k", "draws", series).svg()}


def _aside(position: str, part: int) -> float:
    return int(position) - part * MODULUS / PARTS


def _nothing(_figure: Figure, _results: Results) -> None:
    return None


TABLES = (
    Table("generator_maple", _maple, missing=DEFINITION),
    Table("maple_powers", _powers),
    Table("maple_32_starts", _starts, pictures=partial(_positions, 0)),
    Table("maple_33_starts", _starts, pictures=partial(_positions, 1)),
    Table("generator_gf2", _shift_registers, missing=DEFINITION),
    Table("generator_mitchell_moore", _additive, missing=DEFINITION),
    Table("generator_turbo_pascal", _turbo_pascal, missing=DEFINITION),
    Table("generator_additive_1_k", _additive_verdict, _additive_tests, _additive_uses, _histograms),
    Table("generator_tests", _nothing, missing="laws, not figures; the engine's tests hold them against exact moments"),
    Table("other_boards", _nothing, missing="names of boards, without a figure"),
    *(Table(name, _nothing, missing=MACHINE) for name in ("speeds", "speeds_8x8")),
    Table("connectivity_pruning", _nothing, missing=CONNECTIVITY),
)
