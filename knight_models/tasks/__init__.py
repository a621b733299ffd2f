"""What users can do: solve, list tours, trace a search, compare solvers, make puzzles, study walks."""
