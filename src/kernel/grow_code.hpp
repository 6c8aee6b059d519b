// The code: how many bits a grammar takes, and the choices of its trees. docs/explanation/description-length.md says why it is this one.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
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
        log_.resize(count + 1);
        for (std::size_t n = 0; n <= count; ++n) log_[n] = std::log2(double(n) + 0.5);
        for (std::size_t n = 0; n < count; ++n) seen_[n + 1] = seen_[n] + log_[n];
        half_.resize(2 * count + alternatives + 3);
        half_[1] = 0.5 * std::log2(3.14159265358979323846);
        for (std::size_t i = 1; i + 2 < half_.size(); ++i) half_[i + 2] = half_[i] + std::log2(double(i) / 2);
    }
    // What one alternative seen n times saves: log2 of gamma(n + 1/2) / gamma(1/2).
    double seen(std::size_t n) const { return seen_[n]; }
    double log(std::size_t n) const { return log_[n]; }  // log2 of n + 1/2
    // log2 gamma(i / 2).
    double half(std::size_t i) const { return half_[i]; }
    // Krichevsky and Trofimov's code for n choices among k alternatives; `saved` is the sum of `seen` over them.
    double choices(std::size_t n, std::size_t k, double saved) const {
        return k == 0 ? 0.0 : half_[2 * n + k] - half_[k] - saved;
    }

private:
    std::vector<double> seen_, log_, half_;
};

// Which `chosen` of `number` sentences are exceptions: one choice after the other, by Krichevsky and Trofimov.
inline double exception_choice_bits(std::size_t number, std::size_t chosen) {
    double bits = 0;
    for (std::size_t i = 0; i < number; ++i) {
        const std::size_t seen = i < chosen ? i : i - chosen;
        bits += std::log2((double(i) + 1) / (double(seen) + 0.5));
    }
    return bits;
}

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

// The parents of pairs of children, by what they share: rules with one left child mostly have one parent, or rules with
// one right child. Within such a group a parent that n of m rules before had comes next with the probability
// (n + 1/2p) / (m + 1/2), p being the number of parents; the order of the rules does not matter.
class ParentCode {
public:
    void add(int parent, int left, int right) {
        groups_[0].add(parent, left);
        groups_[1].add(parent, right);
    }
    // One bit says which child the groups are made by.
    double bits(int parents) const { return 1 + std::min(groups_[0].bits(parents), groups_[1].bits(parents)); }

private:
    static constexpr int MANY = 64;  // categories at most

    class Groups {
    public:
        void add(int parent, int child) {
            bits_ += std::log2(rules_[child]++ + 0.5);
            ++before_[std::min(MANY - 1, int(alike_[child * MANY + parent]++))];
        }
        double bits(int parents) const {
            double bits = bits_;
            for (int n = 0; n < MANY; ++n)
                if (before_[n]) bits -= before_[n] * std::log2(n + 0.5 / parents);
            return bits;
        }

