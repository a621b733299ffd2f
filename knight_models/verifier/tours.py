"""The faults of a tour.

In every form, a tour gives numbers to vertices. Number `k` and number `k + 1` have to be a move apart,
every vertex must have exactly one number, and every number must appear once. Only a number grid can break
the last rule: there, numbers can be missing, repeated or out of range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from knight_models.core.fault import Fault, FaultKind, Faults, FaultsToName
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.tour import CHUNK
from knight_models.verifier.moves import Mask, Moves, Numbers, moves_of
from knight_models.verifier.numbering import Numbering
from knight_models.verifier.symmetry import symmetry_faults

NAMED_IN_A_ROW = 10
"""The most squares or steps that a message lists."""

SQUARES_LISTED = 1000
"""The most squares in a fault: a number can be on a million, and a fault is made each time it is read."""


def tour_faults(problem: TourProblem, numbering: Numbering) -> Faults:
    """Every fault of a tour."""
    moves = moves_of(problem)
    groups = [numbering.misplaced]
    if numbering.grid:
        groups += [
            _repeated_numbers(problem, numbering),
            _missing_numbers(problem, numbering),
            _numbers_out_of_range(problem, numbering),
        ]
    groups += _visits(problem, numbering)
    groups += _broken_steps(problem, numbering, moves)
    groups.append(_wrong_ends(problem, numbering, moves))
    if problem.required or problem.forbidden:
        groups.append(_wrong_moves(problem, numbering))
    if problem.given:
        groups.append(_missed_numbers(problem, numbering))
    if problem.symmetry is not None and not any(map(len, groups)):
        groups.append(symmetry_faults(problem, numbering.vertices))
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


def _visited_twice(problem: TourProblem, vertices: Numbers) -> Mask:
    """Which vertices are visited more than once."""
    visit = np.zeros(len(problem), np.min_scalar_type(len(vertices)))
    for begin, part in _parts(vertices):  # keeps one visit of each vertex, so that any others differ
        visit[part] = np.arange(begin, begin + len(part))
    again = np.zeros(len(problem), np.bool_)
    for begin, part in _parts(vertices):
        again[part[visit[part] != np.arange(begin, begin + len(part))]] = True
    return again


def _parts(vertices: Numbers) -> Iterator[tuple[int, Numbers]]:
    """The vertices in parts, each with the place where it begins."""
    return ((begin, vertices[begin : begin + CHUNK]) for begin in range(0, len(vertices), CHUNK))


def _numbers_at(numbering: Numbering, places: Numbers) -> Numbers:
    return places + 1 if numbering.listed is None else numbering.listed[places]


def _visited_again(problem: TourProblem, vertex: int, steps: list[int]) -> Fault:
    text = f"{problem.name(vertex)} is visited {_times(len(steps))}, at steps {_listing(steps)}"
    return Fault(FaultKind.REPEATED, text, tuple(steps), (problem.vertices.square(vertex),))


def _broken_steps(problem: TourProblem, numbering: Numbering, moves: Moves) -> list[Sequence[Fault]]:
    broken = moves.broken(numbering.vertices)
    broken = broken[_consecutive(numbering, broken)]
    first, second = numbering.vertices[broken], numbering.vertices[broken + 1]
    steps = _numbers_at(numbering, broken)

    def name(k: int) -> Fault:
        ends = int(first[k]), int(second[k])
        return _broken_step(problem, int(steps[k]) + numbering.shift, ends)

    here = FaultsToName(len(broken), name)
    return [here, _broken_repeats(problem, numbering, moves)] if numbering.grid else [here]


def _consecutive(numbering: Numbering, places: Numbers) -> Mask:
    """Whether, at each of these places, the next number follows and both numbers appear only once."""
    if numbering.listed is None:
        return np.ones(len(places), np.bool_)
    numbers, last = numbering.listed, len(numbering.listed) - 1
    here, there = numbers[places], numbers[places + 1]
    alone = (places == 0) | (numbers[places - 1] != here)
    alone &= (places + 1 == last) | (numbers[np.minimum(places + 2, last)] != there)
    fits: Mask = alone & (there - here == 1)
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
        text = f"the tour does not close: {_pair(problem, (last, first))} is not a move"
        if len(problem) < 3:
            few = "there is only 1" if len(problem) == 1 else "there are only 2"
            text = f"a closed tour needs 3 vertices, or 2 that opposite arcs join; {few}"
        faults.append(Fault(FaultKind.NOT_CLOSED, text, (last_number, first_number), squares))
    if problem.kind is Kind.STRICTLY_OPEN and first != last and _joined(moves, last, first):
        text = f"the tour is not strictly open: {_pair(problem, (last, first))} is a move between its ends"
        faults.append(Fault(FaultKind.ENDS_ADJACENT, text, (last_number, first_number), squares))
    return faults


def _closes(problem: TourProblem, first: int, last: int, moves: Moves) -> bool:
    """Whether a closing move leads from the last vertex to the first, other than the one move of a path."""
    return len(problem) >= (2 if problem.directed else 3) and _joined(moves, last, first)


def _joined(moves: Moves, first: int, second: int) -> bool:
    return bool(moves.joined(np.array([first]), np.array([second]))[0])


def _missed_numbers(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    """The given squares with a wrong number; those without a number are faults of another kind."""
    carried = np.zeros(len(problem), np.int64)
    carried[numbering.vertices] = _numbers_at(numbering, np.arange(len(numbering.vertices)))
    faults = []
    for vertex, wanted in problem.given_indices.items():
        number = int(carried[vertex])
        if number not in (0, wanted):
            shown = number + numbering.shift, wanted + numbering.shift
            text = f"{problem.name(vertex)} has the number {shown[0]}, not the given {shown[1]}"
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
                faults.append(Fault(kind, f"the {what}: {_pair(problem, move)}", (), squares))
    return faults


def _used(problem: TourProblem, numbering: Numbering) -> set[tuple[int, int]]:
    """The steps between vertices of required and forbidden moves; without directions, both ways."""
    vertices = numbering.vertices
    marked = np.zeros(len(problem), np.bool_)
    marked[list(chain.from_iterable(problem.required_indices + problem.forbidden_indices))] = True
    places = np.flatnonzero(marked[vertices[:-1]] & marked[vertices[1:]])
    places = places[_consecutive(numbering, places)]
    used = set(zip(vertices[places].tolist(), vertices[places + 1].tolist(), strict=True))
    if problem.closed and len(vertices):
        used.add((int(vertices[-1]), int(vertices[0])))
    return used if problem.directed else used | {(second, first) for first, second in used}


def _distinct(numbers: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The different numbers in a sorted array, the first place of each, and how often each appears."""
    first = np.flatnonzero(np.append(True, np.diff(numbers) != 0)[: len(numbers)])
    return numbers[first], first, np.diff(first, append=len(numbers))


