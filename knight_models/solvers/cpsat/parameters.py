"""CP-SAT parameters: raw ones from the user, and profiles, which are named sets of them.

Names and values are those of `sat_parameters.proto` of OR-Tools. Nothing here imports OR-Tools: the
parameter object of the solver is an argument.

No profile is fast everywhere (OR-Tools 9.15, one worker). Subtour cuts exist only above
`linearization_level:1`; they prove in 0.02 s that 4x20 has no closed tour, which takes the default 9 s. On
large boards the LP, probing and the search for symmetries cost more than they save. So the profile `auto`
runs the others in turn, in slices.

>>> as_text({"linearization_level": 2, "cp_model_presolve": False})
'linearization_level:2 cp_model_presolve:false'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from knight_models.core.errors import OptionError, nearest
from knight_models.core.limits import LARGEST_SEED

AUTO = "auto"

PROFILES = {
    "default": "",
    "cuts": "linearization_level:2",
    "fast": (
        "linearization_level:0 cp_model_probing_level:0 symmetry_level:0 initial_polarity:POLARITY_TRUE"
    ),
}
"""Profiles by name, as `set_parameters` reads them."""

HINTED = "hinted"
"""The profile of a first slice that tries a complete hint: without presolve, CP-SAT accepts it at once."""

LISTING = "listing"
"""The profile of a listing: without LP relaxations, which is four times as fast on 6x6."""

INTERNAL_PROFILES = {
    HINTED: "linearization_level:0 cp_model_presolve:false max_number_of_conflicts:10",
    LISTING: "linearization_level:0",
}
"""Profiles that a user cannot choose."""

ROUND = (("fast", 1), ("default", 1), ("cuts", 2))
"""The profiles of a round of `auto` in their order, each with its share of the time."""

FIRST_UNIT = 0.05
"""Deterministic time of one share in the first round; it doubles with each round. It is about a second of
wall-clock time; three seconds with `cuts`, and up to ten with `fast` on large boards."""

ARCS_PER_UNIT = 100_000
"""Arcs for which the first unit is longer by 1: large models take long to load before any search."""

RANDOMIZED = "fast"
"""The profile that would run the same way with every seed, because it branches in the order of the arcs.
With a seed other than 0 it takes some decisions at random, so that seeds differ."""

RANDOM_DECISIONS = 50
"""Random decisions that `RANDOMIZED` takes on average while it decides every arc once; at most one decision
in ten is random."""

SEED_STRIDE = 1_000_003
"""Difference between the seeds of two rounds; it is large so that the rounds of nearby seeds do not share
a seed."""

REFUSED = {
    "catch_sigint_signal": "Ctrl-C always stops the search",
    "enumerate_all_solutions": "list the tours instead",
    "fix_variables_to_their_hinted_value": "a hint must not make a problem impossible",
    "log_search_progress": "use the option log",
    "log_to_response": "use the option log",
    "log_to_stdout": "use the option log, which writes to standard error",
    "subsolver_params": "it is not a single value",
}
"""Parameters that only this package sets, and what to do instead."""

_ENTRY = re.compile(r'\s*(\w+)\s*[:=]\s*("[^"]*"|[^\s;,"]+)\s*(?:[;,\s]|$)')
_WORDS = {"true": True, "on": True, "yes": True, "1": True}
_WORDS |= {"false": False, "off": False, "no": False, "0": False}


def as_text(parameters: str | Mapping[str, Any]) -> str:
    """The parameters in their standard form: `name:value`, separated by spaces.

    Parameters
    ----------
    parameters : `name:value` or `name=value`, separated by spaces, `;` or `,`; or a mapping

    Raises
    ------
    OptionError : if it cannot be read

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
    """Set the parameters in a text, and return their values by name.

    Parameters
    ----------
    target : the parameter object of a CP-SAT solver
    text : parameters as `as_text` writes them

    Raises
    ------
    OptionError : for an unknown name, or a value that the parameter does not accept
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
    """The fields of a parameter object: a protobuf message, or from OR-Tools 9.15 a similar class."""
    if hasattr(target, "DESCRIPTOR"):
        return list(target.DESCRIPTOR.fields_by_name)
    names = [name for name in dir(target) if name.islower() and not name.startswith("_")]
    return [name for name in names if not callable(getattr(target, name))]


def _unknown(name: str, known: list[str]) -> str:
    """The message for an unknown name, without the hundreds of known ones."""
    return nearest(name, known, "CP-SAT parameter").partition(" (known:")[0].partition("; known:")[0]


def _value(target: Any, name: str, written: str) -> Any:
    """The value of a parameter, converted to the type of its present value."""
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


# ---- slices --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Slice:
    """One run of CP-SAT.

    Parameters
    ----------
    profile : the name of its profile
    seed : its seed
    arcs : the number of arcs of the model
    deterministic_time : CP-SAT's deterministic time after which it ends; None = no limit
    """

    profile: str
    seed: int
    arcs: int
    deterministic_time: float | None = None

    @property
    def parameters(self) -> str:
        """The parameters of the profile with this seed."""
        text = (PROFILES | INTERNAL_PROFILES)[self.profile]
        if self.profile == RANDOMIZED and self.seed:
            text += f" random_branches_ratio:{min(0.1, RANDOM_DECISIONS / max(1, self.arcs)):.3g}"
        return text


def slices(profile: str, seed: int, arcs: int, *, hinted: bool = False) -> Iterator[Slice]:
    """The slices to run, one after the other, until one of them has an answer.

    Parameters
    ----------
    profile : the name of a profile, for one slice without a time of its own; or `auto`
    seed : the seed of the first round
    arcs : the number of arcs of the model
    hinted : whether to try a hint first

    >>> [piece.profile for piece in slices("cuts", 0, 100, hinted=True)]
    ['hinted', 'cuts']
    """
    if hinted:
        yield Slice(HINTED, seed, arcs)
    if profile != AUTO:
        yield Slice(profile, seed, arcs)
        return
    for turn in count():
        unit = (FIRST_UNIT + arcs / ARCS_PER_UNIT) * 2**turn
        for name, share in ROUND:
            yield Slice(name, (seed + turn * SEED_STRIDE) % (LARGEST_SEED + 1), arcs, share * unit)
