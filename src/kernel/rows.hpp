// Category vectors as rows of SIMD registers: what both projections need.
#pragma once
#include <cstdint>

#include "network.hpp"
#include "simd.hpp"

namespace {

using brillig::LANES;
using brillig::Lift;
using brillig::Net;
using brillig::Transition;

template <class Real, int NV>
struct Rows {
    using V = Vec<Real>;
    static constexpr int W = LANES * NV;
    static constexpr Real FAR = Real(1e9);

    static inline V *row(Net<Real> &net, int64_t r) { return reinterpret_cast<V *>(net.x + r * W); }

    static inline V onehot_part(int category, int part) {
        return lane_numbers<Real>(part * LANES) == splat<Real>(Real(category)) ? splat<Real>(1) : splat<Real>(0);
    }

    static inline Real least(const V *v) {
        V m = v[0];
        for (int k = 1; k < NV; ++k) m = vmin<Real>(m, v[k]);
        return hmin<Real>(m);
    }

    static inline int find(const V *v, Real value) {
        for (int k = 0; k < NV; ++k) {
            unsigned bits = mask_of<Real>(v[k] == splat<Real>(value));
            if (bits) return k * LANES + __builtin_ctz(bits);
        }
        return 0;
    }

    static inline Real at(const V *v, int lane) { return reinterpret_cast<const Real *>(v)[lane]; }

    // Keep K small, so that T - K, or T + K with a sign of 1, loses nothing to rounding.
    static void rebase(Net<Real> &net, double sign) {
        for (int64_t q = 0; q < net.entries; ++q) {
            if (!net.allowed[q]) continue;
            const Real mean = Real(net.K_sum[q] / net.transitions);
            double sum = 0;
            for (int64_t c = 0; c < net.transitions; ++c) {
                net.K[c * net.entries + q] -= mean;
                sum += net.K[c * net.entries + q];
            }
            net.K_sum[q] = sum;
            net.T_exact[q] += sign * mean;
            net.T[q] = Real(net.T_exact[q]);
        }
    }
};

}  // namespace
