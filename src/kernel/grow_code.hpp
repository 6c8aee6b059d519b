// The code: how many bits a grammar takes, and the choices of its trees. docs/choosing.md says why it is this one.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace brillig::grow {

// Rissanen's code for whole numbers from 1, in bits.
inline double universal(double number) {
    double bits = 1.5185673663648;  // log2 2.865...: makes the probabilities sum to 1
    for (double term = std::log2(number); term > 0; term = std::log2(term)) bits += term;
    return bits;
}

// log2 of factorials and of gamma functions at halves, by recurrence: no library function, the same everywhere.
class Tables {
public:
    // Counts up to `count`, alternatives of one category up to `alternatives`.
    Tables(std::size_t count, std::size_t alternatives) {
        seen_.resize(count + 1);
        for (std::size_t n = 0; n < count; ++n) seen_[n + 1] = seen_[n] + std::log2(double(n) + 0.5);
        half_.resize(2 * count + alternatives + 3);
        half_[1] = 0.5 * std::log2(3.14159265358979323846);
        for (std::size_t i = 1; i + 2 < half_.size(); ++i) half_[i + 2] = half_[i] + std::log2(double(i) / 2);
    }
    // What one alternative seen n times saves: log2 of gamma(n + 1/2) / gamma(1/2).
    double seen(std::size_t n) const { return seen_[n]; }
    // log2 gamma(i / 2).
    double half(std::size_t i) const { return half_[i]; }
    // Krichevsky and Trofimov's code for n choices among k alternatives; `saved` is the sum of `seen` over them.
    double choices(std::size_t n, std::size_t k, double saved) const {
        return k == 0 ? 0.0 : half_[2 * n + k] - half_[k] - saved;
    }

private:
    std::vector<double> seen_, half_;
};

// log2 of n over k. Pairs of categories are at most 64 squared and asked for all the time: those from a table.
inline double log2_choose(double n, double k) {
    if (k < 0 || k > n) return 1e9;
    constexpr int SMALL = 4097;
    static const std::vector<double> factorial = [] {
        std::vector<double> table(SMALL);
        for (int i = 1; i < SMALL; ++i) table[std::size_t(i)] = table[std::size_t(i) - 1] + std::log2(double(i));
        return table;
    }();
    if (n < SMALL) return factorial[std::size_t(n)] - factorial[std::size_t(k)] - factorial[std::size_t(n - k)];
    k = std::min(k, n - k);
    double bits = 0;
    for (double i = 1; i <= k; ++i) bits += std::log2((n - k + i) / i);
    return bits;
}

// What the grammar part depends on. `phrasal` counts the categories with a syntactic rule, `homes` those with words;
// `placed` the words with a lexical rule, `extra` the lexical rules beyond one for each of these.
struct Shape {
    int categories = 1;
    int rules = 0;
    int phrasal = 0;
    int homes = 0;
    int placed = 0;
    int extra = 0;
    // Besides the start symbol: categories with rules only, with words only, with both.
    int rules_only = 0, words_only = 0, mixed = 0;
    bool recursive_root = false;
    bool shared_pairs = false;
    bool equal_children = false;
    bool one_word = false;

    // From sets of categories: those with rules, those with words, and all.
    void count(std::uint64_t with_rules, std::uint64_t with_words, std::uint64_t all) {
        const std::uint64_t others = ~std::uint64_t(1);
        categories = std::popcount(all | 1);
        phrasal = std::popcount(with_rules);
        homes = std::popcount(with_words);
        rules_only = std::popcount(with_rules & ~with_words & others);
        words_only = std::popcount(with_words & ~with_rules & others);
        mixed = std::popcount(with_rules & with_words & others);
        one_word = with_words & 1;
    }
};

inline double log2_factorial(int number) {
    double bits = 0;
    for (int i = 2; i <= number; ++i) bits += std::log2(double(i));
    return bits;
}

// Bits of lifting one restriction: the paper's model stays unless another says clearly more.
constexpr double LIFTING = 8;

inline double grammar_bits(const Shape &s) {
    const int lifted = s.recursive_root + s.shared_pairs + s.equal_children + s.one_word;
    const double c = s.categories, r = s.rules;
    const double children = s.recursive_root ? c : c - 1;
    const double pairs = children * (s.equal_children ? children : children - 1);
    double bits = 1 + LIFTING * lifted + log2_choose(4, lifted);
    bits += universal(c) + universal(r + 1) + 2 * std::log2(c);
    if (s.shared_pairs)
        bits += log2_choose(pairs * s.phrasal, r);
    else
        bits += log2_choose(pairs, r) + (s.phrasal > 0 ? r * std::log2(double(s.phrasal)) : 0.0);
    const double homes = std::max(1, s.homes);
    bits += s.placed * std::log2(homes);
    bits += universal(s.extra + 1) + log2_choose(s.placed * (homes - 1), s.extra);
    // Numbered otherwise, categories of one kind would make the same grammar: which numbering it is need not be said.
    return bits - log2_factorial(s.rules_only) - log2_factorial(s.words_only) - log2_factorial(s.mixed);
}

}  // namespace brillig::grow
