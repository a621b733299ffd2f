"""Metrics: numbers that describe a tour, each exactly defined.

They take a tour that the verifier accepts; for anything else they may raise ProblemError.

>>> from knight_models.core.problem import TourProblem
>>> from knight_models.core.tour import Tour
>>> tour = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
>>> turns(tour), crossings(tour), sums(tour).columns
(10, 20, (12, 21, 18, 27))
"""

from knight_models.theory.metrics.description import Description, describe
from knight_models.theory.metrics.moves import angles, crossings, turns
from knight_models.theory.metrics.numbering import (
    Renumbering,
    Sums,
    central_difference,
    central_sum,
    semi_magic_renumberings,
    sums,
)

__all__ = [
    "Description",
    "Renumbering",
    "Sums",
    "angles",
    "central_difference",
    "central_sum",
    "crossings",
    "describe",
    "semi_magic_renumberings",
    "sums",
    "turns",
]
