"""The solvers by name: one table, and what reads it.

`get_solver("warnsdorff:ties=random,restarts=10")`, `get_solver("warnsdorff", ties="random",
restarts=10)` and `Warnsdorff(ties="random", restarts=10)` are the same solver.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from importlib import import_module
from typing import Any

from knight_models.errors import OptionError, nearest
from knight_models.solvers.base import Factory, Solver

__all__ = ["get_solver", "register_solver", "solver_factory", "solver_names"]

SOLVERS: dict[str, str | Factory] = {
    "auto": "knight_models.solvers.auto:Auto",
    "cpsat": "knight_models.solvers.cpsat:CpSat",
    "cutset": "knight_models.solvers.cutset:CutSet",
    "depth-first": "knight_models.solvers.depth_first:DepthFirst",
    "rotation": "knight_models.solvers.rotation:Rotation",
    "tiling": "knight_models.solvers.tiling:Tiling",
    "warnsdorff": "knight_models.solvers.warnsdorff:Warnsdorff",
}
"""Name to "module:class", or to whatever makes the solver from its options."""

_NAME = re.compile(r"[a-z][a-z0-9_-]*")


def register_solver(name: str, factory: Factory) -> None:
    """Make a solver known under a name, in place of the one that had it.

    Parameters
    ----------
    name : lower-case letters, digits, `-` and `_`
    factory : a class or function that takes the options and returns a solver

    Raises
    ------
    OptionError : naming the argument that cannot be used

    >>> register_solver("mine", lambda: get_solver("depth-first", ordering="fixed"))
    >>> get_solver("mine").name
    'depth-first'
    >>> del SOLVERS["mine"]
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise OptionError(f"name: a solver is named by lower-case letters such as 'mine', not {name!r}")
    if not callable(factory):
        raise OptionError(f"factory: must make a solver when called, which {factory!r} cannot")
    SOLVERS[name] = factory


def solver_names() -> list[str]:
    """The names of all solvers."""
    return sorted(SOLVERS)


def solver_factory(name: str) -> Factory:
    """What makes the solver of this name."""
    if name not in SOLVERS:
        raise OptionError(nearest(name, SOLVERS, "solver"))
    entry = SOLVERS[name]
    if isinstance(entry, str):
        module, attribute = entry.split(":")
        factory: Factory = getattr(import_module(module), attribute)
        return factory
    return entry


def get_solver(solver: str | Solver | type = "auto", **options: Any) -> Solver:
    """The solver that a name with options, a class or a ready solver means.

    Parameters
    ----------
    solver : `"name"`, `"name:option=value,option=value"`, a solver class, or a solver
    options : the options by name

    Raises
    ------
    OptionError : for an unknown solver, option or value, with the nearest right one

    >>> get_solver("depth-first:ordering=fixed")
    DepthFirst(ordering='fixed', ties='move-order', move_order='12345678', prune=False)
    """
    if isinstance(solver, str):
        name, _, text = solver.partition(":")
        return _made(solver_factory(name.strip()), name.strip(), _parsed(text) | options)
    if isinstance(solver, type):
        return _made(solver, getattr(solver, "name", solver.__name__), options)
    if not isinstance(solver, Solver):
        raise OptionError(f"a solver is a name such as 'cpsat' or a Solver, not {solver!r}")
    return dataclasses.replace(solver, **options) if options else solver  # type: ignore[type-var]


def _parsed(text: str) -> dict[str, str]:
    """The options in `a=1,b=2`; a comma belongs to a value unless a name and `=` follow it."""
    options = {}
    for part in re.split(r",(?=\s*[A-Za-z_-]+\s*=)", text) if text.strip() else []:
        name, equals, value = part.partition("=")
        if not equals:
            raise OptionError(f"cannot read the option {part!r}; write name=value, such as ties=random")
        options[name.strip().replace("-", "_")] = value.strip()
    return options


def _made(factory: Factory, name: str, options: dict[str, Any]) -> Solver:
    known = list(inspect.signature(factory).parameters)
    for option in options:
        if option not in known:
            raise OptionError(nearest(option, known, f"option of {name}:"))
    return factory(**options)
