"""`CountPlan`: what a count takes, before it begins; and the count itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from knight_models.core.display import duration
from knight_models.core.errors import TooLargeError
from knight_models.counting.checkpoints import Checkpoint
from knight_models.counting.terms import Term
from knight_models.engine.frontier.cycle_count import Cost, CycleCount, check_width, estimate
from knight_models.engine.frontier.layers import StepLimitError
from knight_models.engine.frontier.sweep import Sweep, sweep
from knight_models.engine.run import Run


@dataclass(frozen=True)
class Counted:
    """The outcome of a count.

    Parameters
    ----------
    count : the number; None if a limit ended the count before
    reason : which limit it was; None if the number is known
    """

    count: int | None
    reason: str | None = None


class CountPlan:
    """A count before it begins.

    Parameters
    ----------
    run : the run of the count
    terms : what it adds up
    constant : a number to add to it
    factor, divisor : what the sum is multiplied and divided by
    order : which order of the vertices to take; 0 is that with the least work
    """

    def __init__(
        self,
        run: Run,
        terms: Sequence[Term],
        *,
        constant: int = 0,
        factor: int = 1,
        divisor: int = 1,
        order: int = 0,
    ) -> None:
        self._run = run
        self._terms = terms
        self._constant = constant
        self._factor, self._divisor = factor, divisor
        self._order = order
        self._transitions, self._peak = 0, 0

    def check(self) -> None:
        """Find the sweeps.

        Raises
        ------
        TimeoutError : if the time is up before the orders of the vertices are found
        TooLargeError : if a frontier is too wide
        """
        assert len(self.sweeps) == len(self._terms)

    @cached_property
    def sweeps(self) -> list[Sweep]:
        """The sweep of each term."""
        sweeps = []
        for term in self._terms:
            orders = term.orders()
            chosen = sweep(term.graph, orders[min(self._order, len(orders) - 1)], self._run.deadline)
            check_width(chosen)
            sweeps.append(chosen)
        return sweeps

    @property
    def cost(self) -> Cost:
        """An estimate of the cost: the widest frontier, and the time of all sweeps."""
        costs = [estimate(each) for each in self.sweeps]
        if not costs:
            return Cost(0, 0, 0, 0.0)
        widest = max(costs, key=lambda cost: cost.width)
        return Cost(widest.width, widest.states, widest.memory, sum(cost.seconds for cost in costs))

    def count(self, checkpoint: Checkpoint | None = None) -> Counted:
        """Count, or go on from a checkpoint.

        Raises
        ------
        OptionError : if the file of the checkpoint holds something else
        """
        try:
            total = self._constant + self._sum(checkpoint)
        except TimeoutError:
            return Counted(None, "time limit")
        except StepLimitError:
            return Counted(None, "step limit")
        except TooLargeError as error:
            return Counted(None, f"memory: {error}")
        finally:
            self._note()
        if checkpoint is not None:
            checkpoint.remove()
        whole, rest = divmod(total * self._factor, self._divisor)
        assert rest == 0, f"{total} x {self._factor} is not a multiple of {self._divisor}"
        return Counted(whole)

    def _sum(self, checkpoint: Checkpoint | None) -> int:
        saved = None if checkpoint is None else checkpoint.load()
        done = [] if saved is None else list(saved.done)
        earlier = 0.0 if saved is None else saved.seconds
        for number in range(len(done), len(self._terms)):
            counting = CycleCount(self.sweeps[number], self._run, self._report)
            if saved is not None and saved.layers is not None:
                counting.layers.restore(saved.layers)
            saved = None
            try:
                while not counting.layers.finished:
                    counting.step()
                    if checkpoint is not None and checkpoint.due:
                        checkpoint.save(done, earlier + self._run.deadline.elapsed, counting.layers)
            finally:
                self._peak = max(self._peak, counting.layers.peak)
                self._transitions += counting.layers.transitions
            done.append(counting.layers.count)
        return sum(term.weight * count for term, count in zip(self._terms, done, strict=True))

    def _report(self, counting: CycleCount, transitions: int) -> None:
        layers = counting.layers
        left = counting.seconds_left()
        note = f"{layers.states:,} states" + ("" if left is None else f", about {duration(left)} left")
        total = self._transitions + transitions
        self._run.report(total, min(layers.done, len(self._run.problem)), note)

    def _note(self) -> None:
        """Put the work into the statistics of the run."""
        widths = [each.width for each in self.__dict__.get("sweeps", ())]
        self._run.count(
            steps=self._transitions,
            counters={"frontier": max(widths, default=0), "peak states": self._peak},
        )
