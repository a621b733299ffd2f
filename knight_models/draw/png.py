"""Pictures as pixels: `png_of` renders the SVG of `svg_of` with resvg.

The letters are those of DejaVu Sans, which matplotlib brings with it, so that a picture is the same on
every machine.
"""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

from knight_models.draw.packages import PNG_PACKAGES, require_packages
from knight_models.draw.svg import svg_of, title_in

ZOOM, MOST_PIXELS = 2.0, 4000
"""Pixels for each pixel of the SVG, so that it is sharp on a slide; and at most on the longer side."""
NARROWER = 0.9
"""The letters of DejaVu Sans are wider than those of Helvetica; this size makes them about as wide."""
HEADER_END = 33
"""Bytes of the signature of a PNG file and of its first chunk."""
_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')
_FONT_SIZE = re.compile(r'(?<=font-size=")[\d.]+')


def png_of(
    what: object,
    *,
    numbers: bool | None = None,
    names: bool | None = None,
    graph_layout: str | None = None,
    title: str | None = None,
) -> bytes:
    """The picture of `svg_of` as the bytes of a PNG file, twice as large, at most 4,000 pixels a side.

    Parameters
    ----------
    what, numbers, names, graph_layout : as for `svg_of`
    title : as for `svg_of`; it is kept in the file

    Raises
    ------
    InputError : as for `svg_of`
    MissingPackageError : if resvg_py or matplotlib is not installed

    >>> png_of("3x4")[1:4]
    b'PNG'
    """
    require_packages("png", *PNG_PACKAGES)
    import matplotlib
    import resvg_py

    text = svg_of(what, numbers=numbers, names=names, graph_layout=graph_layout, title=title)
    size = _SIZE.search(text)
    assert size is not None
    fonts = Path(matplotlib.get_data_path(), "fonts", "ttf")
    png = resvg_py.svg_to_bytes(
        _FONT_SIZE.sub(lambda points: f"{NARROWER * float(points[0]):.4g}", text),
        zoom=min(ZOOM, MOST_PIXELS / max(map(int, size.groups()))),
        skip_system_fonts=True,
        font_files=[str(fonts / "DejaVuSans.ttf"), str(fonts / "DejaVuSans-Bold.ttf")],
        sans_serif_family="DejaVu Sans",
    )
    return png[:HEADER_END] + _title_chunk(title_in(text)) + png[HEADER_END:]


def _title_chunk(title: str) -> bytes:
    """The title as an iTXt chunk: text in UTF-8, not compressed (PNG, ISO/IEC 15948, section 11.3.4.5)."""
    body = b"iTXtTitle" + 5 * b"\0" + title.encode()
    return struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
