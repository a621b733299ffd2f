"""Files: graphs, board maps and tours, in and out.

Reading finds out which format a file is in, and says where it is wrong by line and column. Writing puts
a file in place only when it is complete.

- `read_graph`: TSPLIB `.hcp`, graph6, sparse6, a list of edges;
- `read_board_map`, `board_map`: `.` for a square, `#` for a hole;
- `read_given`, `write_given`: partly numbered boards, `.` or 0 for a free square;
- `read_tours`: number grids, algebraic names, coordinates, moves, JSON, TSPLIB `.tour`, npy;
- `write_tour`: the formats of `TOUR_FORMATS`;
- `result_to_json`, `comparison_to_json`, `faults_to_json`, `description_to_json`, `puzzle_to_json`: plain
  data for `json.dumps`;
- `read_evidence`, `read_problem`: evidence that there is no tour, with its problem; a problem by itself;
- `read_file`, `check_output`, `open_output`: the files themselves.
"""

from __future__ import annotations

from knight_models.formats.board_map import board_map, read_board_map
from knight_models.formats.evidence import read_evidence, read_problem
from knight_models.formats.given import read_given, write_given
from knight_models.formats.graphs import read_graph
from knight_models.formats.output import check_output, open_output
from knight_models.formats.reading import Reading
from knight_models.formats.text import read_file
from knight_models.formats.to_json import (
    comparison_to_json,
    description_to_json,
    evidence_to_json,
    faults_to_json,
    problem_to_json,
    puzzle_to_json,
    result_to_json,
    tour_to_json,
    vertex_to_json,
)
from knight_models.formats.tours import read_tours
from knight_models.formats.write import BINARY_FORMATS, TOUR_FORMATS, write_tour

__all__ = [
    "BINARY_FORMATS",
    "TOUR_FORMATS",
    "Reading",
    "board_map",
    "check_output",
    "comparison_to_json",
    "description_to_json",
    "evidence_to_json",
    "faults_to_json",
    "open_output",
    "problem_to_json",
    "puzzle_to_json",
    "read_board_map",
    "read_evidence",
    "read_file",
    "read_given",
    "read_graph",
    "read_problem",
    "read_tours",
    "result_to_json",
    "tour_to_json",
    "vertex_to_json",
    "write_given",
    "write_tour",
]
