// What "A is a B" says of features: a class of words that stands wherever a phrase does has what rules say of the phrase,
// and one pattern, as of a rule with one child, tells how their values go together. NP → N[f=2]: only plurals stand alone.
#pragma once
#include <optional>
#include <vector>

#include "feature_code.hpp"

namespace brillig::feature {

// A rule that follows from another, in which the phrase stands at `place` (1 or 2).
struct Follower {
    std::size_t rule, base, place;
};

struct Unit {
    int phrase, word_class;
    std::vector<Follower> followers;  // each rule follows once: by its left child where it can
};

// What is said of the phrase and of the class: shared, free, or a value.
struct UnitPattern {
    std::int8_t phrase, word_class;
    double bits;
};

std::vector<Unit> units_of(const Folded &folded);

// What the rule says with the class in the phrase's place; none where it would allow nothing.
std::optional<Pattern> compose(const Pattern &base, std::size_t place, const UnitPattern &unit);

// All that can be said of a unit, the cheapest first.
std::vector<UnitPattern> unit_patterns(const Feature &feature, const Unit &unit);

// Bits of the cheapest one that its rules follow from; none where they do not, or have nothing to say.
bool matters(const Feature &feature, const Unit &unit);
std::optional<double> unit_bits(const Feature &feature, const Unit &unit);

}  // namespace brillig::feature
