"""A drawing of a graph by springs (Fruchterman & Reingold 1991), by networkx; of several, the clearest.

>>> import networkx
>>> len(spring_places(networkx.petersen_graph()))
10
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import networkx

__all__ = ["clearance", "spring_places"]

TRIALS = 8
MOST_TRIED = 60
"""Vertices of the largest graph that is drawn more than once."""


def spring_places(graph: networkx.Graph) -> Mapping[Any, Any]:
    """The place of each vertex, the same in every run; neither directions nor weights pull."""
    import networkx

    bare = networkx.Graph()
    bare.add_nodes_from(graph)
    bare.add_edges_from(graph.edges())
    trials = TRIALS if len(bare) <= MOST_TRIED else 1
    drawings = (dict(networkx.spring_layout(bare, seed=seed, iterations=200)) for seed in range(trials))
    return next(drawings) if trials == 1 else max(drawings, key=lambda places: _clear(bare, places))


def _clear(graph: networkx.Graph, places: Mapping[Any, Any]) -> float:
    index = {label: number for number, label in enumerate(graph)}
    pairs = [(index[first], index[second]) for first, second in graph.edges() if first != second]
    return clearance(np.array([places[label] for label in graph]), pairs)


def clearance(places: npt.NDArray[np.float64], edges: Iterable[tuple[int, int]]) -> float:
    """The least distance of a vertex to another one, or to an edge of others, in a picture of side 1.

    Parameters
    ----------
    places : shape (n, 2)
    edges : pairs of different vertex numbers

    >>> clearance(np.array([[0.0, 0.0], [4.0, 0.0], [2.0, 1.0]]), [(0, 1)])
    0.25
    """
    if len(places) < 2:
        return 1.0
    points = (places[:, 0] + 1j * places[:, 1]) / max(float(np.ptp(places, axis=0).max()), 1e-300)
    apart = np.abs(points[:, None] - points[None, :])
    least = float(apart[~np.eye(len(points), dtype=bool)].min())
    for first, second in edges:
        others = np.delete(points, [first, second]) - points[first]
        along = points[second] - points[first]
        part = np.clip((others * along.conjugate()).real / max(abs(along) ** 2, 1e-300), 0, 1)
        least = min(least, float(np.abs(others - part * along).min(initial=1.0)))
    return least
