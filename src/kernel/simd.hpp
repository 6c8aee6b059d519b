// Eight numbers at a time, on any instruction set. All reductions are exact (minima), so that every
// instruction set gives the same bits. Included inside an anonymous namespace's translation unit only.
#pragma once
#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace {

template <class Real>
struct VecType;
template <>
struct VecType<float> {
    typedef float type __attribute__((vector_size(32)));
    typedef int mask __attribute__((vector_size(32)));
};
template <>
struct VecType<double> {
    typedef double type __attribute__((vector_size(64)));
    typedef long long mask __attribute__((vector_size(64)));
};

template <class Real>
using Vec = typename VecType<Real>::type;
template <class Real>
using Mask = typename VecType<Real>::mask;

#define BRILLIG_INLINE static inline __attribute__((always_inline))

template <class Real>
BRILLIG_INLINE Vec<Real> splat(Real a) {
    return Vec<Real>{a, a, a, a, a, a, a, a};
}

template <class Real>
BRILLIG_INLINE Vec<Real> lane_numbers(int first) {
    const Real f = Real(first);
    return Vec<Real>{f, f + 1, f + 2, f + 3, f + 4, f + 5, f + 6, f + 7};
}

template <class Real>
BRILLIG_INLINE Vec<Real> vmin(Vec<Real> a, Vec<Real> b) {
#if defined(__AVX__)
    if constexpr (sizeof(Real) == 4) return Vec<Real>(_mm256_min_ps(__m256(a), __m256(b)));
#endif
    return a < b ? a : b;
}

template <class Real>
BRILLIG_INLINE Vec<Real> vmax(Vec<Real> a, Vec<Real> b) {
#if defined(__AVX__)
    if constexpr (sizeof(Real) == 4) return Vec<Real>(_mm256_max_ps(__m256(a), __m256(b)));
#endif
    return a > b ? a : b;
}

template <class Real>
BRILLIG_INLINE Real hmin(Vec<Real> v) {
#if defined(__AVX__)
    if constexpr (sizeof(Real) == 4) {
        __m128 m = _mm_min_ps(_mm256_castps256_ps128(__m256(v)), _mm256_extractf128_ps(__m256(v), 1));
        m = _mm_min_ps(m, _mm_movehl_ps(m, m));
        m = _mm_min_ss(m, _mm_movehdup_ps(m));
        return _mm_cvtss_f32(m);
    }
#endif
    Real m = v[0];
    for (int k = 1; k < 8; ++k) m = v[k] < m ? v[k] : m;
    return m;
}

template <class M>
BRILLIG_INLINE unsigned mask_bits(M mask) {
#if defined(__AVX__)
    if constexpr (sizeof(M) == 32) return unsigned(_mm256_movemask_ps(__m256(mask)));
#endif
    unsigned bits = 0;
    for (int k = 0; k < 8; ++k) bits |= unsigned(mask[k] != 0) << k;
    return bits;
}

template <class Real>
BRILLIG_INLINE unsigned mask_of(Mask<Real> mask) {
    return mask_bits(mask);
}

}  // namespace
