"""The table of a comparison on terminals of all widths."""

from __future__ import annotations

import re

import fakes
import pytest

from knight_models.cli.table import table
from knight_models.core.problem import TourProblem
from knight_models.tasks.compare import compare

LABEL = "depth-first:prune=on,ordering=fixed"


@pytest.fixture(scope="module")
def comparison():
    problems = [TourProblem("3x4", kind=kind) for kind in ("open", "closed")]
    return compare(problems, [LABEL, "cutset", fakes.Decliner()], seconds=60)


def words(text: str) -> list[str]:
    return sorted(re.split(r"[\s:,]+", text.strip()))


def test_a_wide_terminal_has_one_line_for_each_row(comparison):
    lines = table(comparison, 500).splitlines()
    assert len(lines) == 1 + len(comparison.rows)
    assert table(comparison, 500) == table(comparison, None)


@pytest.mark.parametrize("width", [80, 70, 60])
def test_a_narrow_terminal_has_the_work_below_its_row_and_the_kinds_as_headings(comparison, width):
    whole, stacked = table(comparison, None), table(comparison, width)
    heading, *lines = stacked.splitlines()
    assert max(map(len, lines)) <= width
    assert heading.split() == ["solver", "status", "verified", "seconds", "build", "steps"]
    assert [line for line in lines if line in ("open:", "closed:")] == ["open:", "closed:"]
    # Every word is still there, but for the headings of two columns, and the kinds that were in each row.
    left_out = ["kind", "work", *["open", "closed"] * 2]
    assert sorted([*words(stacked), *left_out]) == words(whole)


def test_the_work_stands_indented_and_no_counter_is_parted_from_its_number(comparison):
    lines = table(comparison, 50).splitlines()
    work = [line for line in lines if line.startswith("    ")]
    assert any("backtracks " in line for line in work)
    assert not any(re.search(r"\b(variables|clauses|conflicts|backtracks)$", line) for line in work)


def test_where_the_names_are_too_long_the_options_go_below(comparison):
    lines = table(comparison, 50).splitlines()
    place = lines.index("  ordering=fixed,")
    assert lines[place - 1].startswith("depth-first:")
    assert lines[place + 1] == "  prune=on"


def test_one_kind_needs_no_heading():
    comparison = compare("3x4", [LABEL], seconds=60)
    lines = table(comparison, 40).splitlines()
    assert not any(line.startswith("open") for line in lines)
