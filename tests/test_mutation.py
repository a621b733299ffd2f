"""The faults that scripts/mutation.py makes: which they are, how they are drawn, what becomes of them."""

from __future__ import annotations

import ast
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from script_runner import run, script

pytest.importorskip("cosmic_ray", reason="faults are made by cosmic-ray (extra mutation)")
mutation: Any = script("mutation")


def made_by(name: str, code: str) -> list[str]:
    """The code with each fault of an operator."""
    from cosmic_ray.mutating import mutate_code

    faults, occurrence = [], 0
    while (changed := mutate_code(code, mutation._operator(name), occurrence)) is not None:
        faults.append(ast.unparse(ast.parse(changed)))
        occurrence += 1
    return faults


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one small file, in the room core."""
    monkeypatch.setattr(mutation, "ROOT", tmp_path)
    monkeypatch.setattr(mutation, "ROOMS", {"core": ("module.py",), "engine": ("module.py",)})
    path = tmp_path / "module.py"
    path.write_text("def f(a, b):\n    return a < 2 and not b\n\n\nx = f(3, 4) + 5\ny = (x, 6)\nf(x, y)\n")
    return path


@pytest.mark.parametrize(
    ("name", "code", "faults"),
    [
        (
            "DropOperand",
            "if a and b() and not c:\n    pass\n",
            ["b() and (not c)", "a and (not c)", "a and b()"],
        ),
        ("DropOperand", "x = a < b or c\n", ["x = c", "x = a < b"]),
        ("Exchange", "f(a, b, c)\n", ["f(b, a, c)", "f(a, c, b)"]),
        ("Exchange", "f(a, a, key=b)\n", []),
        ("Exchange", "x = max(a, b)\n", []),
        ("Exchange", "x = (a, b)\n", ["x = (b, a)"]),
        ("Exchange", "x[i, j] = y\n", ["x[j, i] = y"]),
        ("Exchange", "x = [a for a in b]\n", []),
        ("DropStatement", "x += 1\n", ["pass"]),
        ("DropStatement", "f(x)\n", ["pass"]),
        ("DropStatement", "x = 1\n", []),
        ("DropStatement", "def f():\n    raise ValueError(x)\n", ["def f():\n    pass"]),
        ("ReplaceComparisonOperator_Lt_LtE", "a < b\n", ["a <= b"]),
        ("NumberReplacer", "x = 3\n", ["x = 4", "x = 2"]),
    ],
)
def test_faults_of_an_operator(name, code, faults):
    made = made_by(name, code)
    assert len(made) == len(faults)
    assert all(fault in text for fault, text in zip(faults, made, strict=True))


def test_faults_are_shared_out_over_the_rooms():
    assert mutation._shares(None, 22) == {"verifier": 4, "core": 4, "engine": 4, "solvers": 8, "json": 2}
    assert sum(mutation._shares(None, 99).values()) == 99


def test_a_sample_is_the_same_again(small):
    shares = mutation._shares(["core", "engine"], 7)
    assert shares == {"core": 3, "engine": 4}
    sites = mutation.sample(shares, 3)
    assert Counter(site.room for site in sites) == shares
    assert sites == mutation.sample(shares, 3)
    assert sites != mutation.sample(shares, 4)
    for site in sites:
        code = mutation.mutated(site)
        assert ast.dump(ast.parse(code)) != ast.dump(
            ast.parse((mutation.ROOT / site.path).read_text("utf-8"))
        )
        assert mutation.difference(site, code)


def test_annotations_and_the_checks_of_zip_are_left_alone(small):
    small.write_text(
        "def f(a: 'x or y' = 1, b: list[int, str] = ()) -> tuple[int, str]:\n"
        "    c: dict[int, str] = {}\n"
        "    return zip(a, b, strict=True), 2\n"
    )
    slips = Counter(site.slip for site in mutation.sites("core", small))
    assert slips == {"number": 4, "exchange": 2}


def test_an_unknown_room_is_named(small, capsys):
    assert script("mutation").main(["--rooms", "cellar"]) == 2
    assert "unknown room 'cellar'; the rooms are core, engine" in capsys.readouterr().err


def test_what_is_judged_already_is_not_judged_again(small, tmp_path, capsys, monkeypatch):
    """The table and the faults missed come from the file; no test runs."""
    sites = mutation.sample({"core": 3}, 0)
    outcomes = [("noticed", "FAILED one"), ("noticed", "timeout"), ("missed", "")]
    rows = [
        {**mutation.asdict(site), "outcome": outcome, "by": by, "difference": "-old\n+new"}
        for site, (outcome, by) in zip(sites, outcomes, strict=True)
    ]
    results = Path(tmp_path, "faults.jsonl")
    results.write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.setattr(mutation, "Copy", None)
    code = mutation.main(["--rooms", "core", "--faults", "3", "--results", str(results)])
    printed = capsys.readouterr().out
    assert code == 1
    assert [line.split() for line in printed.splitlines()[2:4]] == [["core", *"3211"], ["all", *"3211"]]
    assert f"missed: {sites[2].path}:{sites[2].line} ({sites[2].slip})\n-old\n+new" in printed


def test_help_names_the_arguments(capsys):
    code, printed = run(capsys, "mutation", "--help")
    assert code == 0
    assert "--results" in printed
