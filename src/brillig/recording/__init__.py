"""One search kept: written while it runs, read as a value."""
