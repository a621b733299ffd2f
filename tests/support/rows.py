"""Moves as plain dictionaries, for the slow references that walks and searches are held against."""

from __future__ import annotations

from typing import Any

from knight_models.core.board import Board

MOVES = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)]
"""Moves 1 to 8 as steps in row and column, row 1 on top (Squirrel & Cull 1996)."""

Rows = dict[Any, list[Any]]
"""Where the moves from each vertex lead, in move order."""


def rows_of_board(board: Board, order: str = "12345678") -> Rows:
    """The moves of a knight on a flat board."""
    squares = set(board)
    vectors = [MOVES[int(digit) - 1] for digit in order]
    return {
        (row, column): [
            (row + rise, column + shift)
            for rise, shift in vectors
            if (row + rise, column + shift) in squares
        ]
        for row, column in board
    }


def rows_of_graph(graph: Any) -> Rows:
    """The moves in the order in which the graph lists its neighbours, without self-loops."""
    return {vertex: [other for other in graph.adj[vertex] if other != vertex] for vertex in graph}
