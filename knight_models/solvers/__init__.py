"""The solvers by name: the table of solvers, and `get_solver`.

`get_solver("warnsdorff:ties=random,restarts=10")`, `get_solver("warnsdorff", ties="random",
restarts=10)` and `Warnsdorff(ties="random", restarts=10)` are the same solver.

Further solvers come from `register_solver`, from `register_function`, and from installed packages that name
them in the entry point group `knight_models.solvers`.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from knight_models.core.errors import KnightModelsError, OptionError, nearest, shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    # the help of the command line needs their names only, without loading numpy
    from knight_models.solvers.base import Factory, Function, Solver, Takes

__all__ = ["get_solver", "register_function", "register_solver", "solver_factory", "solver_names"]

SOLVERS: dict[str, str | Factory] = {
    "auto": "knight_models.solvers.auto:Auto",
    "cpsat": "knight_models.solvers.cpsat:CpSat",
    "cutset": "knight_models.solvers.cutset:CutSet",
    "depth-first": "knight_models.solvers.depth_first:DepthFirst",
    "obstructions": "knight_models.solvers.obstructions:Obstructions",
    "rotation": "knight_models.solvers.rotation:Rotation",
    "symmetric": "knight_models.solvers.symmetric:Symmetric",
    "tiling": "knight_models.solvers.tiling:Tiling",
    "warnsdorff": "knight_models.solvers.warnsdorff:Warnsdorff",
}
"""Name to "module:class", or to a class or function that makes the solver from its options."""

GROUP = "knight_models.solvers"
"""The entry point group of the solvers of installed packages."""

METHODS = ("solve", "unsupported")

BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
NEEDED = (inspect.Parameter.POSITIONAL_ONLY, *BY_NAME)
"""The kinds of parameters that a factory must be given, unless they have a default."""

FACTORY_ERRORS = (ImportError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError)
"""Exceptions that a factory may raise for options that it cannot use."""

_NAME = re.compile(r"[a-z][a-z0-9_-]*")


def register_solver(name: str, factory: Factory) -> None:
    """Register a solver under a name; a solver that has this name already is replaced.

    Parameters
    ----------
    name : lower-case letters, digits, `-` and `_`; the first is a letter
    factory : a class or function that takes the options as keyword arguments and returns a solver

    Raises
    ------
    OptionError : if an argument cannot be used; the message names it

    >>> register_solver("mine", lambda: get_solver("depth-first", ordering="fixed"))
    >>> get_solver("mine").name
    'depth-first'
    >>> del SOLVERS["mine"]
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise OptionError(
            f"name: a solver is named by lower-case letters such as 'mine', not {shown(name)}"
        )
    _parameters(factory, "factory")
    SOLVERS[name] = factory


def register_function(name: str, function: Function, *, takes: Takes | None = None) -> None:
    """Register a plain function as a heuristic solver.

    Parameters
    ----------
    name : as for `register_solver`
    function : takes a `Run`; returns the vertex numbers of a tour in the order of the visit, or None if it
        found no tour
    takes : the conditions of a problem that it obeys; None = no conditions

    Raises
    ------
    OptionError : if an argument cannot be used; the message names it

    >>> register_function("backwards", lambda run: range(len(run.problem) - 1, -1, -1))
    >>> import networkx
    >>> from knight_models.tasks.solve import solve
    >>> solve(networkx.path_graph(4), "backwards").tour.squares
    [3, 2, 1, 0]
    >>> del SOLVERS["backwards"]
    """
    from knight_models.solvers.base import FunctionSolver, Takes

    if not callable(function):
        raise OptionError(f"function: it must be a function that takes a Run, not {shown(function)}")
    if not isinstance(takes, Takes | None):
        raise OptionError(f"takes: it must be a Takes, such as Takes(directed=True), not {shown(takes)}")
    register_solver(name, partial(FunctionSolver, function, name, takes or Takes()))


def solver_names() -> list[str]:
    """The names of all solvers, those of installed packages included."""
    return sorted({*SOLVERS, *_installed()})


def solver_factory(name: str) -> Factory:
    """The class or function that makes the solver of this name.

    Raises
    ------
    OptionError : if there is no such solver, or it cannot be loaded
    """
    entry = SOLVERS.get(name)
    if entry is None:
        return _loaded(name)
    if isinstance(entry, str):
        module, attribute = entry.split(":")
        factory: Factory = getattr(import_module(module), attribute)
        return factory
    return entry


@cache
def _installed() -> dict[str, EntryPoint]:
    """The entry points of the solvers of installed packages, by name."""
    from importlib.metadata import entry_points  # slow to load

    return {point.name: point for point in entry_points(group=GROUP)}


