"""`cavalier uncrossed`: what it asks, what it prints, and the path it draws."""

from __future__ import annotations

from pathlib import Path

from tests.cli.questions.test_commands import answered, asked


def test_questions_are_specifications() -> None:
    """Open paths of a knight unless others are asked for."""
    assert asked("uncrossed", "6x6") == {"kind": "uncrossed", "board": "6x6"}
    assert asked("uncrossed", "6x6", "--closed", "--width", "500", "--piece", "1,3") == {
        "kind": "uncrossed",
        "board": "6x6",
        "piece": [1, 3],
        "tours": "closed",
        "width": 500,
    }


def test_its_path_is_printed_and_drawn(tmp_path: Path) -> None:
    """The answer, then the squares; the picture has a straight line for each move."""
    picture = tmp_path / "path.svg"
    done = answered("uncrossed", "4x4", "--data", str(tmp_path), "--svg", str(picture))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("The longest uncrossed path has 5 moves")
    assert "it goes: " in done.stdout
    assert "An uncrossed path of 5 moves on 4x4" in picture.read_text()

    known = answered("known", "4x4", "--data", str(tmp_path))
    (found,) = (line for line in known.stdout.splitlines() if "moves of the longest uncrossed path" in line)
    assert "(sweep), OEIS A003192" in found
    published = answered("known", "9x9", "--data", str(tmp_path)).stdout
    assert [line.split() for line in published.splitlines() if "moves of the longest" in line] == [
        ["moves", "of", "the", "longest", *which, "path", moves, "published", "OEIS", number]
        for which, moves, number in ((["uncrossed"], "47", "A003192"), (["closed", "uncrossed"], "42", "A157416"))
    ]
