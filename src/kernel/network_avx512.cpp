// The inference iteration compiled for one instruction set: avx512.
#include "network_impl.hpp"

namespace brillig {
Kernels kernels_avx512() { return {"avx512", iterate_any<float>, iterate_any<double>}; }
}  // namespace brillig
