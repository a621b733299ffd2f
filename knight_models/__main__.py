"""`python -m knight_models` is the command `knight-models`."""

from __future__ import annotations

import sys

from knight_models.cli import main

if __name__ == "__main__":
    sys.exit(main())
