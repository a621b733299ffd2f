"""The sentences of evidence for one problem, with its squares or vertices named.

A piece of evidence holds vertex numbers; only together with its problem can its reason be a sentence such
as "a1 has one move left, to c2". `Evidence.explain` calls these functions. Each of them returns None where
the evidence does not show what it should: the sentence is then the one without names.

Dark squares are those of the colour of `a1`, the bottom-left square, as in chess.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from knight_models.core.board import Board, Square
from knight_models.core.problem import Kind, TourProblem
from knight_models.core.symmetry import SymmetryKind, maps_of

MOST_NAMES = 8
"""Squares that a sentence names at most; of more it names the first ones and counts the others."""

LARGEST_SPLIT = 5_000
"""Vertices up to which the parts of a vertex cut are counted for its sentence."""


def listed(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Names in a sentence; of a long list the first ones, and the number of the others.

    >>> listed(["a1"]), listed(["a1", "b3", "c2"]), listed(["a1", "b3", "c2", "d4"], most=3)
    ('a1', 'a1, b3 and c2', 'a1, b3 and 2 more')
    """
    shown = list(names)
    if len(shown) > most:
        shown = [*shown[: most - 1], f"{len(names) - most + 1:,} more"]
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1]))) if shown else ""


def exist(problem: TourProblem, vertices: Iterable[int]) -> bool:
    """Whether all of these are numbers of vertices of the problem."""
    return all(0 <= vertex < len(problem) for vertex in vertices)


def counted(problem: TourProblem, count: int) -> str:
    """A number of squares of a board, or of vertices of a graph: "12 squares", "1 vertex"."""
    one, many = ("square", "squares") if problem.board is not None else ("vertex", "vertices")
    return f"{count:,} {one if count == 1 else many}"


def neighbours(problem: TourProblem, vertex: int, *, backwards: bool = False) -> list[int]:
    """The vertices one allowed move away, each once; `backwards` are those from which a move comes.

    >>> from knight_models.core.problem import TourProblem
    >>> neighbours(TourProblem("3x4", forbidden=[("a1", "b3")]), 8)
    [6]
    """
    index, here = problem.vertices.index, problem.vertices.square(vertex)
    if problem.board is not None:
        near = list(map(index, problem.board.neighbours(here)))
    else:
        assert problem.graph is not None
        lists = problem.graph.pred if backwards and problem.directed else problem.graph.adj
        near = [other for other in map(index, lists[here]) if other != vertex]
    forbidden = set(problem.forbidden_indices)
    if not problem.directed:
        return [each for each in near if not {(vertex, each), (each, vertex)} & forbidden]
    return [each for each in near if ((each, vertex) if backwards else (vertex, each)) not in forbidden]


def tour_in_words(problem: TourProblem) -> str:
    """The kind of tour with its article.

    >>> tour_in_words(TourProblem("3x4")), tour_in_words(TourProblem("3x4", kind="closed"))
    ('an open tour', 'a closed tour')
    """
    words = {Kind.OPEN: "an open", Kind.CLOSED: "a closed", Kind.STRICTLY_OPEN: "a strictly open"}
    return f"{words[problem.kind]} tour"


def named(problem: TourProblem, vertex: int) -> str:
    """The name of a vertex as it stands in a list: numbers with commas in brackets.

    >>> named(TourProblem("3x4"), 0), named(TourProblem("2x3x4"), 1)
    ('a3', '(0,0,1)')
    """
    name = problem.name(vertex)
    return f"({name})" if "," in name and problem.board is not None else name


def names_of(problem: TourProblem, vertices: Iterable[int]) -> str:
    """The names of vertices in a sentence, as `listed` writes them."""
    return listed([named(problem, vertex) for vertex in vertices])


def _fixed_ends(problem: TourProblem) -> list[int]:
    return [end for end in (problem.start_index, problem.end_index) if end is not None]


# ---- too few moves, and moves that do not lead from part to part ---------------------------------


