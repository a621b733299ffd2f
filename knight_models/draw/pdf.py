"""Pictures for print: `pdf_of` turns the SVG of `svg_of` into a PDF of one page, by svglib."""

from __future__ import annotations

import io
from typing import Any

from knight_models.draw.packages import PDF_PACKAGES, require_packages
from knight_models.draw.svg import svg_of, title_in


def pdf_of(
    what: object,
    *,
    numbers: bool | None = None,
    names: bool | None = None,
    graph_layout: str | None = None,
    title: str | None = None,
) -> bytes:
    """The picture of `svg_of` as the bytes of a PDF file: lines and letters, sharp at any size.

    Parameters
    ----------
    what, numbers, names, graph_layout : as for `svg_of`
    title : as for `svg_of`; it is the title of the file

    Raises
    ------
    InputError : as for `svg_of`
    MissingPackageError : if svglib is not installed

    Notes
    -----
    Letters outside Latin-1 are not in the standard fonts of PDF, and come out as black squares.

    >>> pdf_of("3x4")[:5]
    b'%PDF-'
    """
    require_packages("pdf", *PDF_PACKAGES)
    from reportlab.graphics import renderPDF
    from reportlab.pdfgen.canvas import Canvas
    from svglib.svglib import svg2rlg

    text = svg_of(what, numbers=numbers, names=names, graph_layout=graph_layout, title=title)
    drawing: Any = svg2rlg(io.BytesIO(text.encode()))
    stream = io.BytesIO()
    page = Canvas(stream, pagesize=(drawing.width, drawing.height), invariant=True)  # no date in the file
    page.setTitle(title_in(text))
    renderPDF.draw(drawing, page, 0, 0)
    page.save()
    return stream.getvalue()
