"""`knight-models compile`: compile everything now, once on this machine."""

from __future__ import annotations

import sys

from knight_models.cli.options import command
from knight_models.cli.terminal import ExitCode, ProgressLine


@command("knight-models compile", name="compile")
def compile_all() -> int:
    """Compile the inner loops of all solvers now.

    This is needed only once on a machine, and can take some minutes. Without it, each loop is compiled
    when a large problem first needs it, and is kept for the next time.
    """
    from knight_models.tasks import compiling as task  # loads numpy, which --help does without

    count, seconds = 0, 0.0
    with ProgressLine("compile"):
        for kernel in task.compile_all():
            how = "loaded" if kernel.loaded else "compiled" if kernel.compiled else "cannot be compiled"
            sys.stdout.write(f"{kernel.name.replace('_', ' ')}: {how}, {kernel.seconds:.1f} s\n")
            sys.stdout.flush()
            count += 1
            seconds += kernel.seconds
    sys.stdout.write(f"{count} inner loops, {seconds:.1f} s\n")
    return ExitCode.OK
