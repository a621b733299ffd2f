"""The table of formats, and a format that is added to it by one module and one entry."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from knight_models import formats
from knight_models.draw.pictures import BINARY_PICTURES, PICTURE_FORMATS
from knight_models.formats import (
    COMPARISON,
    FORMATS,
    GRAPH,
    LISTING,
    PICTURE,
    PUZZLE,
    TOUR,
    TOURS,
    Format,
    format_of_ending,
    formats_that_write,
)

WHATS = (TOUR, LISTING, PUZZLE, COMPARISON, PICTURE)


def test_names_are_unique_and_an_ending_means_one_format():
    names = [form.name for form in FORMATS]
    endings = [ending for form in FORMATS for ending in form.endings]
    assert (len(set(names)), len(set(endings))) == (len(names), len(endings))


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_an_entry_is_complete_and_its_functions_exist(form):
    assert (form.reader is not None) == (form.reads in (TOURS, GRAPH))
    assert (form.writer is not None) == bool(form.writes)
    assert set(form.writes) <= set(WHATS)
    for named in (form.recognise, form.reader, form.writer):
        if named is not None:
            module, _, name = named.partition(":")
            assert callable(getattr(import_module(module, "knight_models.formats"), name))


def test_the_pictures_are_those_that_draw_can_write():
    pictures = formats_that_write(PICTURE)
    assert list(pictures) == list(PICTURE_FORMATS)
    assert [name for name, form in pictures.items() if form.binary] == list(BINARY_PICTURES)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("x.tour", "tsplib"),
        ("x.JSON", "json"),
        ("a.b/x.npy", "npy"),
        ("x.htm", "html"),
        ("x.txt", None),
        ("x", None),
        ("npy", None),
    ],
)
def test_an_ending_means_a_format(path, name):
    assert format_of_ending(path, formats_that_write(TOUR)) == name


def test_an_ending_means_only_formats_that_write_this():
    assert format_of_ending("x.npy", formats_that_write(COMPARISON)) is None


NAMES = """
BINARY_FORMATS TOUR_FORMATS Reading board_map check_output comparison_to_json description_to_json
evidence_to_json faults_to_json open_output problem_to_json puzzle_to_json read_board_map read_evidence
read_file read_given read_graph read_problem read_tours result_to_json tour_to_json vertex_to_json
write_given write_tour
"""


@pytest.mark.parametrize("name", NAMES.split())
def test_a_public_name_is_found(name):
    assert getattr(formats, name)


def test_another_name_is_not():
    with pytest.raises(AttributeError, match="no attribute 'read_tour'"):
        _ = formats.read_tour


TILDES = '''
"""Tours as vertex numbers between tildes."""

import numpy as np

from knight_models.formats import Reading


def is_tildes(source):
    return source.text.startswith("~")


def read_tildes(source):
    order = np.array(source.text.strip().strip("~").split("~"), np.int64)
    return [Reading(order, source.space("vertex numbers"), "tildes", 1)]


def write_tildes(tour, stream):
    stream.write("~" + "~".join(map(str, tour.order.tolist())) + "~\\n")
'''

MAIN = """
import sys
from knight_models.formats import FORMATS, TOUR, TOURS, Format

FORMATS.append(
    Format(
        "tildes",
        endings=(".tildes",),
        reads=TOURS,
        recognise="tildes:is_tildes",
        reader="tildes:read_tildes",
        writes=(TOUR,),
        writer="tildes:write_tildes",
    )
)
from knight_models.cli import main

sys.exit(main(sys.argv[1:]))
"""


def test_one_module_and_one_entry_make_a_format(tmp_path: Path):
    """The recipe of CONTRIBUTING.md: the format is read, named by an ending, and in the help texts."""
    (tmp_path / "tildes.py").write_text(TILDES)
    (tmp_path / "main.py").write_text(MAIN)

    def ran(*arguments: str) -> tuple[int, str]:
        command = [sys.executable, "main.py", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    assert "tildes" in ran("solve", "--help")[1]
    assert "tildes" not in ran("tours", "--help")[1]
    assert ran("solve", "3x4", "-o", "found.tildes")[0] == 0
    assert (tmp_path / "found.tildes").read_text().startswith("~")
    code, said = ran("verify", "--board", "3x4", "found.tildes")
    assert (code, said.split(",")[0]) == (0, "valid: open tour of 3x4")
    assert ran("solve", "3x4", "--format", "tildes")[1].startswith("~")
    assert ran("solve", "3x4", "-o", "found.npy")[0] == 0
    assert ran("verify", "--board", "3x4", "found.npy")[0] == 0


def test_a_function_may_stand_in_the_table_itself():
    form = Format("mine", writes=(TOUR,), writer=lambda tour, stream: stream.append(tour))
    written: list[object] = []
    form.write("a tour", written)
    assert written == ["a tour"]
