// xoshiro256++ seeded by splitmix64: the same numbers on every machine.
#pragma once
#include <cstdint>

namespace brillig {

class Random {
  public:
    explicit Random(uint64_t seed) {
        for (auto &word : state_) {
            seed += 0x9e3779b97f4a7c15ull;
            uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
            word = z ^ (z >> 31);
        }
    }
    uint64_t bits() {
        const uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
        const uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotate(state_[3], 45);
        return result;
    }
    // Uniform in [0, 1), with 24 bits: the same value as float and as double.
    double uniform() { return double(bits() >> 40) * 0x1.0p-24; }

  private:
    static uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
    uint64_t state_[4];
};

}  // namespace brillig
