"""Kinds of evidence as an author of a solver may declare them; this module has no future import."""

from dataclasses import dataclass

from knight_models.core.evidence import Evidence


class _Own(Evidence):
    @property
    def summary(self) -> str:
        return "there is a reason"


@dataclass(frozen=True)
class Plain(_Own):
    """Its types are types."""

    vertices: tuple[int, ...]


@dataclass(frozen=True)
class Postponed(_Own):
    """Its types are texts, as `from __future__ import annotations` makes them."""

    vertices: "tuple[int, ...]"


@dataclass(frozen=True)
class Floating(_Own):
    """It has a field of a type that evidence cannot hold."""

    share: float


@dataclass(frozen=True)
class Unknown(_Own):
    """It has a field of a type that its module does not know."""

    share: "Nowhere"  # noqa: F821  # a name that is not defined is what the test needs
