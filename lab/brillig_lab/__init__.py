"""The paper reproduced, and the projections in NumPy: what the package `brillig` itself does not need."""
