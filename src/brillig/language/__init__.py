"""Values: sentences, grammars and trees, and their text forms."""
