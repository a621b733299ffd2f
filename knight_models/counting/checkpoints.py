"""Checkpoints: a long count on disk, from which it goes on after the machine, or the user, stopped it.

The file is a numpy archive (`.npz`) with the numbers of the terms that are done, and the mate states of the
one under way. It replaces the one before only when it is complete.
"""

from __future__ import annotations

import json
import struct
import time
import warnings
import zipfile
import zlib
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt

from knight_models.core.errors import OptionError, shown
from knight_models.core.files import check_output, open_output
from knight_models.engine.frontier.layers import Layers, Standing
from knight_models.engine.frontier.sweep import Sweep

VERSION = 2
"""The version of the files."""

DAMAGES = (
    OSError, EOFError, KeyError, IndexError, TypeError, ValueError, MemoryError, NotImplementedError,
    SyntaxError, struct.error, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""What numpy and zipfile raise for files that are not, or no longer, such an archive."""

SHARE = 20
"""A checkpoint is written at most so often that the time for it is one part in this number."""


@dataclass(frozen=True)
class Saved:
    """What a checkpoint holds.

    Parameters
    ----------
    done : the numbers of the terms that are done
    seconds : the seconds of the count so far
    layers : the term under way; None at its beginning
    """

    done: list[int]
    seconds: float
    layers: Standing | None = None


class Checkpoint:
    """The file of a count.

    Parameters
    ----------
    path : its name
    sweeps : all sweeps of the count, which tell it from other counts
    every : seconds between two checkpoints

    Raises
    ------
    OptionError : if the file cannot be written, or an argument is not of its kind
    """

    def __init__(self, path: str | Path, sweeps: list[Sweep], every: float) -> None:
        if not isinstance(path, str | Path) or str(path) in ("", "-"):
            raise OptionError(f"a checkpoint is the name of a file, not {shown(path)}")
        if not isinstance(every, int | float) or isinstance(every, bool) or not every >= 0:
            raise OptionError(f"checkpoint_seconds is a number of seconds, not {shown(every)}")
        self.path = Path(path)
        self.written = 0
        self._sweeps = sweeps
        self._every = every
        self._next = time.monotonic() + every
        check_output(self.path)

    @property
    def due(self) -> bool:
        """Whether it is time for the next one."""
        return time.monotonic() >= self._next

    def load(self) -> Saved | None:
        """What the file holds; None if there is none.

        Raises
        ------
        OptionError : if it is not a checkpoint of this count
        """
        try:
            with self.path.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
                about = json.loads(str(archive["about"]))
                tables = np.asarray(archive["tables"], np.uint64)
                signature = about["signature"]
                if about.pop("digest") != _digest(about, tables):
                    raise ValueError
        except FileNotFoundError:
            return None
        except DAMAGES:
            raise OptionError(
                f"{self.path} is not a checkpoint, or it is damaged; name another file"
            ) from None
        if signature != self._signature:
            raise OptionError(
                f"{self.path} is the checkpoint of another count, or of another version; name another file"
            )
        layers = about["layers"]
        return Saved(
            about["done"], about["seconds"], None if layers is None else Standing(**layers, entries=tables)
        )

    def save(self, done: list[int], seconds: float, layers: Layers | None) -> None:
        """Write the file; an older one stays until the new one is complete."""
        began = time.monotonic()
        standing = None if layers is None else layers.standing()
        tables = np.zeros(0, np.uint64) if standing is None else standing.entries
        about = {"signature": self._signature, "done": done, "seconds": seconds, "layers": None}
        if standing is not None:
            about["layers"] = {k: v for k, v in asdict(standing).items() if k != "entries"}
        about["digest"] = _digest(about, tables)
        try:
            with open_output(self.path, binary=True) as stream:
                np.savez(stream, about=np.array(json.dumps(about)), tables=tables)
            self.written += 1
        except (OSError, OptionError) as error:
            kept = "; the one before is still there" if self.path.exists() else ""
            warnings.warn(
                f"the checkpoint is not written, and the count goes on: {error}{kept}",
                RuntimeWarning,
                stacklevel=2,
            )
        now = time.monotonic()
        self._next = now + max(self._every, SHARE * (now - began))

    def remove(self) -> None:
        """Remove the file, once the count is known."""
        self.path.unlink(missing_ok=True)

    @property
    def _signature(self) -> str:
        """A digest of the sweeps: graphs and orders."""
        digest = sha256(str(VERSION).encode())
        for sweep in self._sweeps:
            graph = sweep.graph
            order = [step.vertex for step in sweep.steps]
            digest.update(repr((graph.size, list(graph.edges), graph.parity, order, sweep.slots)).encode())
            digest.update(repr([list(mirror) for mirror in graph.mirrors]).encode())
        return digest.hexdigest()


def _digest(about: dict[str, object], tables: npt.NDArray[np.uint64]) -> str:
    """A digest of what a file holds, by which a damaged one is known."""
    digest = sha256(json.dumps(about, sort_keys=True).encode())
    digest.update(np.ascontiguousarray(tables).data)
    return digest.hexdigest()
