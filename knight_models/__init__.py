"""Knight's tours and Hamiltonian paths: heuristic and exact solvers, one interface, a verifier.

The flow, which the modules follow::

    Board or graph -> TourProblem -> Solver -> SolveResult(Tour | evidence) -> verify -> compare, draw

Conventions: a square is a zero-based tuple `(row, column)`, row 0 on top; `m x n` is rows x columns;
`open` is a Hamiltonian path whose ends may be adjacent or not, `closed` a Hamiltonian cycle,
`strictly-open` a path whose ends are not adjacent; times are in seconds; a seed (default 0) makes a
run repeatable.

>>> import knight_models as km
>>> result = km.solve("8x8", start="a1", solver="warnsdorff")
>>> result.status.value, len(result.tour)
('found', 64)
"""

from __future__ import annotations

from importlib import import_module

_HOMES = {
    "core.board": ("Board",),
    "core.count": ("TourCount",),
    "tasks.compare": ("Comparison", "ComparisonInterrupt", "ContradictionError", "compare"),
    "draw.page": ("page_of",),
    "draw.charts": ("comparison_chart", "existence_table", "start_map"),
    "draw.pdf": ("pdf_of",),
    "draw.png": ("png_of",),
    "draw.svg": ("svg_of",),
    "tasks.count": ("count_tours",),
    "tasks.sample": ("TourSample", "sample_tours"),
    "tasks.listing": ("TourStream", "iter_tours"),
    "tasks.solve": ("solve",),
    "tasks.trace": ("trace_search",),
    "core.errors": (
        "BoardError",
        "FormatError",
        "InputError",
        "KnightModelsError",
        "MissingPackageError",
        "OptionError",
        "ProblemError",
        "SolverError",
        "TooLargeError",
        "UnsupportedError",
        "VerificationError",
    ),
    "core.evidence": (
        "ColourImbalance",
        "CutSetProof",
        "Disconnected",
        "Evidence",
        "Exhausted",
        "ForcedMoves",
        "LowDegree",
        "NoSymmetricTour",
        "SolverClaim",
        "Theorem",
        "VertexCut",
    ),
    "core.leaper": ("Leaper",),
    "engine.moves": ("Adjacency", "adjacency", "knight_graph"),
    "tasks.walks": ("Walks", "walks"),
    "engine.run": ("Run",),
    "core.limits": ("Limits", "Progress"),
    "theory.counts": ("published_count",),
    "theory.existence": ("existence",),
    "theory.metrics": (
        "Description",
        "angles",
        "central_difference",
        "central_sum",
        "crossings",
        "describe",
        "semi_magic_renumberings",
        "sums",
        "turns",
    ),
    "core.symmetry": ("SymmetryKind",),
    "core.problem": ("Kind", "TourProblem"),
    "tasks.puzzles": ("Puzzle", "make_puzzle", "puzzle_of"),
    "core.result": ("SolveResult", "Statistics", "Status", "WrongAnswerError"),
    "solvers": ("get_solver", "register_function", "register_solver", "solver_names"),
    "solvers.base": ("Takes",),
    "solvers.cpsat": ("CpSat",),
    "solvers.cutset": ("CutSet",),
    "solvers.depth_first": ("DepthFirst",),
    "solvers.obstructions": ("Obstructions",),
    "solvers.rotation": ("Rotation",),
    "solvers.tiling": ("Tiling",),
    "solvers.warnsdorff": ("Warnsdorff",),
    "theory.isometries": ("Symmetry", "symmetries"),
    "theory.symmetry": ("SymmetryType", "canonical", "symmetry_type"),
    "core.tour": ("NumberGrid", "Tour"),
    "core.trace": ("SearchTrace",),
    "verifier": ("Fault", "faults", "verify"),
}
"""Module to the public names that it holds; `scripts/write_stub.py` tells type checkers the same."""
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__version__ = "0.1.0"
__all__ = sorted(_HOME)  # noqa: PLE0605  # one table says where every public name lives


def __getattr__(name: str) -> object:
    """Load a public name from its module when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"module 'knight_models' has no attribute {name!r}")
    value = getattr(import_module(f"knight_models.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
