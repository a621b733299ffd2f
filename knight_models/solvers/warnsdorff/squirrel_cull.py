"""The move orders of Squirrel and Cull for m x m boards, walked from the top-left corner.

Squirrel & Cull (1996), "A Warnsdorff-rule algorithm for knight's tours on square chessboards", Oregon
State University. They give a tour for every m from 5 to 610 except 74. Squares are (row, column) as
in the report: counted from 1, row 1 on top.
"""

from __future__ import annotations

Leg = tuple[str, tuple[int, int] | None]
"""A move order, and the square at which the next leg begins."""


def legs(m: int) -> list[Leg]:
    """The move orders for an m x m board, in the order in which they are used.

    >>> legs(8)[0], legs(8)[-1]
    (('34261578', (7, 6)), ('21435678', None))
    """
    lists: dict[int, list[Leg]] = {
        0: [
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51867342", (m - 8, 1)),
            ("51342678", (7, m - 3)),
            ("21435678", None),
        ],
        1: [
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51324678", (m - 6, (m + 9) // 2)),
            ("32481765", None),
        ],
        2: [
            ("34261578", (6, 1)),
            ("87642135", (3, 1)),
            ("54132678", (m - 15, 4)),
            ("52431678", (10, m - 2)),
            ("85647123", (5, (m - 6) // 2)),
            ("15746823", None),
        ],
        3: [
            ("34625718", (m - 1, m - 2)),
            ("42681357", (m - 6, m)),
            ("86512347", (2, 5)),
            ("51867342", (m - 10, 3)),
            ("61825437", ((m + 1) // 2, m - 2)),
            ("71642538", None),
        ],
        4: [
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51867342", (m - 8, 1)),
            ("51342678", (10, m - 5)),
            ("86753421", (13, (m + 2) // 2)),
            ("78563421", None),
        ],
        5: [
            ("34261578", (m - 1, m - 2)),
            ("87642135", (2, 2)),
            ("51324678", (m - 2, (m - 5) // 2 if m % 16 == 5 else (m - 13) // 2)),
            ("15234678", None),
        ],
        6: [
            ("34261578", (6, 1)),
            ("87642135", (3, 1)),
            ("54132678", (m - 10, 1)),
            ("52431678", (10, m - 2)),
            ("85647123", (3, (m + 8) // 2)),
            ("12453678", None),
        ],
        7: [
            ("34625718", (m - 1, m - 2)),
            ("42681357", (m - 6, m)),
            ("86512347", (2, 5)),
            ("51867342", (m - 6, 3)),
            ("61825437", ((m + 1) // 2, m - 2)),
            ("61357284", None),
        ],
    }
    return lists[m % 8]
