"""What can be wrong with a tour or with a piece of evidence."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, chain
from operator import eq
from typing import Any, overload

FAULTS_IN_A_REPR = 100


class FaultKind(StrEnum):
    """The kinds of fault of a tour or a piece of evidence."""

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
    GIVEN_MISSED = "given-missed"
    NOT_SYMMETRIC = "not-symmetric"
    EVIDENCE = "evidence"


@dataclass(frozen=True)
class Fault:
    """One fault.

    Parameters
    ----------
    kind : the kind of fault
    message : the fault in one sentence, with the squares named
    steps : the steps concerned, as the answer numbers them (from 1, if it has no numbers)
    squares : the squares (or labels) concerned, at most 1,000 of them
    """

    kind: FaultKind
    message: str
    steps: tuple[int, ...] = ()
    squares: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return self.message


class _FaultSequence(Sequence[Fault]):
    """A list of faults whose messages are made only when they are read."""

    def __init__(self, count: int) -> None:
        self._count = count

    def _name(self, place: int) -> Fault:
        raise NotImplementedError

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Fault: ...
    @overload
    def __getitem__(self, place: slice) -> list[Fault]: ...
    def __getitem__(self, place: int | slice) -> Fault | list[Fault]:
        places = range(self._count)[place]
        return [self._name(one) for one in places] if isinstance(places, range) else self._name(places)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]  # like a list

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:FAULTS_IN_A_REPR]))
        more = f", and {len(self) - FAULTS_IN_A_REPR:,} more" if len(self) > FAULTS_IN_A_REPR else ""
        return f"[{shown}{more}]"


class FaultsToName(_FaultSequence):
    """Faults of one kind.

    Parameters
    ----------
    count : the number of faults
    name : a function that makes the fault with a number from 0 to `count` - 1
    """

    def __init__(self, count: int, name: Callable[[int], Fault]) -> None:
        super().__init__(count)
        self._name_of = name

    def _name(self, place: int) -> Fault:
        return self._name_of(place)


class Faults(_FaultSequence):
    """Every fault of an answer, one kind after the other.

    A wrong tour of a million squares can have a million faults. The message of each is made when it is
    read, so that counting the faults and reading the first one take no time.

    Parameters
    ----------
    groups : sequences of faults
    """

    def __init__(self, *groups: Sequence[Fault]) -> None:
        self._groups = [group for group in groups if group]
        self._ends = list(accumulate(map(len, self._groups)))
        super().__init__(self._ends[-1] if self._ends else 0)

    def _name(self, place: int) -> Fault:
        group = bisect_right(self._ends, place)
        return self._groups[group][place - self._ends[group]]

    def __iter__(self) -> Iterator[Fault]:
        return chain.from_iterable(self._groups)
