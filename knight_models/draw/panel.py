"""What a picture shows: `panels_of` turns tours, results, comparisons, puzzles and boards into panels.

>>> [panel.title for panel in panels_of([Board.parse("3x4"), "5x5"])]
['board 3x4', 'board 5x5']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.errors import OptionError, ProblemError, TooLargeError, shown
from knight_models.core.problem import TourProblem
from knight_models.core.result import SolveResult
from knight_models.core.tour import Tour
from knight_models.core.trace import SearchTrace
from knight_models.draw.layout import Layout, layout_of
from knight_models.draw.lines import NO_MOVE, PLAIN, MovePaths
from knight_models.draw.style import brief
from knight_models.tasks.compare import Comparison, Row
from knight_models.tasks.puzzles import Puzzle

if TYPE_CHECKING:
    import networkx

MOST_SQUARES = 4_000_000
"""Squares in all the panels of a picture."""
MOST_PANELS = 400
LONGEST_TITLE = 300
MOST_SUBJECTS = 3
"""Problems that the heading of several panels names, at most."""


@dataclass(frozen=True, eq=False)
class Panel:
    """One board or graph, with what is drawn on it.

    Parameters
    ----------
    problem : the problem whose board or graph it shows
    title : what it shows, in words
    tour : the tour or walk to be drawn, right or wrong
    caption : the text above it, in a picture of several panels
    trace : the search that a page plays
    marked : the numbers of the vertices that a piece of evidence marks
    result : the result that it shows
    graph_layout : as for `layout_of`
    """

    problem: TourProblem
    title: str
    tour: Tour | None = None
    caption: str = ""
    trace: SearchTrace | None = None
    marked: tuple[int, ...] = ()
    result: SolveResult | None = None
    graph_layout: str | None = None

    @property
    def subject(self) -> str:
        """The problem; where only a board or a graph is drawn, the title."""
        has_problem = self.tour is not None or self.result is not None or self.problem.given
        return str(self.problem) if has_problem else self.title

    @cached_property
    def layout(self) -> Layout:
        """Where its vertices lie."""
        return layout_of(self.problem, self.graph_layout)

    @cached_property
    def order(self) -> npt.NDArray[np.int32]:
        """The vertices that the line visits; none without a tour.

        Raises
        ------
        ProblemError : if the tour names vertices that are not there
        """
        if self.tour is None:
            return np.zeros(0, np.int32)
        self._check_vertices(self.tour.order, "tour")
        return self.tour.order

    @cached_property
    def marks(self) -> npt.NDArray[np.int64]:
        """The vertices that are marked.

        Raises
        ------
        ProblemError : if one of them is not there
        """
        marks = np.array(self.marked, np.int64)
        self._check_vertices(marks, "evidence")
        return marks

    def _check_vertices(self, numbers: npt.NDArray[np.integer[Any]], what: str) -> None:
        for number in (int(numbers.min()), int(numbers.max())) if len(numbers) else ():
            if not 0 <= number < len(self.problem):
                raise ProblemError(
                    f"the {what} names vertex {number}; those of the {self.problem} are "
                    f"0 to {len(self.problem) - 1}"
                )

    @cached_property
    def closes(self) -> bool:
        """Whether the line returns to its start: a closed tour does, a shorter walk does not."""
        whole = len(self.order) == len(self.problem)
        answers = [each.tour for each in (self.result, self.trace) if each is not None]
        if not all(answers):
            return False
        return self.problem.closed and whole and len(self.order) > (1 if self.problem.directed else 2)

    @cached_property
    def kinds(self) -> npt.NDArray[np.uint8]:
        """The kind of each move, as in `lines`; in a graph, a move is an edge."""
        kinds = MovePaths(self.layout).kinds(self.order, self.closes)
        graph = self.problem.graph
        if graph is not None:
            labels = [self.problem.vertices.square(number) for number in self.order.tolist()]
            steps = zip(labels, labels[1:] + labels[:1], strict=True)
            moves = np.array([graph.has_edge(*step) for step in steps], np.bool_)[: len(kinds)]
            kinds[~moves] = NO_MOVE
            kinds[moves & (kinds == NO_MOVE)] = PLAIN
        return kinds


def panels_of(what: object, graph_layout: str | None = None) -> list[Panel]:
    """The panels that show something, or several things.

    Parameters
    ----------
    what : a Tour, SolveResult, Comparison, Puzzle, Board, TourProblem, SearchTrace, networkx graph or
        the text of a board; or several of these
    graph_layout : as for `layout_of`

    Raises
    ------
    InputError : for anything else, nothing at all, more than fits into a picture, or a graph that was
        changed after its problem was made
    """
    panels: list[Panel] = []
    squares = 0
    for panel in _panels(what):
        panel.problem.require_unchanged_graph()
        panels.append(replace(panel, graph_layout=graph_layout))
        cells = len(panel.problem) if panel.problem.board is None else panel.problem.board.cells
        squares += max(cells, len(panel.tour or ()))
        if squares > MOST_SQUARES:
            raise TooLargeError(f"a picture shows at most {MOST_SQUARES:,} squares, and this has more")
        if len(panels) > MOST_PANELS:
            raise TooLargeError(f"a picture shows at most {MOST_PANELS} boards; draw fewer tours")
    if not panels:
        raise OptionError("there is nothing to draw")
    return _with_distinct_captions(panels)


def _with_distinct_captions(panels: list[Panel]) -> list[Panel]:
    """Panels whose captions differ: equal captions get the name of the board, or else a number."""
    spaces: dict[str, set[str]] = {}
    for panel in panels:
        spaces.setdefault(panel.caption, set()).add(panel.problem.space_name)
    captions = [
        f"{panel.problem.space_name}: {panel.caption}" if len(spaces[panel.caption]) > 1 else panel.caption
        for panel in panels
    ]
    counts, so_far = Counter(captions), Counter[str]()
    for place, caption in enumerate(captions):
        so_far[caption] += 1
        distinct = f"{so_far[caption]}. {caption}" if counts[caption] > 1 else caption
        panels[place] = replace(panels[place], caption=distinct)
    return panels


def heading_of(panels: Sequence[Panel]) -> str:
    """The title of one panel; of several, their problems, each once.

    >>> heading_of(panels_of([TourProblem("5x5", kind="closed"), TourProblem("5x5", kind="closed")]))
    'closed tour of 5x5'
    """
    if len(panels) == 1:
        return brief(panels[0].title, LONGEST_TITLE)
    subjects = list(dict.fromkeys(panel.subject for panel in panels))
    more = len(subjects) - MOST_SUBJECTS
    named = "; ".join(brief(subject) for subject in subjects[:MOST_SUBJECTS])
    return named + (f"; and {more} more" if more > 0 else "")


def _panels(what: object) -> Iterator[Panel]:
    match what:
        case Tour():
            yield Panel(what.problem, _tour_title(what), what, _tour_title(what))
        case SolveResult():
            yield _of_result(what)
        case Comparison():
            yield from map(_of_row, what)
        case Puzzle():
            yield _of_problem(what.problem, str(what))
            yield Panel(what.problem, f"solution: {what}", what.solution, "solution")
        case SearchTrace():
            yield _of_trace(what)
        case TourProblem():
            yield _of_problem(what, str(what))
        case Board() | str():
            board = what if isinstance(what, Board) else Board.parse(what)
            yield Panel(TourProblem(board), f"board {board}", caption=f"board {board}")
        case Iterable():
            if _is_graph(what):
                yield _of_problem(problem := TourProblem(what), problem.space_name)
                return
            for each in what:
                yield from _panels(each)
        case _:
            raise OptionError(
                "a picture shows tours, results, comparisons, puzzles, boards and graphs, "
                f"not {shown(what)}"
            )


def _is_graph(what: object) -> TypeGuard[networkx.Graph]:
    import networkx  # boards do not need it

    return isinstance(what, networkx.Graph)


def _tour_title(tour: Tour) -> str:
    kind = tour.problem.kind
    whole = len(tour) == len(tour.problem)
    places = "squares" if tour.problem.board is not None else "vertices"
    what = f"{kind} tour" if whole else f"walk of {len(tour)} of {len(tour.problem)} {places}"
    return f"{what} of {tour.problem.space_name}"


def _of_problem(problem: TourProblem, title: str) -> Panel:
    return Panel(problem, title, caption=title)


def _of_trace(trace: SearchTrace) -> Panel:
    title = f"search of {trace.solver}: {trace.problem}"
    last = trace.tour or Tour(trace.problem, trace.path)
    return Panel(trace.problem, title, last, f"{trace.solver}: search", trace)


def _of_row(row: Row) -> Panel:
    if row.result is not None:
        return _of_result(row.result)
    title = f"{row.problem}: {row.solver} does not take it"
    return Panel(row.problem, title, caption=f"{row.solver}: unsupported")


def _of_result(result: SolveResult) -> Panel:
    who = result.answerer
    caption = f"{who}: {result.status}, {result.problem.kind}"
    title = f"{result.problem}: {result.status}, by {who}"
    marked: tuple[int, ...] = ()
    if result.evidence is not None:
        caption += f" ({result.evidence.type})"
        title += f"; {result.evidence.explain(result.problem)}"
        marked = result.evidence.marked
    elif result.reason is not None:
        title += f"; {result.reason}"
    tour = result.tour if result.tour is not None else result.walk
    return Panel(result.problem, title, tour, caption, marked=marked, result=result)
