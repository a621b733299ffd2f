"""Reads pictures back from their SVG, knowing nothing of how they were drawn."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from knight_models import Board

SPACE = "{http://www.w3.org/2000/svg}"
PAINT = {
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "opacity",
}
TEXT = {"font-size", "font-weight", "text-anchor", "paint-order"}
COMMON = {"class", "style", *PAINT}
KNOWN = {
    "svg": {"viewBox", "width", "height", "role", "class", "font-family"},
    "title": set(),
    "desc": set(),
    "style": set(),
    "g": {"transform", *COMMON, *TEXT},
    "rect": {"x", "y", "width", "height", "rx", *COMMON},
    "circle": {"cx", "cy", "r", *COMMON},
    "path": {"d", "pathLength", *COMMON},
    "text": {"x", "y", *COMMON, *TEXT},
}
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "A": 7, "Z": 0}

Point = tuple[float, float]


@dataclass(frozen=True)
class Item:
    """An element with what moves it, and the classes of the elements around it."""

    element: ET.Element
    right: float
    down: float
    classes: tuple[str, ...]

    @property
    def tag(self) -> str:
        return self.element.tag.removeprefix(SPACE)

    def number(self, name: str) -> float:
        return float(self.element.get(name, 0))

    def point(self, x: str, y: str) -> Point:
        return self.number(x) + self.right, self.number(y) + self.down


def parsed(text: str) -> ET.Element:
    """The root of a picture; asserts that it holds only what SVG knows, and nothing from elsewhere."""
    root = ET.fromstring(text.encode())
    for element in root.iter():
        tag = element.tag.removeprefix(SPACE)
        assert tag in KNOWN, tag
        assert set(element.attrib) <= KNOWN[tag], (tag, element.attrib)
    assert [child.tag.removeprefix(SPACE) for child in list(root)[:2]] == ["title", "desc"]
    assert text.count("http") == 1, "the name of the language alone"
    return root


def items(root: ET.Element) -> Iterator[Item]:
    """Every element that is drawn."""
    yield from _items(root, 0.0, 0.0, ())


def _items(element: ET.Element, right: float, down: float, classes: tuple[str, ...]) -> Iterator[Item]:
    if moved := element.get("transform"):
        across, below = map(float, NUMBER.findall(moved))
        assert re.fullmatch(r"translate\([-\d.e ]+\)", moved)
        right, down = right + across, down + below
    classes = (*classes, *element.get("class", "").split())
    yield Item(element, right, down, classes)
    for child in element:
        yield from _items(child, right, down, classes)


def subpaths(data: str, right: float = 0.0, down: float = 0.0) -> list[list[Point]]:
    """The points of path data, subpath by subpath; of a curve some points on it."""
    found: list[list[Point]] = []
    x, y = 0.0, 0.0
    for letter, rest in re.findall(r"([a-zA-Z])([^a-df-zA-Z]*)", data):
        values = [float(value) for value in NUMBER.findall(rest)]
        command, own = letter.upper(), letter.islower()
        size = ARGUMENTS[command]
        assert size == 0 or (values and len(values) % size == 0), (letter, rest)
        for start in range(0, len(values), size or 1):
            part = values[start : start + size]
            before = (x, y) if own else (0.0, 0.0)
            if command == "H":
                x = part[0] + before[0]
            elif command == "V":
                y = part[0] + before[1]
            elif command == "A":
                radius, end = part[0], (part[5] + before[0], part[6] + before[1])
                for sign in (-1, 1):  # a half circle from left to right
                    found[-1].append(((x + end[0]) / 2 + right, y + sign * radius + down))
                x, y = end
            else:
                begin, (x, y) = (x, y), (part[-2] + before[0], part[-1] + before[1])
                if command == "Q":
                    assert not own
                    found[-1] += _curve(begin, (part[0], part[1]), (x, y), right, down)
            if command == "M" and start == 0:
                found.append([])
            found[-1].append((x + right, y + down))
    return found


def _curve(begin: Point, middle: Point, end: Point, right: float, down: float) -> list[Point]:
    """Seven inner points of a quadratic curve."""
    return [
        (
            (1 - t) ** 2 * begin[0] + 2 * t * (1 - t) * middle[0] + t**2 * end[0] + right,
            (1 - t) ** 2 * begin[1] + 2 * t * (1 - t) * middle[1] + t**2 * end[1] + down,
        )
        for t in (eighth / 8 for eighth in range(1, 8))
    ]


def points(root: ET.Element) -> Iterator[tuple[Item, Point]]:
    """The outermost points of everything that is drawn; of texts, where they are anchored."""
    for item in items(root):
        element = item.element
        if item.tag == "circle":
            (x, y), r = item.point("cx", "cy"), item.number("r")
            yield from ((item, (x + a * r, y + b * r)) for a, b in ((-1, 0), (1, 0), (0, -1), (0, 1)))
        elif item.tag == "rect" and element.get("width") != "100%":
            x, y = item.point("x", "y")
            yield item, (x, y)
            yield item, (x + item.number("width"), y + item.number("height"))
        elif item.tag == "path":
            for subpath in subpaths(element.attrib["d"], item.right, item.down):
                yield from ((item, point) for point in subpath)
        elif item.tag == "text":
            yield item, item.point("x", "y")


def outside(root: ET.Element) -> list[tuple[str, Point]]:
    """What is drawn outside the view box."""
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    return [
        (item.tag, (x, y))
        for item, (x, y) in points(root)
        if not (left <= x <= left + width and top <= y <= top + height)
    ]


@dataclass(frozen=True)
class Squares:
    """Where the squares of a board lie, read from the frames of its layers."""

    board: Board
    frames: list[tuple[float, float, float, float]]

    def at(self, point: Point) -> tuple[int, ...]:
        """The square with this centre."""
        rows, columns = (1, *self.board.shape)[-2:]
        for layer, (left, top, width, height) in enumerate(self.frames):
            column = (point[0] - left) / width * columns - 0.5
            row = (point[1] - top) / height * rows - 0.5
            if -0.5 < row < rows - 0.5 and -0.5 < column < columns - 0.5:
                assert abs(row - round(row)) < 0.02, "no centre"
                assert abs(column - round(column)) < 0.02, "no centre"
                return self._square(layer, round(row), round(column))
        raise AssertionError(f"{point} is on no board")

    def _square(self, layer: int, row: int, column: int) -> tuple[int, ...]:
        outer: list[int] = []
        for side in reversed(self.board.shape[:-2]):
            layer, place = divmod(layer, side)
            outer.insert(0, place)
        return (*outer, row, column)[-self.board.ndim :]


def squares_of(root: ET.Element, board: Board) -> Squares:
    frames = []
    for item in items(root):
        if item.tag == "g" and item.element.get("class") == "board":
            first = item.element.find(f"{SPACE}rect")
            assert first is not None
            frames.append(
                (item.right, item.down, float(first.attrib["width"]), float(first.attrib["height"]))
            )
    return Squares(board, frames)


def line(root: ET.Element) -> list[tuple[Point, Point]]:
    """The moves of an animated picture, by the time at which they come: from where, to where."""
    timed = []
    for item in items(root):
        style = item.element.get("style", "")
        if item.tag == "path" and "--from" in style:
            first, count = map(float, re.findall(r"[\d.]+", style))
            timed.append((first, count, subpaths(item.element.attrib["d"], item.right, item.down)))
    moves: list[tuple[Point, Point]] = []
    begun: Point | None = None
    time = 0.0
    for first, count, pieces in sorted(timed, key=lambda stroke: stroke[:2]):
        assert abs(first - time) < 0.01, "a gap in time"
        assert len(pieces) == 1, "pieces of a path are drawn all at once"
        time = first + count
        if count == 1:
            moves.append((pieces[0][0], pieces[0][-1]))
            continue
        if count > 1:
            assert len(pieces[0]) == count + 1
            moves += zip(pieces[0][:-1], pieces[0][1:], strict=True)
            continue
        begun = pieces[0][0] if begun is None else begun
        if abs(time - round(time)) < 0.01:  # the last piece of a move that wraps round
            moves.append((begun, pieces[0][-1]))
            begun = None
    assert begun is None
    return moves


def numbers(root: ET.Element, group: str = "numbers") -> dict[int, Point]:
    """Number to the centre of its text, from the texts of a class."""
    found: dict[int, Point] = {}
    for item in items(root):
        if item.tag == "text" and group in item.classes:
            assert item.element.text is not None
            found[int(item.element.text)] = item.point("x", "y")
    return found


def titles(root: ET.Element, group: str) -> list[str]:
    """The hover texts of the elements of a class."""
    return [
        title.text or ""
        for item in items(root)
        if item.element.get("class") == group
        for title in [item.element.find(f"{SPACE}title")]
        if title is not None
    ]


def text_of(root: ET.Element, tag: str) -> str:
    element: Any = root.find(SPACE + tag)
    return element.text or ""
