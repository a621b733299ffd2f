#!/usr/bin/env python3
"""Put small faults into the code, one at a time, and see whether the tests notice them.

It draws faults at random, about as many of each kind: a number off by one, `<` for `<=`, a condition
dropped or turned, two arguments exchanged, a statement left out and others. Each is put into a copy of the
project, where the tests run that concern its module: first those that mirror it, then those of its room,
then all others that could notice it. A fault is noticed if a test fails or does not end in time. Those that
are missed are printed with their places: a missed fault changes nothing that can be observed, or it shows
that a test is missing.

The faults are made by the operators of Cosmic Ray, and by a few of our own. Cosmic Ray's own runner has one
test command for all faults, and no samples.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import difflib
import hashlib
import json
import os
import py_compile
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import _common
import psutil

from knight_models.core.errors import MissingPackageError, OptionError

EXAMPLES = """examples:
  scripts/mutation.py --results faults.jsonl             100 faults; the same call again goes on
  scripts/mutation.py --results faults.jsonl --again     those that were missed, with today's tests
  scripts/mutation.py --rooms verifier --faults 20 --seed 7
"""

ROOT = Path(__file__).resolve().parent.parent

ROOMS = {
    "verifier": ("knight_models/verifier",),
    "core": ("knight_models/core",),
    "engine": ("knight_models/engine",),
    "solvers": ("knight_models/solvers",),
    "json": ("knight_models/formats/json.py",),
}
"""Where faults are put."""

SHARES = {"verifier": 2, "core": 2, "engine": 2, "solvers": 4, "json": 1}
"""How the faults are shared out unless rooms are named."""

NEXT = {
    "verifier": (
        *("verifier", "core/test_evidence.py", "test_plain_data.py"),
        *("solvers/cutset/test_cutset_proof.py", "solvers/test_planted.py", "solvers/test_few_squares.py"),
    ),
    "core": ("core", "verifier", "formats", "test_plain_data.py", "solvers/test_planted.py"),
    "engine": (
        "engine",
        "test_plain_data.py",
        "solvers/warnsdorff",
        "solvers/depth_first",
        "solvers/rotation",
        *("solvers/test_few_squares.py", "solvers/test_budgets.py", "solvers/test_memory.py"),
    ),
    "solvers": tuple(
        f"solvers/test_{name}.py"
        for name in (
            *("base", "few_squares", "budgets", "memory"),
            *("planted", "contract", "properties", "given"),
        )
    ),
    "json": ("formats", "core/test_evidence.py", "cli/test_verify.py", "cli/test_puzzle.py"),
}
"""The tests of each room, below tests/, after those that mirror a module; for a solver those about it."""

LAST = (
    *("core", "engine", "verifier", "theory", "solvers", "tasks", "formats", "cli"),
    *("test_plain_data.py", "test_cases.py"),
)
"""All tests that can notice a fault of these rooms: not those of pictures and scripts."""


# Kinds of faults: objects with Cosmic Ray's `mutation_positions(node)` and `mutate(node, index)`


class DropOperand:
    """A condition dropped: `a and b` becomes `a`, or `b`."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        if node.type in ("and_test", "or_test"):
            yield from ((child.start_pos, child.end_pos) for child in node.children[::2])

    def mutate(self, node: Any, index: int) -> Any:
        kept = [child for k, child in enumerate(node.children[::2]) if k != index]
        return _text(node, f" {node.children[1].value} ".join(_code(child) for child in kept))


