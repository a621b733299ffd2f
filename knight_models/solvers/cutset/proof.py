r"""Refutations: from the binary DRAT that engines write to text.

In binary DRAT (Heule 2016) a step is `a` or `d`, then its literals, then a zero byte. A literal is twice
its variable, and one more if it is negative, in groups of seven bits, the lowest first; all bytes of
a number but its last have their top bit set.

>>> as_text(b"a\x05\x00d\x02\x04\x00a\x00", np.array([0, 1, 2]))
'-2 0\nd 1 2 0\n0\n'
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["as_text"]


def as_text(trace: bytes, names: npt.NDArray[np.int64]) -> str:
    """A refutation as DRAT text, a step a line.

    Parameters
    ----------
    trace : binary DRAT
    names : shape (variables + 1,): what to call each variable; that of 0 is 0
    """
    data = np.frombuffer(trace, np.uint8)
    ends = np.flatnonzero(data == 0)
    if not len(ends):
        return ""
    begins = np.concatenate((np.zeros(1, np.int64), ends[:-1] + 1))
    literals = _numbers(np.delete(data[: ends[-1] + 1], begins))
    named = np.sign(literals) * names[np.abs(literals)]
    breaks = np.flatnonzero(named == 0) + 1
    words = list(map(str, named.tolist()))
    lines, begin = [], 0
    for end, kind in zip(breaks.tolist(), data[begins].tolist(), strict=True):
        line = " ".join(words[begin:end])
        lines.append(f"d {line}\n" if kind == ord("d") else f"{line}\n")
        begin = end
    return "".join(lines)


def _numbers(data: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """The literals, signed, and the zeros that end the steps."""
    last = np.flatnonzero(data < 0x80)
    first = np.concatenate((np.zeros(1, np.int64), last[:-1] + 1))
    place = np.arange(len(data)) - np.repeat(first, last - first + 1)
    values = np.add.reduceat((data & 0x7F).astype(np.int64) << (7 * place), first)
    return np.where(values % 2 == 1, -(values // 2), values // 2)
