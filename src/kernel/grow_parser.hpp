// Cheapest trees of class strings: CYK over the categories that are there, rules found by their left child.
#pragma once
#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <vector>

namespace brillig::grow {

constexpr int CATEGORIES = 64;  // at most; sets of categories are words of 64 bits
constexpr double NEVER = std::numeric_limits<double>::infinity();

struct Rule {
    std::uint8_t x, y, z;
    auto operator<=>(const Rule &) const = default;
};

inline std::uint32_t key(Rule r) { return std::uint32_t(r.x) << 12 | std::uint32_t(r.y) << 6 | r.z; }
inline Rule rule_of(std::uint32_t key) {
    return {std::uint8_t(key >> 12), std::uint8_t(key >> 6 & 63), std::uint8_t(key & 63)};
}
constexpr std::uint32_t RULE_KEYS = 1u << 18;

// A word in a string: a category (below 64), or 64 + the number of a homograph, which has several.
using Token = std::uint16_t;

struct Sense {
    std::uint8_t category;
    std::uint32_t key;  // of the lexical rule among all uses: RULE_KEYS and up
    double cost;
};

using Senses = std::vector<std::vector<Sense>>;  // of each homograph

// What is known of a position besides its token.
constexpr char JOINED = 1;  // to the one before, as an affix is
constexpr char OPENS = 2, CLOSES = 4;  // a bracket whose partner stands in the same string

// Which spans of a string may be phrases: those that lie within a chain of positions that are joined, or cut none; and
// none that has one bracket of a pair and something outside of it.
class Phrases {
public:
    Phrases() = default;
    Phrases(const char *marks, int n) { set(marks, n); }

    void set(const char *marks, int n) {
        marks_ = marks;
        n_ = n;
        joined_ = brackets_ = false;
        if (!marks) return;
        for (int a = 0; a < n; ++a) {
            joined_ |= (marks[a] & JOINED) != 0;
            brackets_ |= (marks[a] & (OPENS | CLOSES)) != 0;
        }
        if (!brackets_) return;
        // Of each gap between positions the opening bracket of the innermost pair around it.
        within_.assign(std::size_t(n) + 1, -1);
        open_.assign(1, -1);
        for (int a = 0; a < n; ++a) {
            within_[std::size_t(a)] = open_.back();
            if (marks[a] & OPENS) open_.push_back(a);
            if (marks[a] & CLOSES) open_.pop_back();
        }
    }

    bool operator()(int a, int l) const {
        return !marks_ || ((!joined_ || keeps_to_words(a, l)) && (!brackets_ || keeps_to_brackets(a, a + l)));
    }

private:
    bool keeps_to_words(int a, int l) const {
        const auto cut = [&](int at) { return at < n_ && marks_[at] & JOINED; };
        if (!cut(a) && !cut(a + l)) return true;
        for (int i = a + 1; i < a + l; ++i)
            if (!(marks_[i] & JOINED)) return false;
        return true;
    }

    bool keeps_to_brackets(int a, int end) const {
        return same(a, end) || (marks_[a] & OPENS && same(a + 1, end)) || (marks_[end - 1] & CLOSES && same(a, end - 1));
    }

    bool same(int a, int b) const { return within_[std::size_t(a)] == within_[std::size_t(b)]; }

    const char *marks_ = nullptr;
    int n_ = 0;
    bool joined_ = false, brackets_ = false;
    std::vector<int> within_, open_;
};

class Parser {
public:
    // What parsing has cost so far, in splits of spans looked at.
    std::uint64_t work = 0;

    // With `inner_root` the start symbol 0 may stand over a part of a sentence.
    void set_rules(const std::vector<Rule> &rules, const std::vector<double> &costs, bool inner_root) {
        inner_root_ = inner_root;
        categories_ = 1;
        for (const Rule &r : rules) categories_ = std::max({categories_, r.x + 1, r.y + 1, r.z + 1});
        first_.assign(CATEGORIES + 1, 0);
        for (const Rule &r : rules) ++first_[r.y + 1];
        for (int y = 0; y < CATEGORIES; ++y) first_[y + 1] += first_[y];
        entries_.resize(rules.size());
        std::vector<int> next(first_.begin(), first_.end() - 1);
        for (std::size_t i = 0; i < rules.size(); ++i)
            entries_[std::size_t(next[rules[i].y]++)] = {costs[i], key(rules[i]), rules[i].x, rules[i].z};
    }

    // Whether the string has a tree; then `cost`, `walk` and the sets of categories are about it. Of `marks` see
    // Strings.
    bool parse(const Token *string, int n, const Senses &senses, const char *marks = nullptr) {
        prepare(n);
        work += std::uint64_t(n) * std::uint64_t(n) * std::uint64_t(n) / 6 + std::uint64_t(n);
        for (int a = 0; a < n; ++a) {
            Cell &cell = at(a, 1);
            cell.set = 0;
            cell.number = 0;
            if (string[a] < CATEGORIES) {
                enter(cell, int(string[a]), 0.0, 0, 0);
            } else {
                for (const Sense &sense : senses[string[a] - CATEGORIES])
                    enter(cell, sense.category, sense.cost, sense.key, 0);
            }
        }
        phrases_.set(marks, n);
        for (int l = 2; l <= n; ++l)
            for (int a = 0; a + l <= n; ++a) {
                if (phrases_(a, l)) {
                    fill(a, l, n);
                    continue;
                }
                at(a, l).set = 0;
                at(a, l).number = 0;
            }
        cost_ = at(0, n).set & 1 ? at(0, n).cost[0] : NEVER;
        return cost_ < NEVER;
    }