def low_degree(problem: TourProblem, vertices: Sequence[int]) -> str | None:
    """Which vertices have too few moves, and why so few are not enough."""
    if not vertices or not exist(problem, vertices):
        return None
    if len(problem) == 1:
        one, several = ("square", "squares") if problem.board is not None else ("vertex", "vertices")
        return f"{named(problem, 0)} is the only {one}; a closed tour needs moves between {several}"
    if problem.directed:
        return _dead_ends(problem, vertices)
    near = {vertex: neighbours(problem, vertex) for vertex in vertices}
    alone = [vertex for vertex in vertices if not near[vertex]]
    if alone:
        return f"{_have(problem, alone)} no move"
    single = [vertex for vertex in vertices if len(near[vertex]) == 1]
    if not single:
        return None
    if problem.closed:
        single = single[:1]
    left = f"{_have(problem, single)} one move left"
    left += f", to {named(problem, near[single[0]][0])}" if len(single) == 1 else " each"
    return left + _why_one_is_too_few(problem, single)


def _have(problem: TourProblem, vertices: Sequence[int]) -> str:
    return f"{names_of(problem, vertices)} {'has' if len(vertices) == 1 else 'have'}"


def _why_one_is_too_few(problem: TourProblem, single: Sequence[int]) -> str:
    """Why one move is not enough; a tour passes through every square but its ends, by two moves."""
    if problem.closed:
        return "; a closed tour needs two at every " + counted(problem, 1).split()[1]
    fixed = _fixed_ends(problem)
    if not fixed:
        return f", but only two of them can be the ends of {tour_in_words(problem)}"
    ends = names_of(problem, fixed)
    if len(fixed) == 2:
        return f", and the ends of the tour are fixed at {ends}"
    return f", but one end of the tour is fixed at {ends}, and only one of them can be the other"


def _dead_ends(problem: TourProblem, vertices: Sequence[int]) -> str | None:
    """The same in a directed graph: vertices that cannot be left, or not be reached."""
    for backwards, what, place in ((False, "no move out", "last"), (True, "no move in", "first")):
        stuck = [each for each in vertices if not neighbours(problem, each, backwards=backwards)]
        here, other = problem.end_index, problem.start_index
        if backwards:
            here, other = other, here
        if problem.closed and stuck:
            return f"{_have(problem, stuck[:1])} {what}"
        if len(stuck) > 1:
            return f"{_have(problem, stuck)} {what}, and only one of them can be the {place} of a tour"
        if stuck and other == stuck[0] and len(problem) > 1:
            does = "ends" if backwards else "starts"
            return f"{_have(problem, stuck)} {what}, but the tour {does} there"
        if stuck and here is not None and here != stuck[0]:
            does = "starts" if backwards else "ends"
            return f"{_have(problem, stuck)} {what}, but the tour {does} at {named(problem, here)}"
    return None


def disconnected(problem: TourProblem, vertices: Sequence[int]) -> str | None:
    """Which vertices no move joins to the others; of the two sets, the smaller one is named."""
    inside = set(vertices)
    if not inside or not exist(problem, inside) or len(inside) == len(problem):
        return None
    rest = len(problem) - len(inside)
    if problem.directed:
        names = names_of(problem, sorted(inside))
        return f"no move leads from {names} to the other {counted(problem, rest)}"
    fewer = sorted(inside) if len(inside) <= rest else sorted(set(range(len(problem))) - inside)
    others = counted(problem, len(problem) - len(fewer))
    return f"no move joins {names_of(problem, fewer)} to the other {others}"


def vertex_cut(problem: TourProblem, vertices: Sequence[int]) -> str | None:
    """Which vertices to take away, how many parts are left then, and how many a tour can join."""
    cut = set(vertices)
    if not cut or not exist(problem, cut):
        return None
    names = names_of(problem, sorted(cut))
    size = f" ({counted(problem, len(cut))})" if len(cut) > 2 else ""
    ends = [] if problem.closed else sorted(cut.intersection(_fixed_ends(problem)))
    most = len(cut) + (not problem.closed) - len(ends)
    parts = f"more than {most:,}"
    if len(problem) <= LARGEST_SPLIT:
        count = _parts(problem, cut)
        if count <= most:
            return None
        parts = f"{count:,}"
    tour = tour_in_words(problem) + (f" with an end at {names_of(problem, ends)}" if ends else "")
    return f"without {names}{size} the rest falls into {parts} parts, and {tour} joins at most {most:,}"


