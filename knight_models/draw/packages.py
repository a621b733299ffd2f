"""The packages of the extra `plot`, without which there are no figures, PNG files or PDF files."""

from __future__ import annotations

from importlib.util import find_spec

from knight_models.core.errors import MissingPackageError

PNG_PACKAGES = ("resvg_py", "matplotlib")  # matplotlib for its fonts
PDF_PACKAGES = ("svglib", "reportlab")


def require_packages(what: str, *packages: str) -> None:
    """Refuse, before any work, what cannot be drawn without a package that is not installed.

    Parameters
    ----------
    what : what is wanted, as the message names it
    packages : the names of the packages that it needs, as they are imported

    Raises
    ------
    MissingPackageError : if one of them is not installed

    >>> require_packages("a chart", "nothing")
    Traceback (most recent call last):
    ...
    knight_models.core.errors.MissingPackageError: a chart needs nothing; install knight_models[plot]
    """
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        raise MissingPackageError(f"{what} needs {' and '.join(missing)}; install knight_models[plot]")