class Exchange:
    """Two arguments, items or indices that stand next to each other exchanged."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        for one, other in self._pairs(node):
            yield node.children[one].start_pos, node.children[other].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        one, other = list(self._pairs(node))[index]
        parts = [_code(child) for child in node.children]
        parts[one], parts[other] = parts[other], parts[one]
        return _text(node, " ".join(parts))

    def _pairs(self, node: Any) -> Iterator[tuple[int, int]]:
        if node.type not in ("arglist", "testlist_comp", "testlist_star_expr", "subscriptlist"):
            return
        if node.parent.type == "trailer" and _code(node.parent.get_previous_sibling()) in ("max", "min"):
            return  # the same whatever the order
        for place in range(0, len(node.children) - 2, 2):
            one, comma, other = node.children[place : place + 3]
            plain = not any(part.type in ("argument", "comp_for", "sync_comp_for") for part in (one, other))
            if plain and comma.type == "operator" and _code(one) != _code(other):
                yield place, place + 2


class DropStatement:
    """A call, a `yield`, a `raise` or an assignment such as `+=` left out."""

    def mutation_positions(self, node: Any) -> Iterator[Any]:
        if node.type == "simple_stmt" and self._can_go(node.children[0]):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        return _text(node, "pass\n")

    def _can_go(self, statement: Any) -> bool:
        if statement.type == "expr_stmt":
            sign = statement.children[1]
            return bool(sign.type == "operator" and sign.value != "=")
        return statement.type in ("atom_expr", "yield_expr", "raise_stmt")


def _code(node: Any) -> str:
    return str(node.get_code(include_prefix=False))


def _text(node: Any, code: str) -> Any:
    """A leaf that stands for other code in the place of a node."""
    from parso.python.tree import Name

    return Name(code, node.start_pos, node.get_first_leaf().prefix)


OWN: dict[str, type[Any]] = {
    "DropOperand": DropOperand,
    "Exchange": Exchange,
    "DropStatement": DropStatement,
}

SLIPS = {
    "number": ("NumberReplacer",),
    "comparison": tuple(
        f"ReplaceComparisonOperator_{pair}"
        for pair in (
            *("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Lt_Gt", "Gt_Lt"),
            *("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is"),
        )
    ),
    "condition": (
        "DropOperand",
        "ReplaceAndWithOr",
        "ReplaceOrWithAnd",
        "AddNot",
        "ReplaceUnaryOperator_Delete_Not",
    ),
    "operation": (
        "ReplaceUnaryOperator_Delete_USub",
        "ReplaceUnaryOperator_Delete_Invert",
        *(
            f"ReplaceBinaryOperator_{pair}"
            for pair in (
                *("Add_Sub", "Sub_Add", "Mul_Add", "FloorDiv_Mul", "Mod_FloorDiv"),
                *("BitAnd_BitOr", "BitOr_BitAnd"),
            )
        ),
    ),
    "exchange": ("Exchange",),
    "statement": ("DropStatement", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak"),
    "flag": ("ReplaceTrueWithFalse", "ReplaceFalseWithTrue"),
}
"""The kinds of faults, drawn equally often, with their operators."""


@cache
def _operator(name: str) -> Any:
    from cosmic_ray.plugins import get_operator

    return OWN[name]() if name in OWN else get_operator(f"core/{name}")()


@dataclass(frozen=True)
class Site:
    """A fault that can be made: the nth place of an operator in a file."""

    room: str
    path: str
    digest: str
    slip: str
    operator: str
    occurrence: int
    line: int

    @property
    def key(self) -> tuple[str, str, str, int]:
        return self.path, self.digest, self.operator, self.occurrence


def sites(room: str, path: Path) -> Iterator[Site]:
    """Every fault that can be made in a file; annotations are left alone."""
    from cosmic_ray.ast import ast_nodes, get_ast

    source = path.read_text(encoding="utf-8")
    digest, tree = hashlib.sha256(source.encode()).hexdigest()[:12], get_ast(source)
    nodes = list(ast_nodes(tree))
    for slip, names in SLIPS.items():
        for name in names:
            occurrence = 0
            for node in nodes:
                for start, _ in _operator(name).mutation_positions(node):
                    if not _is_annotation(node):
                        relative = path.relative_to(ROOT).as_posix()
                        yield Site(room, relative, digest, slip, name, occurrence, start[0])
                    occurrence += 1


def _is_annotation(node: Any) -> bool:
    """Whether a node is read by type checkers only, or asks `zip` to check what is so."""
    while node.parent is not None:
        before = node.get_previous_sibling()
        if node.parent.type in ("annassign", "tfpdef") and getattr(before, "value", None) == ":":
            return True
        if node.parent.type == "argument" and _code(node.parent.children[0]) == "strict":
            return True
        if node.parent.type == "funcdef" and getattr(before, "value", None) == "->":
            return True
        node = node.parent
    return False


def sample(rooms: dict[str, int], seed: int) -> list[Site]:
    """Faults drawn at random, a number of them from each room; rooms take turns."""
    drawn: list[list[Site]] = []
    for room, wanted in rooms.items():
        draw = random.Random(f"{seed} {room}")
        by_slip: dict[str, list[Site]] = {}
        for site in _sites_of_room(room):
            by_slip.setdefault(site.slip, []).append(site)
        chosen: dict[tuple[str, int, str], Site] = {}  # one fault of a kind a line
        while by_slip and len(chosen) < wanted:
            slip = draw.choice(sorted(by_slip))
            site = by_slip[slip].pop(draw.randrange(len(by_slip[slip])))
            if not by_slip[slip]:
                del by_slip[slip]
            if mutated(site) is not None:
                chosen.setdefault((site.path, site.line, slip), site)
        drawn.append(list(chosen.values()))
    in_turn = ((k / len(row), site) for row in drawn for k, site in enumerate(row))
    return [site for _, site in sorted(in_turn, key=lambda pair: pair[0])]


def _sites_of_room(room: str) -> Iterator[Site]:
    for place in ROOMS[room]:
        root = ROOT / place
        for path in sorted(root.rglob("*.py")) if root.is_dir() else [root]:
            yield from sites(room, path)


def mutated(site: Site) -> str | None:
    """The file with its fault; None if that is no other program, or none at all."""
    from cosmic_ray.mutating import mutate_code

    source = (ROOT / site.path).read_text(encoding="utf-8")
    code = mutate_code(source, _operator(site.operator), site.occurrence)
    try:
        same = code is None or ast.dump(ast.parse(code)) == ast.dump(ast.parse(source))
    except SyntaxError:
        return None
    return None if same else code


def difference(site: Site, code: str) -> str:
    """The changed lines, `-` before and `+` after."""
    source = (ROOT / site.path).read_text(encoding="utf-8")
    lines = difflib.unified_diff(source.splitlines(), code.splitlines(), lineterm="", n=0)
    return "\n".join(line for line in list(lines)[2:] if not line.startswith("@@"))


# Running tests in a copy


class Copy:
    """A copy of the project in which tests run with one fault at a time."""

    def __init__(self, folder: Path, *, near: bool, patience: int) -> None:
        self.folder = folder
        self._patience = patience
        self._near = near
        ignored = shutil.ignore_patterns(".*", "__pycache__")
        shutil.copytree(ROOT, folder, dirs_exist_ok=True, ignore=ignored)
        # Bytecode is compared with its source by content, as two faults can be of one size and age.
        package = folder / "knight_models"
        compileall.compile_dir(
            package, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH
        )

    def stages(self, site: Site) -> Iterator[list[str]]:
        """The arguments of pytest for the tests in the order in which they run."""
        mirror = self._of(self._mirror(site))
        yield mirror
        parts = Path(site.path).parts
        solver = parts[2].replace("_", "-") if site.room == "solvers" and len(parts) > 3 else ""
        done = set(mirror)
        near = [path for path in self._of(NEXT[site.room]) if path not in done]
        yield [*near, *(["-k", f"{solver} or auto"] if solver else [])]
        if not self._near:
            done |= set() if solver else set(near)
            yield [path for path in self._of(LAST) if path not in done]

    def _of(self, names: Iterable[str]) -> list[str]:
        """The files of tests below these names, each once."""
        return list(dict.fromkeys(path for name in names for path in self._files(name)))

    def _mirror(self, site: Site) -> list[str]:
        """The doctests of a module, and the tests that have its name or are in its folder."""
        inside = Path(site.path).relative_to("knight_models")
        named = (self.folder / "tests").rglob(f"test_{inside.stem}.py")
        names = [path.relative_to(self.folder / "tests") for path in named]
        if len(inside.parts) > 2:
            names += [inside.parent, inside.parent.with_name(f"test_{inside.parent.name}.py")]
        return [f"../{site.path}", *(name.as_posix() for name in names)]

    def _files(self, name: str) -> list[str]:
        path = Path(os.path.normpath(self.folder / "tests" / name))
        found = sorted(path.rglob("test_*.py")) if path.is_dir() else [path] if path.exists() else []
        return [file.relative_to(self.folder).as_posix() for file in found]

    def check(self) -> None:
        """Raise OptionError if tests fail without a fault."""
        failed = self._noticed_by(self._of(LAST))
        if failed:
            raise OptionError(f"the tests have to pass without a fault: {failed}")

    def judge(self, site: Site, code: str) -> tuple[str, str]:
        """What became of a fault (`noticed` or `missed`), and which test noticed it."""
        file = self.folder / site.path
        whole = file.read_bytes()
        file.write_text(code, encoding="utf-8")
        try:
            by = next(filter(None, map(self._noticed_by, self.stages(site))), "")
        finally:
            file.write_bytes(whole)
        return ("noticed" if by else "missed"), by

    def _noticed_by(self, stage: list[str]) -> str:
        """The first test that fails, `timeout`, or an empty text."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not slow", "-p", "no:cacheprovider"]
        settings = {
            "PYTHONPATH": str(self.folder),
            "NUMBA_CACHE_DIR": str(self.folder / ".numba"),
            "PYTHONHASHSEED": "0",
        }
        shutil.rmtree(
            self.folder / ".bytecode", ignore_errors=True
        )  # as old as a fault that came in between
        process = subprocess.Popen(
            [*command, "--tb=no", *stage],
            cwd=self.folder,
            env={**os.environ, **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        half = psutil.virtual_memory().total // 2
        psutil.Process(process.pid).rlimit(psutil.RLIMIT_AS, (half, half))
        try:
            output, _ = process.communicate(timeout=self._patience)
        except subprocess.TimeoutExpired:
            return "timeout"
        finally:
            _end_group(process)
        if process.returncode in (0, 5):  # 5: no test there
            return ""
        failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0][:200] if failed else f"pytest ended with {process.returncode}"


def _end_group(process: subprocess.Popen[str]) -> None:
    """End what is left of a run of tests."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    finally:
        process.wait()


# The script


def work(options: argparse.Namespace) -> int:
    """Judge the sampled faults and print the table."""
    _need_cosmic_ray()
    known = _known(options.results)
    sampled = sample(_shares(options.rooms, options.faults), options.seed)
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        copy: Copy | None = None
        for number, site in enumerate(sampled, start=1):
            row = known.get(site.key)
            if row is None or (options.again and row["outcome"] == "missed"):
                copy = copy or _copy(Path(folder), options)
                known[site.key] = _judged(copy, site, options.results)
            now = known[site.key]
            sys.stderr.write(f"{number}/{len(sampled)} {now['outcome']} {site.path}:{site.line}\n")
    rows = [known[site.key] for site in sampled]
    _print(rows)
    return _common.OK if all(row["outcome"] != "missed" for row in rows) else _common.NO


def _copy(folder: Path, options: argparse.Namespace) -> Copy:
    copy = Copy(folder, near=options.near, patience=options.patience)
    if not options.unchecked:
        copy.check()
    return copy


def _judged(copy: Copy, site: Site, results: Path | None) -> dict[str, Any]:
    code = mutated(site)
    assert code is not None
    outcome, by = copy.judge(site, code)
    row = {**asdict(site), "outcome": outcome, "by": by, "difference": difference(site, code)}
    if results is not None:
        with results.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(row) + "\n")
    return row


def _need_cosmic_ray() -> None:
    try:
        import cosmic_ray  # noqa: F401  # only to see whether it is there
    except ImportError:
        raise MissingPackageError(
            "faults are made by cosmic-ray; install knight_models[mutation]"
        ) from None


def _known(results: Path | None) -> dict[tuple[Any, ...], dict[str, Any]]:
    """The faults already judged; the last word on each counts."""
    if results is None or not results.exists():
        return {}
    rows = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines() if line]
    return {tuple(row[name] for name in ("path", "digest", "operator", "occurrence")): row for row in rows}


def _shares(rooms: Sequence[str] | None, faults: int) -> dict[str, int]:
    """How many faults each room gets."""
    weights = SHARES if rooms is None else dict.fromkeys(rooms, 1)
    unknown = sorted(set(weights) - set(ROOMS))
    if unknown:
        raise OptionError(f"unknown room {unknown[0]!r}; the rooms are {', '.join(ROOMS)}")
    total, before, shares = sum(weights.values()), 0, {}
    for room, weight in weights.items():
        shares[room] = faults * (before + weight) // total - faults * before // total
        before += weight
    return shares


def _print(rows: Sequence[dict[str, Any]]) -> None:
    for title, field in (("room", "room"), ("kind of fault", "slip")):
        names = sorted({row[field] for row in rows})
        lines = [(name, *_tally([row for row in rows if row[field] == name])) for name in names]
        heading = (title, "tried", "noticed", "by timeout", "missed")
        print(_common.aligned(heading, [*lines, ("all", *_tally(rows))]), end="\n\n")
    for row in rows:
        if row["outcome"] == "missed":
            print(f"missed: {row['path']}:{row['line']} ({row['slip']})\n{row['difference']}\n")


def _tally(rows: Sequence[dict[str, Any]]) -> tuple[int, int, int, int]:
    noticed = sum(row["outcome"] == "noticed" for row in rows)
    return len(rows), noticed, sum(row["by"] == "timeout" for row in rows), len(rows) - noticed


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script and return its exit code: 0 if every fault was noticed, else 1."""
    parser = _common.Parser(__doc__, EXAMPLES)
    parser.add_argument("--faults", type=_common.positive, default=100, help="how many (default 100)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (default 0)")
    parser.add_argument("--rooms", type=_common.words, help=f"from which rooms, of {', '.join(ROOMS)}")
    parser.add_argument("--results", type=Path, help="a file that keeps what is judged (JSON lines)")
    parser.add_argument("--near", action="store_true", help="leave out the tests of other rooms")
    parser.add_argument(
        "--unchecked", action="store_true", help="do not run all tests without a fault first"
    )
    parser.add_argument(
        "--patience", type=_common.positive, default=600, help="seconds for a run of tests (default 600)"
    )
    parser.add_argument("--again", action="store_true", help="judge those again that were missed")
    return _common.run(parser, work, argv)


if __name__ == "__main__":
    raise SystemExit(main())
