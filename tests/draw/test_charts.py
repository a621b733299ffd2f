"""Figures: what stands in them, read back from matplotlib's own objects."""

import subprocess
import sys
from collections import Counter

import fakes
import matplotlib
import numpy as np
import pytest
from facts import facts, table
from matplotlib.image import AxesImage

import knight_models as km
from knight_models import (
    Board,
    Statistics,
    Status,
    TourProblem,
    comparison_chart,
    existence_table,
    start_map,
)
from knight_models.core.result import SolveResult
from knight_models.tasks.compare import Comparison, Row

FOUND, IMPOSSIBLE, UNKNOWN, NO_VALUE = range(4)
SIGNS = {"✓": FOUND, "×": IMPOSSIBLE, "?": UNKNOWN}


def cells(axes):
    """The masked array that the squares are coloured by."""
    return next(child for child in axes.get_children() if isinstance(child, AxesImage)).get_array()


def words(axes):
    """The texts in the squares, by (row, column)."""
    return {
        (round(text.get_position()[1]), round(text.get_position()[0])): text.get_text()
        for text in axes.texts
    }


def margins(axes):
    """The names of ranks and files, by row and by column."""
    ranks = dict(
        zip(axes.get_yticks().tolist(), (t.get_text() for t in axes.get_yticklabels()), strict=True)
    )
    files = dict(
        zip(axes.get_xticks().tolist(), (t.get_text() for t in axes.get_xticklabels()), strict=True)
    )
    return ranks, files


def boxes(figure):
    """Everything with letters in a figure: the text and the pixels that it covers."""
    figure.canvas.draw()
    renderer = figure.canvas.get_renderer()
    texts = [
        text for text in figure.findobj(matplotlib.text.Text) if text.get_visible() and text.get_text()
    ]
    return [(text.get_text(), text.get_window_extent(renderer)) for text in texts]


def assert_legible(figure):
    """No text leaves the figure, or runs into another, or is smaller than 10 points."""
    placed = boxes(figure)
    assert min(t.get_fontsize() for t in figure.findobj(matplotlib.text.Text) if t.get_text()) >= 10
    for text, box in placed:
        assert 0 <= box.x0 < box.x1 <= figure.bbox.x1, text
        assert 0 <= box.y0 < box.y1 <= figure.bbox.y1, text
    for number, (text, box) in enumerate(placed):
        for other, its in placed[number + 1 :]:
            apart = (
                box.x1 <= its.x0 + 1 or its.x1 <= box.x0 + 1 or box.y1 <= its.y0 + 1 or its.y1 <= box.y0 + 1
            )
            assert apart, (text, other)


# --- maps of starts: numbers


def published_starts(name):
    """Published numbers of directed open tours, by their start."""
    entry = next(entry for entry in facts("tours_per_start.json")["boards"] if entry["board"] == name)
    return {tuple(square): count for square, count in entry["starts"]}


@pytest.mark.parametrize("board", ["3x4", "4x5", "5x5"])
def test_counts_of_tours_from_each_start(board):
    figure = start_map(board, km.iter_tours(board))
    axes, bar = figure.axes
    published = published_starts(board)
    assert {square: cells(axes)[square] for square in published} == published
    assert words(axes) == {square: str(count) for square, count in published.items()}
    assert bar.get_ylabel() == "tours that begin here"
    assert_legible(figure)


def test_directed_and_undirected_lists_give_the_same_counts():
    both = km.iter_tours("4x5", directed=True)
    once = list(km.iter_tours("4x5"))
    again = Counter(tour.start for tour in km.iter_tours("4x5", directed=True))
    maps = [cells(start_map("4x5", counted).axes[0]).filled(0) for counted in (both, once, again)]
    assert np.array_equal(maps[0], maps[1])
    assert np.array_equal(maps[0], maps[2])
    assert maps[0].sum() == 2 * len(once) == 164  # OEIS A079137


