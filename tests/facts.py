"""The facts in `tests/data`, read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


def facts(name: str) -> Any:
    """The content of a JSON file of facts."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def table(name: str) -> list[list[str]]:
    """The rows of a tab-separated file of facts, without its comment and its heading."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[2:]]


def pairs(squares: list[list[int]]) -> list[tuple[int, ...]]:
    """Squares as tuples."""
    return [tuple(square) for square in squares]
