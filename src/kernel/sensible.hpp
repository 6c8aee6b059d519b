// Whether the numbers of a state can be those of a search. They come from files, and indices are computed from them.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "movable.hpp"
#include "network.hpp"

namespace brillig {

template <class Whole>
bool within(const Whole *numbers, int64_t size, int64_t low, int64_t high) {
    for (int64_t i = 0; i < size; ++i)
        if (int64_t(numbers[i]) < low || int64_t(numbers[i]) > high) return false;
    return true;
}

// Rows have numbers in their first n places, and 0 in those that only fill the registers.
template <class Real>
bool sensible_rows(const Net<Real> &net, const Real *rows, int64_t number) {
    if (!bounded(rows, number * net.width)) return false;
    for (int64_t r = 0; r < number; ++r)
        for (int z = net.n; z < net.width; ++z)
            if (rows[r * net.width + z] != 0) return false;
    return true;
}

// An entry that no rule may have is as the network made it.
template <class Real>
bool sensible_tensor(const Net<Real> &net) {
    for (int64_t q = 0; q < net.entries; ++q) {
        const bool fine = net.allowed[q] ? bounded(&net.T_exact[q], 1) && net.T[q] == Real(net.T_exact[q])
                                         : net.T_exact[q] == FORBIDDEN && net.T[q] == Real(FORBIDDEN) &&
                                               net.K_sum[q] == 0 && net.ones[q] == 0 && net.applied[q] == 0;
        if (!fine) return false;
        for (int64_t c = 0; c < net.transitions; ++c) {
            const Real value = net.K[c * net.entries + q];
            if (net.allowed[q] ? !bounded(&value, 1) : value != 0) return false;
        }
    }
    return bounded(net.K_sum, net.entries, LARGEST * net.transitions) && bounded(net.estimate, net.entries, 1e10) &&
           within(net.ones, net.entries, 0, net.transitions) && within(net.applied, net.entries, 0, net.transitions);
}

// The places that unused categories keep are words and inner nodes.
template <class Real>
bool sensible_places(const Net<Real> &net) {
    if (!within(net.kept_word, net.width, -1, net.words - 1)) return false;
    for (int z = 0; z < net.width; ++z) {
        const int32_t number = net.kept_node[2 * z], position = net.kept_node[2 * z + 1];
        if (number == -1) continue;
        if (number < 1 || number >= net.transitions || position < 0) return false;
        if (net.transition[number].layer < 2 || position >= net.transition[number].layer) return false;
    }
    return true;
}

// `own` are the network's transitions; of those that were read only where they looked last may be another.
template <class Real>
bool sensible(const Net<Real> &net, const std::vector<Transition> &own) {
    for (size_t c = 0; c < own.size(); ++c) {
        const Transition &now = net.transition[c], &was = own[c];
        if (now.layer != was.layer || now.up != was.up || now.down != was.down || now.top != was.top ||
            now.position < 0 || now.position >= now.layer || now.parent < 0 || now.parent >= net.parents)
            return false;
    }
    for (int z = 0; z < net.n; ++z)
        if (!(net.mu[z] > 0)) return false;
    for (int z = 0; z <= net.width; ++z)
        if (!(net.gap2[z] >= 0)) return false;
    return sensible_rows(net, net.mu, 1) && sensible_rows(net, net.x, net.rows) &&
           sensible_rows(net, net.word_mean, net.words) && bounded(net.gap2, net.width + 1, 1e20) &&
           sensible_tensor(net) && sensible_places(net) && within(net.category, net.rows, 0, net.n - 1) && net.iterations >= 0 &&
           net.iterations < MAX_ITERATIONS;
}

}  // namespace brillig
