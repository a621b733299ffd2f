"""The rules that break ties between squares with equally few onward moves, and chains of them."""

from __future__ import annotations

from knight_models.core.errors import OptionError, nearest

__all__ = ["INDEX", "MOVE_ORDER", "POHL", "RANDOM", "ROTH", "RULES", "chain_of"]

MOVE_ORDER, INDEX, RANDOM, POHL, ROTH = range(5)

RULES = {"move-order": MOVE_ORDER, "index": INDEX, "random": RANDOM, "pohl": POHL, "roth": ROTH}


def chain_of(text: str) -> list[int]:
    """The rules of a chain such as `pohl+random`; what stands behind `move-order` decides nothing.

    Raises
    ------
    OptionError : for an unknown rule, with the nearest right one; for a rule that comes too late

    >>> chain_of("pohl+random"), chain_of("roth+move-order")
    ([3, 2], [4])
    """
    rules = []
    names = text.split("+")
    for place, name in enumerate(names):
        if name not in RULES:
            raise OptionError(nearest(name, RULES, "rule for ties"))
        if name in ("move-order", "index", "random") and place + 1 < len(names):
            raise OptionError(f"{name} leaves no tie, so {names[place + 1]!r} behind it would do nothing")
        if name != "move-order":
            rules.append(RULES[name])
    return rules
