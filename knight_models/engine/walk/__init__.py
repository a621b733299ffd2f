"""Warnsdorff's walk as kernels: many small walks, or one giant."""
