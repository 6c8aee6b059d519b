"""The same problems as SAT: solve, enumerate, certify."""
