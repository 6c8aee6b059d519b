// Grammars with features: categories that carry values, rules that say how the values go together, and their bits.
//
// A skeleton of plain rules is written as any grammar is. A feature then has a few values; some categories carry it, each
// of their words has one of the values or any, and each rule says for those of its three places that carry it whether
// they share one value, are free, or are fixed to a value. docs/explanation/description-length.md has the code.
#pragma once
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "grow_data.hpp"

namespace brillig::feature {

using grow::CATEGORIES;
using grow::Rule;

// What a word has, and what a rule says of one of its places; values are numbers from 0.
constexpr std::int8_t ANY = -1, FREE = -1, SHARED = -2, NONE = -3;
constexpr int MAX_VALUES = 4;

using Pattern = std::array<std::int8_t, 3>;  // of parent, left and right child; NONE where the category has no value

struct Feature {
    int values = 2;
    std::uint64_t carriers = 0;        // categories, never the start symbol
    std::vector<std::int8_t> words;    // of each lexical rule: a value or ANY; NONE where its category carries nothing
    std::vector<Pattern> rules;        // of each rule

    bool carries(int category) const { return carriers >> category & 1; }
    bool operator==(const Feature &) const = default;
};

struct Folded {
    int words = 0;                             // how many there are
    std::vector<Rule> rules;
    std::vector<std::pair<int, int>> lexical;  // category and word
    std::vector<Feature> features;

    int categories() const;
    // Throws std::invalid_argument where it is not a grammar with features.
    void check() const;
};

// The values of a category's features as one number.
class Tuples {
public:
    explicit Tuples(const Folded &folded);
    int number(int category) const { return number_[std::size_t(category)]; }
    int most() const { return most_; }
    int value(int category, int tuple, int feature) const {
        const int stride = strides_[std::size_t(feature)][std::size_t(category)];
        return stride ? tuple / stride % values_[std::size_t(feature)] : NONE;
    }
    // What a value of a feature adds to the number; 0 where the category does not carry it.
    int stride(int category, int feature) const { return strides_[std::size_t(feature)][std::size_t(category)]; }

private:
    std::array<int, CATEGORIES> number_{};
    std::vector<std::array<int, CATEGORIES>> strides_;
    std::vector<int> values_;
    int most_ = 1;
};

// How often each choice was made: a rule or a word by the values of its category, and values that nothing determines,
// by feature and category.
struct Counts {
    Counts(const Folded &folded, const Tuples &tuples);
    int &rule(std::size_t r, int tuple) { return rules[r * std::size_t(stride) + std::size_t(tuple)]; }
    int rule(std::size_t r, int tuple) const { return rules[r * std::size_t(stride) + std::size_t(tuple)]; }
    int &word(std::size_t l, int tuple) { return words[l * std::size_t(stride) + std::size_t(tuple)]; }
    int word(std::size_t l, int tuple) const { return words[l * std::size_t(stride) + std::size_t(tuple)]; }
    int &choice(int feature, int category, int value) {
        return choices[std::size_t((feature * CATEGORIES + category) * MAX_VALUES + value)];
    }
    int choice(int feature, int category, int value) const {
        return choices[std::size_t((feature * CATEGORIES + category) * MAX_VALUES + value)];
    }
    bool operator==(const Counts &) const = default;

    int stride;
    std::vector<int> rules, words, choices;
};

// Calls choose(category, value) for each value of a rule's use that nothing determines: values of the three places.
template <class Choose> void choices_of(const Pattern &pattern, Rule rule, const Pattern &values, Choose &&choose) {
    bool known = pattern[0] == SHARED;
    for (std::size_t place = 1; place < 3; ++place) {
        const int category = place == 1 ? rule.y : rule.z;
        if (pattern[place] == FREE || (pattern[place] == SHARED && !known)) choose(category, values[place]);
        known |= pattern[place] == SHARED;
    }
}

// Whether values of the three places are as the pattern says.
inline bool fits(const Pattern &pattern, const Pattern &values) {
    int shared = NONE;
    for (std::size_t place = 0; place < 3; ++place) {
        if (pattern[place] >= 0 && values[place] != pattern[place]) return false;
        if (pattern[place] != SHARED) continue;
        if (shared != NONE && values[place] != shared) return false;
        shared = values[place];
    }
    return true;
}

// The categories that carry a feature, in sets that hang together by places which share its value.
std::vector<std::uint64_t> components(const Feature &feature, const std::vector<Rule> &rules);

struct Unit;   // see feature_units.hpp
struct Frame;  // see feature_frames.hpp

// Bits that say that there are features, how many, and each of them; 0 where there are none.
double feature_bits(const Folded &folded, const std::vector<Unit> &units, const std::vector<Frame> &frames);
// Of one that is written out.
double feature_bits(const Feature &feature, const Folded &folded, const std::vector<Unit> &units);
// Bits of the patterns of one feature's rules.
double pattern_bits(const Feature &feature, const std::vector<Unit> &units);
// Of a pattern before any was seen, but for its values.
double usual_share(const Pattern &pattern);

// Whether a category's choices are counted together for all values, or for each apart; and values that are chosen
// together for all categories, or for each apart.
enum class Mode : std::uint8_t { together, apart };
struct Modes {
    std::array<Mode, CATEGORIES> of_category{};
    std::vector<Mode> of_feature;
};

// Bits of the trees' choices; of a category without features as in a plain grammar. `modes` takes the cheaper one.
double data_bits(const Folded &folded, const Tuples &tuples, const Counts &counts, const grow::Tables &tables,
                 Modes *modes = nullptr);

// log2 of the probability of each choice, each having been made `prior` times more often than it was; with `used`, only
// of what was used at all.
struct Logs {
    Logs(const Folded &folded, const Tuples &tuples, const Counts &counts, const Modes &modes, double prior, bool used);
    double rule(std::size_t r, int tuple) const { return rules[r * std::size_t(stride) + std::size_t(tuple)]; }
    double word(std::size_t l, int tuple) const { return words[l * std::size_t(stride) + std::size_t(tuple)]; }
    double choice(int feature, int category, int value) const {
        return choices[std::size_t((feature * CATEGORIES + category) * MAX_VALUES + value)];
    }

    int stride;
    std::vector<double> rules, words, choices;
};

// Bits of the skeleton, as of any grammar.
double skeleton_bits(const Folded &folded);

}  // namespace brillig::feature
