"""What a user asks for: solve, list, trace, compare, make puzzles, walk."""
