"""The rules that break ties between squares with equally few onward moves, and chains of them.

A new rule takes a line in `TIE_RULES`, and a score in `walk/board.py` and in `walk/graph.py`: the
candidates with the lowest score are kept. A kernel without a score for it refuses the rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from knight_models.core.errors import OptionError, nearest

MOVE_ORDER, INDEX, RANDOM, POHL, ROTH = range(5)
"""The codes of the rules in the kernels."""


@dataclass(frozen=True)
class TieRule:
    """A rule that chooses among squares with equally few onward moves.

    Parameters
    ----------
    code : its number in the kernels
    words : the square that it chooses, in words, with the source of the rule
    decisive : whether it leaves no tie, so that no rule can follow it
    needs_centre : whether it needs the centre of a board
    """

    code: int
    words: str
    decisive: bool = False
    needs_centre: bool = False


TIE_RULES = {
    "move-order": TieRule(MOVE_ORDER, "the first in move order", decisive=True),
    "index": TieRule(INDEX, "the lowest vertex number", decisive=True),
    "random": TieRule(RANDOM, "any, with equal chances", decisive=True),
    "pohl": TieRule(POHL, "the smallest sum of onward moves one level further (Pohl 1967)"),
    "roth": TieRule(
        ROTH,
        "the farthest from the centre of the board (Roth, reported by Ganzfried 2004)",
        needs_centre=True,
    ),
}
"""Every rule by its name."""


def rules_in_words() -> str:
    """What each rule chooses, for help texts.

    >>> rules_in_words().split("; ")[1]
    'index: the lowest vertex number'
    """
    return "; ".join(f"{name}: {rule.words}" for name, rule in TIE_RULES.items())


def chain_of(text: str) -> list[int]:
    """The codes of a chain of rules such as `pohl+random`; without `move-order`, which closes every chain.

    Raises
    ------
    OptionError : for an unknown rule, with the nearest right one; for a rule behind a decisive one

    >>> chain_of("pohl+random"), chain_of("roth+move-order")
    ([3, 2], [4])
    """
    rules = []
    names = text.split("+")
    for place, name in enumerate(names):
        if name not in TIE_RULES:
            raise OptionError(nearest(name, TIE_RULES, "rule for ties"))
        rule = TIE_RULES[name]
        if rule.decisive and place + 1 < len(names):
            raise OptionError(f"{name} leaves no tie, so {names[place + 1]!r} behind it would do nothing")
        if rule.code != MOVE_ORDER:
            rules.append(rule.code)
    return rules


def at_random_at_last(rules: Sequence[int]) -> list[int]:
    """The same chain, but the ties that its rules leave are broken at random.

    >>> at_random_at_last(chain_of("pohl+index")) == chain_of("pohl+random")
    True
    """
    decisive = {rule.code for rule in TIE_RULES.values() if rule.decisive}
    return [*(rule for rule in rules if rule not in decisive), RANDOM]


def why_no_rules(rules: Sequence[int], has_centre: bool) -> str | None:
    """Why rules cannot be used on a problem; None if they can.

    Parameters
    ----------
    rules : their codes
    has_centre : whether the problem has a board with a centre, which a board that wraps has not
    """
    for name, rule in TIE_RULES.items():
        if rule.code in rules and rule.needs_centre and not has_centre:
            return f"{name} needs the centre of a board without wrap"
    return None