def _parts(problem: TourProblem, cut: set[int]) -> int:
    """How many parts are left without the cut; in a directed graph, moves join in either direction."""
    unseen = set(range(len(problem))) - cut
    parts = 0
    while unseen:
        parts += 1
        waiting = [unseen.pop()]
        while waiting:
            vertex = waiting.pop()
            near = set(neighbours(problem, vertex))
            if problem.directed:
                near.update(neighbours(problem, vertex, backwards=True))
            new = near & unseen
            unseen -= new
            waiting.extend(new)
    return parts


# ---- colours -------------------------------------------------------------------------------------


def colour_imbalance(problem: TourProblem, colours: str) -> str | None:
    """How many vertices each colour has, and where a tour would have to start and end."""
    if len(colours) != len(problem) or set(colours) - {"0", "1"}:
        return None
    words = _Colours(problem, colours)
    difference = abs(2 * colours.count("1") - len(colours))
    if problem.closed or difference > 1:
        rule = "a closed tour needs as many of one as of the other"
        if not problem.closed:
            rule = "a tour has at most one more of one than of the other"
        return f"{words.change}, and {rule}; there are {words.group('0')} and {words.short('1')}"
    return _wrong_end(problem, words) if difference else _wrong_pair_of_ends(problem, words)


def _wrong_end(problem: TourProblem, words: _Colours) -> str | None:
    """Where one colour has one vertex more, a tour starts and ends on it."""
    larger = max("01", key=words.colours.count)
    whole = counted(problem, len(problem))
    for does, end in (("starts", problem.start_index), ("ends", problem.end_index)):
        if end is not None and words.colours[end] != larger:
            return (
                f"{named(problem, end)} is one of the {words.group(words.colours[end])}; "
                f"a tour of {whole} {does} on one of the {words.short(larger)}"
            )
    return None


def _wrong_pair_of_ends(problem: TourProblem, words: _Colours) -> str | None:
    """Where both colours have equally many vertices, a tour starts on one and ends on the other."""
    start, end = problem.start_index, problem.end_index
    if start is None or end is None or words.colours[start] != words.colours[end]:
        return None
    colour = words.colours[start]
    whole, others = counted(problem, len(problem)), words.short(_other(colour))
    return (
        f"{named(problem, start)} and {named(problem, end)} are two of the {words.group(colour)}; "
        f"a tour of {whole} that starts on one of them ends on one of the {others}"
    )


class _Colours:
    """What to call the vertices of each of two colours.

    On a flat board whose colours are those of a chessboard, they are dark (like a1) and light squares.
    Elsewhere the first vertex of a colour stands for it: "3 vertices like b".
    """

    def __init__(self, problem: TourProblem, colours: str) -> None:
        self.colours = colours
        self._problem = problem
        self._shades = _shades(problem, colours)

    @property
    def change(self) -> str:
        """That every move changes the colour."""
        if self._shades:
            return "every move changes the colour"
        one = "a square" if self._problem.board is not None else "a vertex"
        return f"every move joins {one} {self._like('0')} and one {self._like('1')}"

    def group(self, colour: str) -> str:
        """The vertices of a colour: "12 dark squares", "3 vertices like b"."""
        count = self.colours.count(colour)
        if not self._shades:
            return f"{counted(self._problem, count)} {self._like(colour)}"
        return f"{count:,} {self._shades[colour]} {counted(self._problem, count).split()[1]}"

    def short(self, colour: str) -> str:
        """The same after a group was named: "13 light ones", "2 like c"."""
        count = self.colours.count(colour)
        if not self._shades:
            return f"{count:,} {self._like(colour)}"
        return f"{count:,} {self._shades[colour]} {'one' if count == 1 else 'ones'}"

    def _like(self, colour: str) -> str:
        first = self.colours.find(colour)
        return f"like {named(self._problem, first)}" if first >= 0 else "of the other kind"


