"""Figures made with matplotlib: maps of starts, tables of existence, charts of a comparison.

Only the modules of this package import matplotlib, each when it draws; it comes with the extra `plot`. A
figure belongs to no window and no global state: `figure.savefig("map.png")` writes it, a notebook
shows it.
"""

from knight_models.draw.charts.comparison import comparison_chart
from knight_models.draw.charts.existence import existence_table
from knight_models.draw.charts.starts import start_map

__all__ = ["comparison_chart", "existence_table", "start_map"]