def _loaded(name: str) -> Factory:
    """The factory of a solver of an installed package."""
    point = _installed().get(name)
    if point is None:
        raise OptionError(nearest(name, solver_names(), "solver"))
    try:
        factory: Factory = point.load()
    except FACTORY_ERRORS as error:
        package = point.dist.name if point.dist else "an installed package"
        raise OptionError(f"the solver {name} of {package} cannot be loaded: {error}") from error
    _parameters(factory, name)
    return factory


def get_solver(solver: str | Solver | type = "auto", **options: Any) -> Solver:
    """The solver that a name with options, a class or a solver stands for.

    Parameters
    ----------
    solver : `"name"`, `"name:option=value,option=value"`, a solver class, or a solver
    options : options by name

    Raises
    ------
    OptionError : for an unknown solver, option or value, with the nearest right one

    >>> get_solver("depth-first:ordering=fixed")
    DepthFirst(ordering='fixed', ties='move-order', move_order='12345678', prune=False)
    """
    if isinstance(solver, str):
        name, _, text = solver.partition(":")
        return _made(solver_factory(name.strip()), name.strip(), _joined(_parsed(text), options))
    if isinstance(solver, type):
        return _made(solver, solver.__name__, options)
    fault = _fault(solver)
    if fault:
        raise OptionError(f"a solver is a name such as 'cpsat' or a Solver, not {shown(solver)}: {fault}")
    return _changed(solver, options) if options else solver


def _parsed(text: str) -> dict[str, str]:
    """The options in `a=1,b=2`; a comma is part of a value unless a name and `=` follow it."""
    options: dict[str, str] = {}
    for part in re.split(r",(?=\s*[A-Za-z_-]+\s*=)", text) if text.strip() else []:
        name, equals, value = part.partition("=")
        if not equals:
            raise OptionError(f"cannot read the option {part!r}; write name=value, such as ties=random")
        options = _joined(options, {name.strip().replace("-", "_"): value.strip()})
    return options


def _joined(options: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    for name in more:
        if name in options:
            raise OptionError(f"the option {name} is given twice; leave one out")
    return {**options, **more}


def _made(factory: Factory, name: str, options: dict[str, Any]) -> Solver:
    """The solver that a class or function makes from the options."""
    parameters = _parameters(factory, name)
    known = [each.name for each in parameters if each.kind in BY_NAME]
    if not any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters):
        _check_options(name, options, known)
    for each in parameters:
        if each.kind in NEEDED and each.default is inspect.Parameter.empty and each.name not in options:
            raise OptionError(f"{name} needs the option {each.name}: {name}:{each.name}=VALUE")
    try:
        made = factory(**options)
    except KnightModelsError:
        raise
    except FACTORY_ERRORS as error:
        raise OptionError(f"the solver {name} cannot be made: {type(error).__name__}: {error}") from error
    fault = _fault(made)
    if fault:
        raise OptionError(f"{name} makes {shown(made)}, which is not a Solver: {fault}")
    return made


def _changed(solver: Solver, options: dict[str, Any]) -> Solver:
    """The same solver with other options."""
    if not dataclasses.is_dataclass(solver) or isinstance(solver, type):
        raise OptionError(
            f"the options of {shown(solver)} cannot be changed, because it is not a dataclass"
        )
    _check_options(solver.name, options, [each.name for each in dataclasses.fields(solver) if each.init])
    return dataclasses.replace(solver, **options)


def _check_options(name: str, options: Iterable[str], known: Sequence[str]) -> None:
    for option in options:
        if option not in known:
            raise OptionError(nearest(option, known, f"option of {name}:"))


def _parameters(factory: Factory, name: str) -> list[inspect.Parameter]:
    """The parameters of a factory; OptionError if it cannot make a solver."""
    if not callable(factory):
        raise OptionError(
            f"{name}: a factory must be callable and return a solver, unlike {shown(factory)}"
        )
    missing = [part for part in METHODS if not hasattr(factory, part)]
    if isinstance(factory, type) and missing:
        raise OptionError(f"{name}: the class {factory.__name__} is not a Solver: it has no {missing[0]}()")
    try:
        return list(inspect.signature(factory).parameters.values())
    except ValueError:
        raise OptionError(f"{name}: the parameters of {shown(factory)} cannot be determined") from None


def _fault(solver: object) -> str:
    """What an object lacks to be a Solver; empty if it is one."""
    from knight_models.solvers.base import Takes  # loads numpy, which the names of solvers do not need

    if isinstance(solver, type):
        return "it is a class"
    for part in METHODS:
        if not callable(getattr(solver, part, None)):
            return f"it has no {part}()"
    if not isinstance(getattr(solver, "name", None), str):
        return "its attribute name, a text, is missing"
    if not isinstance(getattr(solver, "takes", None), Takes):
        return "its attribute takes, a Takes, is missing"
    return (
        ""
        if isinstance(getattr(solver, "exact", None), bool)
        else "its attribute exact, True or False, is missing"
    )
