"""Exact counts of tours, and tours drawn at random, by the frontier method (`engine.frontier`).

`terms.py` writes a count as a sum of numbers of Hamiltonian cycles; `classes.py` does so for tours up to
symmetry, and `symmetric.py` for symmetric ones; `plan.py` adds them up; `checkpoints.py` keeps a long count
on disk; `sampling.py` draws tours. Nothing here knows a published count.
"""
