"""How far apart the streams of a job lie: the figures behind every guarantee. Plain integers, no numba."""

from __future__ import annotations

GOLDEN_JUMP = 0x9E3779B97F4A7C15F39CC0605CEDC835
"""Draws between successive streams of pcg64dxsm: 2**128 divided by the golden ratio (numpy's `jumped`)."""

PHILOX_JUMP = 4 * 2**128
"""Draws between successive streams of philox: 2**128 blocks of four (numpy's `jumped`)."""

MAPLE_PERIOD = 10**12 - 12

MAPLE_STARTS = (
    (1, 0),
    (55338, 31253094097),
    (20927, 62507292478),
    (15461, 93754703549),
    (52168, 125001431151),
    (54531, 156252208489),
    (11513, 187500901736),
    (53024, 218751917759),
    (24290, 249996839473),
    (23742, 281244921314),
    (45189, 312511961276),
    (65016, 343742419098),
    (47601, 375006329140),
    (17139, 406258141735),
    (28255, 437485426116),
    (23589, 468745007204),
    (57450, 500000127371),
    (6556, 531259458171),
    (48661, 562495976105),
    (26454, 593752450952),
    (46911, 624974315505),
    (60670, 656252590170),
    (60114, 687503773632),
    (19056, 718754269209),
    (35558, 750017632396),
    (37554, 781253099744),
    (21679, 812507185807),
    (7956, 843750183352),
    (10277, 875020412496),
    (12840, 906267995865),
    (28368, 937511509208),
    (52439, 968753714738),
)
"""Starts g and their positions p, 427419669081**p = g mod 10**12 - 11 ("La marche du cavalier", table of 32 starts;
its row 32, position 10**12 - 12, is position 0 here)."""

MAPLE_STREAMS = 2 * len(MAPLE_STARTS)


def shortest_gap(positions: list[int], period: int) -> int:
    """Return the least distance between neighbours among distinct positions on a cycle."""
    around = sorted(position % period for position in positions)
    return min(after - before for before, after in zip(around, [*around[1:], around[0] + period], strict=True))
