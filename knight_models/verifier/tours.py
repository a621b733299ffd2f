"""The faults of a tour.

Whatever its form, a tour says which vertex carries which number. Number `k` and number `k + 1`
have to be a move apart; every vertex carries exactly one number, and every number stands once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
import numpy.typing as npt

from knight_models.core.fault import Fault, FaultKind, Faults, FaultsToName
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.tour import CHUNK
from knight_models.verifier.grids import broken_repeats, number_faults
from knight_models.verifier.moves import Moves, Numbers, moves_of
from knight_models.verifier.numbering import Numbering
from knight_models.verifier.words import broken_step, listing, pair, times

__all__ = ["closes", "tour_faults", "walk_faults"]


def tour_faults(problem: TourProblem, numbering: Numbering) -> Faults:
    """Every fault of a tour."""
    moves = moves_of(problem)
    groups = [numbering.misplaced]
    if numbering.grid:
        groups += number_faults(problem, numbering)
    groups += _visits(problem, numbering)
    groups += _broken_steps(problem, numbering, moves)
    groups.append(_wrong_ends(problem, numbering, moves))
    if problem.required or problem.forbidden:
        groups.append(_wrong_moves(problem, numbering))
    if problem.given:
        groups.append(_missed_numbers(problem, numbering))
    return Faults(*groups)


def walk_faults(problem: TourProblem, numbering: Numbering) -> Faults:
    """Every fault of a walk that need not visit all vertices."""
    repeated, _ = _visits(problem, numbering)
    return Faults(numbering.misplaced, repeated, *_broken_steps(problem, numbering, moves_of(problem)))


def _visits(problem: TourProblem, numbering: Numbering) -> tuple[Sequence[Fault], Sequence[Fault]]:
    """The vertices visited more than once, and those never visited."""
    vertices = numbering.vertices
    seen = np.zeros(len(problem), np.bool_)
    for _, part in _parts(vertices):
        seen[part] = True
    count = np.count_nonzero(seen)
    repeated = () if count == len(vertices) else _repeated(problem, numbering)
    missing = np.flatnonzero(~seen) if count < len(seen) else np.zeros(0, np.int64)
    return repeated, FaultsToName(len(missing), lambda k: _never_visited(problem, int(missing[k])))


def _never_visited(problem: TourProblem, vertex: int) -> Fault:
    text = f"{problem.name(vertex)} is never visited"
    return Fault(FaultKind.MISSING, text, (), (problem.vertices.square(vertex),))


def _repeated(problem: TourProblem, numbering: Numbering) -> Sequence[Fault]:
    vertices = numbering.vertices
    again = _visited_twice(problem, vertices)
    places = np.concatenate([np.flatnonzero(again[part]) + begin for begin, part in _parts(vertices)])
    places = places[np.argsort(vertices[places], kind="stable")]
    steps, repeated = _numbers_at(numbering, places), vertices[places]
    begin = np.flatnonzero(np.diff(repeated, prepend=-1))
    end = np.append(begin[1:], len(repeated))

    def name(k: int) -> Fault:
        return _visited_again(problem, int(repeated[begin[k]]), steps[begin[k] : end[k]].tolist())

    return FaultsToName(len(begin), name)


def _visited_twice(problem: TourProblem, vertices: Numbers) -> npt.NDArray[np.bool_]:
    """Which vertices are visited more than once."""
    visit = np.zeros(len(problem), np.min_scalar_type(len(vertices)))
    for begin, part in _parts(vertices):  # keeps one visit of each vertex, so that any others differ
        visit[part] = np.arange(begin, begin + len(part))
    again = np.zeros(len(problem), np.bool_)
    for begin, part in _parts(vertices):
        again[part[visit[part] != np.arange(begin, begin + len(part))]] = True
    return again


def _parts(vertices: Numbers) -> Iterator[tuple[int, Numbers]]:
    """The vertices a part at a time, with the place where it begins."""
    return ((begin, vertices[begin : begin + CHUNK]) for begin in range(0, len(vertices), CHUNK))


def _numbers_at(numbering: Numbering, places: Numbers) -> Numbers:
    return places + 1 if numbering.listed is None else numbering.listed[places]


def _visited_again(problem: TourProblem, vertex: int, steps: list[int]) -> Fault:
    text = f"{problem.name(vertex)} is visited {times(len(steps))}, at steps {listing(steps)}"
    return Fault(FaultKind.REPEATED, text, tuple(steps), (problem.vertices.square(vertex),))


def _broken_steps(problem: TourProblem, numbering: Numbering, moves: Moves) -> list[Sequence[Fault]]:
    broken = moves.broken(numbering.vertices)
    broken = broken[_consecutive(numbering, broken)]
    first, second = numbering.vertices[broken], numbering.vertices[broken + 1]
    steps = _numbers_at(numbering, broken)

    def name(k: int) -> Fault:
        ends = int(first[k]), int(second[k])
        return broken_step(problem, int(steps[k]) + numbering.shift, ends)

    here = FaultsToName(len(broken), name)
    return [here, broken_repeats(problem, numbering, moves)] if numbering.grid else [here]


def _consecutive(numbering: Numbering, places: Numbers) -> npt.NDArray[np.bool_]:
    """At which places k of the numbering number k + 1 follows and both numbers stand only once."""
    if numbering.listed is None:
        return np.ones(len(places), np.bool_)
    numbers, last = numbering.listed, len(numbering.listed) - 1
    here, there = numbers[places], numbers[places + 1]
    alone = (places == 0) | (numbers[places - 1] != here)
    alone &= (places + 1 == last) | (numbers[np.minimum(places + 2, last)] != there)
    fits: npt.NDArray[np.bool_] = alone & (there - here == 1)
    return fits


def closes(problem: TourProblem, numbering: Numbering) -> bool:
    """Whether a move leads from the last vertex to the first, in a graph large enough for a closed tour."""
    vertices = numbering.vertices
    return len(vertices) > 0 and _closes(problem, int(vertices[0]), int(vertices[-1]), moves_of(problem))


def _wrong_ends(problem: TourProblem, numbering: Numbering, moves: Moves) -> list[Fault]:
    if not len(numbering.vertices):
        return []
    faults = []
    first, last = int(numbering.vertices[0]), int(numbering.vertices[-1])
    numbers = _numbers_at(numbering, np.array([0, len(numbering.vertices) - 1])) + numbering.shift
    first_number, last_number = numbers.tolist()
    for kind, wanted, got, step in (
        (FaultKind.WRONG_START, problem.start_index, first, first_number),
        (FaultKind.WRONG_END, problem.end_index, last, last_number),
    ):
        if wanted is not None and wanted != got:
            what = "starts" if kind is FaultKind.WRONG_START else "ends"
            text = f"the tour {what} at {problem.name(got)}, not at {problem.name(wanted)}"
            faults.append(Fault(kind, text, (step,), (problem.vertices.square(got),)))
    closing = _closes(problem, first, last, moves)
    squares = (problem.vertices.square(last), problem.vertices.square(first))
    if problem.closed and not closing:
        text = f"the tour does not close: {pair(problem, (last, first))}, is not a move"
        if len(problem) < 3:
            few = "is 1" if len(problem) == 1 else "are 2"
            text = f"a closed tour needs 3 vertices, or 2 opposite arcs; here {few}"
        faults.append(Fault(FaultKind.NOT_CLOSED, text, (last_number, first_number), squares))
    if problem.kind is Kind.STRICTLY_OPEN and first != last and _joined(moves, last, first):
        text = f"the ends are a move apart, {pair(problem, (last, first))}: not strictly open"
        faults.append(Fault(FaultKind.ENDS_ADJACENT, text, (last_number, first_number), squares))
    return faults


def _closes(problem: TourProblem, first: int, last: int, moves: Moves) -> bool:
    """Whether a move leads from the last vertex to the first that is not the only one between them."""
    return len(problem) >= (2 if problem.directed else 3) and _joined(moves, last, first)


def _joined(moves: Moves, first: int, second: int) -> bool:
    return bool(moves.joined(np.array([first]), np.array([second]))[0])


def _missed_numbers(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    """The given squares that carry another number than they should; unvisited ones are named elsewhere."""
    carried = np.zeros(len(problem), np.int64)
    carried[numbering.vertices] = _numbers_at(numbering, np.arange(len(numbering.vertices)))
    faults = []
    for vertex, wanted in problem.given_indices.items():
        number = int(carried[vertex])
        if number not in (0, wanted):
            shown = number + numbering.shift, wanted + numbering.shift
            text = f"{problem.name(vertex)} carries {shown[0]}, not the given {shown[1]}"
            square = (problem.vertices.square(vertex),)
            faults.append(Fault(FaultKind.GIVEN_MISSED, text, shown[:1], square))
    return faults


def _wrong_moves(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    used = _used(problem, numbering)
    faults = []
    for kind, listed, wrong in (
        (FaultKind.REQUIRED_MISSING, problem.required_indices, False),
        (FaultKind.FORBIDDEN_USED, problem.forbidden_indices, True),
    ):
        what = "forbidden move is used" if wrong else "required move is not used"
        for move in listed:
            if (move in used) is wrong:
                squares = tuple(map(problem.vertices.square, move))
                faults.append(Fault(kind, f"the {what}: {pair(problem, move)}", (), squares))
    return faults


def _used(problem: TourProblem, numbering: Numbering) -> set[tuple[int, int]]:
    """The steps between the vertices of required and forbidden moves; undirected ones both ways."""
    vertices = numbering.vertices
    marked = np.zeros(len(problem), np.bool_)
    marked[list(chain.from_iterable(problem.required_indices + problem.forbidden_indices))] = True
    places = np.flatnonzero(marked[vertices[:-1]] & marked[vertices[1:]])
    places = places[_consecutive(numbering, places)]
    used = set(zip(vertices[places].tolist(), vertices[places + 1].tolist(), strict=True))
    if problem.closed and len(vertices):
        used.add((int(vertices[-1]), int(vertices[0])))
    return used if problem.directed else used | {(second, first) for first, second in used}
