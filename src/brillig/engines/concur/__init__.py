"""Divide and concur: the projections, the driver and the three networks."""
