// A network's state as bytes, so that a start can go on elsewhere: on any machine like this one.
#pragma once
#include <nanobind/nanobind.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace brillig {

// The memory that an iteration reads before it writes.
using Spans = std::vector<std::pair<void *, size_t>>;

// `shape` tells networks apart; `seen` is what the start has tried, of any length.
template <size_t N>
nanobind::bytes pack(const std::array<int64_t, N> &shape, const Spans &spans, const std::vector<uint64_t> &seen) {
    std::string bytes(reinterpret_cast<const char *>(shape.data()), sizeof(shape));
    for (auto [data, size] : spans) bytes.append(static_cast<const char *>(data), size);
    bytes.append(reinterpret_cast<const char *>(seen.data()), seen.size() * sizeof(uint64_t));
    return nanobind::bytes(bytes.data(), bytes.size());
}

// Fills `spans` and returns `seen`; refuses the bytes of another network before it changes anything.
template <size_t N>
std::vector<uint64_t> fill(const nanobind::bytes &bytes, const std::array<int64_t, N> &shape, const Spans &spans) {
    size_t fixed = sizeof(shape);
    for (auto [data, size] : spans) fixed += size;
    if (bytes.size() < fixed || (bytes.size() - fixed) % sizeof(uint64_t) ||
        std::memcmp(bytes.c_str(), shape.data(), sizeof(shape)))
        throw std::invalid_argument("this is not the state of such a network");
    const char *from = bytes.c_str() + sizeof(shape);
    for (auto [data, size] : spans) {
        if (size) std::memcpy(data, from, size);
        from += size;
    }
    std::vector<uint64_t> seen((bytes.size() - fixed) / sizeof(uint64_t));
    if (!seen.empty()) std::memcpy(seen.data(), from, seen.size() * sizeof(uint64_t));
    return seen;
}

// What a search never leaves. Far below what stands for forbidden in a network.
constexpr double LARGEST = 1e7;
constexpr int64_t MAX_ITERATIONS = int64_t(1) << 62;

template <class Number>
bool bounded(const Number *numbers, int64_t size, double largest = LARGEST) {
    for (int64_t i = 0; i < size; ++i)
        if (!(std::abs(double(numbers[i])) <= largest)) return false;  // nor is it one that is no number
    return true;
}

// Fills `spans` and returns `seen` as `fill` does, then asks whether the state can be one of this network. If not,
// the state is as before, and the bytes are refused.
template <size_t N, class Sensible>
std::vector<uint64_t> unpack(const nanobind::bytes &bytes, const std::array<int64_t, N> &shape,
                             const Spans &spans, Sensible sensible) {
    const nanobind::bytes before = pack(shape, spans, {});
    std::vector<uint64_t> seen = fill(bytes, shape, spans);
    if (!sensible()) {
        fill(before, shape, spans);
        throw std::invalid_argument("its numbers are not those of a search");
    }
    return seen;
}

}  // namespace brillig
