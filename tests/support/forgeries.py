"""Problems in which a tour was planted, and evidence that somebody might forge against them.

Every problem here has a tour, so that no evidence of impossibility is right. `FORGERS` has one function
for each kind of evidence. It makes evidence of four sorts: at random; by hand, as near to what its check
asks for as it can be; real evidence against a neighbour of the problem, with more moves forbidden or other
ends; and the same with one part changed. The last three reach deep into the checks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import chain, pairwise
from typing import Any

import networkx

from knight_models.core.board import Board
from knight_models.core.errors import InputError
from knight_models.core.evidence import (
    ColourImbalance,
    CutSetProof,
    Disconnected,
    Evidence,
    Exhausted,
    ForcedMoves,
    LowDegree,
    NoSymmetricTour,
    SolverClaim,
    Theorem,
    VertexCut,
    VertexSet,
)
from knight_models.core.limits import Deadline
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.symmetry import SymmetryKind
from knight_models.engine.moves import adjacency
from knight_models.solvers.obstructions import finders
from knight_models.tasks.solve import solve
from knight_models.theory.existence import existence
from knight_models.verifier import cut_sets

Chance = random.Random
Order = list[int]
Forger = Callable[[TourProblem, Order, Chance], "Fields"]
Fields = tuple[type[Evidence], tuple[Any, ...]]
"""A kind of evidence and what its fields shall be, right or wrong."""

LEAPERS = ["1,2", "1,2", "1,2", "0,1", "1,1", "1,3", "0,1+1,1", "0,1+1,2"]


CONFLICTS = 2_000
"""Conflicts after which a neighbour is given up: colours that cannot alternate are refuted by very many."""


# ---- problems with a tour -------------------------------------------------------------------------


def planted(chance: Chance, name: str = "") -> tuple[TourProblem, Order]:
    """A problem and a tour of it, in vertex numbers; mostly one that this kind of evidence is about."""
    if name == "NoSymmetricTour" and chance.random() < 0.8:
        return _planted_symmetric(chance)
    problem, order = _planted(chance)
    while name in ABOUT and chance.random() < 0.8 and not ABOUT[name](problem):
        problem, order = _planted(chance)
    return problem, order


def _planted(chance: Chance) -> tuple[TourProblem, Order]:
    kind = chance.choice(list(Kind))
    while True:
        space, order = chance.choice((_graph, _graph, _digraph, _board, _rectangle))(chance, kind)
        if order:
            break
    plain = TourProblem(space, kind)
    used = _used(order, closed=kind is Kind.CLOSED)
    details: dict[str, Any] = {}
    label = plain.vertices.square
    if chance.random() < 0.4:
        details["start"] = label(order[0])
    if kind is not Kind.CLOSED and chance.random() < 0.4:
        details["end"] = label(order[-1])
    if used and chance.random() < 0.3:
        required = chance.sample(used, chance.randint(1, min(4, len(used))))
        details["required"] = [(label(one), label(other)) for one, other in required]
    if chance.random() < 0.3:
        idle = _idle(plain, used)
        share = chance.choice((0.1, 0.3, 0.8))
        forbidden = [pair for pair in idle if chance.random() < share]
        details["forbidden"] = [(label(one), label(other)) for one, other in forbidden]
    if chance.random() < 0.2:
        places = chance.sample(range(len(order)), chance.randint(1, min(3, len(order))))
        details["given"] = [(label(order[place]), place + 1) for place in places]
    return TourProblem(space, kind, **details), order


def _planted_symmetric(chance: Chance) -> tuple[TourProblem, Order]:
    """A problem that asks for a symmetry, and a tour that has it."""
    while True:
        shape = chance.choice(
            ((3, 4), (3, 8), (3, 10), (4, 5), (5, 5), (5, 6), (6, 6), (4, 4), (3, 3), (7, 7))
        )
        leap = chance.choice(((1, 2), (1, 2), (1, 2), (0, 1), (1, 4), (2, 3)))
        kind = chance.choice(("open", "closed", "closed", "strictly-open"))
        symmetry = chance.choice(list(SymmetryKind))
        holes = [
            (row, column) for row in range(shape[0]) for column in range(shape[1]) if chance.random() < 0.05
        ]
        holes += [(shape[0] - 1 - row, shape[1] - 1 - column) for row, column in holes]
        try:
            problem = TourProblem(Board(shape, leap, holes), Kind.of(kind), symmetry=symmetry)
        except InputError:  # not defined for this board or kind
            continue
        found = solve(problem, "symmetric", seed=chance.randrange(1000), steps=20_000)
        if found.tour is not None:
            return problem, found.tour.order.tolist()


def _used(order: Order, *, closed: bool) -> list[tuple[int, int]]:
    return [*pairwise(order), *([(order[-1], order[0])] if closed else [])]


def _idle(problem: TourProblem, used: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The moves that the tour does not use, undirected ones once."""
    moves = adjacency(problem)
    taken = set(used) if problem.directed else {frozenset(pair) for pair in used}
    idle = []
    for pair in zip(moves.sources.tolist(), moves.indices.tolist(), strict=True):
        if problem.directed:
            idle += [pair] if pair not in taken else []
        elif pair[0] < pair[1] and frozenset(pair) not in taken:
            idle.append(pair)
    return idle


