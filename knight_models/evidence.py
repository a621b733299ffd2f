"""Why a problem has no tour: plain data, in vertex numbers.

Pieces of evidence with `checkable = True` are re-checked by the verifier from the definition of
the problem alone; of a theorem, that it applies. The others say how they can be reproduced.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

__all__ = [
    "ColourImbalance",
    "Disconnected",
    "Evidence",
    "Exhausted",
    "LowDegree",
    "SolverClaim",
    "Theorem",
]


@dataclass(frozen=True)
class Evidence:
    """A reason why a problem has no tour."""

    checkable: ClassVar[bool] = False

    @property
    def type(self) -> str:
        """The name of this kind of evidence."""
        return type(self).__name__

    @property
    def summary(self) -> str:
        """The reason in one sentence."""
        raise NotImplementedError


@dataclass(frozen=True)
class LowDegree(Evidence):
    """Vertices with too few moves.

    A closed tour enters and leaves every vertex; an open one does so everywhere but at its two ends.
    Of the `vertices` listed, more need to be an end than can be one.
    """

    checkable: ClassVar[bool] = True
    vertices: tuple[int, ...]

    @property
    def summary(self) -> str:
        count = len(self.vertices)
        have = "1 vertex has" if count == 1 else f"{count} vertices have"
        return f"{have} too few moves to be passed through"


@dataclass(frozen=True)
class Disconnected(Evidence):
    """A set of `vertices` that no move leaves, so that a tour cannot cover it and the rest.

    In a directed graph an open tour may enter such a set once and end there; there the set has to
    hold the start, or not hold the end, or have no arc into it.
    """

    checkable: ClassVar[bool] = True
    vertices: tuple[int, ...]

    @property
    def summary(self) -> str:
        return f"no move leaves a set of {len(self.vertices)} vertices"


@dataclass(frozen=True)
class ColourImbalance(Evidence):
    """Two colours that every move changes, in numbers (or at ends) that a tour cannot alternate.

    Parameters
    ----------
    colours : a character a vertex, `0` or `1`, in vertex order
    """

    checkable: ClassVar[bool] = True
    colours: str

    @property
    def summary(self) -> str:
        ones = self.colours.count("1")
        return (
            f"every move changes the colour, and {len(self.colours) - ones} vertices of one colour "
            f"and {ones} of the other cannot alternate between the ends asked for"
        )


@dataclass(frozen=True)
class Exhausted(Evidence):
    """A complete search ended without a tour; to reproduce it, run the solver again.

    Parameters
    ----------
    solver : its name and options, as `--solver` takes them
    steps : squares placed in the whole search
    """

    solver: str
    steps: int

    @property
    def summary(self) -> str:
        return f"{self.solver} searched everything in {self.steps:,} steps"


@dataclass(frozen=True)
class SolverClaim(Evidence):
    """The bare word of an engine that nobody re-checks; to reproduce it, run that version again.

    Parameters
    ----------
    engine, version : the package and its version
    parameters : those that it ran with
    """

    engine: str
    version: str
    parameters: Mapping[str, object] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        return f"{self.engine} {self.version} says infeasible; this claim is not re-checked"


@dataclass(frozen=True)
class Theorem(Evidence):
    """A published theorem says that there is no tour.

    The verifier checks that it says so of this problem, not the theorem itself; for its proof, read
    the source.

    Parameters
    ----------
    name : what it is about
    source : author and year; `knight_models.theorems` has the full references
    clause : the clause that applies
    """

    name: str
    source: str
    clause: str

    @property
    def summary(self) -> str:
        return f"{self.name} ({self.source}): {self.clause}"
