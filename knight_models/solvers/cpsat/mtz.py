"""The formulation `mtz`: one literal an arc, and the step of each vertex to rule out short cycles.

C. E. Miller, A. W. Tucker and R. A. Zemlin, Integer programming formulation of traveling salesman
problems, Journal of the ACM 7 (1960) 326-329: each node is entered once and left once, and along an arc
(i, j) that does not lead to the root, u_i - u_j + p x_ij <= p - 1, where p is the number of nodes. The
model that everybody teaches; its relaxation is weak.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from knight_models.solvers.cpsat.model import ArcModel
from knight_models.solvers.cpsat.steps import add_steps, hint_steps, root_of

__all__ = ["MillerTuckerZemlin"]


class MillerTuckerZemlin(ArcModel):
    """The constraints of Miller, Tucker and Zemlin, with their names."""

    def add_circuit(self) -> None:
        self.rule_out_traps()
        leaving: list[list[Any]] = [[] for _ in range(self.nodes)]
        entering: list[list[Any]] = [[] for _ in range(self.nodes)]
        for (tail, head), literal in self.variables.items():
            leaving[tail].append(literal)
            entering[head].append(literal)
        for literals in leaving + entering:
            self.model.add_exactly_one(literals)
        self._u = add_steps(self)
        p, root = self.nodes, root_of(self.problem)
        for number, ((i, j), x) in enumerate(self.variables.items()):
            self.look(number)
            if j != root:
                self.model.add(self._u[i] - self._u[j] + p * x <= p - 1)

    def hint(self, order: Sequence[int]) -> None:
        super().hint(order)
        hint_steps(self, self._u, order)