def _graph(chance: Chance, kind: Kind, graph: Any = None) -> tuple[Any, Order]:
    """A graph, in which a random path or cycle is one of the tours."""
    graph = networkx.Graph() if graph is None else graph
    fewest = {Kind.CLOSED: 2 if graph.is_directed() else 3}.get(kind, 1)
    count = chance.randint(fewest, chance.choice((5, 8, 12)))
    order = chance.sample(range(count), count)
    graph.add_nodes_from(range(count))
    graph.add_edges_from(_used(order, closed=kind is Kind.CLOSED))
    pairs = [(one, other) for one in range(count) for other in range(count)]
    if chance.random() < 0.3:  # bipartite, as the graphs of knights are
        place = {vertex: number for number, vertex in enumerate(order)}
        pairs = [(one, other) for one, other in pairs if (place[one] - place[other]) % 2]
    share = chance.choice((0.0, 0.1, 0.3, 0.9))
    graph.add_edges_from(pair for pair in pairs if chance.random() < share)
    closing = (order[-1], order[0])
    if kind is Kind.STRICTLY_OPEN and count > 1 and graph.has_edge(*closing):
        if count == 2 and not graph.is_directed():
            return graph, []
        graph.remove_edge(*closing)
    return graph, order


def _digraph(chance: Chance, kind: Kind) -> tuple[Any, Order]:
    return _graph(chance, kind, networkx.DiGraph())


def _board(chance: Chance, kind: Kind) -> tuple[Board, Order]:
    """A board whose holes are the squares that a random walk left out; no square if it ended too soon."""
    shape = chance.choice(((3, 4), (4, 4), (3, 6), (5, 5), (2, 3, 3), (4, 6), (9,)))
    wrap = tuple(axis for axis in range(len(shape)) if chance.random() < 0.25)
    board = Board(shape, chance.choice(LEAPERS), wrap=wrap)
    moves = {square: board.neighbours(square) for square in board}
    walk = [chance.choice(list(board))]
    left = set(board) - {walk[0]}
    while onward := [square for square in moves[walk[-1]] if square in left]:
        walk.append(min(chance.sample(onward, len(onward)), key=lambda one: len(left & {*moves[one]})))
        left.remove(walk[-1])
    if kind is not Kind.OPEN:
        joined = [place for place in range(len(walk)) if walk[place] in moves[walk[0]]]
        closed = [place for place in joined if place > 1]
        apart = [place for place in range(1, len(walk)) if place not in joined]
        ends = closed if kind is Kind.CLOSED else apart
        if not ends:
            return board, []
        walk = walk[: max(ends) + 1]
    holes = [square for square in board if square not in walk]
    walked = Board(shape, board.leap, holes, wrap)
    return walked, [walked.index(square) for square in walk]


RECTANGLES = [
    *map(Board.parse, ("1x1", "3x4", "3x7", "3x8", "3x10", "3x12", "4x5", "5x5", "5x6", "6x6", "4x6")),
    *(Board.parse("4x4", wrap=wrap) for wrap in ("rows", "columns", "both")),
    Board.parse("3x6", wrap="rows"),
    Board.parse("4x6", leap="1,1+1,2"),
    Board.parse("2x4", leap="0,1"),
    Board.parse("3x4x2"),
]
"""Boards without holes; about some of them the theorems speak."""

_TOURS: dict[tuple[Board, Kind], Order] = {}


def _rectangle(chance: Chance, kind: Kind) -> tuple[Board, Order]:
    """One of these boards with a tour; no tour if it has none."""
    board = chance.choice(RECTANGLES)
    if (board, kind) not in _TOURS:
        result = solve(board, "cutset", kind=kind, seconds=60)
        _TOURS[board, kind] = result.tour.order.tolist() if result.tour is not None else []
    return board, _TOURS[board, kind]


# ---- neighbours -----------------------------------------------------------------------------------


