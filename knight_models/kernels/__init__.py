"""Inner loops that run interpreted where that is quicker, and compiled by numba where it pays.

A kernel is a plain function. It takes its state in arrays (lists while interpreted) and a budget of
iterations, and returns within about 50 ms; Python then looks at the clock, reports progress, sees
Ctrl-C and calls again. Both ways take the same steps.
"""