def test_tours_with_a_fixed_start_count_there_only():
    grid = cells(start_map("5x5", km.iter_tours("5x5", start="a1")).axes[0])
    assert grid[4, 0] == 304
    assert grid.sum() == 304


def test_a_listing_that_is_cut_off_is_said_to_be():
    stream = km.iter_tours("5x5", "depth-first", steps=3000)
    assert start_map("5x5", stream).axes[1].get_ylabel() == "tours that begin here, of\nthose listed"


def test_names_and_tuples_name_the_same_squares():
    axes, bar = start_map("3x4", {"a1": 5, (0, 3): 2.5, "b2": None}, label="tours").axes
    grid = cells(axes)
    assert (grid[2, 0], grid[0, 3]) == (5, 2.5)
    assert grid.count() == 2
    assert words(axes) == {(2, 0): "5", (0, 3): "2.5"}
    assert margins(axes) == ({0: "3", 1: "2", 2: "1"}, {0: "a", 1: "b", 2: "c", 3: "d"})
    assert bar.get_ylabel() == "tours"


def test_the_bar_goes_from_the_lowest_number_to_the_highest():
    axes, bar = start_map("3x4", np.arange(12).reshape(3, 4) - 4).axes
    assert bar.get_ylim() == (-4, 7)
    image = axes.get_images()[0]
    assert (image.norm.vmin, image.norm.vmax, image.cmap.name) == (-4, 7, "cividis")
    assert all(float(text.get_text()).is_integer() for text in bar.get_yticklabels())


def test_equal_numbers_have_one_mark_on_the_bar():
    bar = start_map("3x4", np.full((3, 4), 7)).axes[1]
    assert [text.get_text() for text in bar.get_yticklabels()] == ["7"]
    assert bar.get_ylim()[0] < 7 < bar.get_ylim()[1]


def test_walks_show_how_far_they_came():
    walked = km.walks("5x5", "random")
    axes, bar = start_map("5x5", walked).axes
    assert np.array_equal(cells(axes).ravel(), walked.lengths)
    assert bar.get_ylabel() == "squares visited"


def test_one_value_a_square_in_the_order_of_their_numbers():
    board = Board.parse("3x4", holes="a1,b3")
    grid = cells(start_map(board, np.arange(10.0)).axes[0])
    assert all(grid[square] == board.index(square) for square in board)
    assert {tuple(place) for place in np.argwhere(grid.mask).tolist()} == board.holes


def pixel(figure, axes, row, column):
    """The colour that is drawn somewhere in a figure."""
    picture = np.asarray(figure.canvas.buffer_rgba())
    across, up = axes.transData.transform((column, row))
    return tuple(picture[picture.shape[0] - 1 - int(up), int(across), :3].tolist())


def test_holes_are_blank_and_squares_without_a_value_hatched():
    board = Board.parse("3x4", holes="a1")
    figure = start_map(board, {"b2": 1, "c2": 2})
    axes = figure.axes[0]
    figure.canvas.draw()
    around = [(row, column) for row in (1.8, 2.0, 2.2) for column in (-0.2, 0.0, 0.2)]
    assert {pixel(figure, axes, *place) for place in around} == {(255, 255, 255)}
    empty = {
        pixel(figure, axes, x, y) for x in np.linspace(-0.3, 0.3, 20) for y in np.linspace(-0.3, 0.3, 20)
    }
    assert (255, 255, 255) not in empty
    assert len(empty) > 2
    lowest = np.multiply(255, matplotlib.colormaps["cividis"](0.0)[:3])
    assert np.allclose(pixel(figure, axes, 1.3, 0.7), lowest, atol=1)


def test_numbers_under_a_hole_do_not_matter():
    values = np.ones((3, 3))
    values[1, 1] = np.nan
    assert cells(start_map(Board.parse("3x3", holes="b2"), values).axes[0]).count() == 8


def test_text_is_black_on_light_and_white_on_dark():
    axes = start_map("1x2", [[0, 1]]).axes[0]
    assert [text.get_color() for text in axes.texts] == ["white", "black"]


