"""The growing engine: from raw words to a grammar with few bits, without numbers.

Words are sorted into classes by their neighbours, and rules are abduced for the shortest sentences without a
tree. Then everything is changed as long as bits are saved: rules dropped and grown again, classes split by
what their words do in the trees, categories split jointly by features, words moved. The work is done by the
kernel (`src/kernel/grow_*.cpp`); several islands search at once.
"""

from brillig.engines.grow.growth import Grown, GrowProgress, OnGrowProgress, grow
from brillig.engines.grow.numbers import problem_of
from brillig.engines.grow.solving import solve_by_growing

__all__ = ["GrowProgress", "Grown", "OnGrowProgress", "grow", "problem_of", "solve_by_growing"]
