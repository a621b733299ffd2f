"""Posa's rotation of a path: of a plain list, and of a segment list, where it costs less.

Let a path end at t, let t have a move to a vertex w of the path, and let s follow w. Then the path that
runs as before to w, goes on to t, and from there runs backwards to s, is a path over the same vertices
that ends at s: what lies behind w has been reversed.

`rotate` reverses that part of a list, in time that grows with the path. For long paths there is the
segment list: the vertices stay where they are in one array, and the path is a list of segments of it,
each read forwards or backwards. A rotation splits one segment and reverses the list behind it, which
takes time only for the segments. Once there are too many of them, `compact` copies the path into another
array, as one segment. Its functions are helpers of kernels, and work on lists and arrays alike.

References
----------
L. Pósa, "Hamiltonian circuits in random graphs", Discrete Mathematics 14 (1976), 359-364.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from knight_models.engine.kernel import Longs, Numbers


def rotate(path: list[int], place: int) -> None:
    """Rotate a path in place: reverse what lies behind a place.

    Parameters
    ----------
    path : its vertices in order; the last one has a move to the one at `place`
    place : from 0 to len(path) - 1

    >>> path = [3, 1, 4, 0, 5, 2]
    >>> rotate(path, 2)
    >>> path
    [3, 1, 4, 2, 5, 0]
    """
    path[place + 1 :] = path[:place:-1]


class SegmentList(NamedTuple):
    """A path as a list of segments of an array, the last of them at its tail."""

    vertices: Numbers
    """Shape (n,), the vertices."""
    spare: Numbers
    """Shape (n,), room for `compact`."""
    position: Numbers
    """Shape (vertex numbers,), where each vertex of the path stands in `vertices`; others are below 0."""
    first: Longs
    """Shape (k,), the place in `vertices` at which each segment begins."""
    last: Longs
    """Shape (k,), the place at which it ends; smaller than `first` where it is read backwards."""


@dataclass(slots=True, kw_only=True)
class SegmentState:
    """The numbers that belong to a `SegmentList`.

    Parameters
    ----------
    segments : how many there are, at least 1
    copied : while `compact` is under way, the vertices copied so far, else -1
    segments_copied : while `compact` is under way, the segments copied so far
    swapped : whether `vertices` and `spare` have exchanged their roles
    """

    segments: int = 1
    copied: int = -1
    segments_copied: int = 0
    swapped: bool = False


def segment_of(path: SegmentList, state: SegmentState, place: int) -> int:
    """The number of the segment that a place of the array belongs to."""
    first, last = path.first, path.last
    for j in range(state.segments):
        if first[j] <= place <= last[j] or last[j] <= place <= first[j]:
            return j
    return -1


def successor(path: SegmentList, state: SegmentState, vertex: int) -> int:
    """The vertex that follows one on the path; -1 for the tail."""
    first, last = path.first, path.last
    place = path.position[vertex]
    j = segment_of(path, state, place)
    next_place = place + 1 if first[j] < last[j] else place - 1
    if place == last[j]:
        next_place = first[j + 1] if j + 1 < state.segments else -1
    following: int = path.vertices[next_place] if next_place >= 0 else -1
    return following


def reverse_segments(path: SegmentList, state: SegmentState, low: int) -> None:
    """Reverse the path from segment `low` on; with 0, head and tail change places."""
    first, last = path.first, path.last
    high = state.segments - 1
    while low <= high:
        first[low], last[high], last[low], first[high] = last[high], first[low], first[high], last[low]
        low += 1
        high -= 1


def rotate_segments(path: SegmentList, state: SegmentState, vertex: int) -> None:
    """Rotate: reverse what lies behind a vertex of the path. There has to be room for one segment more."""
    first, last = path.first, path.last
    place = path.position[vertex]
    j = segment_of(path, state, place)
    reverse_segments(path, state, j + 1)
    if place != last[j]:
        # The part of its segment that lies behind the vertex has become the end of the path.
        end = state.segments
        first[end] = last[j]
        last[end] = place + 1 if first[j] < last[j] else place - 1
        last[j] = place
        state.segments = end + 1


def cut_cycle(path: SegmentList, state: SegmentState, vertex: int) -> None:
    """Cut a path whose ends are a move apart behind another vertex, which becomes its tail.

    There has to be room for two segments more.
    """
    tail = path.vertices[path.last[state.segments - 1]]
    if tail != vertex:
        # From a..v b..t to a..v t..b, to b..t v..a, to b..t a..v.
        rotate_segments(path, state, vertex)
        reverse_segments(path, state, 0)
        rotate_segments(path, state, tail)


def compact(path: SegmentList, state: SegmentState, most: int) -> int:
    """Copy the path into the spare array, at most `most` vertices in one call; returns how many.

    Set `state.copied` to 0 to begin, and call until it is -1: then the path is one segment of the spare
    array, `state.swapped` has changed, and `swap_arrays` gives the record to go on with. In between, the
    path must not be changed.
    """
    vertices, spare, position = path.vertices, path.spare, path.position
    first, last = path.first, path.last
    begun = state.copied
    done = begun
    while state.segments_copied < state.segments and done - begun < most:
        j = state.segments_copied
        size = min(abs(last[j] - first[j]) + 1, most - (done - begun))
        sense = 1 if first[j] <= last[j] else -1
        place = first[j]
        for _ in range(size):
            vertex = vertices[place]
            spare[done] = vertex
            position[vertex] = done
            done += 1
            place += sense
        if place - sense == last[j]:
            state.segments_copied += 1
        first[j] = place
    state.copied = done
    if state.segments_copied == state.segments:
        first[0] = 0
        last[0] = done - 1
        state.segments = 1
        state.segments_copied = 0
        state.copied = -1
        state.swapped = not state.swapped
    return done - begun


def swap_arrays(path: SegmentList) -> SegmentList:
    """The same record with `vertices` and `spare` exchanged."""
    return SegmentList(path.spare, path.vertices, path.position, path.first, path.last)


SEGMENT_HELPERS = (
    segment_of,
    successor,
    reverse_segments,
    rotate_segments,
    cut_cycle,
    compact,
    swap_arrays,
)
"""What a kernel over a `SegmentList` takes among its helpers."""


def order_of(path: SegmentList, state: SegmentState, head: int = -1) -> npt.NDArray[np.int32]:
    """The vertices of a path in order, also of one that `compact` has copied in part.

    Parameters
    ----------
    path, state : the path, as a kernel was given it and has left it
    head : for a path whose ends are a move apart, and not copied in part, the vertex to begin at;
        -1 = the head

    Returns
    -------
    array : int32, shape (vertices of the path,)

    >>> path = SegmentList([3, 1, 4, 0, 5, 2], [0] * 6, [3, 1, 5, 0, 2, 4], [0, 0], [5, 0])
    >>> state = SegmentState()
    >>> rotate_segments(path, state, 4)
    >>> order_of(path, state).tolist()
    [3, 1, 4, 2, 5, 0]
    >>> order_of(path, state, head=5).tolist()
    [5, 0, 3, 1, 4, 2]
    """
    if state.swapped:
        path = swap_arrays(path)
    place = -1 if head < 0 else int(path.position[head])
    copied = np.asarray(path.spare[: max(0, state.copied)], np.int32)
    vertices = np.asarray(path.vertices, np.int32)
    before, behind = [copied], []
    for j in range(state.segments_copied, state.segments):
        low, high = int(path.first[j]), int(path.last[j])
        part = vertices[low : high + 1] if low <= high else vertices[high : low + 1][::-1]
        if min(low, high) <= place <= max(low, high):
            before.append(part[: abs(place - low)])
            behind.append(part[abs(place - low) :])
        else:
            (behind if behind else before).append(part)
    return np.concatenate(behind + before)
