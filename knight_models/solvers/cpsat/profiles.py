"""Profiles: sets of CP-SAT parameters by name, and the slices in which `auto` goes round them.

No one of them is quick everywhere (OR-Tools 9.15, one worker): subtour cuts exist only above
`linearization_level:1` and prove in 0.02 s that 4x20 has no closed tour, which takes the default
9 s; on large boards the LP, probing and the search for symmetries are a waste of time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from knight_models.core.limits import LARGEST_SEED

__all__ = ["AUTO", "HINTED", "LISTED", "PROFILES", "Slice", "slices"]

AUTO = "auto"

PROFILES = {
    "default": "",
    "cuts": "linearization_level:2",
    "fast": (
        "linearization_level:0 cp_model_probing_level:0 symmetry_level:0 initial_polarity:POLARITY_TRUE"
    ),
}
"""Names of profiles to parameters, as `set_parameters` takes them."""

HINTED = "hinted"
"""Of a first try at a complete hint: without presolve, CP-SAT takes it at once."""

LISTED = "listed"
"""Of a listing: without LP relaxations, which is four times faster on 6x6."""

HELPERS = {
    HINTED: "linearization_level:0 cp_model_presolve:false max_number_of_conflicts:10",
    LISTED: "linearization_level:0",
}

ROUND = (("fast", 1), ("default", 1), ("cuts", 2))
"""The order of the profiles in a round, and their shares."""

FIRST_UNIT = 0.05
"""Deterministic time of a share of the first round; each round doubles it. Such a unit is about a second,
three of `cuts`, and up to ten of `fast` on large boards."""

ARCS_PER_UNIT = 100_000
"""Large models, which take longer to load than to search for so short a time, begin with more."""

SHAKEN = "fast"
"""By the order of the arcs alone this profile runs as well as it can, but always the same. With another
seed than 0 some decisions are made at random, so that each seed runs otherwise."""

RANDOM_DECISIONS = 50
"""As many for each decision on every arc, up to one in ten."""

SEEDS_APART = 1_000_003
"""Between the seeds of two rounds, so that those of seeds that follow each other do not meet."""


@dataclass(frozen=True)
class Slice:
    """A run of CP-SAT: a profile, a seed, the size of the model, and the deterministic time allowed."""

    profile: str
    seed: int
    arcs: int
    deterministic_time: float | None = None

    @property
    def parameters(self) -> str:
        """The parameters of its profile, with this seed."""
        text = (PROFILES | HELPERS)[self.profile]
        if self.profile == SHAKEN and self.seed:
            text += f" random_branches_ratio:{min(0.1, RANDOM_DECISIONS / max(1, self.arcs)):.3g}"
        return text


def slices(profile: str, seed: int, arcs: int, *, hinted: bool = False) -> Iterator[Slice]:
    """What is run, one after the other, until there is an answer.

    Parameters
    ----------
    profile : one of the profiles, which runs until it ends, or `auto`
    seed : the seed of the first round
    arcs : the size of the model
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
            yield Slice(name, (seed + turn * SEEDS_APART) % (LARGEST_SEED + 1), arcs, share * unit)
