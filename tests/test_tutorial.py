"""The tutorial runs from its first cell to its last, and its output is the stored one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

TUTORIAL = Path(__file__).parent.parent / "docs" / "tutorial.ipynb"
PICTURES = {"image/svg+xml", "text/html", "image/png"}


@pytest.fixture(scope="module")
def stored() -> Any:
    return nbformat.read(TUTORIAL, as_version=4)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The tutorial as this version runs it; a cell that raises is an error here."""
    notebook = nbformat.read(TUTORIAL, as_version=4)
    folder = tmp_path_factory.mktemp("tutorial")
    for cell in code_cells(notebook):
        cell.outputs = []
    resources = {"metadata": {"path": str(folder)}}
    return NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def texts(cell: Any) -> list[str]:
    """What a cell prints, in however many pieces, and what it gives; a figure's text is its size."""
    printed = "".join(output.text for output in cell.outputs if output.output_type == "stream")
    given = [output.data for output in cell.outputs if "data" in output]
    return [printed, *(data["text/plain"] for data in given if "image/png" not in data)]


def pictures(cell: Any) -> list[set[str]]:
    return [PICTURES & set(output.data) for output in cell.outputs if "data" in output]


def test_is_a_valid_notebook(stored: Any) -> None:
    nbformat.validate(stored)
    assert len(code_cells(stored)) > 10


def test_was_run_from_top_to_bottom(stored: Any) -> None:
    assert [cell.execution_count for cell in code_cells(stored)] == list(
        range(1, len(code_cells(stored)) + 1)
    )


def test_prints_what_is_stored(stored: Any, run: Any) -> None:
    for before, now in zip(code_cells(stored), code_cells(run), strict=True):
        assert texts(now) == texts(before), before.source


def test_shows_the_pictures_that_are_stored(stored: Any, run: Any) -> None:
    for before, now in zip(code_cells(stored), code_cells(run), strict=True):
        assert pictures(now) == pictures(before), before.source
    assert sum(len(kinds) for cell in code_cells(run) for kinds in pictures(cell)) >= 8
