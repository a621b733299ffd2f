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
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knight_models.board import Board as Board
    from knight_models.crosscheck import Comparison as Comparison
    from knight_models.crosscheck import compare as compare
    from knight_models.draw.page import page_of as page_of
    from knight_models.draw.plots import comparison_chart as comparison_chart
    from knight_models.draw.plots import existence_table as existence_table
    from knight_models.draw.plots import png_of as png_of
    from knight_models.draw.plots import start_map as start_map
    from knight_models.draw.svg import svg_of as svg_of
    from knight_models.driver import TourStream as TourStream
    from knight_models.driver import iter_tours as iter_tours
    from knight_models.driver import solve as solve
    from knight_models.driver import trace_search as trace_search
    from knight_models.errors import BoardError as BoardError
    from knight_models.errors import ContradictionError as ContradictionError
    from knight_models.errors import FormatError as FormatError
    from knight_models.errors import InputError as InputError
    from knight_models.errors import KnightModelsError as KnightModelsError
    from knight_models.errors import MissingPackageError as MissingPackageError
    from knight_models.errors import OptionError as OptionError
    from knight_models.errors import ProblemError as ProblemError
    from knight_models.errors import SolverError as SolverError
    from knight_models.errors import TooLargeError as TooLargeError
    from knight_models.errors import UnsupportedError as UnsupportedError
    from knight_models.errors import VerificationError as VerificationError
    from knight_models.errors import WrongAnswerError as WrongAnswerError
    from knight_models.graph import Adjacency as Adjacency
    from knight_models.graph import adjacency as adjacency
    from knight_models.graph import knight_graph as knight_graph
    from knight_models.laboratory import Walks as Walks
    from knight_models.laboratory import walks as walks
    from knight_models.limits import Limits as Limits
    from knight_models.limits import Progress as Progress
    from knight_models.metrics import Description as Description
    from knight_models.metrics import describe as describe
    from knight_models.problem import Kind as Kind
    from knight_models.problem import TourProblem as TourProblem
    from knight_models.puzzles import Puzzle as Puzzle
    from knight_models.puzzles import make_puzzle as make_puzzle
    from knight_models.puzzles import puzzle_of as puzzle_of
    from knight_models.result import SolveResult as SolveResult
    from knight_models.result import Statistics as Statistics
    from knight_models.result import Status as Status
    from knight_models.solvers import get_solver as get_solver
    from knight_models.solvers import register_solver as register_solver
    from knight_models.solvers import solver_names as solver_names
    from knight_models.solvers.cpsat import CpSat as CpSat
    from knight_models.solvers.cutset import CutSet as CutSet
    from knight_models.solvers.depth_first import DepthFirst as DepthFirst
    from knight_models.solvers.rotation import Rotation as Rotation
    from knight_models.solvers.tiling import Tiling as Tiling
    from knight_models.solvers.warnsdorff import Warnsdorff as Warnsdorff
    from knight_models.symmetry import Symmetry as Symmetry
    from knight_models.symmetry import SymmetryType as SymmetryType
    from knight_models.symmetry import canonical as canonical
    from knight_models.symmetry import symmetries as symmetries
    from knight_models.symmetry import symmetry_type as symmetry_type
    from knight_models.tour import NumberGrid as NumberGrid
    from knight_models.tour import Tour as Tour
    from knight_models.trace import SearchTrace as SearchTrace
    from knight_models.verifier import Fault as Fault
    from knight_models.verifier import faults as faults
    from knight_models.verifier import verify as verify

_HOMES = {
    "board": ("Board",),
    "crosscheck": ("Comparison", "compare"),
    "draw.page": ("page_of",),
    "draw.plots": ("comparison_chart", "existence_table", "png_of", "start_map"),
    "draw.svg": ("svg_of",),
    "driver": ("TourStream", "iter_tours", "solve", "trace_search"),
    "errors": (
        "BoardError",
        "ContradictionError",
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
        "WrongAnswerError",
    ),
    "graph": ("Adjacency", "adjacency", "knight_graph"),
    "laboratory": ("Walks", "walks"),
    "limits": ("Limits", "Progress"),
    "metrics": ("Description", "describe"),
    "problem": ("Kind", "TourProblem"),
    "puzzles": ("Puzzle", "make_puzzle", "puzzle_of"),
    "result": ("SolveResult", "Statistics", "Status"),
    "solvers": ("get_solver", "register_solver", "solver_names"),
    "solvers.cpsat": ("CpSat",),
    "solvers.cutset": ("CutSet",),
    "solvers.depth_first": ("DepthFirst",),
    "solvers.rotation": ("Rotation",),
    "solvers.tiling": ("Tiling",),
    "solvers.warnsdorff": ("Warnsdorff",),
    "symmetry": ("Symmetry", "SymmetryType", "canonical", "symmetries", "symmetry_type"),
    "tour": ("NumberGrid", "Tour"),
    "trace": ("SearchTrace",),
    "verifier": ("Fault", "faults", "verify"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__version__ = "0.1.0"
__all__ = sorted(_HOME)  # noqa: PLE0605  # one table says where every public name lives


def __getattr__(name: str) -> Any:
    """Load a public name from its module when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"module 'knight_models' has no attribute {name!r}")
    value = getattr(import_module(f"knight_models.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
