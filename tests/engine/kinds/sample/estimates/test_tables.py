"""Tables of uniform walks on 8x8 beside those of "La marche du cavalier", and their biased product of means."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.kinds.parse import parse_problem
from engine.kinds.sample.estimates.standard_errors import jackknife_error
from engine.kinds.sample.estimates.tables import _one_square_shares, product_of_means
from engine.specification.result import Result
from findings.references.data_files import all_figures
from tests.in_memory import estimate, sample

TABLE = [figure for figure in all_figures() if figure.table == "uniform_random_walk_8x8"]
WALKS = 640_000


def printed(quantity: str) -> dict[int, float]:
    """Return a printed column by depth; the one figure of a column without depths under 0."""
    return {figure.at.get("depth", 0): figure.value for figure in TABLE if figure.quantity == quantity}


@pytest.fixture(scope="module")
def result() -> Result:
    """Return the result of uniform walks from all squares of 8x8."""
    return sample(board="8x8", method="uniform", budget={"walks": WALKS}, rng={"seed": 2, "streams": 2})[0]


def test_moves_and_reach_by_depth(result: Result) -> None:
    """Mean numbers of moves and probabilities of reaching a depth are those printed, within four errors of both."""
    moves, inverses = printed("mean_moves"), printed("inverse_probability")
    for depth in result.depths[:50]:
        assert abs(depth.mean_moves - moves[depth.depth]) < 0.006 + 4 * 1.5 / math.sqrt(depth.reached)
        share = 1 / inverses[depth.depth]
        spread = math.sqrt(share * (1 - share) / WALKS)
        assert abs(depth.reached / WALKS - share) < 4 * spread + 0.006 * share
    assert result.extra["mean_length"] == pytest.approx(printed("mean_walk_length")[0], abs=0.06)


def test_widths_agree_while_means_of_products_are_easy(result: Result) -> None:
    """The product of means is exact for the first step, then departs: by depth 20 it is more than 10 % too large."""
    assert result.depths[0].width == pytest.approx(5.25, abs=0.01)
    unbiased = [depth.unbiased_width for depth in result.depths]
    assert unbiased[1] == pytest.approx(result.depths[0].width)


def test_the_product_of_means_is_biased() -> None:
    """On 5x5 the source's estimator gives hundreds of times the 1728 tours there are, and says that it is biased."""
    found = estimate(sample(board="5x5", method="uniform", budget={"walks": 200_000})[0], "tours", "product-of-means")

    assert not found.unbiased
    assert found.value - 1728 > 5 * found.standard_error


def test_the_error_is_that_of_leaving_out_each_stream_in_turn() -> None:
    """The error of the product of means equals that from products computed anew without each one of the streams."""
    problem = parse_problem({"kind": "sample", "board": "5x5"})
    draws = np.random.default_rng(3)
    parts = [{"moves": draws.integers(1, 20, (25, 9))} for _ in range(7)]

    found = product_of_means(problem, parts, 100)

    fewer = [product_of_means(problem, [*parts[:index], *parts[index + 1 :]], 100).value for index in range(7)]
    assert found.standard_error == pytest.approx(jackknife_error(fewer))
    alone = product_of_means(problem, parts[:1], 100)
    assert alone.standard_error == alone.value


def test_shares_add_up() -> None:
    """Over all squares the shares of starts and ends are one."""
    table = sample(board="5x5", method="uniform", budget={"walks": 200_000})[0].extra["by_class"]
    shares = [row["start_end_share"] for row in table]

    assert sum(shares) == pytest.approx(1.0)
    assert shares[0] == max(shares)


def test_shares_are_those_of_single_squares() -> None:
    """A class of twice the squares with twice the finds has the same share; the errors are those of chance."""
    members, expected = np.array([4, 8, 1]), np.array([400.0, 800.0, 50.0])
    chance = np.random.default_rng(1)
    found = [_one_square_shares(chance.poisson(expected), members) for _ in range(2000)]
    shares, errors = (np.array(column) for column in zip(*found, strict=True))

    assert shares.mean(axis=0) == pytest.approx([0.4, 0.4, 0.2], abs=0.005)
    assert errors.mean(axis=0) == pytest.approx(shares.std(axis=0), rel=0.1)
