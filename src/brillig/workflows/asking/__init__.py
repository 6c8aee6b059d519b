"""Learning by asking: which sentence would tell most, and what the answers come to."""
