// Which compiled forms of an iteration this machine can run.
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

#include "network.hpp"

namespace brillig {

inline std::vector<Kernels> available() {
    std::vector<Kernels> found{kernels_baseline()};
#if defined(BRILLIG_X86)
    if (__builtin_cpu_supports("avx2")) found.push_back(kernels_avx2());
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
        found.push_back(kernels_avx512());
#endif
    return found;
}

// By name, or the quickest: eight floats fill an AVX2 register, eight doubles an AVX-512 one.
inline Kernels kernels_named(const std::string &name, bool wide) {
    auto found = available();
    if (name.empty()) return !wide && found.size() > 2 ? found[1] : found.back();
    for (auto &k : found)
        if (name == k.name) return k;
    throw std::invalid_argument("this machine has no instruction set " + name);
}

}  // namespace brillig
