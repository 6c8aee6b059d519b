#include "feature_code.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "feature_frames.hpp"
#include "feature_units.hpp"
#include "grow_grammar_bits.hpp"

namespace brillig::feature {

using grow::log2_choose;
using grow::log2_factorial;
using grow::universal;

namespace {

// The first bit of a plain grammar leaves nearly half of all codes unused: 0.49 of them are for grammars with features.
const double WITH_FEATURES = -std::log2(0.49);

// Bits of each feature beyond the first: of all that could be, one often saves a bit or two by chance. Set on 30 and
// 100 sentences of toy2, where a second feature saved 0.1 and 0.3 bits.
constexpr double FURTHER = 4;

// Bits of what is usual, and of what is not: three times in four nothing out of the ordinary is said.
const double USUAL = -std::log2(0.75), UNUSUAL = 2;

int places_of(const Pattern &pattern) {
    return int(std::count_if(pattern.begin(), pattern.end(), [](std::int8_t place) { return place != NONE; }));
}

// The kind of a pattern: which places are shared, free or fixed, whatever the values.
int kind_of(const Pattern &pattern) {
    int kind = 0;
    for (std::int8_t place : pattern) kind = 4 * kind + (place == NONE ? 0 : place == FREE ? 1 : place == SHARED ? 2 : 3);
    return kind;
}

}  // namespace

// Of the patterns of one, two or three places, what they mostly say: two places that share a value, and a third that
// shares it or is free, the parent not being left out.
double usual_share(const Pattern &pattern) {
    const int places = places_of(pattern), shared = int(std::count(pattern.begin(), pattern.end(), SHARED));
    const int free = int(std::count(pattern.begin(), pattern.end(), FREE));
    if (places == 1) return 0.5;
    if (places == 2) return shared == 2 ? 0.5 : 0.125;
    if (shared == 3 || (shared == 2 && free == 1 && pattern[0] == SHARED)) return 0.25;
    return 0.25 / 12;
}

int Folded::categories() const {
    std::uint64_t all = 1;
    for (const Rule &r : rules)
        all |= std::uint64_t(1) << r.x | std::uint64_t(1) << r.y | std::uint64_t(1) << r.z;
    for (const auto &entry : lexical) all |= std::uint64_t(1) << entry.first;
    return std::popcount(all);
}

void Folded::check() const {
    for (const Feature &feature : features) {
        if (feature.values < 2 || feature.values > MAX_VALUES)
            throw std::invalid_argument("a feature has 2 to 4 values");
        if (feature.carriers & 1) throw std::invalid_argument("the start symbol carries no feature");
        if (feature.words.size() != lexical.size() || feature.rules.size() != rules.size())
            throw std::invalid_argument("a feature says something of each rule and lexical rule");
        for (std::size_t l = 0; l < lexical.size(); ++l)
            if ((feature.words[l] == NONE) == feature.carries(lexical[l].first) || feature.words[l] < NONE ||
                feature.words[l] == SHARED || feature.words[l] >= feature.values)
                throw std::invalid_argument("a word with a value that it cannot have");
        for (std::size_t r = 0; r < rules.size(); ++r) {
            const int categories[3] = {rules[r].x, rules[r].y, rules[r].z};
            const Pattern &pattern = feature.rules[r];
            for (std::size_t place = 0; place < 3; ++place)
                if ((pattern[place] == NONE) == feature.carries(categories[place]) || pattern[place] < NONE ||
                    pattern[place] >= feature.values)
                    throw std::invalid_argument("a rule with a value that it cannot have");
            if (std::count(pattern.begin(), pattern.end(), SHARED) == 1)
                throw std::invalid_argument("a value is shared by two places at least");
        }
    }
}

Tuples::Tuples(const Folded &folded) {
    number_.fill(1);
    for (const Feature &feature : folded.features) {
        strides_.emplace_back();
        values_.push_back(feature.values);
        for (int c = 0; c < CATEGORIES; ++c) {
            int &number = number_[std::size_t(c)];
            strides_.back()[std::size_t(c)] = feature.carries(c) ? number : 0;
            if (feature.carries(c)) number *= feature.values;
            most_ = std::max(most_, number);
        }
    }
}

Counts::Counts(const Folded &folded, const Tuples &tuples)
    : stride(tuples.most()), rules(folded.rules.size() * std::size_t(stride), 0),
      words(folded.lexical.size() * std::size_t(stride), 0),
      choices(folded.features.size() * CATEGORIES * MAX_VALUES, 0) {}

std::vector<std::uint64_t> components(const Feature &feature, const std::vector<Rule> &rules) {
    std::vector<std::uint64_t> sets;
    for (std::uint64_t left = feature.carriers; left; left &= left - 1) sets.push_back(left & -left);
    for (std::size_t r = 0; r < rules.size(); ++r) {
        const int categories[3] = {rules[r].x, rules[r].y, rules[r].z};
        std::uint64_t together = 0;
        for (std::size_t place = 0; place < 3; ++place)
            if (feature.rules[r][place] == SHARED) together |= std::uint64_t(1) << categories[place];
        if (!together) continue;
        std::uint64_t whole = 0;
        std::erase_if(sets, [&](std::uint64_t set) {
            if (!(set & together)) return false;
            whole |= set;
            return true;
        });
        sets.push_back(whole);
    }
    return sets;
}

double pattern_bits(const Feature &feature, const std::vector<Unit> &units) {
    std::array<int, 64> before{};
    int rules[2][4] = {};
    double bits = 0;
    std::vector<char> follows(feature.rules.size(), 0);
    for (const Unit &unit : units) {
        if (!matters(feature, unit)) continue;
        const std::optional<double> said = unit_bits(feature, unit);
        bits += said ? USUAL + *said : UNUSUAL;
        if (said)
            for (const Follower &follower : unit.followers) follows[follower.rule] = 1;
    }
    for (std::size_t r = 0; r < feature.rules.size(); ++r) {
        const Pattern &pattern = feature.rules[r];
        const int places = places_of(pattern);
        if (places == 0 || follows[r]) continue;
        int &seen = rules[pattern[0] != NONE][places];
        bits -= std::log2((before[std::size_t(kind_of(pattern))]++ + usual_share(pattern)) / (seen++ + 1.0));
        for (std::int8_t place : pattern)
            if (place >= 0) bits += std::log2(double(feature.values));
    }
    return bits;
}

double feature_bits(const Feature &feature, const Folded &folded, const std::vector<Unit> &units) {
    const double k = feature.values, others = folded.categories() - 1, carriers = std::popcount(feature.carriers);
    double bits = feature.values == 2 ? USUAL : UNUSUAL + 1;
    bits += std::log2(others) + log2_choose(others, carriers);
    // Words with any value, then the values of the others: each alike, or in each category by those before.
    int any = 0, number = 0;
    std::array<std::array<int, MAX_VALUES>, CATEGORIES> before{};
    std::array<int, CATEGORIES> words{};
    double counted = UNUSUAL;
    for (std::size_t l = 0; l < folded.lexical.size(); ++l) {
        const std::int8_t value = feature.words[l];
        if (value == NONE) continue;
        ++number;
        if (value == ANY) {
            ++any;
            continue;
        }
        const auto c = std::size_t(folded.lexical[l].first);
        counted -= std::log2((before[c][std::size_t(value)]++ + 0.5) / (words[c]++ + 0.5 * k));
    }
    bits += any ? UNUSUAL + universal(any) + log2_choose(number, any) : USUAL;
    bits += std::min(counted, USUAL + (number - any) * std::log2(k));
    // Numbered otherwise, the values would say the same.
    return bits + pattern_bits(feature, units) - log2_factorial(feature.values);
}

double feature_bits(const Folded &folded, const std::vector<Unit> &units, const std::vector<Frame> &frames) {
    if (folded.features.empty()) return 0;
    const auto number = int(folded.features.size());
    double bits = WITH_FEATURES + 1 + FURTHER * (number - 1) - log2_factorial(number);
    for (const Feature &feature : folded.features) {
        const double whole = USUAL + feature_bits(feature, folded, units);
        const std::optional<double> frame = frame_bits(feature, folded, frames);
        bits += frame ? std::min(whole, UNUSUAL + *frame) : whole;
    }
    return bits;
}

double skeleton_bits(const Folded &folded) {
    grow::Shape shape;
    std::uint64_t with_words = 0;
    std::vector<int> known(std::size_t(folded.words), 0);
    for (const auto &[category, word] : folded.lexical) {
        with_words |= std::uint64_t(1) << category;
        shape.placed += known[std::size_t(word)]++ == 0;
    }
    shape.extra = int(folded.lexical.size()) - shape.placed;
    return grow::grammar_bits(shape, folded.rules, with_words);
}

}  // namespace brillig::feature
