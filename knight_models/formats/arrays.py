"""What an array of numbers is: a grid, grids below one another, squares, or a list of vertex numbers.

The array can come from a text, from brackets or from a `.npy` file. What can be read in two ways is
refused, and the message names the option that decides.

>>> numbers = np.array([[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]])
>>> [reading] = array_readings(numbers, numbers == 0, Source(""))
>>> reading.board
Board('3x4')
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from knight_models.core.board import Board
from knight_models.core.tour import NumberGrid, coordinates
from knight_models.formats.reading import Reading, Source
from knight_models.formats.squares import LEAST_IN_A_LIST, are_squares, leads_along_moves, square_readings
from knight_models.formats.writing import Numbers

Mask = npt.NDArray[np.bool_]
"""For each place of an array, whether no number stands there."""

LAYER_SHARE = 0.75
"""In grids of their own nearly all numbers are at most the cells of one; in layers of one, at most half."""


def array_readings(
    values: Numbers,
    holes: Mask,
    source: Source,
    *,
    line: int | None = None,
    form: str = "grid",
    text: bool = False,
) -> list[Reading]:
    """The tours of an array of numbers: a grid, several grids below one another, or rows of a list.

    Parameters
    ----------
    values, holes : the numbers, and where none stands
    source : the file
    line, form : as in `Reading`
    text : whether it stands in a text without brackets, where two columns are a grid rather than squares

    Raises
    ------
    FormatError : if it does not fit the board given, or can be read in two ways
    """
    if source.graph is not None:
        raise source.error("a number grid shows a board; with --graph, write the labels of the graph", line)
    shown = "coordinates" if text else form
    if not holes.any() and _are_steps(values, source):
        values = values[:, 1:]
        if values.shape[1] == 1:
            return [order_reading(values.ravel(), source, line=line, form=form)]
        return square_readings(shown, [(line or 0, list(map(tuple, values.tolist())))], source)
    if not holes.any() and (_are_pairs(values, source) if text else are_squares(values, source)):
        return square_readings(shown, [(line or 0, list(map(tuple, values.tolist())))], source)
    if not holes.any() and values.ndim <= 2:
        orders = _orders(values, source, line)
        if orders:
            return [order_reading(order, source, line=line, form=form) for order in orders]
    begins = _stacked(values, holes, source)
    parts = zip(begins, [*begins[1:], len(values)], strict=True)
    return [
        grid_reading(
            values[begin:end],
            holes[begin:end],
            source,
            line=None if line is None else line + begin,
            form=form,
        )
        for begin, end in parts
    ]


def _are_pairs(values: Numbers, source: Source) -> bool:
    """Whether rows of two numbers in a text are squares: by the board, or because they are too small."""
    board = source.board
    if values.ndim != 2 or values.shape[1] != (2 if board is None else board.ndim):
        return False
    if board is not None:
        return board.shape != values.shape and not _cuts_into(values, board)
    return len(values) >= LEAST_IN_A_LIST and bool(values.max() < len(values))


def _are_steps(values: Numbers, source: Source) -> bool:
    """Whether rows are the number of a step, counted from 0 or 1, and then its square or vertex number.

    In a grid of so few columns, the other numbers are larger than the number of rows.
    """
    board = source.board
    axes = 2 if board is None else board.ndim
    if values.ndim != 2 or values.shape[1] not in (2, axes + 1) or len(values) < LEAST_IN_A_LIST:
        return False
    steps, rest = values[:, 0], values[:, 1:]
    if board is not None and (board.shape == values.shape or _cuts_into(values, board)):
        return False
    if steps[0] not in (0, 1) or not np.array_equal(steps, np.arange(steps[0], steps[0] + len(steps))):
        return False
    if rest.min() < 0 or rest.max() > len(values):
        return False
    return rest.shape[1] > 1 or len(np.unique(rest)) == len(rest)


def _cuts_into(values: Numbers, board: Board) -> bool:
    """Whether the rows are those of several grids of the board."""
    return values.shape[1:] == board.shape[1:] and len(values) % board.shape[0] == 0


def _orders(values: Numbers, source: Source, line: int | None) -> list[Numbers]:
    """Lists of vertex numbers in an array: one in a line, or one number on each; empty if it is a grid."""
    board, count = source.board, values.size
    single = values.ndim == 1 or 1 in values.shape
    if board is None:
        if single and count >= LEAST_IN_A_LIST and not _is_row_tour(values, source):
            raise source.error(
                f"{count} numbers in a row can be a list of vertex numbers, or the rows of a grid; for "
                "a list, name the board with --board; of a grid, put each row on a line of its own",
                line,
            )
        return []
    if values.shape == board.shape:
        return []
    if single:
        return [values.ravel()]
    if values.shape[1] in (len(board), len(board) + 1):
        return list(values)
    return (
        [values.ravel()] if count in (len(board), len(board) + 1) and not _cuts_into(values, board) else []
    )


def _is_row_tour(values: Numbers, source: Source) -> bool:
    """Whether numbers in a row are a tour of a board of one row."""
    values = values.reshape(1, -1) if values.ndim == 1 else values
    return any(leads_from(values, np.zeros(values.shape, np.bool_), first, source) for first in (1, 0))


def order_reading(
    numbers: Numbers, source: Source, *, line: int | None = None, form: str = "json"
) -> Reading:
    """The reading of a list of vertex numbers, from 0 or from `first_number`.

    Parameters
    ----------
    numbers : shape (k,)
    source : the file
    line, form : as in `Reading`

    Raises
    ------
    FormatError : if no board or graph is given, or the numbers are a tour only in another way
    """
    space = source.space("vertex numbers")
    if not isinstance(space, Board) or source.first_number == 0:
        return Reading(numbers, space, form, line)
    if source.first_number == 1:
        return Reading(numbers - 1, space, form, line)
    if numbers.min() == 1 and _is_order(
        numbers - 1, space, source
    ):  # counted from 0, vertex 0 is not in it
        raise source.error(
            "counted from 0 these vertex numbers are not a tour, counted from 1 they are; "
            "decide with --first-number 1 or --first-number 0",
            line,
        )
    if (
        form == "grid"
        and _is_grid_in_a_row(numbers, space, source)
        and not _is_order(numbers, space, source)
    ):
        raise source.error(
            "as vertex numbers these are not a tour, as the rows of a grid they are; "
            "put each row on a line of its own",
            line,
        )
    return Reading(numbers, space, form, line)


def _is_grid_in_a_row(numbers: Numbers, board: Board, source: Source) -> bool:
    """Whether numbers are a tour as the rows of a grid, one after the other."""
    if numbers.size != board.cells:
        return False
    grid, holes = numbers.reshape(board.shape), np.zeros(board.shape, np.bool_)
    return any(leads_from(grid, holes, first, source) for first in (1, 0))


def _is_order(numbers: Numbers, board: Board, source: Source) -> bool:
    if numbers.size not in (len(board), len(board) + 1) or numbers.min() < 0 or numbers.max() >= len(board):
        return False
    axes = (axis.tolist() for axis in coordinates(board, numbers))
    return leads_along_moves(board, list(zip(*axes, strict=True)), source.kind)


def _stacked(values: Numbers, holes: Mask, source: Source) -> list[int]:
    """The first rows of the grids that stand below one another in an array; `[0]` if it is one grid.

    In one grid of k numbers about half are larger than k / 2; in several, hardly any.
    """
    board, rows = source.board, len(values)
    if values.ndim != 2 or (board is not None and board.shape == values.shape):
        return [0]
    if board is not None:
        return list(range(0, rows, board.shape[0])) if _cuts_into(values, board) else [0]
    there = ~holes
    count = np.count_nonzero(there)
    if rows < 4 or values.shape[1] < 2 or np.count_nonzero(there & (2 * values > count + 2)) > count // 4:
        return [0]
    return _restarts(values, there) or _equal_parts(values, there) or [0]


def _restarts(values: Numbers, there: Mask) -> list[int]:
    """Where the grids begin, if each has all numbers from its first one on; empty otherwise."""
    begins = [0]
    listed: list[int] = []
    for row in range(len(values)):
        listed += values[row][there[row]].tolist()
        lowest = min(listed, default=0)
        whole = lowest in (0, 1) and max(listed) - lowest + 1 == len(listed) == len(set(listed))
        if whole and row > begins[-1]:
            begins.append(row + 1)
            listed = []
    return begins[:-1] if len(begins) > 2 and begins[-1] == len(values) else []


def _equal_parts(values: Numbers, there: Mask) -> list[int]:
    """Where grids of equal height begin, if nearly all numbers of each are in its range, and once."""
    rows = len(values)
    for height in range(2, rows // 2 + 1):
        if rows % height == 0:
            begins = range(0, rows, height)
            parts = [values[begin : begin + height][there[begin : begin + height]] for begin in begins]
            shares = [len(np.unique(part[(part >= 0) & (part <= len(part))])) for part in parts]
            if all(share >= LAYER_SHARE * len(part) > 0 for share, part in zip(shares, parts, strict=True)):
                return list(begins)
    return []


def grid_reading(
    values: Numbers, holes: Mask, source: Source, *, line: int | None = None, form: str = "grid"
) -> Reading:
    """The reading of an array of numbers: where it counts from, and its board.

    Parameters
    ----------
    values, holes : the shape of the board; the numbers, and where none stands
    source : the file
    line, form : as in `Reading`

    Raises
    ------
    FormatError : if it does not fit the board given, or can be read in two ways
    """
    if source.board is not None and source.board.shape != values.shape:
        shape = "x".join(map(str, values.shape))
        raise source.error(f"a number grid of {shape} does not fit on {source.board}", line)
    first = _first_number(values, holes, source, line)
    return _counted_from(first, values, holes, source, line, form)


def _counted_from(
    first: int, values: Numbers, holes: Mask, source: Source, line: int | None = None, form: str = "grid"
) -> Reading:
    """The reading of a grid whose first number is known."""
    missing = holes | (values == 0) if first else holes
    grid = NumberGrid(values, first, missing)
    if source.board is not None:
        return Reading(grid, source.board, form, line)
    if missing.all():
        raise source.error("there is no number in this grid, only holes", line)
    cells = map(tuple, np.argwhere(missing).tolist())
    board = Board(values.shape, source.leap, frozenset(cells), source.wrap)
    return Reading(grid, board, form, line)


def _first_number(values: Numbers, holes: Mask, source: Source, line: int | None) -> int:
    if source.first_number is not None:
        return source.first_number
    zeros = (values == 0) & ~holes
    if not zeros.any():
        return 1
    place = tuple(int(axis) for axis in np.argwhere(zeros)[0])
    if source.board is not None:
        alone = zeros.sum() == 1 and place in source.board and values.max() < len(source.board)
        return 0 if alone else 1
    numbers = np.sort(values[~holes])
    if not np.array_equal(numbers, np.arange(len(numbers))):
        return 1
    by_rule, as_hole = (leads_from(values, holes, first, source) for first in (0, 1))
    if as_hole and not by_rule:
        raise source.error(
            f"counted from 0 this grid is not a tour; with a hole at {place}, where the 0 stands, it is; "
            "decide with --first-number 0 or --first-number 1",
            line,
        )
    return 0


def leads_from(values: Numbers, holes: Mask, first: int, source: Source) -> bool:
    """Whether the numbers from `first` on lead along moves, as the kind of tour expected does."""
    there = ~(holes | (values == 0)) if first else ~holes
    numbers = values[there]
    count = len(numbers)
    if not np.array_equal(np.sort(numbers), np.arange(first, first + count)) or not count:
        return False
    space = _counted_from(first, values, holes, source).space
    assert isinstance(space, Board)
    cells = np.flatnonzero(there)[np.argsort(numbers)]
    axes = (axis.tolist() for axis in np.unravel_index(cells, values.shape))
    return leads_along_moves(space, list(zip(*axes, strict=True)), source.kind)


def are_layers(values: Numbers, holes: Mask, source: Source) -> bool:
    """Whether the layers of an array are one board: most numbers are too large for tours of each alone."""
    there = ~holes[0]
    within = sum(int(np.count_nonzero(layer[there] <= layer.size)) for layer in values)
    return values.shape[-1] > 2 and bool(within < LAYER_SHARE * np.count_nonzero(~holes))
