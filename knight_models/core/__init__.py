"""The words that everything else is said in: boards, problems, tours, evidence, results, limits, errors."""