def _shades(problem: TourProblem, colours: str) -> dict[str, str]:
    """Which colour is dark and which light; empty if these are not the colours of a chessboard."""
    board = problem.board
    if board is None or board.ndim != 2:
        return {}
    a1 = board.shape[0] - 1  # its row and column, added
    pairs = {(colour, (sum(board.square(index)) - a1) % 2) for index, colour in enumerate(colours)}
    if len(pairs) != len({colour for colour, _ in pairs}) or len(pairs) != len({odd for _, odd in pairs}):
        return {}
    shades = {colour: "light" if odd else "dark" for colour, odd in pairs}
    missing = {_other(colour): "light" if shade == "dark" else "dark" for colour, shade in shades.items()}
    return missing | shades


def _other(colour: str) -> str:
    return "1" if colour == "0" else "0"


def no_symmetric_tour(problem: TourProblem) -> str:
    """Why each way in which a symmetry could map a tour to itself is excluded; empty if one is not.

    >>> problem = TourProblem("8x8", "closed", symmetry="quarter-turn")
    >>> no_symmetric_tour(problem)
    'the quarter-turn changes the colour of the squares, but 16 moves along the tour are an even number'
    """
    board, kind = problem.board, problem.symmetry
    if board is None or kind is None:
        return ""
    if problem.closed and len(problem) < 3:
        return "a closed tour has at least 3 squares"
    reasons = []
    for each in maps_of(kind):
        if not each.keeps(board):
            continue
        image = {square: each.image(board, square) for square in board}
        ways = []
        if problem.closed and kind is not SymmetryKind.BERGHOLTIAN:
            ways.append(_no_rotation(board, image, 4 if kind is SymmetryKind.QUARTER_TURN else 2))
        if kind not in (SymmetryKind.EULERIAN, SymmetryKind.QUARTER_TURN):
            ways.append(_no_reversal(problem, board, image))
        if "" in ways:
            return ""
        reasons.append(f"the {each.name} {' and '.join(ways)}")
    return "; ".join(reasons)


def _no_rotation(board: Board, image: dict[Square, Square], order: int) -> str:
    """Why a map does not keep the direction of a closed tour; empty if it may."""
    moved = image if order == 2 else {square: image[there] for square, there in image.items()}
    kept = [square for square, there in moved.items() if square == there]
    if kept:
        return f"leaves {board.name(kept[0])} in place, where it would have to go along the tour"
    first = next(iter(image))
    if len(board) == order and image[first] not in board.neighbours(first):
        return f"maps {board.name(first)} to {board.name(image[first])}, which is not a move away"
    if len(board) % order:
        return f"has order {order}, which does not divide {len(board)}"
    changes = {(sum(square) + sum(there)) % 2 for square, there in image.items()}
    along = len(board) // order
    if all(sum(leap) % 2 for leap in board.leap.leaps) and changes != {along % 2}:
        parity = "an even" if along % 2 == 0 else "an odd"
        does = "changes" if 1 in changes else "keeps"
        return f"{does} the colour of the squares, but {along} moves along the tour are {parity} number"
    return ""


def _no_reversal(problem: TourProblem, board: Board, image: dict[Square, Square]) -> str:
    """Why a map does not reverse a tour; empty if it may."""
    kept = [board.name(square) for square, there in image.items() if square == there]
    turned = sum(there in board.neighbours(square) for square, there in image.items() if square < there)
    most = 2 if problem.closed else len(board) % 2
    if len(kept) > most:
        limit = {0: "no square", 1: "one square", 2: "two squares"}[most]
        return f"leaves {listed(kept, 4)} in place, where a tour that it reverses has {limit} at most"
    needed = 2 - len(kept) if problem.closed else 1 - len(board) % 2
    if turned < needed:
        what = "no square" if not turned else "too few squares"
        return f"maps {what} to one that is a move away, as in the middle of a tour that it reverses"
    in_place = problem.closed or len(kept) == len(board) % 2
    return "" if in_place else "leaves no square in place, as it does the middle of a tour"