def _repeated_numbers(problem: TourProblem, numbering: Numbering) -> Sequence[Fault]:
    values, first, counts = _distinct(numbering.numbers)
    places = np.flatnonzero(counts > 1)

    def name(k: int) -> Fault:
        place = places[k]
        stands = numbering.vertices[first[place] : first[place] + counts[place]]
        return _stands_again(problem, int(values[place]) + numbering.shift, stands)

    return FaultsToName(len(places), name)


def _stands_again(problem: TourProblem, number: int, stands: Numbers) -> Fault:
    squares = tuple(map(problem.vertices.square, stands[:SQUARES_LISTED].tolist()))
    where = _listing(range(len(stands)), lambda place: problem.name(int(stands[place])))
    text = f"{number} appears {_times(len(stands))}, on {where}"
    return Fault(FaultKind.NUMBER_REPEATED, text, (number,), squares)


def _missing_numbers(problem: TourProblem, numbering: Numbering) -> Sequence[Fault]:
    there = np.zeros(len(problem) + 1, np.bool_)
    for numbers in (numbering.numbers, numbering.misplaced_numbers):
        there[numbers[(numbers >= 1) & (numbers <= len(problem))]] = True
    missing = np.flatnonzero(~there[1:]) + 1 + numbering.shift

    def name(k: int) -> Fault:
        return Fault(FaultKind.NUMBER_MISSING, f"{missing[k]} is missing", (int(missing[k]),))

    return FaultsToName(len(missing), name)


def _numbers_out_of_range(problem: TourProblem, numbering: Numbering) -> Sequence[Fault]:
    numbers, shift = numbering.numbers, numbering.shift
    beyond = numbers[(numbers < 1) | (numbers > len(problem))] + shift
    right = f"the numbers {1 + shift} to {len(problem) + shift}"

    def name(k: int) -> Fault:
        return Fault(FaultKind.NUMBER_BEYOND, f"{beyond[k]} is not among {right}", (int(beyond[k]),))

    return FaultsToName(len(beyond), name)


def _broken_repeats(problem: TourProblem, numbering: Numbering, moves: Moves) -> Sequence[Fault]:
    """The steps to or from a repeated number that are not moves from or to any square with that number."""
    values, first, counts = _distinct(numbering.numbers)
    followed = np.append(np.diff(values) == 1, False)[: len(values)]
    repeated = counts > 1
    concerned = followed & (repeated | np.append(repeated[1:], False)[: len(values)])
    if not concerned.any():
        return ()
    broken = np.flatnonzero(concerned & ~_linked(problem, numbering, values, moves))

    def name(k: int) -> Fault:
        place = int(broken[k])
        ends = int(numbering.vertices[first[place]]), int(numbering.vertices[first[place + 1]])
        return _broken_step(problem, int(values[place]) + numbering.shift, ends)

    return FaultsToName(len(broken), name)


def _linked(problem: TourProblem, numbering: Numbering, values: Numbers, moves: Moves) -> Mask:
    """For each number, whether a move leads from a square with it to a square with the next number."""
    rank = np.full(len(problem), -2, np.int64)
    rank[numbering.vertices] = np.searchsorted(values, numbering.numbers)
    linked = np.zeros(len(values), np.bool_)
    for here, there in moves.all():
        before, after = rank[here], rank[there]
        linked[before[(before >= 0) & (after == before + 1)]] = True
    return linked


def _broken_step(problem: TourProblem, number: int, ends: tuple[int, int]) -> Fault:
    """The fault of the step from `number` to the next, which is not a move."""
    text = f"step {number} to {number + 1}, {_pair(problem, ends)}, is not a move"
    squares = tuple(map(problem.vertices.square, ends))
    return Fault(FaultKind.NOT_A_MOVE, text, (number, number + 1), squares)


def _pair(problem: TourProblem, move: tuple[int, int]) -> str:
    """A move: `a1 to b3`."""
    return f"{problem.name(move[0])} to {problem.name(move[1])}"


def _times(count: int) -> str:
    """A number of times: `twice`, `3 times`."""
    return "twice" if count == 2 else f"{count} times"


def _listing(things: Sequence[Any], name: Callable[[Any], str] = str) -> str:
    """The names of the first ten things, and how many more there are."""
    rest = len(things) - NAMED_IN_A_ROW
    names = [*map(name, things[:NAMED_IN_A_ROW]), *([f"{rest:,} more"] if rest > 0 else [])]
    return " and ".join(names)
