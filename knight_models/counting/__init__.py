"""Exact counts of tours, and tours drawn at random, by the frontier method (`engine.frontier`).

`terms.py` writes a count as a sum of numbers of Hamiltonian cycles; `cycles.py` counts the cycles of one
term; `checkpoints.py` keeps a long count on disk; `sampling.py` draws tours. Nothing here knows a published
count.
"""
