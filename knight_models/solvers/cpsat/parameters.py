"""Raw CP-SAT parameters: read from text or a mapping, and set on an engine's parameter object.

The names and values are those of `sat_parameters.proto` of OR-Tools. Nothing here imports it: the
object whose fields they are is handed in.

>>> as_text({"linearization_level": 2, "cp_model_presolve": False})
'linearization_level:2 cp_model_presolve:false'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from knight_models.core.errors import OptionError, nearest

__all__ = ["as_text", "set_parameters"]

REFUSED = {
    "catch_sigint_signal": "Ctrl-C always stops the search",
    "enumerate_all_solutions": "list the tours instead",
    "fix_variables_to_their_hinted_value": "a hint must not make a problem impossible",
    "log_search_progress": "use the option log",
    "log_to_response": "use the option log",
    "log_to_stdout": "use the option log, which writes to standard error",
    "subsolver_params": "it is not a single value",
}
"""Parameters that belong to this package, and what to do instead."""

_ENTRY = re.compile(r'\s*(\w+)\s*[:=]\s*("[^"]*"|[^\s;,"]+)\s*(?:[;,\s]|$)')
_WORDS = {"true": True, "on": True, "yes": True, "1": True}
_WORDS |= {"false": False, "off": False, "no": False, "0": False}


def as_text(parameters: str | Mapping[str, Any]) -> str:
    """The one way in which these parameters are written: `name:value`, separated by spaces.

    Parameters
    ----------
    parameters : `name:value` or `name=value`, separated by spaces, `;` or `,`; or names and values

    Raises
    ------
    OptionError : for what cannot be read so

    >>> as_text("linearization_level=2; symmetry_level: 0")
    'linearization_level:2 symmetry_level:0'
    """
    if isinstance(parameters, Mapping):
        listed = parameters.items()
        parts = [f"{name}:{_written(one)}" for name, value in listed for one in _several(value)]
        return as_text(" ".join(parts))
    if not isinstance(parameters, str):
        raise OptionError(f"parameters is text such as 'linearization_level:2', not {parameters!r}")
    return " ".join(f"{name}:{value}" for name, value in _entries(parameters))


def set_parameters(target: Any, text: str) -> dict[str, Any]:
    """Set the parameters that a text names, and return them by name.

    Parameters
    ----------
    target : the parameter object of a CP-SAT solver
    text : as `as_text` writes it

    Raises
    ------
    OptionError : for an unknown name, or a value that the parameter cannot take
    """
    known = _names(target)
    found: dict[str, Any] = {}
    for name, written in _entries(text):
        if name in REFUSED:
            raise OptionError(f"the CP-SAT parameter {name} cannot be set here: {REFUSED[name]}")
        if name not in known:
            raise OptionError(_unknown(name, known))
        if hasattr(getattr(target, name), "append"):
            _append(target, name, written.strip('"'))
            found[name] = [*found.get(name, ()), written.strip('"')]
            continue
        value = _value(target, name, written.strip('"'))
        _set(target, name, value, written)
        found[name] = getattr(value, "name", value)
    return found


def _entries(text: str) -> Iterator[tuple[str, str]]:
    place, text = 0, text.strip()
    while place < len(text):
        entry = _ENTRY.match(text, place)
        if entry is None:
            raise OptionError(
                f"cannot read the CP-SAT parameters at {text[place:]!r}; "
                "write name:value, such as 'linearization_level:2 symmetry_level:0'"
            )
        yield entry[1], entry[2]
        place = entry.end()


def _several(value: Any) -> list[Any] | tuple[Any, ...]:
    return value if isinstance(value, list | tuple) else [value]


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = str(getattr(value, "name", value))
    return text if re.fullmatch(r'[^\s;,"]+', text) else f'"{text}"'


def _names(target: Any) -> list[str]:
    """The fields of a parameter object: a protobuf message, or, from OR-Tools 9.15, a class like it."""
    if hasattr(target, "DESCRIPTOR"):
        return list(target.DESCRIPTOR.fields_by_name)
    names = [name for name in dir(target) if name.islower() and not name.startswith("_")]
    return [name for name in names if not callable(getattr(target, name))]


def _unknown(name: str, known: list[str]) -> str:
    """The refusal of an unknown name, without the hundreds of known ones."""
    return nearest(name, known, "CP-SAT parameter").partition(" (known:")[0].partition("; known:")[0]


def _value(target: Any, name: str, written: str) -> Any:
    """The value of a parameter, read as the type that it has now."""
    now = getattr(target, name)
    if isinstance(now, bool):
        if written.lower() not in _WORDS:
            raise OptionError(f"the CP-SAT parameter {name} is true or false, not {written!r}")
        return _WORDS[written.lower()]
    if isinstance(now, str):
        return written
    if written.isupper() and type(getattr(target, written, None)) is type(now):
        return getattr(target, written)
    if members := getattr(type(now), "__members__", None):
        raise OptionError(nearest(written, members, f"value of the CP-SAT parameter {name}:"))
    try:
        return type(now)(written)
    except ValueError:
        what = "a number" if isinstance(now, float) else "a whole number"
        raise OptionError(f"the CP-SAT parameter {name} is {what}, not {written!r}") from None


def _append(target: Any, name: str, written: str) -> None:
    try:
        getattr(target, name).append(written)
    except (TypeError, ValueError):
        raise OptionError(f"the CP-SAT parameter {name} cannot be set here to {written!r}") from None


def _set(target: Any, name: str, value: Any, written: str) -> None:
    try:
        setattr(target, name, value)
    except (TypeError, ValueError):
        raise OptionError(f"the CP-SAT parameter {name} cannot be {written}: out of range") from None