def neighbour(problem: TourProblem, chance: Chance) -> TourProblem:
    """A problem with the same vertices that differs in its moves, its kind or its ends."""
    details: dict[str, Any] = {name: getattr(problem, name) for name in ("start", "end", "required")}
    details["forbidden"] = list(problem.forbidden)
    kind = problem.kind
    label = problem.vertices.square
    moves = _idle(problem, [])
    for change in chance.sample(
        ("moves", "vertex", "colours", "kind", "start", "end"), chance.randint(1, 2)
    ):
        count = len(problem)
        if change == "kind":
            kind = chance.choice(list(Kind))
        elif change in ("start", "end"):
            details[change] = label(chance.randrange(count))
        elif moves:
            colours = [chance.randint(0, 1) for _ in range(count)]
            vertex, share = chance.randrange(count), chance.choice((0.1, 0.3, 0.6))
            fewer = {
                "moves": [pair for pair in moves if chance.random() < share],
                "vertex": [pair for pair in moves if vertex in pair][chance.randint(0, 2) :],
                "colours": [pair for pair in moves if colours[pair[0]] == colours[pair[1]]],
            }[change]
            details["forbidden"] += [(label(one), label(other)) for one, other in fewer]
    if kind is Kind.CLOSED:
        details["end"] = None
    try:
        return TourProblem(problem.space, kind, **details)
    except InputError:  # a required move is forbidden, or both ends are one
        details["required"] = ()
        details["end"] = None
        return TourProblem(problem.space, kind, **details)


def _real(problem: TourProblem, chance: Chance, name: str) -> Evidence | None:
    """True evidence of a kind against a neighbour of the problem, if there is such evidence."""
    for _ in range(6):
        other = neighbour(problem, chance)
        found: Evidence | None = getattr(finders, name)(other, adjacency(other), Deadline(None))
        if found is not None:
            return found
    return None


# ---- forgeries ------------------------------------------------------------------------------------


def _numbers(count: int, chance: Chance) -> list[int]:
    return chance.sample(range(count), chance.randint(0, count))


def _changed(vertices: Sequence[int], count: int, chance: Chance) -> list[Any]:
    """The same numbers with one left out, added, repeated, replaced or exchanged."""
    listed: list[Any] = list(vertices)
    place = chance.randrange(len(listed) + 1)
    change = chance.randrange(6)
    if change == 0 and listed:
        del listed[min(place, len(listed) - 1)]
    elif change == 1:
        listed.insert(place, chance.randrange(count))
    elif change == 2 and listed:
        listed.insert(place, chance.choice(listed))
    elif change == 3 and listed:
        listed[min(place, len(listed) - 1)] = chance.randrange(count)
    elif change == 4:
        chance.shuffle(listed)
    elif change == 5:
        wrong = (-1, -count, count, 10**30, True, 1.0, "0", None, float("nan"))
        listed.insert(place, chance.choice(wrong))
    return listed


def _of_set(kind: type[VertexSet], finder: str, by_hand: Callable[..., list[int]]) -> Forger:
    """A function that forges evidence that is a list of vertices."""

    def forge(problem: TourProblem, order: Order, chance: Chance) -> Fields:
        count, sort = len(problem), chance.randrange(4)
        vertices: Sequence[Any] = _numbers(count, chance)
        if sort == 1:
            vertices = by_hand(problem, order, chance)
        elif sort > 1:
            real = _real(problem, chance, finder)
            vertices = real.vertices if isinstance(real, VertexSet) else by_hand(problem, order, chance)
        if sort == 3:
            vertices = _changed(vertices, count, chance)
        return kind, (tuple(vertices),)

    return forge


def _few_moves(problem: TourProblem, order: Order, chance: Chance) -> list[int]:
    """The vertices with the fewest moves, away or to them."""
    moves = adjacency(problem)
    degrees = chance.choice((moves, moves.reverse)).degrees.tolist()
    least = sorted(range(len(problem)), key=degrees.__getitem__)
    return least[: chance.randint(1, 3)]


def _closed_set(problem: TourProblem, order: Order, chance: Chance) -> list[int]:
    """The end of the tour, or all that can be reached from a vertex: few moves leave it."""
    if chance.random() < 0.5:
        return order[chance.randrange(len(order)) :]
    graph = networkx.DiGraph()
    moves = adjacency(problem)
    graph.add_nodes_from(range(len(problem)))
    graph.add_edges_from(zip(moves.sources.tolist(), moves.indices.tolist(), strict=True))
    first = chance.randrange(len(problem))
    return sorted({first} | networkx.descendants(graph, first))


