"""The small knight's boards whose possible pairs of ends follow no rule, by exact search.

Each word is a hexadecimal bit set for one square, in the order of the squares' numbers: bit t is set where a tour leads
from that square to square number t. Made by enumerating all tours of each board; the numbers of tours agree with OEIS
A169696 (3 x n), A079137 (4 x n) and A083386 (5 x n).
"""

from __future__ import annotations

from functools import cache

PAIRS: dict[tuple[int, int], str] = {
    (3, 4): "810 0 0 180 181 0 0 818 18 0 0 81",
    (3, 7): "1100 0 1100 0 1100 0 1100 0 155055 0 0 0 154155 0 1100 0 1100 0 1100 0 1100",
    (3, 8): (
        "a851aa 508251 800080 418841 821182 10001 a418a 158a55 518a51 821182 0 885188 "
        "118a11 0 418841 8a518a aa51a8 518250 800080 418841 821182 10001 8a410a 558a15"
    ),
    (3, 9): (
        "4555514 0 40001 0 4455501 0 4000100 0 5455451 0 4451111 0 4440511 0 "
        "4450111 0 4444511 0 4515515 0 40001 0 4055511 0 4000100 0 1455551"
    ),
    (3, 10): (
        "22a5562a 1158a915 244402 1188811 22a5460a 1518a941 22044620 10088900 2a2546a2 151aa951 "
        "1558a955 2aa546aa 100001 22240622 15588955 2aa446aa 11180911 20000200 1558a955 2aa546aa "
        "22a5562a 1158a915 244402 1188811 20a5462a 1418a951 22044620 10088900 2a2546a2 151aa951"
    ),
    (4, 5): "a800a 40011 88000 10011 a800a 0 0 0 0 0 0 0 0 0 0 50015 88008 11 88002 50015",
    (4, 6): (
        "54002a a80015 440022 880011 54002a a80015 0 0 0 0 0 0 0 0 0 0 0 0 a80015 54002a 880011 440022 a80015 54002a"
    ),
    (5, 6): (
        "2a56a56a 15a85a95 2a56856a 15a85a95 2a56856a 15a95a95 15a85a95 2a16056a 15880895 2a44046a "
        "15a01a95 2a56856a 2a44046a 1000001 2a04006a 15800815 20000020 15880895 15a85a95 2a56016a "
        "15880895 2a44046a 15a81a15 2a56856a 2a56a56a 15a85a95 2a56856a 15a85a95 2a56856a 15a95a95"
    ),
}


@cache
def partners(rows: int, columns: int) -> tuple[frozenset[int], ...] | None:
    """Return, for each square, the squares a tour from it can end on; None where no table is kept for the board."""
    words = PAIRS.get((rows, columns))
    if words is None:
        return None
    sets = (int(word, 16) for word in words.split())
    return tuple(frozenset(t for t in range(rows * columns) if bits >> t & 1) for bits in sets)
