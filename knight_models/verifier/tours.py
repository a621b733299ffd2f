"""The faults of a tour.

Whatever its form, a tour says which vertex carries which number. Number `k` and number `k + 1`
have to be a move apart; every vertex carries exactly one number, and every number stands once.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from knight_models.problem import Kind, TourProblem
from knight_models.verifier.fault import Fault, FaultKind
from knight_models.verifier.moves import Moves, moves_of
from knight_models.verifier.numbering import Numbering, TourLike, numbering_of

__all__ = ["tour_faults", "walk_faults"]


def tour_faults(problem: TourProblem, answer: TourLike) -> list[Fault]:
    """Every fault of a tour."""
    numbering = numbering_of(problem, answer)
    moves = moves_of(problem)
    faults = list(numbering.misplaced)
    if numbering.grid:
        faults += _repeated_numbers(problem, numbering) + _missing_numbers(problem, numbering)
    faults += _repeated_vertices(problem, numbering) + _missing_vertices(problem, numbering)
    faults += _broken_steps(problem, numbering, moves)
    faults += _wrong_ends(problem, numbering, moves)
    if problem.required or problem.forbidden:
        faults += _wrong_moves(problem, numbering)
    return faults


def walk_faults(problem: TourProblem, walk: TourLike) -> list[Fault]:
    """Every fault of a walk that need not visit all vertices."""
    numbering, moves = numbering_of(problem, walk), moves_of(problem)
    faults = [*numbering.misplaced, *_repeated_vertices(problem, numbering)]
    return faults + _broken_steps(problem, numbering, moves)


def _repeated_numbers(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    values, first, counts = np.unique(numbering.numbers, return_index=True, return_counts=True)
    faults = []
    for place in np.flatnonzero(counts > 1).tolist():
        number = int(values[place])
        stands = numbering.vertices[first[place] : first[place] + counts[place]].tolist()
        names = " and ".join(map(problem.name, stands))
        text = f"{number + numbering.shift} appears {_times(len(stands))}, on {names}"
        squares = tuple(map(problem.vertices.square, stands))
        faults.append(Fault(FaultKind.NUMBER_REPEATED, text, (number + numbering.shift,), squares))
    return faults


def _missing_numbers(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    there = np.union1d(numbering.numbers, np.array(numbering.misplaced_numbers, np.int64))
    shift, wanted = numbering.shift, np.arange(1, len(problem) + 1)
    missing = (np.setdiff1d(wanted, there) + shift).tolist()
    faults = [Fault(FaultKind.NUMBER_MISSING, f"{k} is missing", (k,)) for k in missing]
    beyond = numbering.numbers[(numbering.numbers < 1) | (numbering.numbers > len(problem))]
    for number in (beyond + shift).tolist():
        text = f"{number} is not among the numbers {1 + shift} to {len(problem) + shift}"
        faults.append(Fault(FaultKind.NUMBER_BEYOND, text, (number,)))
    return faults


def _repeated_vertices(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    counts = np.bincount(numbering.vertices, minlength=len(problem))
    if not (counts > 1).any():
        return []
    by_vertex = np.argsort(numbering.vertices, kind="stable")
    begin = np.concatenate(([0], np.cumsum(counts)))
    faults = []
    for vertex in np.flatnonzero(counts > 1).tolist():
        steps = numbering.numbers[by_vertex[begin[vertex] : begin[vertex + 1]]].tolist()
        listed = " and ".join(map(str, steps))
        text = f"{problem.name(vertex)} is visited {_times(len(steps))}, at steps {listed}"
        square = problem.vertices.square(vertex)
        faults.append(Fault(FaultKind.REPEATED, text, tuple(steps), (square,)))
    return faults


def _missing_vertices(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    counts = np.bincount(numbering.vertices, minlength=len(problem))
    return [
        Fault(
            FaultKind.MISSING,
            f"{problem.name(vertex)} is never visited",
            (),
            (problem.vertices.square(vertex),),
        )
        for vertex in np.flatnonzero(counts == 0).tolist()
    ]


def _broken_steps(problem: TourProblem, numbering: Numbering, moves: Moves) -> list[Fault]:
    steps = _consecutive(numbering)
    first, second = numbering.vertices[steps], numbering.vertices[steps + 1]
    broken = np.flatnonzero(~moves.joined(first, second))
    pairs = zip(
        (numbering.numbers[steps[broken]] + numbering.shift).tolist(),
        first[broken].tolist(),
        second[broken].tolist(),
        strict=True,
    )
    faults = [_broken_step(problem, number, (one, other)) for number, one, other in pairs]
    return faults + (_broken_repeats(problem, numbering, moves) if numbering.grid else [])


def _broken_step(problem: TourProblem, number: int, ends: tuple[int, int]) -> Fault:
    text = f"step {number} to {number + 1}, {_pair(problem, ends)}, is not a move"
    squares = tuple(map(problem.vertices.square, ends))
    return Fault(FaultKind.NOT_A_MOVE, text, (number, number + 1), squares)


def _broken_repeats(problem: TourProblem, numbering: Numbering, moves: Moves) -> list[Fault]:
    """The steps to or from a number that stands more than once and that fit nowhere it stands."""
    values, counts = np.unique(numbering.numbers, return_counts=True)
    repeated = set(values[counts > 1].tolist())
    faults = []
    for number in sorted({near for value in repeated for near in (value - 1, value)}):
        here = numbering.vertices[numbering.numbers == number]
        there = numbering.vertices[numbering.numbers == number + 1]
        if not len(here) or not len(there):
            continue
        fits = moves.joined(np.repeat(here, len(there)), np.tile(there, len(here)))
        if not fits.any():
            ends = int(here[0]), int(there[0])
            faults.append(_broken_step(problem, number + numbering.shift, ends))
    return faults


def _consecutive(numbering: Numbering) -> npt.NDArray[np.int64]:
    """Places k in the numbering where number k + 1 follows and both numbers stand only once."""
    steps = np.diff(numbering.numbers)
    fits = steps == 1
    if not fits.all():
        repeats = np.flatnonzero(steps == 0)
        alone = np.ones(len(numbering.numbers), np.bool_)
        alone[repeats] = alone[repeats + 1] = False
        fits &= alone[:-1] & alone[1:]
    return np.flatnonzero(fits)


def _wrong_ends(problem: TourProblem, numbering: Numbering, moves: Moves) -> list[Fault]:
    if not len(numbering.vertices):
        return []
    faults = []
    first, last = int(numbering.vertices[0]), int(numbering.vertices[-1])
    last_number = int(numbering.numbers[-1]) + numbering.shift
    first_number = int(numbering.numbers[0]) + numbering.shift
    for kind, wanted, got, step in (
        (FaultKind.WRONG_START, problem.start_index, first, first_number),
        (FaultKind.WRONG_END, problem.end_index, last, last_number),
    ):
        if wanted is not None and wanted != got:
            what = "starts" if kind is FaultKind.WRONG_START else "ends"
            text = f"the tour {what} at {problem.name(got)}, not at {problem.name(wanted)}"
            faults.append(Fault(kind, text, (step,), (problem.vertices.square(got),)))
    closes = _closes(problem, first, last, moves)
    squares = (problem.vertices.square(last), problem.vertices.square(first))
    if problem.closed and not closes:
        text = f"the tour does not close: {_pair(problem, (last, first))}, is not a move"
        if len(problem) < 3:
            text = f"a closed tour needs 3 vertices, or 2 opposite arcs; here are {len(problem)}"
        faults.append(Fault(FaultKind.NOT_CLOSED, text, (last_number, first_number), squares))
    if problem.kind is Kind.STRICTLY_OPEN and first != last and _joined(moves, last, first):
        text = f"the ends are a move apart, {_pair(problem, (last, first))}: not strictly open"
        faults.append(Fault(FaultKind.ENDS_ADJACENT, text, (last_number, first_number), squares))
    return faults


def _closes(problem: TourProblem, first: int, last: int, moves: Moves) -> bool:
    """Whether a move leads from the last vertex to the first that is not the only one between them."""
    return len(problem) >= (2 if problem.directed else 3) and _joined(moves, last, first)


def _joined(moves: Moves, first: int, second: int) -> bool:
    return bool(moves.joined(np.array([first]), np.array([second]))[0])


def _wrong_moves(problem: TourProblem, numbering: Numbering) -> list[Fault]:
    steps = _consecutive(numbering)
    ends = zip(numbering.vertices[steps].tolist(), numbering.vertices[steps + 1].tolist(), strict=True)
    used = set(ends)
    if problem.closed and len(numbering.vertices):
        used.add((int(numbering.vertices[-1]), int(numbering.vertices[0])))
    if not problem.directed:
        used |= {(second, first) for first, second in used}
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


def _pair(problem: TourProblem, move: tuple[int, int]) -> str:
    return f"{problem.name(move[0])} to {problem.name(move[1])}"


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"
