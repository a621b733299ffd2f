"""Mutated inputs through every reader: each is read, or refused by an error of ours; none hangs.

The seeds are files of every format. A mutation flips, cuts, doubles or swaps bytes, splices two seeds, or
puts a strange number in place of one: huge, negative, a fraction, other digits. Each input comes from its
own number, so that `--only N` repeats one. An input that takes longer than SECONDS, or more memory than the
bound, counts as a failure.

    scripts/fuzz_readers.py --count 500000 --seed 1
"""

from __future__ import annotations

import argparse
import io
import random
import re
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import networkx
import numpy as np

from knight_models import solve
from knight_models.core.board import Board
from knight_models.core.errors import KnightModelsError
from knight_models.core.problem import TourProblem
from knight_models.core.tour import Tour
from knight_models.formats import (
    GRAPH,
    TOUR_FORMATS,
    formats_that_read,
    read_board_map,
    read_evidence,
    read_given,
    read_graph,
    read_graphs,
    read_problem,
    read_tours,
    result_to_json,
    write_hcp,
    write_tour,
)

SECONDS = 5
MEMORY = 4 << 30
"""Bytes of address space; numpy and networkx take about one gigabyte of it."""

EULER = Tour(TourProblem("3x4"), [0, 6, 8, 1, 7, 9, 2, 4, 10, 3, 5, 11])
GRAPHS = (networkx.petersen_graph(), networkx.cycle_graph(6), networkx.path_graph(3))
NUMBER = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?")
STRANGE = (
    *(b"0", b"-1", b"1e9", b"0.5", b"-0", b"007", b"nan", b"inf", b"999999999999", b"-999999999999"),
    *(
        b"9" * 30,
        b"9" * 5000,
        b"18446744073709551616",
        b"1_0",
        b"0x10",
        "٣".encode(),
        "²".encode(),
        b"\xff\xfe",
    ),
)
PARTS = (
    *(bytes([sign]) for sign in b"()[]{},:;'\"-#.%&<>~?@^_ \n\t\0\\|/="),
    b"None",
    b"->",
    b"--",
    b"array(",
)


def seeds() -> dict[str, list[bytes]]:
    """The files that are mutated, by the kind of reader that they are for."""
    tours = [_written(EULER, form) for form in TOUR_FORMATS]
    tours += [
        b"a3 c2 a1 b3\n",
        b"(0, 0) (1, 2)\n",
        b"[[1, 4, 7, 10], [8, 11, 2, 5], [3, 6, 9, 12]]",
        b"[0, 6, 8, 1]",
    ]
    arrays = [
        np.arange(12),
        np.arange(12.0),
        np.arange(12).reshape(3, 4),
        np.array(EULER.squares),
        np.array([{}]),
    ]
    evidence = [_evidence(board, kind) for board in ("3x3", "4x4", "5x5") for kind in ("open", "closed")]
    return {
        "tours": tours,
        "givens": [b"1 . .\n. # .\n. 4 .\n", b"1,,,\n,,2,\n3,,,\n", b"1 0 0 | 0 0 3\n"],
        "maps": [b"..#\n...\n.#.\n", b". . #\n. . .\n"],
        "npy": [_saved(array) for array in arrays],
        "evidence": [*evidence, _written(EULER, "json")],
        "graphs": [text for graph in GRAPHS for text in _graph_texts(graph)],
    }


def _written(tour: Tour, form: str) -> bytes:
    stream: Any = io.BytesIO() if form == "npy" else io.StringIO()
    write_tour(tour, form, stream)
    content = stream.getvalue()
    return content if isinstance(content, bytes) else content.encode()


def _saved(array: Any) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=True)
    return stream.getvalue()


def _evidence(board: str, kind: str) -> bytes:
    import json

    return json.dumps(result_to_json(solve(board, kind=kind, seconds=5))).encode()


def _graph_texts(graph: networkx.Graph) -> Iterator[bytes]:
    """A graph in every format that is read."""
    writers: list[Callable[..., None]] = [
        *(networkx.write_edgelist, networkx.write_adjlist, networkx.write_graphml),
        *(networkx.write_graph6, networkx.write_sparse6),
    ]
    for write in writers:
        stream = io.BytesIO()
        write(graph, stream)
        yield stream.getvalue()
    count, edges = len(graph), [(u + 1, v + 1) for u, v in graph.edges]
    lines = "".join(f"{u} {v}\n" for u, v in edges)
    yield f"{count} {len(edges)}\n{lines}".encode()
    dimacs = "".join(f"e {u} {v}\n" for u, v in edges)
    yield f"c by hand\np edge {count} {len(edges)}\n{dimacs}".encode()
    yield "".join(f"{u}: {' '.join(map(str, graph[u]))}\n" for u in graph).encode()
    metis = "".join(" ".join(str(v + 1) for v in graph[u]) + "\n" for u in graph)
    yield f"{count} {len(edges)}\n{metis}".encode()
    weighted = "".join(" ".join(f"{v + 1} 7" for v in graph[u]) + "\n" for u in graph)
    yield f"{count} {len(edges)} 001\n{weighted}".encode()
    for separator in ("", " ", ","):
        rows = (separator.join(str(int(graph.has_edge(u, v))) for v in graph) for u in graph)
        yield "".join(f"{row}\n" for row in rows).encode()
    text = io.StringIO()
    write_hcp(TourProblem(graph, required=tuple(graph.edges)[:1]), text)
    yield text.getvalue().encode()
    lists = "".join(f"{' '.join(str(v + 1) for v in (u, *graph[u]))} -1\n" for u in graph)
    head = f"TYPE : HCP\nDIMENSION : {count}\nEDGE_DATA_FORMAT : ADJ_LIST\n"
    yield f"{head}EDGE_DATA_SECTION\n{lists}-1\nFIXED_EDGES :\n1 2\n-1\nEOF\n".encode()
    yield b"&B_?\n:Bc\nD?{\n"


