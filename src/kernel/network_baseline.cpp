// The inference iteration compiled for one instruction set: baseline.
#include "network_impl.hpp"

namespace brillig {
Kernels kernels_baseline() { return {"baseline", iterate_any<float>, iterate_any<double>}; }
}  // namespace brillig