def _every_other(problem: TourProblem, order: Order, chance: Chance) -> list[int]:
    """Every other vertex of the tour: no other set leaves as many parts; or the neighbours of some."""
    if chance.random() < 0.5:
        return order[chance.randint(0, 1) :: 2]
    moves = adjacency(problem)
    some = chance.sample(range(len(problem)), chance.randint(1, max(1, len(problem) // 2)))
    return sorted(set(chain.from_iterable(moves.row(vertex).tolist() for vertex in some)) - set(some))


def _forced(problem: TourProblem, order: Order, chance: Chance) -> list[int]:
    """Vertices each of which is forced when its turn comes, and perhaps some more."""
    moves = adjacency(problem)
    left = [set(moves.row(vertex).tolist()) for vertex in range(len(problem))]
    uses = {end: 1 for end in (problem.start_index, problem.end_index) if not problem.closed}
    listed: list[int] = []
    ripe = [v for v in range(len(problem)) if len(left[v]) <= uses.get(v, 2)]
    while ripe and len(listed) < 2 * len(problem):
        vertex = ripe.pop(chance.randrange(len(ripe)))
        listed.append(vertex)
        for other in left[vertex]:
            around = sum(len(left[third]) <= uses.get(third, 2) for third in left[other])
            if around >= uses.get(other, 2) and other not in listed:
                ripe.append(other)
    return listed + (_numbers(len(problem), chance)[:1] if chance.random() < 0.3 else [])


def _colours(problem: TourProblem, order: Order, chance: Chance) -> Fields:
    count, sort = len(problem), chance.randrange(4)
    listed = [chance.choice("01") for _ in range(count)]
    if sort == 1:
        for place, vertex in enumerate(order):
            listed[vertex] = "01"[place % 2]
    elif sort > 1:
        real = _real(problem, chance, "colour_imbalance")
        if isinstance(real, ColourImbalance):
            listed = list(real.colours)
    text = "".join(listed)
    if sort == 3:
        place = chance.randrange(count)
        ends = text[:place], text[place + 1 :]
        flipped = ends[0] + ("1" if text[place] == "0" else "0") + ends[1]
        wrong = ("".join(ends), text + "1", "2".join(ends), "\u0661".join(ends), text.encode(), [text])
        return ColourImbalance, (chance.choice((flipped, flipped, flipped, *wrong)),)
    return ColourImbalance, (text,)


def _proof(problem: TourProblem, order: Order, chance: Chance) -> Fields:
    """Refutations: at random, as an attack would write them, and real ones of neighbours."""
    count, sort = len(problem), chance.randrange(4)
    size = count + (not problem.closed)
    sets = [
        chance.sample(range(size), chance.randint(1, max(1, size - 1))) for _ in range(chance.randint(0, 2))
    ]
    if sort > 1 and not problem.directed:
        other = neighbour(problem, chance)
        result = solve(other, "cutset", seed=chance.randrange(100), steps=CONFLICTS)
        if isinstance(result.evidence, CutSetProof):
            lines = result.evidence.refutation.splitlines(keepends=True)
            taken: list[Sequence[int]] = list(result.evidence.sets)
            if sort == 3 and taken and chance.random() < 0.5:
                taken[0] = _changed(taken[0], size, chance)
            elif sort == 3 and lines:
                lines = _changed_lines(lines, chance)
            return CutSetProof, (tuple(map(tuple, taken)), "".join(lines))
    variables = max(1, len(_idle(problem, [])) + (0 if problem.closed else count))
    attack = sort == 1 and not problem.directed
    text = _attack(problem, sets, chance) if attack else _lines(variables, chance)
    if chance.random() < 0.1:  # no move leaves such a set, if it is one
        sets.append(chance.choice((list(range(size)), [], [size], [-1], [*range(size), 0])))
    if chance.random() < 0.05:
        text = chance.choice(
            ("", "1", "0 0", "x 0\n", "d\n", "1 0\n2", f"{10**20} 0\n0\n", "c nothing\n0\n")
        )
    return CutSetProof, (tuple(map(tuple, sets)), text)


def _lines(variables: int, chance: Chance) -> str:
    lines = []
    for _ in range(chance.randint(0, 20)):
        clause = chance.sample(range(1, variables + 1), min(variables, chance.randint(1, 3)))
        signed = " ".join(str(chance.choice((1, -1)) * variable) for variable in clause)
        lines.append(f"{'d ' if chance.random() < 0.5 else ''}{signed} 0\n")
    return "".join([*lines, "0\n"])


def _attack(problem: TourProblem, sets: Sequence[Sequence[int]], chance: Chance) -> str:
    """Delete every clause of two variables; add one of them, and what it implies; deny that in the end.

    Once the clause between the two is deleted, no clause left speaks against the contrary, so that dratify
    0.1.10 is deceived where it checks RAT: it keeps what the deleted clause implied.
    """
    clauses = list(cut_sets._clauses(problem, CutSetProof(tuple(map(tuple, sets)), "")))
    variables = sorted({abs(literal) for clause in clauses for literal in clause})
    if len(variables) < 2:
        return "0\n"
    one, other = chance.sample(variables, 2)
    gone = [clause for clause in clauses if {one, other} & set(map(abs, clause))]
    deleted = "".join(f"d {' '.join(map(str, clause))} 0\n" for clause in gone)
    return f"{deleted}{one} 0\n{other} {-one} 0\nd {other} {-one} 0\n{-other} 0\n0\n"


def _changed_lines(lines: list[str], chance: Chance) -> list[str]:
    """The same refutation with a line dropped, changed or added."""
    lines, place = list(lines), chance.randrange(len(lines))
    line = lines[place].split()
    change = chance.randrange(4)
    if change == 0:
        del lines[place]
    elif change == 1 and line[0] not in ("d", "0"):
        lines[place] = " ".join([str(-int(line[0])), *line[1:]]) + "\n"
    elif change == 2 and len(line) > 2:
        lines[place] = " ".join(line[:-2] + line[-1:]) + "\n"
    else:
        lines.insert(place, chance.choice(lines))
    return lines


def _theorem(problem: TourProblem, order: Order, chance: Chance) -> Fields:
    """A clause of the theorems on another rectangle, or on this one for another kind."""
    shape = chance.choice(((3, 3), (3, 4), (3, 5), (3, 6), (4, 4), (5, 5), (2, 5), (1, 4), (4, 9)))
    boards = [Board(shape)] + ([problem.board] if problem.board is not None else [])
    verdict = existence(chance.choice(boards), chance.choice(list(Kind)))
    source, clause = (
        ("Schwenk 1991", "one side is 4") if verdict is None else (verdict.source, verdict.clause)
    )
    name = chance.choice(
        ("existence of closed tours on rectangles", "existence of open tours on rectangles")
    )
    if problem.board is not None and chance.random() < 0.3:
        clause = f"one side is {min(problem.board.shape)}"
    fields: list[Any] = [name, source, clause]
    if chance.random() < 0.1:
        fields[chance.randrange(3)] = chance.choice(("", None, 1, True, b"one side is 4"))
    return Theorem, tuple(fields)


def _exhausted(problem: TourProblem, order: Order, chance: Chance) -> Fields:
    return Exhausted, (chance.choice(("depth-first", "", None)), chance.choice((0, 10**9, -1, True, 1.0)))


def _claim(problem: TourProblem, order: Order, chance: Chance) -> Fields:
    return SolverClaim, (
        chance.choice(("ortools", "verifier", None)),
        "9.15",
        chance.choice(({}, {"a": 1}, [])),
    )


def _two_ends(problem: TourProblem) -> bool:
    return problem.closed or None not in (problem.start, problem.end)


ABOUT: dict[str, Callable[[TourProblem], bool]] = {
    "ForcedMoves": lambda problem: not problem.directed and len(problem) > 2 and _two_ends(problem),
    "CutSetProof": lambda problem: not problem.directed and len(problem) > 1,
    "Theorem": lambda problem: (
        problem.board is not None and not (problem.board.holes or problem.board.wrap)
    ),
}
"""For kinds of evidence that are about some problems only: which these are."""

FORGERS: dict[str, Forger] = {
    "LowDegree": _of_set(LowDegree, "low_degree", _few_moves),
    "Disconnected": _of_set(Disconnected, "disconnected", _closed_set),
    "VertexCut": _of_set(VertexCut, "vertex_cut", _every_other),
    "ForcedMoves": _of_set(ForcedMoves, "forced_moves", _forced),
    "ColourImbalance": _colours,
    "NoSymmetricTour": lambda problem, order, chance: (NoSymmetricTour, ()),
    "CutSetProof": _proof,
    "Exhausted": _exhausted,
    "SolverClaim": _claim,
    "Theorem": _theorem,
}
"""The forger of each kind: what it makes is wrong, or the fields have values of the wrong type."""


def forged(name: str, chance: Chance) -> tuple[TourProblem, Fields]:
    """A problem with a tour, and evidence of this kind against it, as the fields that it shall have."""
    problem, order = planted(chance, name)
    return problem, FORGERS[name](problem, order, chance)
