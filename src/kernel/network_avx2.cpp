// The inference iteration compiled for one instruction set: avx2.
#include "network_impl.hpp"

namespace brillig {
Kernels kernels_avx2() { return {"avx2", iterate_any<float>, iterate_any<double>}; }
}  // namespace brillig
