"""What is known: which boards have tours, and how many; each answer with its source.

The theorems speak of a knight on a rectangle of `m x n` squares, `m <= n`, without holes or wrap:

- a closed tour exists unless `m` and `n` are odd, or `m` is 1, 2 or 4, or `m` is 3 and `n` is 4, 6
  or 8 (Schwenk 1991);
- an open tour, its ends adjacent or not, exists unless `m` is 1 or 2 (but for 1x1), or
  `m` is 3 and `n` is 3, 5 or 6, or the board is 4x4 (Cull & De Curtins 1978 for `m >= 5`; Chia &
  Ong 2005 for all).

The solver `tiling` answers by these theorems, and the verifier checks that they apply; no other solver
asks this module, which is here to hold their answers against.

References
----------
.. [1] A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics Magazine 64
   (1991), 325-332.
.. [2] P. Cull and J. De Curtins, "Knight's tour revisited", Fibonacci Quarterly 16 (1978), 276-285.
.. [3] G. L. Chia and S.-H. Ong, "Generalized knight's tours on rectangular chessboards", Discrete
   Applied Mathematics 150 (2005), 80-98.
.. [4] The On-Line Encyclopedia of Integer Sequences, the sequences named in `SEQUENCES`.

>>> from knight_models.board import Board
>>> existence(Board.parse("4x6"), "closed")
Verdict(exists=False, clause='one side is 4', source='Schwenk 1991')
>>> published_count(Board.parse("8x8"), "closed").count
13267364410532
"""

from __future__ import annotations

from knight_models.theorems.counts import SEQUENCES, PublishedCount, Sequence, published_count
from knight_models.theorems.existence import Verdict, existence

__all__ = ["SEQUENCES", "PublishedCount", "Sequence", "Verdict", "existence", "published_count"]
