"""`knight-models tours --read FILE`: the different tours among those of files."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from knight_models.cli.messages import counted
from knight_models.cli.output import Output, tour_writer
from knight_models.cli.terminal import ExitCode, ProgressLine, tell
from knight_models.cli.verify import Judgement, judge, report, source_of
from knight_models.core.errors import OptionError, ProblemError, TooLargeError

if TYPE_CHECKING:
    from knight_models.cli.question import Question
    from knight_models.core.tour import Tour


@dataclass(frozen=True)
class Wanted:
    """Which of the tours are listed.

    Parameters
    ----------
    directed : whether a tour and its reverse are different
    up_to_symmetry : whether tours that symmetries of the board map to each other are the same
    limit : the most that are listed
    """

    directed: bool
    up_to_symmetry: bool
    limit: int | None


@dataclass(frozen=True)
class _Found:
    """What the files hold.

    Parameters
    ----------
    judged : the judgements of the tours of each file, by its name
    different : the first of the tours that are the same
    classes : the first of those that are the same up to symmetry; None where that is not defined
    """

    judged: Sequence[tuple[str, Sequence[Judgement]]]
    different: Sequence[Tour]
    classes: Sequence[Tour] | None

    @property
    def judgements(self) -> list[Judgement]:
        """Those of all tours."""
        return [judgement for _, judgements in self.judged for judgement in judgements]

    @property
    def invalid(self) -> int:
        """How many of the tours are wrong."""
        return sum(not judgement.valid for judgement in self.judgements)

    @property
    def re_entrant(self) -> int:
        """How many are compared as open tours, though they are closed tours as well."""
        return sum(judgement.closed_too for judgement in self.judgements)


def list_different(
    files: Sequence[str], question: Question, first_number: int | None, wanted: Wanted, output: Output
) -> int:
    """List the different tours of files, and report how many there are.

    Wrong tours are reported as `verify` does, on standard error, and the exit code is then 1.

    Raises
    ------
    InputError : for a file that cannot be read, or tours that cannot be compared up to symmetry
    """
    if files.count("-") + (question.given == "-") > 1:
        raise OptionError("standard input (-) can be read once only")
    with ProgressLine("tours"):
        found = _found(files, question, first_number, wanted)
    listed = found.classes if wanted.up_to_symmetry and found.classes is not None else found.different
    tours = list(islice(listed, wanted.limit))
    if output.picture:
        check_panels(len(tours))
        if tours:
            output.draw(tours)
    elif output.form == "json":
        with output.opened() as target:
            target.write(json.dumps(_to_json(found, tours)) + "\n")
    elif tours:
        with output.opened() as target:
            write = tour_writer(output.form, target)
            for tour in tours:
                write(tour)
    sys.stdout.flush()
    _report(found, len(tours) < len(listed), len(tours))
    return ExitCode.NO if found.invalid else ExitCode.OK


def check_panels(count: int | None) -> None:
    """Refuse more tours than a picture shows."""
    from knight_models.draw.panel import MOST_PANELS

    if count is not None and count > MOST_PANELS:
        raise OptionError(f"a picture shows at most {MOST_PANELS} tours; add --limit {MOST_PANELS}")


def _found(files: Sequence[str], question: Question, first_number: int | None, wanted: Wanted) -> _Found:
    from knight_models.formats import read_file
    from knight_models.theory.representatives import check_up_to_symmetry, different

    judged = [(file, judge(read_file(file), source_of(file), question, first_number)) for file in files]
    right = [each.tour for _, judgements in judged for each in judgements if each.tour is not None]
    tours = different(right, directed=wanted.directed)
    if wanted.up_to_symmetry:
        for _, judgements in judged:
            for each in judgements:
                check_up_to_symmetry(each.problem)
    try:
        classes = different(tours, directed=wanted.directed, up_to_symmetry=True)
    except (ProblemError, TooLargeError):
        if wanted.up_to_symmetry:
            raise
        return _Found(judged, tours, None)
    return _Found(judged, tours, classes)


def _report(found: _Found, cut: bool, listed: int) -> None:
    for file, judgements in found.judged:
        name = f"{source_of(file)}: " if len(found.judged) > 1 else ""
        for line in report(judgements, wrong_only=True):
            tell(line if line.startswith(" ") else f"{name}{line}")
    parts = [counted(len(found.judgements), "tour")]
    parts += [f"{found.invalid:,} invalid"] if found.invalid else []
    parts += [f"{len(found.different):,} different"]
    parts += [f"{len(found.classes):,} up to symmetry"] if found.classes is not None else []
    tell(", ".join(parts) + (f"; --limit reached: {listed:,} listed" if cut else ""))
    if found.re_entrant:
        tell(f"note: the ends of {found.re_entrant:,} are adjacent; with --closed they are closed tours")


def _to_json(found: _Found, tours: Sequence[Tour]) -> dict[str, Any]:
    """The numbers, and the tours as results are written, each with its problem."""
    from knight_models.formats import problem_to_json, vertex_to_json

    return {
        "read": len(found.judgements),
        "invalid": found.invalid,
        "different": len(found.different),
        "up_to_symmetry": None if found.classes is None else len(found.classes),
        "tours": [
            {
                "problem": problem_to_json(tour.problem),
                "tour": [vertex_to_json(tour.problem, vertex) for vertex in tour],
            }
            for tour in tours
        ],
    }
