"""Pictures of boards, tours, searches and comparisons."""
