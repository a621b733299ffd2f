"""Why a problem has no tour: plain data, in vertex numbers.

Pieces of evidence with `checkable = True` are re-checked by the verifier from the definition of
the problem alone; of a theorem, that it applies. The others say how they can be reproduced.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from operator import index
from typing import Any, ClassVar

from knight_models.core.errors import ProblemError, shown

__all__ = [
    "ColourImbalance",
    "CutSetProof",
    "Disconnected",
    "Evidence",
    "Exhausted",
    "ForcedMoves",
    "LowDegree",
    "SolverClaim",
    "Theorem",
    "VertexCut",
]


@dataclass(frozen=True)
class Evidence(ABC):
    """A reason why a problem has no tour.

    Raises
    ------
    ProblemError : if a part of it is not of the type that its kind of evidence has there
    """

    checkable: ClassVar[bool] = False

    def __post_init__(self) -> None:
        for part in fields(self):
            if part.type in _FORMS:
                read, what = _FORMS[part.type]
                value = getattr(self, part.name)
                try:
                    object.__setattr__(self, part.name, read(value))
                except TypeError:
                    raise ProblemError(f"{self.type}: {part.name} is {what}, not {shown(value)}") from None

    @property
    def type(self) -> str:
        """The name of this kind of evidence."""
        return type(self).__name__

    @property
    @abstractmethod
    def summary(self) -> str:
        """The reason in one sentence."""


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
        have = "has" if len(self.vertices) == 1 else "have"
        return f"{_vertices(self.vertices)} {have} too few moves to be passed through"


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
        return f"no move leaves a set of {_vertices(self.vertices)}"


@dataclass(frozen=True)
class VertexCut(Evidence):
    """A set of `vertices` whose removal leaves more parts than a tour can thread.

    A closed tour without S falls into at most |S| parts, an open one into |S| + 1, less one for each
    fixed end in S (in a directed graph, parts are what arcs join whatever their direction).
    """

    checkable: ClassVar[bool] = True
    vertices: tuple[int, ...]

    @property
    def summary(self) -> str:
        return f"without {_vertices(self.vertices)} the rest falls into more parts than a tour can join"


@dataclass(frozen=True)
class ForcedMoves(Evidence):
    """Vertices whose last moves are forced, one after the other, up to a contradiction.

    For closed tours, and for open ones with both ends fixed, without directions. The tour uses two moves
    at each vertex, one at a fixed end. Required moves are forced from the start. Each of the `vertices`
    in turn either has no more moves left than it uses, which are then forced, or has as many forced as it
    uses, so that the others are dropped. In the end a vertex has too few moves left or too many forced,
    or forced moves close a cycle, or join the two ends, before all is visited.
    """

    checkable: ClassVar[bool] = True
    vertices: tuple[int, ...]

    @property
    def summary(self) -> str:
        return f"moves forced at {_vertices(self.vertices)} contradict each other"


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
            f"every move changes the colour, and {_counted(len(self.colours) - ones)} of one colour "
            f"and {ones} of the other cannot alternate between the ends asked for"
        )


@dataclass(frozen=True)
class CutSetProof(Evidence):
    """Vertex sets whose cut-sets, with two moves at every vertex, are refuted as a SAT problem.

    The refutation is a DRAT proof for the clauses that follow here; they come from the problem and the
    sets alone. Whoever checks it makes them anew.

    *Vertices* have their numbers, 0 to n - 1. Where an open tour is asked for, a dummy vertex n is joined
    to all of them: the tour goes through it from its end to its start. *Edges* are the pairs u < v
    of vertices with an allowed move between them, and the pairs (v, n). Ordered by u, then by v, they are
    the variables 1 to m; true says that the tour uses the edge. The *clauses*:

    1. Two edges at each vertex of degree d <= 9. For each d - 1 of its edges: one is used (none can be for
       d < 2: the empty clause). For each three of them: one is not.
    2. The same at each vertex of degree d > 9, by counters. Of these vertices, in rising order, each has
       2d further variables, numbered on from m + 1: first a_1 to a_d, then b_1 to b_d. With x_1 to x_d
       for its edges in rising order: a_1 or not x_1; x_1 or not a_1; not b_1; for k = 2 to d: a_k or not
       x_k; a_k or not a_(k-1); not a_k or a_(k-1) or x_k; b_k or not x_k or not a_(k-1); b_k or not
       b_(k-1); not b_k or b_(k-1) or x_k; not b_k or b_(k-1) or a_(k-1); not x_k or not b_(k-1);
       and at last b_d.
    3. The edge between the dummy vertex and a fixed start, and a fixed end, is used; so is each required
       move.
    4. For a strictly open tour, and every two vertices with a move between them, forbidden or not: one of
       their edges to the dummy vertex is not used.
    5. For each set, which has to hold a vertex and leave one out: with e edges that have one end in it, if
       e <= 8, for each e - 1 of them one is used (for e < 2: the empty clause); if e > 8, one of them is.

    A tour makes all of them true, so if they are refuted there is none; but for one vertex alone,
    whose open tour has no edge.

    Parameters
    ----------
    sets : vertex numbers, the dummy vertex among them as n
    refutation : DRAT text: a clause a line, ended by 0; `d` before it drops the clause
    """

    checkable: ClassVar[bool] = True
    sets: tuple[tuple[int, ...], ...]
    refutation: str

    @property
    def summary(self) -> str:
        count = len(self.sets)
        cuts = (
            ""
            if not count
            else f" with a move out of {count:,} vertex sets"
            if count > 1
            else (" with a move out of one vertex set")
        )
        lines = self.refutation.count("\n")
        return f"two moves at every vertex{cuts} are refuted in {lines:,} lines of DRAT"


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
    source : author and year; `knight_models.theory.existence` has the full references
    clause : the clause that applies
    """

    name: str
    source: str
    clause: str

    @property
    def summary(self) -> str:
        return f"{self.name} ({self.source}): {self.clause}"


def _numbers(value: Any) -> tuple[int, ...]:
    return tuple(map(index, value))


def _sets(value: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(map(_numbers, value))


def _of(kind: type) -> Callable[[Any], Any]:
    """What lets values of a type through, and nothing else."""

    def read(value: Any) -> Any:
        if not isinstance(value, kind):
            raise TypeError
        return value

    return read


_FORMS: dict[Any, tuple[Callable[[Any], Any], str]] = {
    "str": (_of(str), "a text"),
    "int": (index, "a whole number"),
    "tuple[int, ...]": (_numbers, "a tuple of vertex numbers"),
    "tuple[tuple[int, ...], ...]": (_sets, "a tuple of tuples of vertex numbers"),
    "Mapping[str, object]": (_of(Mapping), "a mapping"),
}
"""Of each type that a part can have: what reads it, and its name for people."""


def _vertices(vertices: tuple[int, ...]) -> str:
    return _counted(len(vertices))


def _counted(count: int) -> str:
    return "1 vertex" if count == 1 else f"{count} vertices"
