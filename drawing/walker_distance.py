"""Two walkers on one sequence of random words: how far apart they are."""

from __future__ import annotations

from collections.abc import Sequence

from drawing.charts import Chart, Series


def apart_chart(begins: Sequence[Sequence[int]], name: str) -> Chart:
    """Return a chart of the words between two walkers at the beginnings of walks. begins: those of each walker."""
    places = sorted({place for walker in begins for place in walker})
    points = []
    for place in places:
        first, second = (max((begin for begin in walker if begin <= place), default=walker[0]) for walker in begins)
        points.append((float(place), float(abs(first - second))))
    title = f"Two walkers on one sequence of {name}: words between the beginnings of their walks"
    return Chart("apart", title, "word", "words apart", [Series("apart", points)])
