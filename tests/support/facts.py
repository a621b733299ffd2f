"""The facts in `tests/data`, read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx

DATA = Path(__file__).parents[1] / "data"


def facts(name: str) -> Any:
    """The content of a JSON file of facts."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def table(name: str) -> list[list[str]]:
    """The rows of a tab-separated file of facts, without its comment and its heading."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[2:]]


def pairs(squares: list[list[int]]) -> list[tuple[int, ...]]:
    """Squares as tuples."""
    return [tuple(square) for square in squares]


GRAPHS = [graph for graph in facts("small_graphs.json")["graphs"] if graph["n"]]


def graph_of(entry: dict[str, Any]) -> networkx.Graph:
    """The graph of an entry."""
    graph = networkx.DiGraph() if entry["directed"] else networkx.Graph()
    graph.add_nodes_from(range(entry["n"]))
    graph.add_edges_from(entry["edges"])
    return graph


Graph6 = tuple[str, int, bool | None, bool | None]


def graph6_cases() -> list[Graph6]:
    """Graph, vertices, cycle, path; an exhaustive search overrides other sources; None = not recorded."""
    cases = []
    for graph6, count, _, cycle, path, searched in table("graph6_verdicts.tsv"):
        verdicts = {"1": True, "0": False}
        verdict = [verdicts.get(cycle), verdicts.get(path)]
        for place, found in enumerate(searched.split(",") if searched else ()):
            verdict[place] = verdicts.get(found, verdict[place])
        cases.append((graph6, int(count), verdict[0], True if verdict[0] else verdict[1]))
    return cases


GRAPH6 = graph6_cases()
