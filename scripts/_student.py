"""Walk, search and model as a student would write them, on a networkx graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import networkx as nx

__all__ = ["add_circuit_tour", "greedy_walk", "moves_graph", "plain_search"]

Square = tuple[int, int]


def moves_graph(side: int, move_order: Sequence[Square]) -> nx.DiGraph:
    """The moves of a side x side board; the neighbours of a square are in move order."""
    graph = nx.DiGraph()
    graph.add_nodes_from((row, column) for row in range(side) for column in range(side))
    for row, column in list(graph):
        there = ((row + rise, column + shift) for rise, shift in move_order)
        graph.add_edges_from(((row, column), square) for square in there if square in graph)
    return graph


def greedy_walk(graph: nx.DiGraph, start: Square) -> dict[Square, int]:
    """Square to number in the walk of Warnsdorff's rule from a start."""
    number = {start: 1}
    here = start
    while True:
        candidates = [square for square in graph[here] if square not in number]
        if not candidates:
            return number
        here = min(candidates, key=lambda square: sum(there not in number for there in graph[square]))
        number[here] = len(number) + 1


def plain_search(graph: nx.DiGraph, start: Square, limit: int) -> tuple[int, int]:
    """The squares placed and taken back by a search in move order that places at most `limit` squares."""
    number = {start: 1}
    path: list[tuple[Square, Iterator[Square]]] = [(start, iter(graph[start]))]
    steps, backtracks = 1, 0
    while path and len(path) < len(graph):
        here, untried = path[-1]
        onward = next((square for square in untried if square not in number), None)
        if onward is None:
            path.pop()
            del number[here]
            backtracks += 1
        elif steps == limit:
            break
        else:
            number[onward] = len(number) + 1
            path.append((onward, iter(graph[onward])))
            steps += 1
    return steps, backtracks


def add_circuit_tour(graph: nx.Graph) -> int:
    """The number of nodes on CP-SAT's circuit, with a literal for each arc and default parameters."""
    from ortools.sat.python import cp_model

    model, number = cp_model.CpModel(), {node: place for place, node in enumerate(graph)}
    arcs = [
        (number[tail], number[head], model.new_bool_var(f"{tail}-{head}"))
        for tail in graph
        for head in graph[tail]
    ]
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # Ctrl-C would no longer work in Python
    solver.solve(model)
    return sum(solver.boolean_value(literal) for _, _, literal in arcs)
