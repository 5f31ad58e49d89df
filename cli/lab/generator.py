"""`cavalier generator`: experiments with generators of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from cli.errors import invalid
from cli.options import FILE, json_option, print_json
from cli.output import echo_message
from cli.settings import keep_kernels
from drawing.amounts import amount
from drawing.walker_distance import apart_chart
from engine.errors import InvalidProblemError
from engine.generator_tests.multipliers import MAX_CACHED, MAX_TRIES, good_multipliers
from engine.generator_tests.spectral import DIMENSIONS
from engine.number_theory.gf2 import is_primitive, powers_of_x, words
from engine.streams.catalogue import generator_facts
from engine.streams.historic.synchronisation import meeting
from language.translate import gettext_noop, translate

MAX_DEGREE = 12
MAX_STARTS = 65536
MAX_WORDS = 2_000_000
MAX_BOARD = 400


@click.group(short_help="Try out random-number generators with parameters of your own.")
def generator() -> None:
    """Try out random-number generators with parameters of your own.

    Where a generator is named, lcg-M-A-C, additive-J-K and register-D-...-0 stand for those with your numbers, such as
    lcg-2^31-65539-0, additive-24-55, register-4-1-0.
    """


@contextmanager
def _named_faults() -> Iterator[None]:
    try:
        yield
    except InvalidProblemError as error:
        raise invalid([{"pointer": error.pointer, "detail": error.message}]) from error


@generator.command()
@click.argument("name")
@json_option
def field(name: str, *, as_json: bool) -> None:
    """Print the powers of X modulo the polynomial of NAME, such as register-4-1-0: of a primitive one the field."""
    with _named_faults():
        polynomial = generator_facts(name, "/name").polynomial
        if polynomial is None or polynomial.bit_length() - 1 > MAX_DEGREE:
            raise InvalidProblemError("/name", f"is a register-D-...-0 of degree {MAX_DEGREE} at most")
    degree, powers = polynomial.bit_length() - 1, powers_of_x(polynomial)
    if as_json:
        print_json({"polynomial": words(polynomial), "primitive": is_primitive(polynomial), "powers": powers})
        return
    if is_primitive(polynomial):
        echo_message(f"powers of X modulo {words(polynomial)}, primitive: the nonzero elements of GF(2^{degree})")
    else:
        echo_message(f"powers of X modulo {words(polynomial)}, not primitive")
    for exponent, power in enumerate(powers):
        click.echo(f"X^{exponent:<4} {power:0{degree}b}  {words(power)}")


@generator.command()
@click.argument("name")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Seed.")
@click.option("--count", type=click.IntRange(1, MAX_STARTS), default=8, show_default=True, help="How many.")
@click.option("--every", type=click.IntRange(min=1), help="Draws from one to the next.  [default: period / count]")
@json_option
def starts(name: str, *, seed: int, count: int, every: int | None, as_json: bool) -> None:
    """Print start points of the generator NAME by jumps: the state this many draws after the seed's."""
    with _named_faults():
        facts = generator_facts(name, "/name")
        if every is None and facts.period is None:
            raise InvalidProblemError("/every", f"the period of {name} is not known: say how many draws apart")
        apart = every or max(1, (facts.period or 1) // count)
    keep_kernels()
    from engine.streams.registry import find_generator  # noqa: PLC0415  loads numba, which reads its cache folder's name now

    source = find_generator(facts.name)
    state, rows = source.start(seed), []
    for index in range(count):
        rows.append({"draw": index * apart, "state": [int(word) for word in state]})
        if index < count - 1:
            try:
                state = source.jump(state, apart)
            except ValueError as error:
                raise invalid([{"pointer": "/every", "detail": str(error)}]) from error
    if as_json:
        print_json({"generator": facts.name, "seed": seed, "apart": apart, "starts": rows})
        return
    echo_message(f"{facts.name}, seed {seed}: a start every {apart} draws")
    for row in rows:
        click.echo(f"{row['draw']}\t{' '.join(map(str, row['state']))}")  # type: ignore[call-overload]  # a list of words


@generator.command()
@click.argument("modulus", type=click.IntRange(3, 2**64))
@click.option("--mixed", is_flag=True, help="With an increment: x -> a x + 1.  [default: x -> a x]")
@click.option("--tries", type=click.IntRange(1, MAX_TRIES), default=2000, show_default=True, help="Multipliers tried.")
@click.option("--best", type=click.IntRange(1, MAX_CACHED), default=10, show_default=True, help="Multipliers printed.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Of those drawn.")
@json_option
def multipliers(modulus: int, *, mixed: bool, tries: int, best: int, seed: int, as_json: bool) -> None:
    """Look for multipliers of full period modulo MODULUS that are good in the spectral test, in all dimensions 2 to 8.

    The figure of a dimension is nu over the greatest that any lattice can have; multipliers are ranked by the least.
    """
    with _named_faults():
        found = good_multipliers(modulus, mixed=mixed, tries=tries, kept=best, seed=seed)
    if as_json:
        print_json([{"multiplier": one.multiplier, "least": one.worst, "normalised": one.normalised} for one in found])
        return
    dimensions = (translate(gettext_noop(f"dim {dimension}")) for dimension in DIMENSIONS)
    click.echo("\t".join([translate(gettext_noop("multiplier")), translate(gettext_noop("least")), *dimensions]))
    for one in found:
        click.echo(f"{one.multiplier}\t{one.worst:.4f}\t" + "\t".join(f"{figure:.4f}" for figure in one.normalised))


@generator.command()
@click.argument("name")
@click.option("--board", default="8x8", show_default=True, help="The board that is walked over.")
@click.option("--lead", type=click.IntRange(1, MAX_WORDS // 2), default=1000, show_default=True,
              help="Words by which the second walker is ahead.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Seed.")
@click.option("--svg", type=FILE, help="Draw how far apart they are.")
@json_option
def synchronise(name: str, *, board: str, lead: int, seed: int, svg: Path | None, as_json: bool) -> None:
    """Let two walkers read one sequence of the generator NAME from two places, until their walks are the same.

    Both walk from the board's first square until stuck, again and again, at random among the free squares.
    """
    from engine.boards.labels import parse_board  # noqa: PLC0415  with what follows, for this command alone
    from engine.boards.move_graph import move_graph  # noqa: PLC0415  as above

    with _named_faults():
        facts, ground = generator_facts(name, "/name"), parse_board(board)
        if ground.size > MAX_BOARD:
            raise InvalidProblemError("/board", f"has at most {MAX_BOARD} squares")
    keep_kernels()
    from engine.streams.registry import open_stream  # noqa: PLC0415  loads numba, which reads its cache folder's name now

    drawn = open_stream(facts.name, seed).words(2 * (2 * lead + 100_000)).tolist()
    met = meeting(drawn, move_graph(ground, (1, 2)).lists, 0, lead)
    first, second = met.begins
    if svg is not None:
        svg.write_text(apart_chart(met.begins, facts.name).svg(alone=True), encoding="utf-8")
    if as_json:
        print_json({"generator": facts.name, "lead": lead, "place": met.place, "begins": met.begins})
    elif met.place is None:
        echo_message(f"the walkers do not meet within {amount(len(drawn), 'word')}")
    else:
        echo_message(f"walker 1 begins at word 0, walker 2 at word {lead} of {facts.name}")
        walks = amount(len(second) - 1, "walk")
        echo_message(f"after {len(first) - 1} and {walks} both begin one at word {met.place}:")
        after = met.place - lead
        echo_message(f"they have met {amount(after, 'word')} after the second began, and walk as one from there")
