// Bits of a rule set: as it is, or with the places that a phrase shares with another category written once.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "grow_code.hpp"
#include "grow_parser.hpp"

namespace brillig::grow {

// Classes of words that stand in every place of a phrase and in others, too, as by a rule with one child, which the
// paper's form does not have: a bare plural is a noun phrase, and still a noun. "A is a B" says all rules with A for B.
class Units {
public:
    static constexpr int PLACES = 2;  // of the phrase at least: to say it of one costs as much as the rule

    // `phrases` is the set of categories with rules, the root aside; `classes` are those with words only.
    Units(const std::vector<Rule> &rules, std::uint64_t phrases, std::uint64_t classes) {
        for (std::uint64_t left = phrases; left; left &= left - 1) {
            const int b = std::countr_zero(left);
            std::uint64_t all = classes;
            int places = 0;
            for (const Rule &r : rules) {
                if (r.y != b && r.z != b) continue;
                ++places;
                all &= instead(rules, r, b);
                if (!all) break;
            }
            if (places < PLACES) continue;
            is[b] = all;
            number += std::popcount(all);
        }
        if (!number) return;
        for (const Rule &r : rules) {
            bool follows = false;
            for (const Rule &other : rules) {
                if (other.x != r.x) continue;
                follows |= other.z == r.z && (is[other.y] >> r.y & 1);
                follows |= other.y == r.y && (is[other.z] >> r.z & 1);
            }
            if (!follows) rest.push_back(r);
        }
    }

    std::uint64_t is[CATEGORIES] = {};  // of each phrase: the classes that stand in all its places
    int number = 0;          // how often "A is a B" is said
    std::vector<Rule> rest;  // the rules that do not follow

private:
    // What may stand for b in a rule, as far as other rules go; nothing where b is both children.
    static std::uint64_t instead(const std::vector<Rule> &rules, Rule r, int b) {
        std::uint64_t set = 0;
        if (r.y == r.z) return 0;
        for (const Rule &other : rules) {
            if (other.x != r.x) continue;
            if (r.y == b && other.z == r.z) set |= std::uint64_t(1) << other.y;
            if (r.z == b && other.y == r.y) set |= std::uint64_t(1) << other.z;
        }
        return set;
    }
};

// `shape` has the words: `placed` and `extra`. Every rule is counted, whether used or not.
inline double grammar_bits(Shape shape, const std::vector<Rule> &rules, std::uint64_t with_words,
                           bool with_units = true) {
    std::uint64_t categories = 1 | with_words, phrasal = 0, children = 0;
    std::uint64_t seen[CATEGORIES] = {};
    for (const Rule &r : rules) {
        categories |= std::uint64_t(1) << r.x | std::uint64_t(1) << r.y | std::uint64_t(1) << r.z;
        phrasal |= std::uint64_t(1) << r.x;
        shape.equal_children |= r.y == r.z;
        shape.recursive_root |= r.y == 0 || r.z == 0;
        shape.shared_pairs |= bool(seen[r.y] >> r.z & 1);
        seen[r.y] |= std::uint64_t(1) << r.z;
    }
    const auto bits = [&](const std::vector<Rule> &written) {
        ParentCode parents;
        children = 0;
        for (const Rule &r : written) {
            parents.add(r.x, r.y, r.z);
            children |= std::uint64_t(1) << r.y | std::uint64_t(1) << r.z;
        }
        shape.rules = int(written.size());
        shape.count(phrasal, with_words, children, categories);
        shape.parent_bits = parents.bits(std::max(1, shape.phrasal));
        return grammar_bits(shape);
    };
    const double plain = bits(rules);
    if (!with_units) return plain;
    const std::uint64_t others = ~std::uint64_t(1);
    const Units units(rules, phrasal & others, with_words & ~phrasal & others);
    if (!units.number) return plain;
    shape.units = units.number;
    return std::min(plain, bits(units.rest));
}

}  // namespace brillig::grow
