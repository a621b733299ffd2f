"""The reference itself, held against published counts."""

from __future__ import annotations

import networkx
import pytest
import reference
from facts import facts


@pytest.mark.parametrize(("shape", "count"), [((3, 3), 0), ((3, 4), 8), ((4, 4), 0)])
def test_open_tours_of_small_boards(shape, count):
    """OEIS A169696, A079137."""
    assert len(reference.tours(reference.board_space(shape))) == count


def test_open_tours_from_each_start_of_3x4():
    board = next(entry for entry in facts("tours_per_start.json")["boards"] if entry["board"] == "3x4")
    space = reference.board_space((3, 4))
    for start, count in board["starts"]:
        assert len(reference.tours(space, start=tuple(start))) == count


@pytest.mark.parametrize(
    ("graph", "closed", "opened"),
    [
        (networkx.complete_graph(5), 12, 60),  # (n - 1)! / 2 and n! / 2
        (networkx.complete_graph(5, networkx.DiGraph), 24, 120),
        (networkx.cycle_graph(6), 1, 6),
        (networkx.path_graph(2), 0, 1),
        (networkx.complete_graph(2, networkx.DiGraph), 1, 2),
        (networkx.petersen_graph(), 0, 120),
    ],
)
def test_tours_of_known_graphs(graph, closed, opened):
    space = reference.graph_space(graph)
    assert len(reference.tours(space, "closed")) == closed
    assert len(reference.tours(space, "open")) == opened


def test_a_wrapped_board_by_hand():
    """On a 1x5 ring the leaper (0, 2) goes round the pentagram, the only cycle there is."""
    space = reference.board_space((1, 5), leap=(0, 2), wrap=(1,))
    assert len(reference.tours(space, "closed")) == 1
