"""The clauses of a network: two used edges at every vertex, required and excluded edges, and cut-sets.

`knight_models.core.evidence.CutSetProof` documents the encoding, variable by variable. The verifier has a
second implementation of it, and shares nothing with this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from knight_models.solvers.cutset.network import Network

Clauses = npt.NDArray[np.int64]
"""Clauses of equal length, one in each row, as signed numbers of variables (DIMACS literals)."""

LARGEST_DIRECT = 9
"""The most edges at a vertex for which clauses without auxiliary variables are used: a knight has at most
8 moves, and one to the dummy vertex."""

SMALL_CUT = 8
"""The most edges of a cut-set for which the clauses require two used ones."""

ENTRIES = 8_192
"""Edges whose clauses are made at a time, which takes some hundredths of a second."""


def variable_count(network: Network) -> int:
    """The number of edges, and two auxiliary variables for each edge at a vertex of large degree."""
    degrees = network.degrees
    return network.edges + 2 * int(degrees[degrees > LARGEST_DIRECT].sum())


def clause_count(network: Network) -> int:
    """The number of clauses that `fixed_clauses` makes."""
    total = len(network.required) + len(network.apart)
    for degree, vertices in enumerate(np.bincount(network.degrees).tolist()):
        each = max(1, degree) + comb(degree, 3) if degree <= LARGEST_DIRECT else 8 * degree - 4
        total += vertices * each
    return total


def fixed_clauses(network: Network) -> Iterator[Clauses]:
    """All clauses except those of cut-sets, a piece at a time."""
    yield (network.required + 1)[:, None]
    yield -(network.apart + 1)
    counters = np.where(network.degrees > LARGEST_DIRECT, 2 * network.degrees, 0)
    starts = network.edges + np.cumsum(counters) - counters
    for degree in np.unique(network.degrees).tolist():
        vertices = np.flatnonzero(network.degrees == degree)
        width = max(1, ENTRIES // max(1, degree))
        for begin in range(0, len(vertices), width):
            piece = vertices[begin : begin + width]
            edges = network.at_each(piece, degree) + 1
            if degree <= LARGEST_DIRECT:
                yield from _two_of_few(edges)
            else:
                yield from _two_of_many(edges, starts[piece])


def _two_of_few(edges: Clauses) -> Iterator[Clauses]:
    """Of all edges except one, at least one is used; of any three, at least one is not."""
    degree = edges.shape[1]
    if degree < 2:
        yield np.zeros((len(edges), 0), np.int64)
        return
    for kept, size, sign in ((degree - 1, degree - 1, 1), (3, 3, -1)):
        places = np.array(list(combinations(range(degree), kept)), np.int64).reshape(-1, size)
        yield sign * edges[:, places].reshape(-1, size)


def _two_of_many(edges: Clauses, starts: Clauses) -> Iterator[Clauses]:
    """Counters along the edges of each vertex: whether one of the first k is used, and whether two are."""
    degree = edges.shape[1]
    ones = starts[:, None] + np.arange(1, degree + 1)
    twos = ones + degree
    edge, one, two = edges[:, 1:], ones[:, 1:], twos[:, 1:]
    one_before, two_before = ones[:, :-1], twos[:, :-1]
    for columns in (
        (-edges[:, :1], ones[:, :1]),
        (edges[:, :1], -ones[:, :1]),
        (-twos[:, :1],),
        (-edge, one),
        (-one_before, one),
        (-one, one_before, edge),
        (-edge, -one_before, two),
        (-two_before, two),
        (-two, two_before, edge),
        (-two, two_before, one_before),
        (-edge, -two_before),
        (twos[:, -1:],),
    ):
        yield np.stack(columns, axis=-1).reshape(-1, len(columns))


def cut_clauses(network: Network, vertices: Sequence[int]) -> Clauses:
    """The clause that one of the edges that leave a set is used.

    If they are few, there is a clause for all except each one, so that two have to be used.
    """
    edges = network.leaving(list(vertices)) + 1
    if not 0 < len(edges) <= SMALL_CUT:
        return edges[None, :]
    return np.array(list(combinations(edges.tolist(), len(edges) - 1)), np.int64).reshape(len(edges), -1)
