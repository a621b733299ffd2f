"""The description of a tour: every metric that is defined for it, and its symmetry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from knight_models.core.errors import ProblemError, TooLargeError
from knight_models.core.tour import Tour
from knight_models.theory.metrics.moves import angles, checked_tour, crossings, directions_of, turns
from knight_models.theory.metrics.numbering import (
    Renumbering,
    Sums,
    central_difference,
    central_sum,
    semi_magic_renumberings,
    sums,
)
from knight_models.theory.symmetry import SymmetryType, symmetry_type

Value = TypeVar("Value")

NAMED = 8
"""The most renumberings or symmetries that are listed one by one."""


@dataclass(frozen=True)
class Description:
    """The metrics of a tour; None for a metric that is not defined for it.

    Parameters
    ----------
    tour : the tour
    turns : the number of squares at which its direction changes
    crossings : the number of pairs of its moves whose inner parts meet
    angles : for each angle of the leaper in degrees, the number of squares at which it occurs
    sums : the sums of rows, columns and diagonals of its numbering
    renumberings : the semi-magic numberings of a closed tour
    central_difference, central_sum : the difference and the sum of the numbers of opposite squares, where
        it is the same for all of them
    symmetry : its symmetries, and their name
    undefined : the metrics that are not defined for this tour, or take too long, each with the reason
    """

    tour: Tour
    turns: int | None
    crossings: int | None
    angles: Mapping[float, int] | None
    sums: Sums | None
    renumberings: tuple[Renumbering, ...] | None
    central_difference: int | None
    central_sum: int | None
    symmetry: SymmetryType | None
    undefined: Mapping[str, str]

    @property
    def straight(self) -> int | None:
        """The number of squares at which the tour goes straight on; ends of an open tour do not count."""
        inner = len(self.tour) if self.tour.closed else max(0, len(self.tour) - 2)
        return None if self.turns is None else inner - self.turns

    def lines(self) -> Iterator[str]:
        """The description in words, one line for each metric."""
        if self.turns is not None:
            yield f"turns: {self.turns:,}, straight on: {self.straight:,}"
        if self.crossings is not None:
            yield f"crossings: {self.crossings:,}"
        if self.angles is not None:
            yield "angles: " + ", ".join(f"{angle:g}° {count:,}" for angle, count in self.angles.items())
        if self.sums is not None:
            yield f"sums: {_summed(self.sums)}"
        if self.renumberings is not None:
            yield f"semi-magic numberings: {self._renumbered()}"
        if self.central_difference is not None:
            yield f"opposite squares: differ by {self.central_difference:,}"
        if self.central_sum is not None:
            yield f"opposite squares: add up to {self.central_sum:,}"
        if self.symmetry is not None:
            yield f"symmetry: {_symmetric(self.symmetry)}"
        for reason in dict.fromkeys(self.undefined.values()):
            names = [name.replace("_", " ") for name, why in self.undefined.items() if why == reason]
            yield f"{', '.join(names)}: not defined: {reason}"

    def _renumbered(self) -> str:
        found, name = self.renumberings or (), self.tour.problem.vertices.name
        if not found:
            return "none"
        listed = []
        for each in found[:NAMED]:
            way, magic = " backwards" if each.reverse else "", " (magic)" if each.magic else ""
            listed.append(f"from {name(each.start)}{way}{magic}")
        more = [f"{len(found) - NAMED:,} more"] if len(found) > NAMED else []
        return f"{len(found):,}: " + ", ".join(listed + more)


def describe(tour: Tour) -> Description:
    """Every metric of a tour; for a tour of a graph none is defined.

    Parameters
    ----------
    tour : a tour that the verifier accepts

    Raises
    ------
    ProblemError : for what is not a tour, a tour that the verifier does not accept, or one of a graph that
        was changed since

    >>> from knight_models.core.problem import TourProblem
    >>> for line in describe(Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])).lines():
    ...     print(line)
    turns: 10, straight on: 0
    crossings: 20
    angles: 36.87° 4, 53.13° 4, 90° 2, 126.87° 0, 143.13° 0, 180° 0
    sums: rows 22 to 30, columns 12 to 27
    opposite squares: add up to 13
    symmetry: centrosymmetric: half-turn (reverses the direction)
    """
    undefined: dict[str, str] = {}

    def value(name: str, metric: Callable[[Tour], Value]) -> Value | None:
        try:
            return metric(tour)
        except ProblemError as error:  # the tour is right, so the metric is not defined for it
            undefined[name] = str(error)
            return None

    symmetry = None
    checked_tour(tour)
    tour.problem.require_unchanged_graph()
    if tour.problem.board is not None:
        try:
            symmetry = symmetry_type(tour)
        except TooLargeError as error:
            undefined["symmetry"] = str(error)
        directions_of(tour)
    return Description(
        tour=tour,
        turns=value("turns", turns),
        crossings=value("crossings", crossings),
        angles=value("angles", angles),
        sums=value("sums", sums),
        renumberings=value("renumberings", semi_magic_renumberings) if tour.closed else None,
        central_difference=value("central_difference", central_difference),
        central_sum=value("central_sum", central_sum),
        symmetry=symmetry,
        undefined=undefined,
    )


def _summed(found: Sums) -> str:
    parts = [f"rows {_range(found.rows)}", f"columns {_range(found.columns)}"]
    if found.diagonals is not None:
        parts.append(f"diagonals {found.diagonals[0]:,} and {found.diagonals[1]:,}")
    text = ", ".join(parts)
    if found.magic:
        return f"{text}: magic"
    if found.semi_magic:
        return f"{text}: semi-magic" + (", not magic" if found.diagonals is not None else "")
    return text


def _range(values: tuple[int, ...]) -> str:
    least, most = min(values), max(values)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _symmetric(found: SymmetryType) -> str:
    others = [each.name for each in found.symmetries[1 : 1 + NAMED]]
    more = [f"{found.order - 1 - NAMED:,} more"] if found.order > 1 + NAMED else []
    return ": ".join([found.name, ", ".join(others + more)]) if others else found.name
