"""`knight-models compile`."""

import re

from cli_runner import run

from knight_models.cli.compile import compile_all
from knight_models.engine.kernel import KERNELS


def test_every_inner_loop_is_compiled_and_named_with_its_time():
    [example] = compile_all.examples
    outcome = run(*example.split()[1:])
    *lines, total = outcome.out.splitlines()
    assert outcome.code == 0
    assert all(re.fullmatch(r"[a-z ]+: (compiled|loaded), \d+\.\d s", line) for line in lines)
    names = {line.partition(":")[0] for line in lines}
    assert names >= {"plain search", "numbered search", "rotation", "board walk", "graph walk", "follow"}
    assert total.startswith(f"{len(lines)} inner loops, ")
    compiled = {each.interpreted.__name__.replace("_", " ") for each in KERNELS if each.compiled}
    assert compiled >= names
