"""The package's public names: complete, loaded when first used, and light to import."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import knight_models

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))

HEAVY = ("numpy", "networkx", "ortools", "numba", "rich", "click", "pandas", "matplotlib")


def test_every_name_in_all_is_there_and_documented():
    for name in knight_models.__all__:
        assert getattr(knight_models, name).__doc__, name


def test_all_is_sorted_and_without_repetition():
    assert list(knight_models.__all__) == sorted(set(knight_models.__all__))


def test_type_checkers_see_the_same_names():
    """The stub is what the script writes from the table of homes."""
    stub = import_module("write_stub")
    assert stub.PLACE.read_text("utf-8") == stub.stub()


def test_the_classes_of_evidence_are_public():
    from knight_models.core.evidence import EVIDENCE

    assert {"Evidence", *EVIDENCE} <= set(knight_models.__all__)


def test_every_error_is_public():
    from knight_models.core import errors

    missing = set(errors.__all__) - set(knight_models.__all__)
    assert missing == {"nearest", "shown"}


def test_dir_lists_the_public_names():
    assert set(knight_models.__all__) <= set(dir(knight_models))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'Bord'"):
        knight_models.Bord  # noqa: B018  # the access is the test


def test_a_star_import_gives_the_public_names():
    names: dict[str, object] = {}
    exec("from knight_models import *", names)
    assert set(knight_models.__all__) <= set(names)


@pytest.mark.parametrize(
    "statement",
    [
        "import knight_models",
        "from knight_models import Board, KnightModelsError, Limits, Progress",
        "from knight_models import TourProblem; TourProblem('8x8', kind='closed', start='a1')",
        "from knight_models import solver_names; solver_names()",
    ],
)
def test_importing_loads_no_heavy_library(statement):
    code = f"{statement}\nimport sys\nprint([name for name in {HEAVY} if name in sys.modules])"
    if "solver_names" in statement:  # solvers work on arrays
        code = code.replace("'numpy', ", "")
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
