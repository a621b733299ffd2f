"""Tiles and cuts by their definitions: what a tile tour has to be, where tiles lie, how lengths are cut."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest
import reference

from knight_models.core.board import Board
from knight_models.core.problem import Kind, TourProblem
from knight_models.engine.run import Run
from knight_models.solvers.tiling import _Construction, tiles
from knight_models.solvers.tiling.cuts import (
    ANY,
    EVEN,
    _can_be_cut,
    _pieces,
    _with_odd_piece,
    chain_of_tiles,
    cut_board,
    side_between,
)
from knight_models.solvers.tiling.tiles import TileTask, TileTour, _fits, gates, random_tour

KINDS = list(Kind)


@pytest.mark.parametrize("kind", KINDS)
def test_a_path_over_a_tile_fits_if_it_is_the_tour_wanted(kind):
    board = Board((3, 4))
    problem = TourProblem(board, kind)
    space, draw = reference.problem_space(problem), random.Random(str(kind))
    number = {square: place for place, square in enumerate(space.vertices)}
    paths = list(reference.all_paths(space))
    arcs = sorted({tuple(sorted((number[one], number[other]))) for one, other in space.arcs})
    verdicts = set()
    for path in paths:
        order = [number[square] for square in path]
        closes = (path[-1], path[0]) in space.arcs
        ends = draw.choice([(), (order[-1],), (order[0],), (3, 5)])
        required, forbidden = draw.sample(arcs, draw.randint(0, 1)), draw.sample(arcs, draw.randint(0, 1))
        task = TileTask((3, 4), kind, None, ends, required, forbidden)
        named = [
            [tuple(space.vertices[end] for end in move) for move in moves]
            for moves in (required, forbidden)
        ]
        right = reference.is_tour(space, path, str(kind), required=named[0], forbidden=named[1])
        right = right and (not ends or order[-1] in ends)
        verdicts.add(right)
        assert _fits(task, order, closes) is right, (order, task)
    assert verdicts == ({False} if kind is Kind.CLOSED else {True, False})


def test_the_closing_move_of_a_closed_tile_counts():
    order, steps = random_tour(TileTask((5, 6), Kind.CLOSED), random.Random(3), 100_000)
    assert order is not None
    assert 30 <= steps <= 100_000
    closing = (order[-1], order[0])
    for move in (closing, closing[::-1], (order[3], order[4]), (order[4], order[3])):
        assert _fits(TileTask((5, 6), Kind.CLOSED, required=[move]), order, True)
        assert not _fits(TileTask((5, 6), Kind.CLOSED, forbidden=[move]), order, True)
    assert not _fits(TileTask((5, 6), Kind.OPEN, required=[closing]), order, True)
    assert _fits(TileTask((5, 6), Kind.OPEN, forbidden=[closing]), order, True)


def test_no_tour_is_found_within_too_few_steps():
    for most in (0, 1, 29):
        assert random_tour(TileTask((5, 6)), random.Random(1), most) == (None, most)


@pytest.mark.parametrize(("rows", "columns"), [(5, 6), (6, 5), (8, 9)])
def test_gates_are_moves_of_a_knight_and_join_to_those_of_the_next_tile(rows, columns):
    square = [divmod(place, columns) for place in range(rows * columns)]

    def is_move(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return sorted((abs(one[0] - other[0]), abs(one[1] - other[1]))) == [1, 2]

    left, up, right, down = [tuple(square[end] for end in gate) for gate in gates(rows, columns)]
    assert len({frozenset(gate) for gate in (left, up, right, down)}) == 4
    assert all(is_move(*gate) for gate in (left, up, right, down))
    for first, second in zip(right, left, strict=True):
        assert is_move(first, (second[0], second[1] + columns))
    for first, second in zip(down, up, strict=True):
        assert is_move(first, (second[0] + rows, second[1]))


def test_places_of_gates_and_offsets_of_a_tile_tour():
    order, _ = random_tour(TileTask((6, 6), Kind.CLOSED), random.Random(1), 100_000)
    assert order is not None
    plain = TileTour((6, 6), order).gate_places()
    ends = [end for gate in gates(6, 6) for end in gate]
    assert [order[place] for place in plain] == ends
    chained = TileTour((6, 6), order, entry=1, exit=2).gate_places()
    assert chained[:2] + chained[6:] == plain[:2] + plain[6:]
    assert chained[2:6] == [0, 36, 35, 0]
    assert TileTour((1, 1), [0]).gate_places() == [0] * 8
    offsets = TileTour((6, 6), order).offsets(100).tolist()
    assert offsets == [100 * (square // 6) + square % 6 for square in order] * 2


@pytest.mark.parametrize("shape", [(11, 13), (12, 17), (16, 20), (5, 5), (70, 25)])
def test_every_square_is_in_the_tile_that_holds_it(shape):
    for seed in range(4):
        draw = random.Random(seed)
        square = draw.randrange(shape[0]), draw.randrange(shape[1])
        cuts = cut_board(shape, square, draw)
        assert cuts.odd is None or cuts.odd == cuts.tile_at(square)
        assert (cuts.odd is not None) is all(side % 2 for side in shape)
        seen = set()
        for here in product(*map(range, shape)):
            tile = cuts.tile_at(here)
            (top, left), (rows, columns) = (
                (cuts.begins[0][tile[0]], cuts.begins[1][tile[1]]),
                cuts.shape_of(tile),
            )
            assert 0 <= here[0] - top < rows
            assert 0 <= here[1] - left < columns
            assert cuts.inside(tile, here) == (here[0] - top) * columns + here[1] - left
            seen.add(cuts.number(tile))
        assert seen == set(range(cuts.tiles))
        odd_tiles = [
            tile
            for tile in product(range(len(cuts.rows)), range(len(cuts.columns)))
            if cuts.shape_of(tile)[0] % 2 and cuts.shape_of(tile)[1] % 2
        ]
        assert odd_tiles == ([] if cuts.odd is None else [cuts.odd])


@pytest.mark.parametrize("sizes", [EVEN, ANY])
def test_a_length_can_be_cut_if_it_is_a_sum_of_pieces(sizes):
    sums = {0}
    for _ in range(20):
        sums |= {done + size for done in sums for size in sizes if done + size <= 60}
    for length in range(60):
        assert _can_be_cut(length, sizes) is (length in sums)
    for length in sorted(sums)[1:]:
        pieces = _pieces(length, sizes, random.Random(length)).tolist()
        assert sum(pieces) == length
        assert set(pieces) <= set(sizes)
    for length in (66, 100, 1000, 5002):
        pieces = _pieces(length, sizes, random.Random(length)).tolist()
        assert sum(pieces) == length
        assert set(pieces) <= set(sizes)


@pytest.mark.parametrize("side", [5, 7, 11, 13, 23])
def test_an_odd_side_has_one_odd_piece_and_it_holds_the_place(side):
    for place in range(side):
        pieces, number = _with_odd_piece(side, place, random.Random(place))
        assert pieces.sum() == side
        assert [k for k, piece in enumerate(pieces.tolist()) if piece % 2] == [number]
        assert pieces[:number].sum() <= place < pieces[: number + 1].sum()


def test_a_chain_leads_from_tile_to_tile_by_their_sides():
    for seed, (first, last) in enumerate(product(product(range(3), repeat=2), repeat=2)):
        chain = chain_of_tiles(first, last, random.Random(seed))
        assert (chain[0], chain[-1]) == (first, last)
        assert len(chain) == 1 + abs(first[0] - last[0]) + abs(first[1] - last[1])
        sides = [(0, -1), (-1, 0), (0, 1), (1, 0)]
        for one, other in pairwise(chain):
            step = sides[side_between(one, other)]
            assert (one[0] + step[0], one[1] + step[1]) == other


@pytest.mark.parametrize("kind", [Kind.OPEN, Kind.STRICTLY_OPEN])
@pytest.mark.parametrize("shape", [(3, 4), (4, 3), (5, 5), (1, 1)])
def test_ends_clash_where_colours_or_a_move_between_them_rule_a_tour_out(shape, kind):
    board = Board(shape)
    colour = {square: sum(square) % 2 for square in board}
    for start, end in product([None, *board], repeat=2):
        if start == end and (start is not None and len(board) > 1):
            continue
        made = _Construction(Run(TourProblem(board, kind, start=start, end=end)), board)
        ends = [square for square in (start, end) if square is not None]
        if len(board) % 2:  # there is one light square more, so that both ends are light
            clash = any(colour[square] for square in ends)
        else:
            clash = len(ends) == 2 and colour[start] == colour[end]
            joined = len(ends) == 2 and end in board.neighbours(start)
            clash = clash or (kind is Kind.STRICTLY_OPEN and joined)
        assert made._ends_clash() is clash, (start, end)


@pytest.mark.parametrize("shape", [(3, 4), (5, 5), (6, 8)])
def test_the_neighbours_of_a_tile_are_those_of_its_board(shape):
    board = Board(shape)
    number = {square: place for place, square in enumerate(board)}
    assert tiles._neighbours(shape) == [[number[each] for each in board.neighbours(sq)] for sq in board]
