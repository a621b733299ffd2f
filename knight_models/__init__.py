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
    from knight_models.core.board import Board as Board
    from knight_models.core.errors import BoardError as BoardError
    from knight_models.core.errors import FormatError as FormatError
    from knight_models.core.errors import InputError as InputError
    from knight_models.core.errors import KnightModelsError as KnightModelsError
    from knight_models.core.errors import MissingPackageError as MissingPackageError
    from knight_models.core.errors import OptionError as OptionError
    from knight_models.core.errors import ProblemError as ProblemError
    from knight_models.core.errors import SolverError as SolverError
    from knight_models.core.errors import TooLargeError as TooLargeError
    from knight_models.core.errors import UnsupportedError as UnsupportedError
    from knight_models.core.errors import VerificationError as VerificationError
    from knight_models.core.limits import Limits as Limits
    from knight_models.core.limits import Progress as Progress
    from knight_models.core.problem import Kind as Kind
    from knight_models.core.problem import TourProblem as TourProblem
    from knight_models.core.result import SolveResult as SolveResult
    from knight_models.core.result import Statistics as Statistics
    from knight_models.core.result import Status as Status
    from knight_models.core.result import WrongAnswerError as WrongAnswerError
    from knight_models.core.tour import NumberGrid as NumberGrid
    from knight_models.core.tour import Tour as Tour
    from knight_models.core.trace import SearchTrace as SearchTrace
    from knight_models.draw.charts import comparison_chart as comparison_chart
    from knight_models.draw.charts import existence_table as existence_table
    from knight_models.draw.charts import start_map as start_map
    from knight_models.draw.page import page_of as page_of
    from knight_models.draw.pdf import pdf_of as pdf_of
    from knight_models.draw.png import png_of as png_of
    from knight_models.draw.svg import svg_of as svg_of
    from knight_models.engine.moves import Adjacency as Adjacency
    from knight_models.engine.moves import adjacency as adjacency
    from knight_models.engine.moves import knight_graph as knight_graph
    from knight_models.solvers import get_solver as get_solver
    from knight_models.solvers import register_solver as register_solver
    from knight_models.solvers import solver_names as solver_names
    from knight_models.solvers.cpsat import CpSat as CpSat
    from knight_models.solvers.cutset import CutSet as CutSet
    from knight_models.solvers.depth_first import DepthFirst as DepthFirst
    from knight_models.solvers.rotation import Rotation as Rotation
    from knight_models.solvers.tiling import Tiling as Tiling
    from knight_models.solvers.warnsdorff import Warnsdorff as Warnsdorff
    from knight_models.tasks.compare import Comparison as Comparison
    from knight_models.tasks.compare import ContradictionError as ContradictionError
    from knight_models.tasks.compare import compare as compare
    from knight_models.tasks.listing import TourStream as TourStream
    from knight_models.tasks.listing import iter_tours as iter_tours
    from knight_models.tasks.puzzles import Puzzle as Puzzle
    from knight_models.tasks.puzzles import make_puzzle as make_puzzle
    from knight_models.tasks.puzzles import puzzle_of as puzzle_of
    from knight_models.tasks.solve import solve as solve
    from knight_models.tasks.trace import trace_search as trace_search
    from knight_models.tasks.walks import Walks as Walks
    from knight_models.tasks.walks import walks as walks
    from knight_models.theory.metrics import Description as Description
    from knight_models.theory.metrics import describe as describe
    from knight_models.theory.symmetry import Symmetry as Symmetry
    from knight_models.theory.symmetry import SymmetryType as SymmetryType
    from knight_models.theory.symmetry import canonical as canonical
    from knight_models.theory.symmetry import symmetries as symmetries
    from knight_models.theory.symmetry import symmetry_type as symmetry_type
    from knight_models.verifier import Fault as Fault
    from knight_models.verifier import faults as faults
    from knight_models.verifier import verify as verify

_HOMES = {
    "core.board": ("Board",),
    "tasks.compare": ("Comparison", "ContradictionError", "compare"),
    "draw.page": ("page_of",),
    "draw.charts": ("comparison_chart", "existence_table", "start_map"),
    "draw.pdf": ("pdf_of",),
    "draw.png": ("png_of",),
    "draw.svg": ("svg_of",),
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
    "engine.moves": ("Adjacency", "adjacency", "knight_graph"),
    "tasks.walks": ("Walks", "walks"),
    "core.limits": ("Limits", "Progress"),
    "theory.metrics": ("Description", "describe"),
    "core.problem": ("Kind", "TourProblem"),
    "tasks.puzzles": ("Puzzle", "make_puzzle", "puzzle_of"),
    "core.result": ("SolveResult", "Statistics", "Status", "WrongAnswerError"),
    "solvers": ("get_solver", "register_solver", "solver_names"),
    "solvers.cpsat": ("CpSat",),
    "solvers.cutset": ("CutSet",),
    "solvers.depth_first": ("DepthFirst",),
    "solvers.rotation": ("Rotation",),
    "solvers.tiling": ("Tiling",),
    "solvers.warnsdorff": ("Warnsdorff",),
    "theory.symmetry": ("Symmetry", "SymmetryType", "canonical", "symmetries", "symmetry_type"),
    "core.tour": ("NumberGrid", "Tour"),
    "core.trace": ("SearchTrace",),
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