def test_numbers_are_left_out_where_they_do_not_fit():
    values = np.arange(10_000).reshape(100, 100)
    axes = start_map("100x100", values).axes[0]
    assert not axes.texts
    assert np.array_equal(cells(axes), values)
    ranks, files = margins(axes)
    assert all(rank == str(100 - row) for row, rank in ranks.items())
    assert files[9] == "j"


def test_layers_lie_side_by_side_with_one_scale():
    values = np.arange(24).reshape(2, 3, 4)
    figure = start_map("2x3x4", values)
    first, second, bar = figure.axes
    assert np.array_equal(cells(first), values[0])
    assert np.array_equal(cells(second), values[1])
    assert (first.get_title(), second.get_title()) == ("layer 0", "layer 1")
    assert first.get_position().x1 < second.get_position().x0
    assert first.get_position().y0 == pytest.approx(second.get_position().y0)
    assert {axes.get_images()[0].norm.vmax for axes in (first, second)} == {23}
    assert bar.get_ylim() == (0, 23)
    assert margins(first)[0] == {0: "0", 1: "1", 2: "2"}


def test_boards_with_one_and_with_four_axes():
    assert cells(start_map(Board((5,), leap=(0, 1)), [3, 1, 4, 1, 5]).axes[0]).ravel().tolist() == [
        3,
        1,
        4,
        1,
        5,
    ]
    figure = start_map("2x2x3x3", np.arange(36).reshape(2, 2, 3, 3))
    assert [axes.get_title() for axes in figure.axes[:4]] == [
        f"layer {a},{b}" for a in (0, 1) for b in (0, 1)
    ]
    assert cells(figure.axes[2])[0, 0] == 18


# --- maps of starts: verdicts


def test_verdicts_by_colour_sign_and_legend():
    """Open tours of 5x5 begin on the squares of the colour of the corners only (published)."""
    board = Board.parse("5x5")
    figure = start_map(board, {square: sum(square) % 2 == 0 for square in board})
    axes = figure.axes[0]
    grid = cells(axes)
    assert all(grid[square] == (FOUND if sum(square) % 2 == 0 else IMPOSSIBLE) for square in board)
    assert {square: SIGNS[sign] for square, sign in words(axes).items()} == {
        square: int(grid[square]) for square in board
    }
    legend = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert legend == ["✓ found: 13", "× impossible: 12"]


def test_every_form_of_a_verdict():
    problem = TourProblem("1x9")
    forms = {
        "a1": Status.FOUND,
        "b1": "impossible",
        "c1": None,
        "d1": True,
        "e1": np.False_,
        "f1": SolveResult(Status.UNKNOWN, problem),
        "g1": SolveResult(Status.IMPOSSIBLE, problem),
    }
    figure = start_map("1x9", forms)
    signs = [words(figure.axes[0]).get((0, column)) for column in range(9)]
    assert signs == ["✓", "×", "?", "✓", "×", "?", "×", None, None]
    assert [text.get_text() for text in figure.axes[0].get_legend().get_texts()][-1] == "no value: 2"


def test_results_of_solve_stand_at_their_starts():
    results = [km.solve("3x4", start=start, solver="depth-first") for start in Board.parse("3x4")]
    grid = cells(start_map("3x4", results).axes[0])
    published = {square for square, count in published_starts("3x4").items() if count}
    found = {tuple(place) for place in np.argwhere(grid == FOUND).tolist()}
    assert found == published
    assert np.count_nonzero(grid == IMPOSSIBLE) == 12 - len(published)


def test_verdicts_read_in_grey():
    """The colours of found, unknown and impossible are far apart in lightness."""
    board = Board.parse("1x3")
    figure = start_map(board, {"a1": True, "b1": None, "c1": False})
    axes = figure.axes[0]
    figure.canvas.draw()
    greys = [np.dot(pixel(figure, axes, -0.3, column - 0.3), (0.299, 0.587, 0.114)) for column in range(3)]
    assert greys[0] - greys[1] > 40
    assert greys[1] - greys[2] > 40


