"""Why a problem has no tour: plain data, in vertex numbers.

A kind of evidence is one class: its fields, its reason in a sentence, without its problem (`summary`) and
with it (`explain`, which names the squares), and the vertices to mark on a picture (`marked`). `EVIDENCE`
lists the kinds by name. Those below `Proof` are re-checked by the verifier from the definition of the
problem alone. Of a `Theorem` it checks that it applies. The others are not `checkable`; they say how they
can be reproduced.

>>> LowDegree((4,)).summary
'1 vertex has too few moves for a tour'
>>> LowDegree((4,)).explain(TourProblem("3x3"))
'b2 has no move'
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from operator import index
from typing import Any, ClassVar, get_type_hints

from knight_models.core import reasons
from knight_models.core.errors import ProblemError, shown
from knight_models.core.forced_story import forced_story
from knight_models.core.problem import TourProblem


@dataclass(frozen=True)
class Evidence(ABC):
    """A reason why a problem has no tour.

    Raises
    ------
    ProblemError : if the value of a field is not of the type that the class declares
    TypeError : if the class declares a field of a type that evidence cannot hold
    """

    checkable: ClassVar[bool] = False
    """Whether the verifier has a check for this kind."""

    def __post_init__(self) -> None:
        for name, declared in field_types(type(self)).items():
            read, what = _FORMS[declared]
            value = getattr(self, name)
            try:
                object.__setattr__(self, name, read(value))
            except TypeError:
                raise ProblemError(f"{self.type}: {name} is {what}, not {shown(value)}") from None

    @property
    def type(self) -> str:
        """The name of this kind of evidence."""
        return type(self).__name__

    @property
    @abstractmethod
    def summary(self) -> str:
        """The reason in one sentence, without names of squares."""

    def explain(self, problem: TourProblem) -> str:
        """The reason in one sentence that names the squares, or the vertices, of its problem."""
        return self.summary

    @property
    def marked(self) -> tuple[int, ...]:
        """The vertices to mark on a picture."""
        return ()


class Proof(Evidence):
    """Evidence that the verifier re-checks from the definition of the problem alone."""

    checkable: ClassVar[bool] = True


@dataclass(frozen=True)
class VertexSet(Proof):
    """Evidence that consists of some vertices, in an order that may matter.

    Parameters
    ----------
    vertices : vertex numbers
    """

    vertices: tuple[int, ...]

    @property
    def marked(self) -> tuple[int, ...]:
        """The vertices to mark on a picture: all of them."""
        return self.vertices


@dataclass(frozen=True)
class LowDegree(VertexSet):
    """Vertices with too few moves.

    A closed tour enters and leaves every vertex; an open one does so everywhere but at its two ends.
    Of the `vertices` listed, more need to be an end than can be one.
    """

    @property
    def summary(self) -> str:
        have = "has" if len(self.vertices) == 1 else "have"
        return f"{_counted(len(self.vertices))} {have} too few moves for a tour"

    def explain(self, problem: TourProblem) -> str:
        return reasons.low_degree(problem, self.vertices) or self.summary


@dataclass(frozen=True)
class Disconnected(VertexSet):
    """A set of `vertices` that no move leaves, so that a tour cannot cover it and the rest.

    In a directed graph an open tour may enter such a set once and end there; there the set has to
    hold the start, or not hold the end, or have no arc into it.
    """

    @property
    def summary(self) -> str:
        return f"no move leaves a set of {_counted(len(self.vertices))}"

    def explain(self, problem: TourProblem) -> str:
        return reasons.disconnected(problem, self.vertices) or self.summary


@dataclass(frozen=True)
class VertexCut(VertexSet):
    """A set of `vertices` whose removal leaves more parts than a tour can thread.

    A closed tour without S falls into at most |S| parts, an open one into |S| + 1, less one for each
    fixed end in S (in a directed graph, arcs join parts in either direction).
    """

    @property
    def summary(self) -> str:
        return f"without {_counted(len(self.vertices))} the rest falls into more parts than a tour can join"

    def explain(self, problem: TourProblem) -> str:
        return reasons.vertex_cut(problem, self.vertices) or self.summary


@dataclass(frozen=True)
class ForcedMoves(VertexSet):
    """Vertices whose last moves are forced, one after the other, up to a contradiction.

    For closed tours, and for open ones with both ends fixed, without directions. The tour uses two moves
    at each vertex, one at a fixed end. Required moves are forced from the start. Each of the `vertices`
    in turn either has no more moves left than it uses, so that these are forced, or has all the moves that
    it uses forced, so that the others are dropped. In the end a vertex has too few moves left or too many
    forced, or forced moves close a cycle or join the two ends before every vertex is visited.
    """

    @property
    def summary(self) -> str:
        return f"the moves forced at {_counted(len(self.vertices))} contradict each other"

    def explain(self, problem: TourProblem) -> str:
        return forced_story(problem, self.vertices) or self.summary


@dataclass(frozen=True)
class ColourImbalance(Proof):
    """Two colours that every move changes, but that cannot alternate along a tour.

    There are too many vertices of one colour, or the fixed ends have the wrong colours.

    Parameters
    ----------
    colours : one character for each vertex, `0` or `1`, in vertex order
    """

    colours: str

    @property
    def summary(self) -> str:
        ones = self.colours.count("1")
        return (
            f"every move changes the colour, but along no tour can {_counted(len(self.colours) - ones)} "
            f"of one colour alternate with {ones} of the other"
        )

    def explain(self, problem: TourProblem) -> str:
        return reasons.colour_imbalance(problem, self.colours) or self.summary


@dataclass(frozen=True)
class NoSymmetricTour(Proof):
    """What a symmetry does to squares, moves and colours leaves it no way to map a tour to itself.

    A symmetry that keeps the direction of a closed tour of n squares is a rotation by n/2 squares (a
    quarter-turn: n/4) along it; where that is one square, there are moves from the squares to their images.
    So it moves every square, and it changes the colour of the squares exactly
    if that number is odd, where every move changes the colour. One that reverses the direction keeps two
    squares or moves of the tour, and no other square of the board. One that reverses an open tour keeps
    its middle, a square or a move, and no other square.

    The verifier looks at each map and each way that the problem allows.
    """

    @property
    def summary(self) -> str:
        return "the symmetry maps no tour to itself: what it does to squares, moves and colours excludes it"

    def explain(self, problem: TourProblem) -> str:
        return reasons.no_symmetric_tour(problem) or self.summary


@dataclass(frozen=True)
class CutSetProof(Proof):
    """Vertex sets whose cut-sets, with two moves at every vertex, are refuted as a SAT problem.

    The refutation is a DRUP proof for the clauses listed here. They follow from the problem and the sets
    alone, so the verifier makes them anew.

    *Vertices* have their numbers, 0 to n - 1. For an open tour, a dummy vertex n is joined to all of them:
    the tour goes through it from its end to its start. *Edges* are the pairs u < v
    of vertices with an allowed move between them, and the pairs (v, n). Ordered by u, then by v, they are
    the variables 1 to m; a true variable means that the tour uses the edge. The *clauses*:

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

    A tour makes all clauses true, so their refutation shows that there is no tour. The exception is one
    vertex alone, whose open tour has no edge.

    Parameters
    ----------
    sets : vertex numbers, the dummy vertex among them as n
    refutation : DRUP text: one clause a line, ended by 0, which follows from the clauses before it by unit
        propagation; `d` before a clause deletes it
    """

    sets: tuple[tuple[int, ...], ...]
    refutation: str

    @property
    def summary(self) -> str:
        return self._summary("vertex", "vertices")

    def explain(self, problem: TourProblem) -> str:
        return self._summary(*(("vertex", "vertices") if problem.board is None else ("square", "squares")))

    def _summary(self, one: str, several: str) -> str:
        count = len(self.sets)
        sets = f"one set of {several}" if count == 1 else f"{count:,} sets of {several}"
        what = f"two moves cannot be chosen at every {one}"
        if count:
            what += f" so that moves lead out of {'' if count == 1 else 'each of '}{sets}"
        return f"{what}: a DRUP proof of {self.refutation.count(chr(10)):,} lines"


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
        steps = f"{self.steps:,} step{'' if self.steps == 1 else 's'}"
        return f"the complete search of {self.solver} found no tour in {steps}"


@dataclass(frozen=True)
class SolverClaim(Evidence):
    """The claim of an engine, which nobody re-checks; to reproduce it, run that version again.

    Parameters
    ----------
    engine, version : the package and its version
    parameters : the parameters of that run
    """

    engine: str
    version: str
    parameters: Mapping[str, object] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        return f"{self.engine} {self.version} claims that there is no tour, which has not been re-checked"


@dataclass(frozen=True)
class Theorem(Evidence):
    """A published theorem says that there is no tour.

    The verifier checks that the theorem applies to this problem, not the theorem itself; its proof is in
    the source.

    Parameters
    ----------
    name : what the theorem is about
    source : author and year; `knight_models.theory.existence` has the full references
    clause : the clause that applies
    """

    checkable: ClassVar[bool] = True
    name: str
    source: str
    clause: str

    @property
    def summary(self) -> str:
        return f"{self.name} ({self.source}): {self.clause}"


EVIDENCE: dict[str, type[Evidence]] = {
    kind.__name__: kind
    for kind in (
        LowDegree,
        Disconnected,
        VertexCut,
        ForcedMoves,
        ColourImbalance,
        NoSymmetricTour,
        CutSetProof,
        Exhausted,
        SolverClaim,
        Theorem,
    )
}
"""The kinds of evidence by name."""


@cache
def field_types(kind: type[Evidence]) -> Mapping[str, Any]:
    """The declared type of each field of a kind of evidence.

    Raises
    ------
    TypeError : if evidence cannot hold one of them

    >>> field_types(Exhausted)
    {'solver': <class 'str'>, 'steps': <class 'int'>}
    """
    try:
        hints = get_type_hints(kind)
    except NameError as error:
        raise TypeError(f"{kind.__name__} declares a field of an unknown type: {error}") from None
    types = {part.name: hints[part.name] for part in fields(kind)}
    for name, declared in types.items():
        if declared not in _FORMS:
            known = ", ".join(what for _, what in _FORMS.values())
            raise TypeError(f"{kind.__name__} declares {name} as {declared}; a field can be {known}")
    return types


def _whole(value: Any) -> int:
    if isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool":  # index() takes these
        raise TypeError
    return index(value)


def _numbers(value: Any) -> tuple[int, ...]:
    if isinstance(value, Mapping):
        raise TypeError
    return tuple(map(_whole, value))


def _sets(value: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(map(_numbers, value))


def _only(kind: type) -> Callable[[Any], Any]:
    """A function that returns values of this type as they are, and raises TypeError for others."""

    def read(value: Any) -> Any:
        if not isinstance(value, kind):
            raise TypeError
        return value

    return read


_FORMS: dict[Any, tuple[Callable[[Any], Any], str]] = {
    str: (_only(str), "a text"),
    int: (_whole, "a whole number"),
    tuple[int, ...]: (_numbers, "a tuple of vertex numbers"),
    tuple[tuple[int, ...], ...]: (_sets, "a tuple of tuples of vertex numbers"),
    Mapping[str, object]: (_only(Mapping), "a mapping"),
}
"""For each type that a field can have: the function that reads a value, and the type in words."""


def _counted(count: int) -> str:
    return "1 vertex" if count == 1 else f"{count} vertices"
