"""Studies: many trials of one or more settings, and what they say about the search."""