# --- maps of starts: looks and refusals


HOLES = Board.parse("8x8", holes="a1,h8,d4,e5")
LOOKED_AT = {
    "5x5": ("5x5", {}),
    "8x8": ("8x8", {"title": "A title that is a good deal longer than the board below it is wide, by far"}),
    "holes": (
        HOLES,
        {"label": "a label that says at some length what these numbers are about, and more of it"},
    ),
    "30x30": ("30x30", {}),
    "4x4x4": ("4x4x4", {"label": "tours"}),
    "1x1": ("1x1", {}),
    "3x40": ("3x40", {"title": "$\\alpha$ & <b>"}),
}


@pytest.mark.parametrize("name", LOOKED_AT)
@pytest.mark.parametrize("what", ["numbers", "verdicts"])
def test_nothing_overlaps(name, what):
    board, details = LOOKED_AT[name]
    squares = list(Board.parse(board) if isinstance(board, str) else board)
    numbers = {square: number * 37 % 1000 for number, square in enumerate(squares)}
    answers = {square: (True, False, None)[number % 3] for number, square in enumerate(squares)}
    assert_legible(start_map(board, numbers if what == "numbers" else answers, **details))


def test_titles():
    assert [text.get_text() for text in start_map("3x3", {"a1": 1}).texts] == ["3x3"]
    assert [text.get_text() for text in start_map("3x3", {"a1": 1}, title="$x$").texts] == ["$x$"]
    assert not start_map("3x3", {"a1": 1}, title="").texts[0].get_text()


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "there is no value to show: the mapping is empty"),
        ({"a1": None}, "there is no value to show: every square has None"),
        ({"j1": 1}, "'j1' is not on the 3x4 board"),
        ({"b2": 1}, "b2 is a hole of the 3x4 board"),
        ({"a1": 1, (2, 0): 2}, "square a1 is given twice"),
        ({"a1": float("nan")}, "the value of a1 is a finite number, None or a verdict, not nan"),
        ({"a1": float("-inf")}, "the value of a1 is a finite number, None or a verdict, not -inf"),
        ({"a1": 10**400}, "the value of a1 is a finite number"),
        ({"a1": 1e305}, "the value of a1 is a finite number"),
        ({"a1": 1j}, "not 1j"),
        ({"a1": "many"}, "the value of a1 is a finite number, None or a verdict, not 'many'"),
        ({"a1": True, "a2": 3}, "the value of a2 is 3, but others are verdicts"),
        (np.zeros((4, 3)), "has the shape 3x4, or one row of 11 values, not 4x3"),
        (np.zeros(12), "not 12"),
        (np.float64(3), "a mapping from squares, an array"),
        (np.full((3, 4), np.inf), "finite numbers, not inf"),
        (np.zeros((3, 4), complex), "numbers or verdicts, not"),
        (np.ma.masked_all((3, 4)), "every square is masked"),
        ([[1, 2], [3]], "rows of an array for 3x4 with holes b2 are of the same length"),
        ([], "there is no value to show: the list is empty"),
        ("8x8", "a mapping from squares, an array"),
        (7, "not 7"),
    ],
)
def test_what_is_no_value_is_refused(values, sentence):
    with pytest.raises(km.InputError) as caught:
        start_map(Board.parse("3x4", holes="b2"), values)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: start_map("8", {"a1": 1}), "'8' is not a board"),
        (lambda: start_map(8, {"a1": 1}), "a board or its text, such as '8x8', not 8"),
        (lambda: start_map("101x3x3", {"0,0,0": 1}), "up to 100 layers; 101x3x3 has 101"),
        (lambda: start_map("5x5", km.walks("5x6")), "one walk from each of the 25 squares in turn"),
        (lambda: start_map("5x5", km.walks("5x5", seeds=range(50), starts=[0])), "not 50 walks"),
        (lambda: start_map("5x5", km.iter_tours("3x4")), "the map is of 5x5, but one of the tours is"),
        (lambda: start_map("6x6", km.iter_tours("6x6", kind="closed")), "a closed tour can begin anywhere"),
        (lambda: start_map("3x4", [*km.iter_tours("3x4"), 3]), "a list of tours holds tours only, not 3"),
        (lambda: start_map("3x4", [km.solve("3x4")]), "that of the open tour of 3x4 has none"),
        (lambda: start_map("3x4", [km.solve("3x4", start="a1"), 3]), "holds results only, not 3"),
        (lambda: start_map("3x4", {"a1": 1}, title=3), "a title is a text, not 3"),
        (lambda: start_map("3x4", {"a1": 1}, label=3), "a label is a text, not 3"),
    ],
)
def test_what_makes_no_map_is_refused(call, sentence):
    with pytest.raises(km.InputError) as caught:
        call()
    assert sentence in str(caught.value)


