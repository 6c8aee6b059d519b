#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "grow_moves.hpp"

namespace brillig::grow {

namespace {

constexpr float FAR = 1e30f;
constexpr int SPARE = 2;  // categories not yet in use that a tree may take
constexpr float PENALTY = 8.0f, NOISE = 6.0f;

// Noise, drawn once: a pair of children and a sample choose where their row of it begins.
constexpr std::uint32_t ROWS = 1u << 16;

const std::vector<float> &noise_pool() {
    static const std::vector<float> pool = [] {
        Random random(1);
        std::vector<float> values(ROWS + CATEGORIES);
        for (float &value : values) value = PENALTY + NOISE * float(random.uniform());
        return values;
    }();
    return pool;
}

// The chart of one string in which every rule is possible at a price.
class Abduction {
public:
    Abduction(State &state, int i)
        : state_(state), string_(state.strings().string(i)), n_(state.strings().length(i)),
          phrases_(state.strings().marks(i), n_) {
        const int classes = state.strings().lexicon.classes;
        size_ = classes + 1;
        for (int c : state.categories()) size_ = std::max(size_, c + 1);
        size_ = std::min(size_ + SPARE, CATEGORIES);
        cells_.resize(std::size_t(n_ * (n_ + 1) * size_));
        backs_.resize(cells_.size());
        const auto square = std::size_t(size_ * size_);
        parents_.resize(square);
        sums_.resize(square);
        places_.resize(square);
        for (const Rule &r : state.rules()) {
            const double cost = -std::log2((state.count(r) + 0.3) / (state.total(r.x) + 1.0));
            parents_[std::size_t(r.y * size_ + r.z)].push_back({r.x, float(cost)});
        }
        leaf_.assign(std::size_t(size_), 0.0f);
        for (int c = 0; c <= classes; ++c) {
            const int own = state.strings().class_count[std::size_t(c)];
            if (own) leaf_[std::size_t(c)] = float(-std::log2((own + 0.1) / (state.total(c) + 0.2)));
        }
    }

    // The new rules of the cheapest tree under fresh noise; empty where there are none.
    std::vector<Rule> sample(Random &random) {
        sample_ = std::uint32_t(random.bits() >> 32);
        const bool inner = state_.model().recursive_root;
        const int lowest = inner ? 0 : 1;
        for (int a = 0; a < n_; ++a) {
            float *cell = at(a, 1);
            std::fill(cell, cell + size_, FAR);
            if (string_[a] < CATEGORIES)
                cell[string_[a]] = leaf_[string_[a]];
            else
                for (const Sense &sense : state_.strings().senses[std::size_t(string_[a] - CATEGORIES)])
                    cell[sense.category] = 2.0f;
        }
        std::uint64_t work = 0;
        for (int l = 2; l <= n_; ++l)
            for (int a = 0; a + l <= n_; ++a) {
                float *cell = at(a, l);
                std::uint32_t *back = backs_.data() + (cell - cells_.data());
                std::fill(cell, cell + size_, FAR);
                if (!phrases_(a, l)) continue;
                // A new rule costs the same wherever the two children meet: first the best place for each pair.
                std::fill(sums_.begin(), sums_.end(), FAR);
                for (int k = 1; k < l; ++k) {
                    const float *left = at(a, k), *right = at(a + k, l - k);
                    for (int y = lowest; y < size_; ++y) {
                        if (left[y] >= FAR) continue;
                        float *sums = sums_.data() + y * size_;
                        std::int32_t *places = places_.data() + y * size_;
                        for (int z = lowest; z < size_; ++z) {
                            const float sum = left[y] + right[z];
                            const bool better = sum < sums[z];
                            sums[z] = better ? sum : sums[z];
                            places[z] = better ? k : places[z];
                        }
                    }
                    work += std::uint64_t(size_);
                }
                for (int y = lowest; y < size_; ++y)
                    for (int z = lowest; z < size_; ++z) {
                        const auto pair = std::size_t(y * size_ + z);
                        if (sums_[pair] >= FAR || !fits(y, z)) continue;
                        combine(cell, back, sums_[pair], places_[pair], y, z, l == n_, inner);
                        ++work;
                    }
            }
        state_.pulse().work += work;
        std::vector<Rule> rules;
        if (at(0, n_)[0] < FAR && n_ > 1) collect(0, n_, 0, rules);
        std::sort(rules.begin(), rules.end());
        rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
        return rules;
    }

private:
    struct Parent {
        int x;
        float cost;
    };

    bool fits(int y, int z) const {
        return state_.model().fits({1, std::uint8_t(y), std::uint8_t(z)}, state_.strings().lexicon.classes);
    }

    float *at(int a, int l) { return cells_.data() + std::size_t((a * (n_ + 1) + l) * size_); }

    void combine(float *cell, std::uint32_t *back, float value, int k, int y, int z, bool whole, bool inner) {
        const auto pair = std::size_t(y * size_ + z);
        const std::uint32_t old = std::uint32_t(k) << 16 | std::uint32_t(y) << 8 | std::uint32_t(z);
        for (const Parent &parent : parents_[pair]) {
            if (parent.x == 0 && !whole && !inner) continue;
            if (value + parent.cost < cell[parent.x]) {
                cell[parent.x] = value + parent.cost;
                back[parent.x] = old;
            }
        }
        if (!parents_[pair].empty() && !state_.model().shared_pairs) return;
        const std::uint32_t fresh = old | 1u << 31;
        std::uint32_t row = (std::uint32_t(pair) + 1) * 2654435761u ^ sample_;
        row = (row ^ row >> 15) * 2246822519u;
        const float *noise = pool_.data() + ((row ^ row >> 13) & (ROWS - 1));
        if (whole) {
            if (value + noise[0] < cell[0]) {
                cell[0] = value + noise[0];
                back[0] = fresh;
            }
            return;
        }
        for (int x = inner ? 0 : 1; x < size_; ++x) {
            const float cost = value + noise[x];
            const bool better = cost < cell[x];
            cell[x] = better ? cost : cell[x];
            back[x] = better ? fresh : back[x];
        }
    }

    void collect(int a, int l, int x, std::vector<Rule> &rules) {
        if (l == 1) return;
        const std::uint32_t back = backs_[std::size_t((a * (n_ + 1) + l) * size_ + x)];
        const int k = int(back >> 16 & 0x7fff), y = int(back >> 8 & 255), z = int(back & 255);
        if (back >> 31) rules.push_back({std::uint8_t(x), std::uint8_t(y), std::uint8_t(z)});
        collect(a, k, y, rules);
        collect(a + k, l - k, z, rules);
    }

    State &state_;
    const Token *string_;
    int n_, size_ = 1;
    Phrases phrases_;
    std::uint32_t sample_ = 0;
    const std::vector<float> &pool_ = noise_pool();
    std::vector<float> cells_, leaf_, sums_;  // sums: of the cell at hand, for each pair of children
    std::vector<std::int32_t> places_;        // where they meet
    std::vector<std::uint32_t> backs_;
    std::vector<std::vector<Parent>> parents_;
};

}  // namespace

std::vector<std::vector<Rule>> abduce(State &state, int i, int samples, Random &random) {
    Abduction abduction(state, i);
    std::set<std::vector<Rule>> found;
    for (int j = 0; j < samples; ++j) {
        if (state.pulse().tick()) break;
        std::vector<Rule> rules = abduction.sample(random);
        if (!rules.empty()) found.insert(std::move(rules));
    }
    return {found.begin(), found.end()};
}

}  // namespace brillig::grow
