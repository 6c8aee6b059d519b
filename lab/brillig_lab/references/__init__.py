"""The projections of the three networks in NumPy: to read, and to test the kernel against."""