# --- tables of existence


@pytest.mark.parametrize(("kind", "column"), [("open", 2), ("closed", 3)])
def test_the_theorems_give_the_published_verdicts(kind, column):
    """Schwenk 1991; Cull & De Curtins 1978; Chia & Ong 2005: 1..20 x 1..20."""
    figure = existence_table(rows=20, columns=20, kind=kind)
    grid, signs = cells(figure.axes[0]), words(figure.axes[0])
    rows = [row for row in table("rectangular_verdicts.tsv") if row[column] != "None"]
    assert len(rows) > 398
    for row in rows:
        place = int(row[0]) - 1, int(row[1]) - 1
        assert grid[place] == (FOUND if row[column] == "True" else IMPOSSIBLE), row
        assert SIGNS[signs[place]] == grid[place]
    assert margins(figure.axes[0])[0] == {number: str(number + 1) for number in range(20)}
    assert_legible(figure)


def test_sources_stand_below_the_table():
    assert existence_table(kind="closed").texts[-1].get_text() == "Schwenk 1991"
    assert "Chia & Ong 2005" in existence_table(kind="open").texts[-1].get_text()


def test_what_no_theorem_says_is_unknown():
    """Where a closed tour exists, the theorems leave open whether a strictly open one does."""
    grid = cells(existence_table(rows=range(5, 7), columns=[5, 6], kind="strictly-open").axes[0])
    assert grid.tolist() == [[FOUND, UNKNOWN], [UNKNOWN, UNKNOWN]]


def test_verdicts_of_ones_own():
    problem = TourProblem("3x4")
    given = {(3, 4): False, (3, 7): None, (4, 4): SolveResult("unknown", problem), (5, 4): Status.FOUND}
    figure = existence_table(given, kind="open")
    axes = figure.axes[0]
    assert cells(axes).filled(NO_VALUE).tolist() == [
        [IMPOSSIBLE, UNKNOWN],
        [UNKNOWN, NO_VALUE],
        [FOUND, NO_VALUE],
    ]
    assert margins(axes) == ({0: "3", 1: "4", 2: "5"}, {0: "4", 1: "7"})
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("columns (n)", "rows (m)")
    assert [text.get_text() for text in figure.texts] == ["Open tours of m × n boards"]
    assert_legible(figure)


def test_rows_and_columns_choose():
    axes = existence_table({(3, 4): True, (5, 6): False}, rows=[5, 3], columns=6).axes[0]
    assert margins(axes) == ({0: "5", 1: "3"}, {number: str(number + 1) for number in range(6)})
    grid = cells(axes)
    assert (grid[0, 5], grid[1, 3]) == (IMPOSSIBLE, FOUND)
    assert grid.count() == 2
    assert_legible(existence_table({(1, 1): True}, title="A table"))