def mutated(data: bytes, others: list[bytes], draw: random.Random) -> bytes:
    """The data after one to four mutations."""
    for _ in range(draw.randint(1, 4)):
        place = draw.randrange(len(data) + 1)
        length = draw.randint(1, 12)
        match draw.randrange(8):
            case 0:
                flipped = bytes([draw.randrange(256)])
                data = data[:place] + flipped + data[place + 1 :]
            case 1:
                data = data[:place] if draw.random() < 0.5 else data[place:]
            case 2:
                data = (
                    data[:place]
                    + data[place : place + length] * draw.randint(2, 4)
                    + data[place + length :]
                )
            case 3:
                other = draw.choice(others)
                data = data[:place] + other[draw.randrange(len(other) + 1) :]
            case 4 | 5:
                numbers = list(NUMBER.finditer(data))
                if numbers:
                    old = draw.choice(numbers)
                    number = (
                        str(draw.randint(-3, 40)).encode() if draw.random() < 0.4 else draw.choice(STRANGE)
                    )
                    data = data[: old.start()] + number + data[old.end() :]
            case 6:
                data = data[:place] + draw.choice(PARTS) + data[place + draw.randint(0, 2) :]
            case _:
                lines = data.split(b"\n")
                draw.shuffle(lines)
                data = b"\n".join(lines)
    return data[: 1 << 16]


def read(kind: str, data: bytes, draw: random.Random) -> None:
    """Read an input by a reader of its kind, and now and then by another."""
    known = draw.choice([{}, {"board": Board.parse("3x4")}, {"graph": GRAPHS[1]}])
    match kind if draw.random() < 0.8 else draw.choice(["tours", "givens", "maps", "evidence", "graphs"]):
        case "tours" | "npy":
            read_tours(data, **known, kind=draw.choice(["open", "closed"]))
        case "givens":
            read_given(data, **({} if "graph" in known else known))
        case "maps":
            read_board_map(data)
        case "evidence":
            draw.choice([read_evidence, read_problem])(data)
        case _:
            form = None if draw.random() < 0.7 else draw.choice(list(formats_that_read(GRAPH)))
            graph = read_graph(data, form=form) if draw.random() < 0.8 else read_graphs(data, form=form)[0]
            TourProblem(graph)


def outcome(number: int, seed: int, corpus: dict[str, list[bytes]]) -> tuple[str, bytes]:
    """What becomes of one input: "read", "refused", or the name of a foreign error; and the input."""
    draw = random.Random(f"{seed}/{number}")
    kind = draw.choice(list(corpus))
    every = [data for files in corpus.values() for data in files]
    data = mutated(draw.choice(corpus[kind]), every, draw)
    try:
        read(kind, data, draw)
    except KnightModelsError:
        return "refused", data
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001  # the script looks for errors of any other kind
        traceback.print_exc(limit=-4)
        return type(error).__name__, data
    return "read", data


class TooSlowError(BaseException):
    """An input took longer than its bound."""


@contextmanager
def bounded() -> Iterator[None]:
    """An alarm for inputs that hang, and a bound for memory."""

    def ring(*_: object) -> None:
        raise TooSlowError

    signal.signal(signal.SIGALRM, ring)
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, before[1]))
    try:
        yield
    finally:
        signal.alarm(0)
        resource.setrlimit(resource.RLIMIT_AS, before)


def main(arguments: list[str] | None = None) -> int:
    """Run the inputs; exit code 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the number of one input, to repeat it")
    options = parser.parse_args(arguments)
    corpus, began, counts = seeds(), time.monotonic(), Counter[str]()
    numbers = range(options.count) if options.only is None else [options.only]
    with bounded():
        for number in numbers:
            signal.alarm(SECONDS)
            what, data = outcome(number, options.seed, corpus)
            counts[what] += 1
            if what not in ("read", "refused"):
                print(f"input {number} of seed {options.seed}: {what}: {data[:200]!r}", flush=True)
            if options.only is not None:
                print(data)
    seconds = time.monotonic() - began
    print(f"seed {options.seed}, {sum(counts.values()):,} inputs in {seconds:.0f} s: {dict(counts)}")
    return int(not set(counts) <= {"read", "refused"})


if __name__ == "__main__":
    sys.exit(main())
