"""`knight-models tours --sample N`: tours drawn at random, each with the same probability."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from knight_models.cli.different import check_panels
from knight_models.cli.messages import counted
from knight_models.cli.output import Output, tour_writer
from knight_models.cli.terminal import ExitCode, ProgressLine, tell

if TYPE_CHECKING:
    from knight_models.core.limits import Limits
    from knight_models.core.problem import TourProblem
    from knight_models.tasks.sample import TourSample


def list_sample(problem: TourProblem, number: int, limits: Limits, output: Output) -> int:
    """Draw tours, write them, and report from how many they were drawn.

    Raises
    ------
    InputError, UnsupportedError : as for `sample_tours`
    """
    from knight_models.tasks.sample import sample_tours  # loads numpy, which --help does without

    if output.picture:
        check_panels(number)
    with ProgressLine("sample") as progress:
        sample = sample_tours(problem, number, limits=limits, progress=progress)
    if output.form == "json":
        with output.opened() as target:
            target.write(_to_json(sample, limits) + "\n")
    elif output.picture and len(sample):
        output.draw(list(sample))
    elif len(sample):
        with output.opened() as target:
            write = tour_writer(output.form, target)
            for tour in sample:
                write(tour)
    sys.stdout.flush()
    if sample.total is None:
        tell(f"{sample.reason} reached: nothing is drawn")
        return ExitCode.UNKNOWN
    if not sample.total:
        tell("no tour: there is none to draw")
        return ExitCode.NO
    tell(f"{counted(len(sample), 'tour')}, drawn evenly from {counted(sample.total, 'tour')}")
    return ExitCode.OK


def _to_json(sample: TourSample, limits: Limits) -> str:
    from knight_models.formats import problem_to_json, vertex_to_json

    return json.dumps(
        {
            "problem": problem_to_json(sample.problem),
            "seed": limits.seed,
            "total": sample.total,
            "reason": sample.reason,
            "count": len(sample),
            "tours": [[vertex_to_json(sample.problem, each) for each in tour] for tour in sample],
        }
    )
