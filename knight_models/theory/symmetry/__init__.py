"""Symmetry: the group of a board, tours the same up to symmetry, and the types that the field names.

A symmetry of a board exchanges and reverses its axes and shifts those that wrap, so that shape, holes and
wrapped axes are kept. A tour has a symmetry if its moves are sent to moves of its own; the direction of a
closed tour is then kept or reversed, that of an open tour can only be reversed.

>>> from knight_models.core.board import Board
>>> board = Board.parse("3x4")
>>> len(symmetries(board))
4
>>> tour = [(0, 0), (1, 2), (2, 0), (0, 1), (1, 3), (2, 1), (0, 2), (2, 3), (1, 1), (0, 3), (2, 2), (1, 0)]
>>> symmetry_type(board, tour, closed=False).name
'none'
"""

from knight_models.theory.symmetry.group import Symmetry, symmetries
from knight_models.theory.symmetry.listings import canonical
from knight_models.theory.symmetry.tours import SymmetryType, TourSymmetry, symmetry_type

__all__ = ["Symmetry", "SymmetryType", "TourSymmetry", "canonical", "symmetries", "symmetry_type"]
