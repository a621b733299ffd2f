"""The formulation `circuit`: one literal an arc, and CP-SAT's own constraint for a circuit.

The constraint is as old as Laurière's ALICE (1978). `add_circuit` by itself accepts what is no tour:
it leaves out a vertex that no arc touches, and takes two opposite arcs for a cycle; the model rules
both out.
"""

from __future__ import annotations

from collections.abc import Sequence

from knight_models.solvers.cpsat.model import ArcModel
from knight_models.solvers.cpsat.steps import Steps, add_steps, hint_steps, root_of

__all__ = ["Circuit"]


class Circuit(ArcModel):
    """One circuit; where the problem gives numbers, each vertex has its step too."""

    def add_circuit(self) -> None:
        self.rule_out_traps()
        if self.variables:
            arcs = [(tail, head, literal) for (tail, head), literal in self.variables.items()]
            self.model.add_circuit(arcs)
        self._steps: Steps = {}
        if self.problem.given:
            self._add_steps()

    def _add_steps(self) -> None:
        steps, root = add_steps(self), root_of(self.problem)
        for number, ((tail, head), literal) in enumerate(self.variables.items()):
            self.look(number)
            if head != root:
                self.model.add(steps[head] == steps[tail] + 1).only_enforce_if(literal)
        self._steps = steps

    def hint(self, order: Sequence[int]) -> None:
        super().hint(order)
        if self._steps:
            hint_steps(self, self._steps, order)
