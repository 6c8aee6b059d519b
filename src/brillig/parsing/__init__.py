"""Parsing with a grammar, drawing from it, and comparing what two grammars accept."""
