"""Tours as other programs, pages and mails show them, as number grids and as lists."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from knight_models.core.tour import Tour

Notation = Callable[[Any], str]


def rows_of(tour: Any) -> list[list[int]]:
    rows: list[list[int]] = tour.grid().tolist()
    return rows


def plain(tour: Any) -> str:
    return "\n".join(" ".join(f"{cell:>3}" for cell in row) for row in rows_of(tour))


def braces(tour: Any, between: str = ", ") -> str:
    return "{" + between.join("{" + ", ".join(map(str, row)) + "}" for row in rows_of(tour)) + "}"


def size(tour: Any, joint: str) -> str:
    return joint.join(map(str, tour.grid().shape))


def latex(tour: Any, end: str = " \\\\\n") -> str:
    return "".join(" & ".join(map(str, row)) + end for row in rows_of(tour))


def html(tour: Any, cell: str = "<td>{}</td>", between: str = "\n") -> str:
    rows = ["<tr>" + "".join(cell.format(number) for number in row) + "</tr>" for row in rows_of(tour)]
    return between.join(["<table>", *rows, "</table>"])


def r_matrix(tour: Any) -> str:
    rows = rows_of(tour)
    head = "     " + " ".join(f"[,{k}]" for k in range(1, len(rows[0]) + 1))
    body = [f"[{k},] " + " ".join(f"{cell:>4}" for cell in row) for k, row in enumerate(rows, start=1)]
    return "\n".join([head, *body])


def r_vector(tour: Tour) -> str:
    names = [f'"{name}"' for name in tour.names]
    return "\n".join(f"[{k + 1}] " + " ".join(names[k : k + 5]) for k in range(0, len(names), 5))


GRID_NOTATIONS: dict[str, Notation] = {
    "Mathematica": braces,
    "Mathematica on lines": lambda t: braces(t, ",\n "),
    "Mathematica session": lambda t: f"In[3]:= M\n\nOut[3]= {braces(t)}\n",
    "C": lambda t: f"int board[{size(t, '][')}] = {braces(t)};",
    "C on lines": lambda t: f"static const int b[{size(t, '][')}] =\n{braces(t, ',' + chr(10))};\n",
    "C++": lambda t: f"std::vector<std::vector<int>> b = {braces(t)};",
    "Java": lambda t: f"int[][] board = new int[][] {braces(t)};",
    "Go": lambda t: f"b := [][]int{braces(t)}",
    "PyTorch": lambda t: f"tensor({rows_of(t)}, device='cuda:0', dtype=torch.int32)",
    "TensorFlow": lambda t: f"<tf.Tensor: shape=(3, 4), dtype=int32, numpy=\n{t.grid()!r}>",
    "jax": lambda t: f"Array({rows_of(t)}, dtype=int32)",
    "sympy": lambda t: f"Matrix({rows_of(t)})",
    "sympy on lines": lambda t: "Matrix([\n" + ",\n".join(map(str, rows_of(t))) + "])",
    "Maple": lambda t: f"M := Matrix({size(t, ', ')}, {rows_of(t)});",
    "JavaScript": lambda t: f"const x = {rows_of(t)};",
    "TypeScript": lambda t: f"let b: number[][] = {rows_of(t)};",
    "Rust": lambda t: f"let board: [[i32; 4]; 3] = {rows_of(t)};",
    "MATLAB": lambda t: f"M =\n\n{plain(t)}\n\n",
    "MATLAB closely": lambda t: f"M =\n{plain(t)}\n",
    "MATLAB on lines": lambda t: "M = [\n" + plain(t).replace("\n", ";\n") + ";\n];",
    "Julia": lambda t: f"{size(t, chr(215))} Matrix{{Int64}}:\n{plain(t)}",
    "Julia session": lambda t: f"julia> M\n{size(t, chr(215))} Matrix{{Int64}}:\n{plain(t)}",
    "R": r_matrix,
    "R session": lambda t: f"> M\n{r_matrix(t)}\n> ",
    "fence": lambda t: f"Here it is:\n\n```text\n{plain(t)}\n```\nNice, is it not?",
    "fence in Python": lambda t: f"```python\n{rows_of(t)}\n```",
    "quoted": lambda t: "\n".join(f"> {line}" for line in plain(t).split("\n")),
    "quoted twice": lambda t: "\n".join(f">> {line}" for line in plain(t).split("\n")),
    "size": lambda t: f"{size(t, ' ')}\n{plain(t)}",
    "size with x": lambda t: f"{size(t, 'x')}\n{plain(t)}",
    "size in words": lambda t: f"{size(t, ' x ')} knight's tour\n{plain(t)}",
    "zero-width blanks": lambda t: "\n".join(f"\u200b{line}\u200b" for line in plain(t).split("\n")),
    "YAML": lambda t: "board:\n" + "\n".join(f"  - {row}" for row in rows_of(t)),
    "LaTeX": latex,
    "LaTeX array": lambda t: f"\\begin{{array}}{{cccc}}\n{latex(t)}\\end{{array}}",
    "LaTeX tabular": lambda t: (
        "\\begin{tabular}{|c|c|}\n\\hline\n" + latex(t, " \\\\ \\hline\n") + "\\end{tabular}"
    ),
    "LaTeX pmatrix": lambda t: "$$\\begin{pmatrix} " + latex(t, " \\\\ ") + "\\end{pmatrix}$$",
    "LaTeX table": lambda t: (
        "\\begin{table}[ht]\n\\centering\n\\begin{tabular}{rrrr}\n\\toprule\n"
        f"{latex(t)}\\bottomrule\n\\end{{tabular}}\n\\caption{{A tour of 3 by 4.}}\n\\end{{table}}"
    ),
    "HTML": html,
    "HTML with attributes": lambda t: html(t, '<td style="width: 2em">\n{}</td>'),
    "HTML without ends": lambda t: html(t, "<td>{}", ""),
    "HTML preformatted": lambda t: f"<pre>\n{plain(t)}\n</pre>",
    "HTML with breaks": lambda t: plain(t).replace("\n", "<br>\n"),
    "wiki": lambda t: (
        '{| class="wikitable"\n'
        + "".join("|-\n| " + " || ".join(map(str, row)) + "\n" for row in rows_of(t))
        + "|}"
    ),
    "wiki, one cell a line": lambda t: (
        "{|\n" + "".join("|-\n" + "".join(f"| {cell}\n" for cell in row) for row in rows_of(t)) + "|}"
    ),
    "wiki rows": lambda t: "\n".join("| " + " || ".join(map(str, row)) + " ||" for row in rows_of(t)),
    "Jira": lambda t: "\n".join("||" + "||".join(map(str, row)) + "||" for row in rows_of(t)),
    "Lisp": lambda t: "#2A(" + " ".join(f"({' '.join(map(str, row))})" for row in rows_of(t)) + ")",
    "JSON grid": lambda t: json.dumps({"grid": rows_of(t)}),
    "JSON board": lambda t: json.dumps({"board": rows_of(t)}),
    "JSON solution": lambda t: json.dumps({"name": "x", "solution": rows_of(t)}),
}
"""Notations that show a number grid."""

LIST_NOTATIONS: dict[str, Notation] = {
    "Mathematica squares": lambda t: "{" + ", ".join(f"{{{r}, {c}}}" for r, c in t.squares) + "}",
    "JavaScript names": lambda t: f"let path = {t.names};",
    "Erlang": lambda t: "[" + ",".join(f"{{{r},{c}}}" for r, c in t.squares) + "]",
    "Rust squares": lambda t: f"let tour = vec!{t.squares};",
    "Prolog": lambda t: "[" + ",".join(f"{r}-{c}" for r, c in t.squares) + "]",
    "Prolog list": lambda t: f"Tour = {t.squares}.",
    "Kotlin": lambda t: "listOf(" + ", ".join(f'"{name}"' for name in t.names) + ")",
    "Perl": lambda t: f"my @t = qw({' '.join(t.names)});",
    "Julia vector": lambda t: (
        f"{len(t)}-element Vector{{Tuple{{Int64, Int64}}}}:\n" + "\n".join(f" {s}" for s in t.squares)
    ),
    "R vector": r_vector,
    "R in code": lambda t: "c(" + ", ".join(f'"{name}"' for name in t.names) + ")",
    "Lisp pairs": lambda t: "(" + " ".join(f"({r} . {c})" for r, c in t.squares) + ")",
    "dict of squares": lambda t: str({square: k for k, square in enumerate(t.squares, start=1)}),
    "dict of squares from 0": lambda t: "tour = " + str({square: k for k, square in enumerate(t.squares)}),
    "dict of squares by place": lambda t: str(
        dict(sorted((square, k) for k, square in enumerate(t.squares, start=1)))
    ),
    "dict of steps": lambda t: str(dict(enumerate(t.squares, start=1))),
    "dict of steps and names": lambda t: str(dict(enumerate(t.names, start=1))),
    "dict of names": lambda t: str({name: k for k, name in enumerate(t.names)}),
    "JSON of names": lambda t: json.dumps({name: k for k, name in enumerate(t.names)}),
    "JSON of steps": lambda t: json.dumps(dict(enumerate(t.names, start=1))),
    "dict of moves": lambda t: str(dict(pairwise(t.squares))),
    "quoted names": lambda t: "> " + " ".join(t.names),
    "quoted list": lambda t: f"> {t.squares}",
    "code": lambda t: f"`{' '.join(t.names)}`",
    "length": lambda t: f"{len(t)}\n{' '.join(t.names)}",
    "size above names": lambda t: f"{size(t, ' x ')} knight's tour\n{' '.join(t.names)}",
    "period": lambda t: " ".join(t.names) + ".",
    "and": lambda t: ", ".join(t.names[:-1]) + f" and {t.names[-1]}.",
    "bullets": lambda t: "\n".join(f"- {name}" for name in t.names),
    "stars": lambda t: "\n".join(f"* {name}" for name in t.names),
    "dots": lambda t: "\n".join(f"\u2022 {name}" for name in t.names),
    "bullets of squares": lambda t: "\n".join(f"- {square}" for square in t.squares),
    "bullets of numbers": lambda t: "\n".join(f"- {r}, {c}" for r, c in t.squares),
    "to": lambda t: "\n".join(f"{one} to {other}" for one, other in pairwise(t.names)),
    "to, on a line": lambda t: ", ".join(f"{one} to {other}" for one, other in pairwise(t.names)),
    "squares to squares": lambda t: "\n".join(f"{one} to {other}" for one, other in pairwise(t.squares)),
    "from and to": lambda t: "\n".join(f"Move from {one} to {other}" for one, other in pairwise(t.names)),
    "zero-width blanks between": lambda t: "\u200b".join(t.names),
    "zero-width joiners": lambda t: "\u200d ".join(t.names),
    "YAML names": lambda t: "tour:\n" + "\n".join(f"  - {name}" for name in t.names),
    "YAML squares": lambda t: "tour:\n" + "\n".join(f"  - [{r}, {c}]" for r, c in t.squares),
    "YAML nested": lambda t: "tour:\n" + "\n".join(f"- - {r}\n  - {c}" for r, c in t.squares),
    "YAML flow": lambda t: f"---\ntour: [{', '.join(t.names)}]\n",
    "PGN": lambda t: (
        '[Event "Knight\'s tour"]\n[Date "2020.01.01"]\n[Result "*"]\n\n'
        + " ".join(f"{k}. N{name}" for k, name in enumerate(t.names, start=1))
        + " *"
    ),
    "HTML paragraph": lambda t: f"<p>{' '.join(t.names)}</p>",
    "HTML list": lambda t: "<ul>" + "".join(f"<li>{name}</li>" for name in t.names) + "</ul>",
    "JSON path": lambda t: json.dumps({"path": t.squares}),
    "JSON squares": lambda t: json.dumps({"squares": t.names, "length": len(t)}),
    "JSON moves": lambda t: json.dumps({"moves": " ".join(t.names)}),
    "JSON rows and columns": lambda t: json.dumps([{"row": r, "col": c} for r, c in t.squares]),
    "JSON steps": lambda t: json.dumps(
        {"tour": [{"step": k, "row": r, "column": c} for k, (r, c) in enumerate(t.squares)]}
    ),
    "JSON from and to": lambda t: json.dumps([{"from": a, "to": b} for a, b in pairwise(t.names)]),
}
"""Notations that list the squares in order, or their numbers."""
