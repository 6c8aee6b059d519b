"""Engines: divide and concur, the exact engine, and their race."""