    private:
        double bits_ = 0;
        std::uint16_t rules_[MANY] = {}, before_[MANY] = {};
        std::uint8_t alike_[MANY * MANY] = {};
    };
    Groups groups_[2];
};

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
    double parent_bits = 0;  // of the parents of all rules
    int units = 0;  // how often it is said that a class of words stands wherever a phrase does
    bool lean = true;  // every category but the root is the child of some rule
    bool recursive_root = false;
    bool shared_pairs = false;
    bool equal_children = false;
    bool one_word = false;

    // From sets of categories: those with rules, those with words, children, and all.
    void count(std::uint64_t with_rules, std::uint64_t with_words, std::uint64_t children, std::uint64_t all) {
        const std::uint64_t others = ~std::uint64_t(1);
        lean = !(all & ~children & others);
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

// log2 of the probability that `thrown` things fall on each of `places` at least once, each place being as likely.
inline double log2_onto(int thrown, int places) {
    if (places <= 1 || thrown < places || thrown > 40 * places) return 0;  // where it cannot be, or is certain
    static thread_local std::unordered_map<int, double> known;
    const auto [entry, fresh] = known.try_emplace(thrown * 128 + places);
    if (fresh) {
        std::vector<double> hit(std::size_t(places) + 1, 0.0);
        hit[0] = 1;
        for (int i = 0; i < thrown; ++i)
            for (int k = places; k >= 0; --k)
                hit[std::size_t(k)] =
                    (hit[std::size_t(k)] * k + (k ? hit[std::size_t(k) - 1] * (places - k + 1) : 0.0)) / places;
        entry->second = std::log2(hit[std::size_t(places)]);
    }
    return entry->second;
}

// Of all ways to write `rules` rules, each a pair of children with one of `parents`: log2 of the share in which each of
// `inner` categories is a child somewhere. The root may be a child or not, children of one rule may be equal or not.
inline double log2_lean(int inner, int rules, bool root, bool equal, int parents) {
    const double all = inner + root;
    const double possible = parents * all * (equal ? all : all - 1);
    if (possible < rules) return 0;
    static thread_local std::unordered_map<std::uint64_t, std::vector<double>> known;
    std::vector<double> &covering = known[std::uint64_t(parents) << 16 | std::uint64_t(inner) << 2 | root << 1 | equal];
    if (covering.size() <= std::size_t(rules)) {
        const int most = rules + 16;
        covering.assign(std::size_t(most) + 1, 0.0);
        std::vector<double> is(std::size_t(inner) + 1, 0.0);  // the probability that k are children so far
        is[0] = 1;
        for (int i = 0; i <= most; ++i) {
            if (is[std::size_t(inner)] > 0) covering[std::size_t(i)] = std::log2(is[std::size_t(inner)]);
            std::vector<double> next(is.size(), 0.0);
            const double left = possible - i;
            if (left <= 0) break;
            for (int k = 0; k <= inner; ++k) {
                const double p = is[std::size_t(k)], old = k + root, fresh = inner - k;
                if (p == 0) continue;
                next[std::size_t(k)] += p * std::max(0.0, parents * old * (equal ? old : old - 1) - i) / left;
                if (fresh >= 1) next[std::size_t(k) + 1] += p * parents * (2 * old * fresh + (equal ? fresh : 0.0)) / left;
                if (fresh >= 2) next[std::size_t(k) + 2] += p * parents * fresh * (fresh - 1) / left;
            }
            is = std::move(next);
        }
    }
    return covering[std::size_t(rules)];
}

// Bits of lifting one restriction: the paper's model stays unless another says clearly more.
constexpr double LIFTING = 8;
// Bits of each class of words, besides which words are in it: in few sentences some of the words of any class have
// stood in other places than the rest by chance.
constexpr double WORD_CLASS = 6;

inline double grammar_bits(const Shape &s) {
    const int lifted = s.recursive_root + s.shared_pairs + s.equal_children + s.one_word;
    const double c = s.categories, r = s.rules, homes = std::max(1, s.homes);
    double bits = 1 + LIFTING * lifted + log2_choose(4, lifted);
    bits += universal(c) + universal(r + 1) + 2 * std::log2(c);
    const double children = s.recursive_root ? c : c - 1;
    const int parents = s.shared_pairs ? std::max(1, s.phrasal) : 1;
    bits += log2_choose(parents * children * (s.equal_children ? children : children - 1), r);
    // A bit says whether every category is used; then only such grammars are counted.
    bits += 1;
    if (s.lean) bits += log2_lean(s.categories - 1, s.rules, s.recursive_root, s.equal_children, parents);
    // Every parent has a rule, and every home a word.
    if (!s.shared_pairs && s.rules > 0) bits += s.parent_bits + log2_onto(s.rules, s.phrasal);
    // A bit says whether classes of words stand where phrases do; if so, how many, and which.
    bits += 1;
    if (s.units) bits += universal(s.units) + log2_choose(double(s.rules_only + s.mixed) * s.words_only, s.units);
    bits += WORD_CLASS * homes + s.placed * std::log2(homes) + log2_onto(s.placed, s.homes);
    bits += universal(s.extra + 1) + log2_choose(s.placed * (homes - 1), s.extra);
    // Numbered otherwise, categories of one kind would make the same grammar: which numbering it is need not be said.
    return bits - log2_factorial(s.rules_only) - log2_factorial(s.words_only) - log2_factorial(s.mixed);
}

}  // namespace brillig::grow
