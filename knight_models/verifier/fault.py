"""What can be wrong with a tour or with a piece of evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["Fault", "FaultKind"]


class FaultKind(StrEnum):
    """The kinds of fault."""

    OFF_BOARD = "off-board"
    HOLE = "hole"
    MISSING = "missing"
    REPEATED = "repeated"
    NUMBER_MISSING = "number-missing"
    NUMBER_REPEATED = "number-repeated"
    NUMBER_BEYOND = "number-beyond"
    NOT_A_MOVE = "not-a-move"
    NOT_CLOSED = "not-closed"
    ENDS_ADJACENT = "ends-adjacent"
    WRONG_START = "wrong-start"
    WRONG_END = "wrong-end"
    REQUIRED_MISSING = "required-missing"
    FORBIDDEN_USED = "forbidden-used"
    EVIDENCE = "evidence"


@dataclass(frozen=True)
class Fault:
    """One fault.

    Parameters
    ----------
    kind : what is wrong
    message : the same in one sentence, with the squares named
    steps : the steps concerned, as the answer numbers them (from 1, if it has no numbers)
    squares : the squares (or labels) concerned
    """

    kind: FaultKind
    message: str
    steps: tuple[int, ...] = ()
    squares: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return self.message
