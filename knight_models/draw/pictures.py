"""The formats of pictures: `write_picture` writes any of them; what a format needs is loaded only then.

- `svg`: an image that stays sharp at any size;
- `svg-animated`: the same, in which the tour is drawn move by move, again and again, without scripts;
- `html`: a page that plays the tours, and needs no other file;
- `png`: an image of pixels, by resvg (extra `plot`);
- `pdf`: one page for print, by svglib (extra `plot`).

>>> import sys
>>> write_picture("3x4", "svg", sys.stdout)
<svg xmlns="http://www.w3.org/2000/svg" ...
"""

from __future__ import annotations

from typing import IO, Any

from knight_models.core.errors import OptionError, nearest
from knight_models.draw.packages import PDF_PACKAGES, PNG_PACKAGES, require_packages

PICTURE_FORMATS = ("svg", "svg-animated", "html", "png", "pdf")
BINARY_PICTURES = ("png", "pdf")
"""Formats of bytes; the others are text."""
_PACKAGES = {"png": PNG_PACKAGES, "pdf": PDF_PACKAGES}


def check_picture(form: str, *, names: bool | None = None, seconds: float | None = None) -> None:
    """Raise an error for what cannot be written, before any work.

    Parameters
    ----------
    form, names, seconds : as for `write_picture`

    Raises
    ------
    OptionError : for an unknown format, or an option that it cannot use
    MissingPackageError : if a package that the format needs is not installed
    """
    if form not in PICTURE_FORMATS:
        raise OptionError(nearest(form, PICTURE_FORMATS, "format"))
    if seconds is not None and form != "svg-animated":
        raise OptionError(f"only svg-animated has a duration, not {form}")
    if names is not None and form == "html":
        raise OptionError("a page names the squares itself; leave out the names")
    require_packages(form, *_PACKAGES.get(form, ()))


def write_picture(
    what: object,
    form: str,
    stream: IO[Any],
    *,
    numbers: bool | None = None,
    names: bool | None = None,
    graph_layout: str | None = None,
    title: str | None = None,
    seconds: float | None = None,
) -> None:
    """Draw tours, results, comparisons, puzzles or boards, and write the picture once it is complete.

    Parameters
    ----------
    what, numbers, names, graph_layout, title : as for `svg_of`
    form : one of `PICTURE_FORMATS`
    stream : takes text; for the formats of `BINARY_PICTURES`, bytes
    seconds : how long an animation draws

    Raises
    ------
    InputError : for an unknown format, what cannot be drawn, or an option that the format cannot use
    """
    check_picture(form, names=names, seconds=seconds)
    common: dict[str, Any] = {"numbers": numbers, "graph_layout": graph_layout, "title": title}
    picture: str | bytes
    if form == "html":
        from knight_models.draw.page import page_of

        picture = page_of(what, **common)
    elif form == "png":
        from knight_models.draw.png import png_of

        picture = png_of(what, names=names, **common)
    elif form == "pdf":
        from knight_models.draw.pdf import pdf_of

        picture = pdf_of(what, names=names, **common)
    else:
        from knight_models.draw.svg import svg_of

        picture = svg_of(what, animated=form == "svg-animated", names=names, seconds=seconds, **common)
    stream.write(picture)


def write_chart(comparison: Any, stream: IO[bytes], *, kind: str) -> None:
    """Write the chart of a comparison.

    Parameters
    ----------
    comparison : as for `comparison_chart`
    stream : takes bytes
    kind : `png`, `svg` or `pdf`
    """
    from knight_models.draw.charts import comparison_chart

    comparison_chart(comparison).savefig(stream, format=kind)
