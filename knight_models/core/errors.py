"""The errors that knight_models raises, all below one class.

::

    KnightModelsError
    ├── InputError (also a ValueError)   what was given cannot be used
    │   ├── BoardError                   a board, square, leaper or wrap
    │   ├── ProblemError                 a problem: start, end, required or forbidden moves
    │   ├── OptionError                  a solver, an option, a limit or a value of one
    │   ├── FormatError                  a file or a text; has line and column
    │   ├── MissingPackageError          an optional package that is not installed
    │   ├── TooLargeError                the memory allowed is too small
    │   └── UnsupportedError             a solver that cannot take this problem
    ├── SolverError                      the engine behind a solver misbehaved
    ├── VerificationError                a tour or a piece of evidence is wrong; has the faults
    │   └── WrongAnswerError             ... and a solver had returned it (in `core.result`)
    └── ContradictionError               two solvers contradict each other (in `tasks.compare`)

Errors that hold results are defined beside the results. An `InputError` names the value and what would
be right, in one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from knight_models.core.fault import Fault

__all__ = [
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
    "nearest",
    "shown",
]

FAULTS_IN_A_MESSAGE = 5
LONGEST_VALUE = 120
"""The most characters of a value in a message."""


class KnightModelsError(Exception):
    """Any error that knight_models raises on purpose."""


class InputError(KnightModelsError, ValueError):
    """The input cannot be used; the message says what would be right."""


class BoardError(InputError):
    """A board, a square, a leaper or a wrap that makes no sense."""


class ProblemError(InputError):
    """A problem that contradicts itself or its board or graph."""


class OptionError(InputError):
    """An unknown solver or option, or a value that an option or a limit cannot take."""


class FormatError(InputError):
    """A text that cannot be read.

    Parameters
    ----------
    message : what is wrong and what would be right
    source : the name of the file, if there is one
    line, column : where, counted from 1
    """

    def __init__(
        self,
        message: str,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        place = [f"line {line}"] if line is not None else []
        if column is not None:
            place.append(f"column {column}")
        where = ": ".join(part for part in (source, ", ".join(place)) if part)
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.source = source
        self.line = line
        self.column = column


class MissingPackageError(InputError):
    """An optional package that is not installed; the message says which extra brings it."""


class TooLargeError(InputError):
    """The memory allowed is too small; the message gives the bytes needed."""


class UnsupportedError(InputError):
    """A problem that the named solver cannot take, with the reason."""


class SolverError(KnightModelsError):
    """The engine behind a solver misbehaved."""


class VerificationError(KnightModelsError):
    """A tour or a piece of evidence is wrong; `faults` holds every fault."""

    def __init__(self, faults: Sequence[Fault], what: str = "not a tour") -> None:
        shown = "; ".join(str(fault) for fault in faults[:FAULTS_IN_A_MESSAGE])
        more = len(faults) - FAULTS_IN_A_MESSAGE
        super().__init__(f"{what}: {shown}" + (f"; and {more} more" if more > 0 else ""))
        self.faults = faults


def nearest(name: str, known: Iterable[str], what: str) -> str:
    """The sentence that refuses an unknown `name` and offers the nearest known ones.

    >>> nearest("warnsdorf", ["warnsdorff", "cpsat"], "solver")
    "unknown solver 'warnsdorf'; did you mean 'warnsdorff'? (known: cpsat, warnsdorff)"
    """
    names = sorted(known)
    if not names:
        return f"unknown {what} {name!r}; there are none"
    close = get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f"; did you mean {close[0]!r}?" if close else ";"
    listing = f" (known: {', '.join(names)})" if close else f" known: {', '.join(names)}"
    return f"unknown {what} {name!r}{hint}{listing}"


def shown(value: object) -> str:
    """A value as messages show it: its repr, cut if it is long.

    >>> shown("8x"), shown(10**5000)
    ("'8x'", 'a number of more digits than Python writes')
    """
    try:
        text = repr(value)
    except ValueError:  # of a whole number with more than sys.get_int_max_str_digits() digits
        return "a number of more digits than Python writes"
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."
