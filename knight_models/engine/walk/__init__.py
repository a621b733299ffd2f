"""Warnsdorff's walk: many small walks or one giant walk, over a board (`board`) or a graph (`graph`)."""
