"""Write knight_models/__init__.pyi, which gives the public names to type checkers and editors.

Run it after a change of the table in knight_models/__init__.py; a test checks that the two agree.
"""

from __future__ import annotations

from pathlib import Path

import knight_models

PLACE = Path(knight_models.__file__).with_suffix(".pyi")


def stub() -> str:
    """The text of the stub: one import for each public name, from the module that holds it."""
    lines = ['"""The public names, for type checkers: written by scripts/write_stub.py."""', ""]
    for module, names in sorted(vars(knight_models)["_HOMES"].items()):
        lines += [f"from knight_models.{module} import {name} as {name}" for name in sorted(names)]
    return "\n".join([*lines, "", "__version__: str", "__all__: list[str]", ""])


if __name__ == "__main__":
    PLACE.write_text(stub(), "utf-8")
