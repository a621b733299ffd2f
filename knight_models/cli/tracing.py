"""`--trace`: the searches that a page plays beside the tours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from knight_models.cli.options import whole_number
from knight_models.core.errors import OptionError

if TYPE_CHECKING:
    from knight_models.core.limits import Limits
    from knight_models.core.problem import TourProblem
    from knight_models.core.trace import SearchTrace
    from knight_models.solvers.base import Solver

__all__ = ["events_of", "records", "traces_of"]


def events_of(text: str | None, form: str, solvers: Sequence[str]) -> int | None:
    """How much of a search is recorded; None without `--trace`.

    Parameters
    ----------
    text : the text of the option
    form : the format asked for
    solvers : those that are asked, by name

    Raises
    ------
    OptionError : for no number in bounds, a format that plays nothing, or solvers that record nothing
    """
    if text is None:
        return None
    if form != "html":
        raise OptionError(f"--trace plays a search in a page; ask for --format html, not {form}")

    from knight_models.tasks.trace import MOST_EVENTS

    events = whole_number("--trace", text, 1, MOST_EVENTS)
    if not any(map(records, solvers)):
        raise OptionError(
            f"--trace plays the search of depth-first; ask --solver depth-first, not {', '.join(solvers)}"
        )
    return events


def records(solver: str | Solver) -> bool:
    """Whether a solver records its search."""
    from knight_models.solvers import get_solver
    from knight_models.solvers.base import RecordsSearch

    return isinstance(get_solver(solver), RecordsSearch)


def traces_of(
    asked: Iterable[tuple[TourProblem, Any]], events: int | None, limits: Limits
) -> list[SearchTrace]:
    """The searches of those that record them, each within the whole of the limits.

    Parameters
    ----------
    asked : problems, and who was asked
    events : what `events_of` gives
    """
    if events is None:
        return []
    from knight_models.tasks.trace import trace_search

    return [
        trace_search(problem, solver, events=events, limits=limits)
        for problem, solver in asked
        if records(solver)
    ]
