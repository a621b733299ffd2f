"""`knight-models count`: the exact number of tours."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from knight_models.cli.options import (
    SOLVING,
    TOUR,
    board_options,
    command,
    json_option,
    limit_options,
    option,
    question_options,
    refuse_unused,
)
from knight_models.cli.parameters import OutputFile, Seconds
from knight_models.cli.published import Published, closed_tours, counts_all, published_for
from knight_models.cli.terminal import ExitCode, ProgressLine, tell
from knight_models.core.display import about, all_digits, any_digits, duration
from knight_models.core.errors import OptionError
from knight_models.core.limits import LARGEST_SECONDS
from knight_models.core.problem import Kind

if TYPE_CHECKING:
    from knight_models.cli.question import Question
    from knight_models.core.count import TourCount
    from knight_models.core.limits import Limits
    from knight_models.tasks.count import Count

BETWEEN_CHECKPOINTS = 30
"""Seconds between two checkpoints, as in `tasks.count`, which loads numpy."""


@command(
    "knight-models count 6x6 --closed",
    "knight-models count 3x10 --closed --up-to-symmetry",
    "knight-models count 8x6 --closed --workers 2 --checkpoint tours.count",
)
@board_options()
@question_options()
@option("--directed", is_flag=True, section=TOUR, help="Count a tour and its reverse as two tours.")
@option(
    "--up-to-symmetry",
    is_flag=True,
    section=TOUR,
    help="Count tours that are rotations or reflections of each other as one tour.",
)
@option(
    "--checkpoint",
    type=OutputFile(),
    section=SOLVING,
    usual="nothing is kept",
    help="File that keeps a long count, such as tours.count. If it is there, the count goes on from it.",
)
@option(
    "--checkpoint-every",
    type=Seconds(0, LARGEST_SECONDS),
    section=SOLVING,
    metavar="N",
    default=BETWEEN_CHECKPOINTS,
    show_default=True,
    help="Seconds between two checkpoints, at least, such as 300.",
)
@limit_options("seconds", "steps", "workers", workers="Threads that share the work, such as 2.")
@json_option()
def count(
    question: Question,
    directed: bool,
    up_to_symmetry: bool,
    checkpoint: str | None,
    checkpoint_every: float,
    limits: Limits,
    as_json: bool,
) -> int:
    """Count all tours, exactly, without listing them.

    A tour and its reverse are one tour, unless the start or the end is fixed or the moves have a direction.
    The count is compared with the published number, if there is one: the exit code is 0 where they are
    equal or nothing is published, also for a count of 0, and 1 where they differ. It is 3 where a limit
    ends the count.
    """
    if checkpoint is None:
        refuse_unused(["checkpoint_every"], "--checkpoint FILE names no file")
    elif checkpoint == "-":
        raise OptionError("--checkpoint needs the name of a file, not '-'")
    [problem] = question.problems()

    from knight_models.tasks.count import Count  # loads numpy, which --help does without

    with ProgressLine("count") as progress:
        counting = Count(
            problem, directed=directed, up_to_symmetry=up_to_symmetry, limits=limits, progress=progress
        )
        try:
            estimate = _estimate(counting)
            with progress.hidden():
                tell(estimate)
            result = counting.count(checkpoint, checkpoint_seconds=checkpoint_every)
        except TimeoutError:  # before the orders of the vertices were found
            result = counting.unknown("time limit")
        except KeyboardInterrupt:
            result = counting.unknown("interrupted")
    published = published_for(problem, directed=directed, up_to_symmetry=up_to_symmetry)
    if as_json:
        _write_json(result, published)
    else:
        sys.stdout.write(f"{result}\n")
        sys.stdout.flush()
        for line in _remarks(result, published):
            tell(line)
    if not result.complete:
        tell(_advice(result, checkpoint, checkpoint_every))
    return _exit_code(result, published)


def _estimate(counting: Count) -> str:
    """What the count takes, about."""
    cost = counting.cost
    memory = f"{about(cost.memory / 1e6)} MB" if cost.memory < 1e9 else f"{about(cost.memory / 1e9)} GB"
    states = f"{about(cost.states)} state{'' if cost.states == 1 else 's'}"
    width = "1 vertex" if cost.width == 1 else f"{cost.width} vertices"
    return (
        f"the frontier has at most {width}; estimated: {states}, {memory}, "
        f"{duration(cost.seconds)} on one thread"
    )


def _remarks(result: TourCount, published: Published | None) -> list[str]:
    """How the number stands to a published one, and what other numbers follow from it."""
    if result.count is None:
        return []
    lines = [] if published is None else [published.comparison(result.count)]
    numbers = [f"{name}: {all_digits(number)}" for name, number in result.conversions.items()]
    strictly = _strictly_open(result)
    return [*lines, *(["; ".join([*numbers, *strictly])] if numbers or strictly else [])]


def _strictly_open(result: TourCount) -> list[str]:
    """The number of strictly open tours, from that of the open ones and the published closed ones."""
    problem, size = result.problem, len(result.problem)
    board = problem.board
    if result.count is None or board is None or size < 3 or not counts_all(problem, Kind.OPEN):
        return []
    closed = closed_tours(board)
    if closed is None or result.up_to_symmetry:
        return []
    of_closed = closed.count * (2 if result.directed else 1)
    rest = all_digits(result.count - size * of_closed)
    return [f"strictly open: {rest} (= open - {size} x {all_digits(of_closed)} closed; {closed.source})"]


def _write_json(result: TourCount, published: Published | None) -> None:
    from knight_models.formats.json import count_to_json

    shown = None
    if published is not None:
        shown = {"count": published.count, "source": published.source, "agrees": None}
        if result.count is not None:
            shown["agrees"] = result.count == published.count
    with any_digits():
        sys.stdout.write(json.dumps(count_to_json(result) | {"published": shown}) + "\n")
    sys.stdout.flush()


def _advice(result: TourCount, checkpoint: str | None, every: float) -> str:
    """How a count that did not end can go on."""
    if checkpoint is None:
        more = {"time limit": "more --seconds, or inf", "step limit": "more --steps"}
        start = f"try {more[result.reason]}; " if result.reason in more else ""
        return f"{start}with --checkpoint FILE a count can go on where it stopped"
    if Path(checkpoint).exists():
        return f"the checkpoint is {checkpoint}; the same command goes on from it"
    return (
        f"there is no checkpoint yet: {checkpoint} is written after a vertex, when {every:g} s have passed"
    )


def _exit_code(result: TourCount, published: Published | None) -> ExitCode:
    if result.reason == "interrupted":
        return ExitCode.INTERRUPTED
    if result.count is None:
        return ExitCode.UNKNOWN
    differs = published is not None and published.count != result.count
    return ExitCode.NO if differs else ExitCode.OK