@pytest.mark.parametrize(
    ("verdicts", "details", "sentence"),
    [
        ({}, {}, "there is no verdict to show: the mapping is empty"),
        ([1], {}, "verdicts are a mapping from (m, n) to a verdict, not [1]"),
        ({3: True}, {}, "a board of the table is (m, n), such as (3, 10), not 3"),
        ({(0, 3): True}, {}, "not (0, 3)"),
        ({(3, 4): 7}, {}, "the verdict on 3x4 is found, impossible, unknown, true, false or None, not 7"),
        (None, {"kind": "round"}, "unknown kind 'round'; the kinds are open, closed, strictly-open"),
        (None, {"rows": 0}, "rows are whole numbers from 1, such as range(3, 9), or the last, not 0"),
        (None, {"columns": "3"}, "columns are whole numbers from 1"),
        (None, {"rows": [3, 3]}, "rows are each named once"),
        (None, {"rows": 10**12}, "a table shows up to 100 rows"),
        (None, {"rows": [1.5]}, "not [1.5]"),
        (None, {"title": 3}, "a title is a text, not 3"),
    ],
)
def test_what_makes_no_table_is_refused(verdicts, details, sentence):
    with pytest.raises(km.InputError) as caught:
        existence_table(verdicts, **details)
    assert sentence in str(caught.value)


# --- charts of a comparison


def result(problem, status, seconds, steps):
    return SolveResult(status, problem, statistics=Statistics(seconds=seconds, steps=steps))


PROBLEM = TourProblem("5x5", kind="closed")
ROWS = [
    Row(PROBLEM, "first:options=$1$", result(PROBLEM, "impossible", 1.5, 40)),
    Row(PROBLEM, "second", unsupported="it cannot"),
    Row(PROBLEM, "third", result(PROBLEM, "unknown", 0.75, 0)),
]


def said(axes):
    return [text.get_text() for text in axes.texts]


def test_bars_are_the_statistics_and_say_their_answers():
    seconds, steps = comparison_chart(Comparison(ROWS)).axes
    assert [bar.get_width() for bar in seconds.patches] == [1.5, 0.75]
    assert [bar.get_width() for bar in steps.patches] == [40, 0]
    assert said(seconds) == ["1.5 s, impossible", "unsupported", "0.75 s, unknown", "closed tour of 5x5"]
    assert said(steps) == ["40, impossible", "unsupported", "0, unknown"]
    assert seconds.get_xscale() == steps.get_xscale() == "linear"
    names = [text.get_text() for text in seconds.get_yticklabels()]
    assert names == ["first:options=$1$", "second", "third"]
    assert seconds.patches[1].get_hatch()
    assert not seconds.patches[0].get_hatch()


def test_the_title_is_the_verdict():
    figure = comparison_chart(Comparison(ROWS))
    assert figure.texts[0].get_text() == "closed: one solver answers that there is no tour (1 undecided)"
    assert comparison_chart(Comparison(ROWS), title="Mine").texts[0].get_text() == "Mine"


def test_numbers_far_apart_have_a_logarithmic_scale():
    rows = [Row(PROBLEM, str(power), result(PROBLEM, "found", 10.0**power, 0)) for power in range(-4, 4)]
    figure = comparison_chart(Comparison(rows))
    seconds, steps = figure.axes
    assert (seconds.get_xscale(), steps.get_xscale()) == ("log", "linear")
    assert [bar.get_width() for bar in seconds.patches] == [10.0**power for power in range(-4, 4)]
    low, high = seconds.get_xlim()
    assert low < 1e-4
    assert high > 1e3
    assert_legible(figure)


def test_very_short_times_and_very_many_steps_are_written_without_an_exponent():
    rows = [Row(PROBLEM, str(n), result(PROBLEM, "found", 7e-5 * n, 10**n)) for n in (1, 5, 9)]
    figure = comparison_chart(Comparison(rows))
    seconds, steps = figure.axes
    assert [text for text in said(seconds) if "found" in text] == [
        "0.07 ms, found", "0.35 ms, found", "0.63 ms, found",
    ]  # fmt: skip
    ticks = [text.get_text() for text in steps.get_xticklabels()]
    assert {"1,000", "10⁷"} & set(ticks)
    assert not any("e+" in tick for tick in ticks)
    assert_legible(figure)
    rows = [Row(PROBLEM, str(n), result(PROBLEM, "found", n, n * 10**7)) for n in (1, 2, 5)]
    figure = comparison_chart(Comparison(rows))
    assert "20 million" in [text.get_text() for text in figure.axes[1].get_xticklabels()]
    assert_legible(figure)


