"""Boxes as a browser lays them out, and what is wrong with them: which overlap, which stick out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Box:
    """An upright rectangle in CSS pixels of the viewport, x to the right and y down, and whose it is."""

    left: float
    top: float
    right: float
    bottom: float
    label: str = ""

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def overlaps(self, other: Box, tolerance: float = 0.0) -> bool:
        """Whether the two share more than `tolerance` pixels in both directions."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > tolerance and down > tolerance

    def within(self, other: Box, tolerance: float = 0.0) -> bool:
        """Whether no side is more than `tolerance` pixels outside the other box."""
        return (
            self.left >= other.left - tolerance
            and self.top >= other.top - tolerance
            and self.right <= other.right + tolerance
            and self.bottom <= other.bottom + tolerance
        )


def overlapping(boxes: Iterable[Box], tolerance: float = 0.0) -> list[tuple[Box, Box]]:
    """The pairs of boxes that overlap; a sweep from left to right, so that 40,000 boxes take a moment."""
    return [pair for pair in _near(boxes) if pair[0].overlaps(pair[1], tolerance)]


def _near(boxes: Iterable[Box]) -> Iterator[tuple[Box, Box]]:
    """The pairs whose spans from left to right meet and that share a band of rows."""
    ordered = sorted(boxes, key=lambda box: box.left)
    tallest = max((box.height for box in ordered), default=0.0) or 1.0
    open_in: dict[int, list[Box]] = {}  # a band is as high as the tallest box: a box touches two at most
    for box in ordered:
        first, last = int(box.top // tallest), int(box.bottom // tallest)
        met: dict[int, Box] = {}
        for band in range(first, last + 1):
            waiting = [other for other in open_in.get(band, []) if other.right > box.left]
            met.update((id(other), other) for other in waiting)
            open_in[band] = [*waiting, box]
        yield from ((other, box) for other in met.values())


def sticking_out(boxes: Sequence[Box], around: Sequence[Box], tolerance: float = 0.0) -> list[Box]:
    """The boxes that are not within the one of `around` at the same place in the list."""
    pairs = zip(boxes, around, strict=True)
    return [box for box, outer in pairs if not box.within(outer, tolerance)]
