// Bits and probabilities of the trees' choices under a grammar with features.
#include <algorithm>
#include <bit>
#include <cmath>

#include "feature_code.hpp"

namespace brillig::feature {

namespace {

// Bits of what is usual, and of what is not: three times in four nothing out of the ordinary is said.
const double USUAL = -std::log2(0.75), UNUSUAL = 2;

bool possible(const Folded &folded, const Tuples &tuples, std::size_t r, int tuple) {
    const int x = folded.rules[r].x;
    for (std::size_t f = 0; f < folded.features.size(); ++f) {
        const std::int8_t place = folded.features[f].rules[r][0];
        if (place >= 0 && tuples.value(x, tuple, int(f)) != place) return false;
    }
    return true;
}

bool has_word(const Folded &folded, const Tuples &tuples, std::size_t l, int tuple) {
    const int x = folded.lexical[l].first;
    for (std::size_t f = 0; f < folded.features.size(); ++f) {
        const std::int8_t value = folded.features[f].words[l];
        if (value >= 0 && tuples.value(x, tuple, int(f)) != value) return false;
    }
    return true;
}

struct Choice {
    std::size_t total = 0, kinds = 0;
    double saved = 0;
    void add(int n, const grow::Tables &tables) {
        total += std::size_t(n);
        ++kinds;
        saved += tables.seen(std::size_t(n));
    }
    double bits(const grow::Tables &tables) const { return tables.choices(total, kinds, saved); }
};

// Rules and lexical rules of each category; and pools, words that the same values have, if several: which one is chosen does
// not depend on the value.
struct Alternatives {
    explicit Alternatives(const Folded &folded) : rules(CATEGORIES), words(CATEGORIES), pools(CATEGORIES) {
        for (std::size_t r = 0; r < folded.rules.size(); ++r) rules[folded.rules[r].x].push_back(r);
        for (std::size_t l = 0; l < folded.lexical.size(); ++l)
            words[std::size_t(folded.lexical[l].first)].push_back(l);
        for (const Feature &feature : folded.features) carriers |= feature.carriers;
        for (std::size_t c = 0; c < CATEGORIES; ++c) {
            if (!(carriers >> c & 1)) continue;
            for (std::size_t l : words[c]) {
                const auto alike = [&](const std::vector<std::size_t> &pool) {
                    return std::all_of(folded.features.begin(), folded.features.end(), [&](const Feature &feature) {
                        return feature.words[l] == feature.words[pool[0]];
                    });
                };
                const auto found = std::find_if(pools[c].begin(), pools[c].end(), alike);
                if (found != pools[c].end()) found->push_back(l);
                else pools[c].push_back({l});
            }
            std::erase_if(pools[c], [&](const std::vector<std::size_t> &pool) {
                return pool.size() < 2 || std::none_of(folded.features.begin(), folded.features.end(), [&](const Feature &f) {
                           return f.words[pool[0]] == ANY;
                       });
            });
        }
    }
    std::vector<std::vector<std::size_t>> rules, words;
    std::vector<std::vector<std::vector<std::size_t>>> pools;
    std::uint64_t carriers = 0;
};

// One category: bits with each value's choices apart, and with what all values share together.
struct Ways {
    double apart = 0, together = 0;
};

Ways count_ways(const Folded &folded, const Tuples &tuples, const Counts &counts, const grow::Tables &tables,
                const Alternatives &all, std::size_t c) {
    Ways ways;
    Choice structure;
    int lexical = 0;
    const int number = tuples.number(int(c));
    for (std::size_t r : all.rules[c]) {
        int uses = 0;
        for (int t = 0; t < number; ++t) uses += counts.rule(r, t);
        structure.add(uses, tables);
    }
    std::vector<char> in_pool(all.pools[c].empty() ? 0 : folded.lexical.size(), 0);
    for (const auto &pool : all.pools[c]) {
        Choice within;
        for (std::size_t l : pool) {
            int uses = 0;
            for (int t = 0; t < number; ++t) uses += counts.word(l, t);
            within.add(uses, tables);
            in_pool[l] = 1;
        }
        ways.apart += within.bits(tables);
        ways.together += within.bits(tables);
    }
    for (int t = 0; t < number; ++t) {
        Choice here, words;
        const auto add = [&](int uses) {
            here.add(uses, tables);
            words.add(uses, tables);
        };
        for (std::size_t r : all.rules[c])
            if (possible(folded, tuples, r, t)) here.add(counts.rule(r, t), tables);
        for (std::size_t l : all.words[c])
            if ((in_pool.empty() || !in_pool[l]) && has_word(folded, tuples, l, t)) add(counts.word(l, t));
        for (const auto &pool : all.pools[c]) {
            if (!has_word(folded, tuples, pool[0], t)) continue;
            int uses = 0;
            for (std::size_t l : pool) uses += counts.word(l, t);
            add(uses);
        }
        lexical += int(words.total);
        ways.apart += here.bits(tables);
        ways.together += words.bits(tables);
    }
    if (!all.words[c].empty()) structure.add(lexical, tables);
    ways.together += structure.bits(tables);
    return ways;
}

double value_bits(const Folded &folded, const Counts &counts, const grow::Tables &tables, Modes *modes) {
    double bits = 0;
    for (std::size_t f = 0; f < folded.features.size(); ++f) {
        std::array<int, MAX_VALUES> sum{};
        double apart = UNUSUAL;
        for (int c = 0; c < CATEGORIES; ++c) {
            if (!folded.features[f].carries(c)) continue;
            Choice values;
            for (int v = 0; v < folded.features[f].values; ++v) {
                const int n = counts.choice(int(f), c, v);
                values.add(n, tables);
                sum[std::size_t(v)] += n;
            }
            apart += values.bits(tables);
        }
        Choice values;
        for (int v = 0; v < folded.features[f].values; ++v) values.add(sum[std::size_t(v)], tables);
        const double together = USUAL + values.bits(tables);
        bits += std::min(apart, together);
        if (modes) modes->of_feature.push_back(together <= apart ? Mode::together : Mode::apart);
    }
    return bits;
}

}  // namespace

double data_bits(const Folded &folded, const Tuples &tuples, const Counts &counts, const grow::Tables &tables,
                 Modes *modes) {
    if (modes) *modes = {};
    const Alternatives all(folded);
    double bits = 0;
    std::size_t apart_of_them = 0;
    for (std::size_t c = 0; c < CATEGORIES; ++c) {
        const bool carries = all.carriers >> c & 1;
        if (all.rules[c].empty() && all.words[c].empty()) {
            apart_of_them += carries;
            continue;
        }
        const Ways ways = count_ways(folded, tuples, counts, tables, all, c);
        const Mode mode = carries && ways.together < ways.apart - 1e-9 ? Mode::together : Mode::apart;
        bits += mode == Mode::together ? ways.together : ways.apart;
        apart_of_them += carries && mode == Mode::apart;
        if (modes) modes->of_category[c] = mode;
    }
    if (all.carriers) bits += grow::exception_choice_bits(std::size_t(std::popcount(all.carriers)), apart_of_them);
    return bits + value_bits(folded, counts, tables, modes);
}

Logs::Logs(const Folded &folded, const Tuples &tuples, const Counts &counts, const Modes &modes, double prior,
           bool used)
    : stride(counts.stride), rules(counts.rules.size(), 0), words(counts.words.size(), 0),
      choices(counts.choices.size(), 0) {
    const Alternatives all(folded);
    const auto weight = [&](int n) { return n || !used ? n + prior : 0.0; };
    for (std::size_t c = 0; c < CATEGORIES; ++c) {
        const bool together = modes.of_category[c] == Mode::together;
        const int number = tuples.number(int(c));
        double structure = 0;
        int lexical = 0;
        std::vector<int> uses(all.rules[c].size(), 0);
        for (std::size_t i = 0; i < uses.size(); ++i) {
            for (int t = 0; t < number; ++t) uses[i] += counts.rule(all.rules[c][i], t);
            structure += weight(uses[i]);
        }
        for (std::size_t l : all.words[c])
            for (int t = 0; t < number; ++t) lexical += counts.word(l, t);
        if (!all.words[c].empty()) structure += weight(lexical);
        // A word by itself, or one of a pool that is chosen first.
        std::vector<std::vector<std::size_t>> groups = all.pools[c];
        std::vector<char> in_pool(groups.empty() ? 0 : folded.lexical.size(), 0);
        for (const auto &pool : groups)
            for (std::size_t l : pool) in_pool[l] = 1;
        for (std::size_t l : all.words[c])
            if (in_pool.empty() || !in_pool[l]) groups.push_back({l});
        for (int t = 0; t < number; ++t) {
            double here = 0, of_words = 0;
            const auto uses_of = [&](const std::vector<std::size_t> &group) {
                int sum = 0;
                for (std::size_t l : group) sum += counts.word(l, t);
                return sum;
            };
            for (std::size_t r : all.rules[c])
                if (possible(folded, tuples, r, t)) here += weight(counts.rule(r, t));
            for (const auto &group : groups)
                if (has_word(folded, tuples, group[0], t)) of_words += weight(uses_of(group));
            here += of_words;
            for (std::size_t i = 0; i < uses.size(); ++i) {
                const std::size_t r = all.rules[c][i], place = r * std::size_t(stride) + std::size_t(t);
                rules[place] = together ? std::log2(weight(uses[i]) / structure)
                                        : std::log2(weight(counts.rule(r, t)) / here);
            }
            for (const auto &group : groups) {
                const double chosen = weight(uses_of(group));
                const double log = together ? std::log2(weight(lexical) / structure) + std::log2(chosen / of_words)
                                            : std::log2(chosen / here);
                double in_group = 0;
                std::vector<double> own;
                for (std::size_t l : group) {
                    int sum = 0;
                    for (int v = 0; v < number; ++v) sum += counts.word(l, v);
                    own.push_back(weight(sum));
                    in_group += own.back();
                }
                for (std::size_t i = 0; i < group.size(); ++i)
                    words[group[i] * std::size_t(stride) + std::size_t(t)] =
                        group.size() == 1 ? log : log + std::log2(own[i] / in_group);
            }
        }
    }
    for (std::size_t f = 0; f < folded.features.size(); ++f) {
        const bool pooled = modes.of_feature[f] == Mode::together;
        const auto uses = [&](int category, int value) {
            if (!pooled) return counts.choice(int(f), category, value);
            int sum = 0;
            for (int c = 0; c < CATEGORIES; ++c) sum += counts.choice(int(f), c, value);
            return sum;
        };
        for (int c = 0; c < CATEGORIES; ++c) {
            double all_values = 0;
            for (int v = 0; v < folded.features[f].values; ++v) all_values += weight(uses(c, v));
            for (int v = 0; v < folded.features[f].values; ++v)
                choices[(f * CATEGORIES + std::size_t(c)) * MAX_VALUES + std::size_t(v)] =
                    std::log2(weight(uses(c, v)) / all_values);
        }
    }
}

}  // namespace brillig::feature