    double cost() const { return cost_; }

    // Calls use(key) for each rule of the cheapest tree, lexical rules of homographs included.
    template <class Use> void walk(Use &&use) { descend(0, length_, 0, use); }

    // Calls leaf(position, category, above, beyond): the rules one and two levels up with the side, or 0.
    template <class Leaf> void leaves(Leaf &&leaf) { contexts(0, length_, 0, 0, 0, leaf); }

    // The cheapest tree in preorder, (category, number of children) a node.
    std::vector<int> code() const {
        std::vector<int> result;
        write(0, length_, 0, result);
        return result;
    }

    // The categories of the spans that start at a position, and of those that end before it.
    void sets(std::uint64_t *starts, std::uint64_t *ends) const {
        for (int a = 0; a <= length_; ++a) starts[a] = ends[a] = 0;
        for (int a = 0; a < length_; ++a)
            for (int l = 1; a + l <= length_; ++l) {
                starts[a] |= at(a, l).set;
                ends[a + l] |= at(a, l).set;
            }
    }

private:
    struct Cell {
        std::uint64_t set;
        int number;
        std::uint8_t active[CATEGORIES];
        double cost[CATEGORIES];
        std::uint32_t rule[CATEGORIES];
        std::uint16_t split[CATEGORIES];
    };
    struct Entry {
        double cost;
        std::uint32_t key;
        std::uint8_t x, z;
    };

    Cell &at(int a, int l) { return cells_[std::size_t(a * size_ + l - 1)]; }
    const Cell &at(int a, int l) const { return cells_[std::size_t(a * size_ + l - 1)]; }

    void prepare(int n) {
        length_ = n;
        if (n > size_) {
            size_ = n;
            cells_.resize(std::size_t(n) * std::size_t(n));
        }
    }

    static void enter(Cell &cell, int x, double cost, std::uint32_t rule, int split) {
        if (!(cell.set >> x & 1)) {
            cell.set |= std::uint64_t(1) << x;
            cell.active[cell.number++] = std::uint8_t(x);
        } else if (!(cost < cell.cost[x])) {
            return;
        }
        cell.cost[x] = cost;
        cell.rule[x] = rule;
        cell.split[x] = std::uint16_t(split);
    }

    void fill(int a, int l, int n) {
        Cell &cell = at(a, l);
        cell.set = 0;
        cell.number = 0;
        const bool root = l == n || inner_root_;
        for (int k = 1; k < l; ++k) {
            const Cell &left = at(a, k), &right = at(a + k, l - k);
            if (!right.set) continue;
            for (int j = 0; j < left.number; ++j) {
                const int y = left.active[j];
                for (int e = first_[std::size_t(y)]; e < first_[std::size_t(y) + 1]; ++e) {
                    const Entry &entry = entries_[std::size_t(e)];
                    if (!(right.set >> entry.z & 1) || (entry.x == 0 && !root)) continue;
                    enter(cell, entry.x, left.cost[y] + right.cost[entry.z] + entry.cost, entry.key, k);
                }
            }
        }
    }

    template <class Use> void descend(int a, int l, int x, Use &use) {
        const Cell &cell = at(a, l);
        const std::uint32_t rule = cell.rule[x];
        if (l == 1) {
            if (rule) use(rule);
            return;
        }
        use(rule);
        const int k = cell.split[x];
        const Rule r = rule_of(rule);
        descend(a, k, r.y, use);
        descend(a + k, l - k, r.z, use);
    }

    void write(int a, int l, int x, std::vector<int> &result) const {
        result.push_back(x);
        result.push_back(l == 1 ? 0 : 2);
        if (l == 1) return;
        const int k = at(a, l).split[x];
        const Rule r = rule_of(at(a, l).rule[x]);
        write(a, k, r.y, result);
        write(a + k, l - k, r.z, result);
    }

    template <class Leaf>
    void contexts(int a, int l, int x, std::uint32_t above, std::uint32_t beyond, Leaf &leaf) {
        const Cell &cell = at(a, l);
        if (l == 1) {
            leaf(a, x, above, beyond);
            return;
        }
        const int k = cell.split[x];
        const Rule r = rule_of(cell.rule[x]);
        contexts(a, k, r.y, 2 * cell.rule[x] + 2, above, leaf);
        contexts(a + k, l - k, r.z, 2 * cell.rule[x] + 3, above, leaf);
    }

    int length_ = 0, size_ = 0, categories_ = 1;
    bool inner_root_ = false;
    double cost_ = NEVER;
    std::vector<Cell> cells_;
    Phrases phrases_;
    std::vector<int> first_;
    std::vector<Entry> entries_;
};

}  // namespace brillig::grow