def test_a_real_comparison_of_two_kinds():
    problems = [TourProblem("5x5", kind=kind) for kind in ("open", "closed")]
    comparison = km.compare(problems, [fakes.Honest(), "warnsdorff", "depth-first"], seconds=60)
    figure = comparison_chart(comparison)
    seconds, steps = figure.axes
    assert [bar.get_width() for bar in seconds.patches] == [
        r.statistics.seconds for r in comparison.results
    ]
    assert [bar.get_width() for bar in steps.patches] == [r.statistics.steps for r in comparison.results]
    headings = [text for text in said(seconds) if text.endswith("5x5")]
    assert headings == ["open tour of 5x5", "closed tour of 5x5"]
    assert_legible(figure)


LONG_LABELS = [
    "depth-first:ordering=dynamic,prune=on,ties=random,move_order=12345678,restarts=100",
    "a-solver-of-somebody-else-with-one-very-long-name-indeed-and-no-place-to-break-it",
    "cpsat",
]


@pytest.mark.parametrize("count", [2, 12])
def test_nothing_overlaps_in_a_chart(count):
    numbers = [(10.0 ** (row % 7 - 3), 9 ** (row % 11)) for row in range(count)]
    statuses = ["found", "impossible", "unknown"]
    rows = [
        Row(PROBLEM, LONG_LABELS[row % 3], result(PROBLEM, statuses[row % 3], *numbers[row]))
        for row in range(count)
    ]
    other = TourProblem("8x8", kind="open", start="a1", forbidden=[("a1", "b3")])
    rows += [Row(other, "tiling", unsupported="it takes no forbidden moves")]
    assert_legible(comparison_chart(Comparison(rows)))


@pytest.mark.parametrize(
    ("comparison", "sentence"),
    [
        (Comparison(), "a chart shows 1 to 200 rows; the comparison has 0"),
        (Comparison(ROWS * 100), "the comparison has 300"),
        ([1], "a chart is of a Comparison, as compare gives it, not [1]"),
    ],
)
def test_what_makes_no_chart_is_refused(comparison, sentence):
    with pytest.raises(km.InputError) as caught:
        comparison_chart(comparison)
    assert sentence in str(caught.value)


# --- matplotlib


@pytest.mark.parametrize(
    "call",
    [
        lambda: start_map("3x4", {"a1": 1}),
        existence_table,
        lambda: comparison_chart(Comparison(ROWS)),
    ],
)
def test_without_matplotlib_one_sentence_says_what_to_install(call, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(km.MissingPackageError) as caught:
        call()
    assert str(caught.value) == "this needs matplotlib; install knight_models[plot]"


def test_figures_need_no_screen_and_no_pyplot():
    code = (
        "import sys, io; from knight_models import *\n"
        "assert 'matplotlib' not in sys.modules\n"
        "start_map('3x4', {'a1': 1}).savefig(io.BytesIO())\n"
        "existence_table(rows=3, columns=3).savefig(io.BytesIO())\n"
        "print([name for name in ('matplotlib.pyplot', 'tkinter') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_the_same_figure_every_time_whatever_the_users_settings_are():
    def picture():
        figure = start_map("5x5", {"a1": 3, "b2": 4}, label="tours")
        figure.canvas.draw()
        return bytes(figure.canvas.buffer_rgba())

    first = picture()
    with matplotlib.rc_context({"image.cmap": "hot", "axes.grid": True, "figure.dpi": 50, "font.size": 30}):
        assert matplotlib.rcParams["font.size"] == 30
        second = picture()
        assert matplotlib.rcParams["font.size"] == 30
    assert first == second
