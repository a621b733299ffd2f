"""The table of tie rules, chains of rules, and the random numbers that one of them draws."""

import numpy as np
import pytest

from knight_models.core.errors import OptionError
from knight_models.engine.random import first_states, next_random
from knight_models.engine.ties import (
    INDEX,
    POHL,
    RANDOM,
    ROTH,
    TIE_RULES,
    at_random_at_last,
    chain_of,
    rules_in_words,
    why_no_rules,
)
from knight_models.solvers import get_solver


def test_every_rule_has_a_code_and_words_of_its_own():
    rules = TIE_RULES.values()
    assert len({rule.code for rule in rules}) == len({rule.words for rule in rules}) == len(TIE_RULES)


def test_help_texts_and_errors_list_the_rules_of_the_table():
    with pytest.raises(OptionError) as refused:
        get_solver("warnsdorff:ties=rothh+index")
    assert "did you mean 'roth'" in str(refused.value)
    for name, rule in TIE_RULES.items():
        assert f"{name}: {rule.words}" in rules_in_words()
        assert name in str(refused.value)


def test_a_chain_closes_with_move_order():
    assert chain_of("move-order") == []
    assert chain_of("pohl+roth+move-order") == chain_of("pohl+roth") == [POHL, ROTH]
    assert chain_of("roth+index") == [ROTH, INDEX]


@pytest.mark.parametrize("first", [name for name, rule in TIE_RULES.items() if rule.decisive])
def test_no_rule_follows_one_that_leaves_no_tie(first):
    with pytest.raises(OptionError, match=f"{first} leaves no tie, so 'pohl' behind it"):
        chain_of(f"roth+{first}+pohl")


def test_further_walks_break_the_ties_that_are_left_at_random():
    assert at_random_at_last([]) == [RANDOM]
    assert at_random_at_last([ROTH, INDEX]) == at_random_at_last([ROTH, RANDOM]) == [ROTH, RANDOM]


def test_only_rules_that_need_the_centre_of_a_board_are_refused_without_one():
    assert why_no_rules([ROTH], has_centre=False) == "roth needs the centre of a board without wrap"
    assert why_no_rules([ROTH], has_centre=True) is None
    assert why_no_rules([POHL, RANDOM], has_centre=False) is None


def by_text(number: int) -> int:
    """One step of the generator on 32 characters, 0 or 1."""
    bits = f"{number:032b}"
    for shift in (13, -17, 5):
        shifted = bits[shift:] + "0" * shift if shift > 0 else "0" * -shift + bits[:shift]
        bits = "".join("01"[one != other] for one, other in zip(bits, shifted, strict=True))
    return int(bits, 2)


def test_random_numbers_are_those_of_marsaglia():
    """From the seed in "Xorshift RNGs" (2003) its shifts by 13, 17 and 5, done here on bits as text."""
    assert next_random(2463534242) == by_text(2463534242) == 723471715
    assert next_random(np.array([1, 2**32 - 1])).tolist() == [by_text(1), by_text(2**32 - 1)]


def test_first_states_are_not_zero_and_differ():
    states = first_states(np.arange(-5, 100_000))
    assert states.min() > 0
    assert states.max() < 2**32
    assert len(np.unique(states)) == len(states)


def test_first_states_of_all_seeds_differ():
    """Also of seeds that differ in a single bit: the multiplier is odd."""
    seeds = [0, *(1 << bit for bit in range(32)), *range(3, 3000)]
    states = first_states(seeds).tolist()
    assert len(set(states)) == len(set(seeds))
    assert all(0 < state < 2**32 for state in states)
