#include "feature_units.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "grow_grammar_bits.hpp"

namespace brillig::feature {

std::vector<Unit> units_of(const Folded &folded) {
    std::uint64_t phrasal = 0, with_words = 0;
    for (const Rule &rule : folded.rules) phrasal |= std::uint64_t(1) << rule.x;
    for (const auto &entry : folded.lexical) with_words |= std::uint64_t(1) << entry.first;
    const std::uint64_t others = ~std::uint64_t(1);
    const grow::Units units(folded.rules, phrasal & others, with_words & ~phrasal & others);
    std::map<std::pair<int, int>, Unit> found;
    if (!units.number) return {};
    for (std::size_t r = 0; r < folded.rules.size(); ++r) {
        const Rule rule = folded.rules[r];
        bool follows = false;
        for (std::size_t place = 1; place < 3 && !follows; ++place)
            for (std::size_t b = 0; b < folded.rules.size() && !follows; ++b) {
                const Rule base = folded.rules[b];
                if (base.x != rule.x) continue;
                const int phrase = place == 1 ? base.y : base.z, own = place == 1 ? rule.y : rule.z;
                if ((place == 1 ? base.z != rule.z : base.y != rule.y) || !(units.is[phrase] >> own & 1)) continue;
                auto &unit = found.try_emplace({phrase, own}, Unit{phrase, own, {}}).first->second;
                unit.followers.push_back({r, b, place});
                follows = true;
            }
    }
    std::vector<Unit> result;
    for (auto &entry : found) result.push_back(std::move(entry.second));
    return result;
}

std::optional<Pattern> compose(const Pattern &base, std::size_t place, const UnitPattern &unit) {
    Pattern result = base;
    const std::int8_t said = base[place];
    if (unit.phrase == SHARED) return result;  // the class has what is said of the phrase
    result[place] = unit.word_class;
    if (unit.phrase >= 0 && said >= 0 && said != unit.phrase) return std::nullopt;
    if (said != SHARED) return result;
    const auto shared = std::count(result.begin(), result.end(), SHARED);
    for (std::int8_t &other : result)
        if (other == SHARED) {
            if (unit.phrase >= 0) other = unit.phrase;
            else if (shared == 1) other = FREE;
        }
    return result;
}

std::vector<UnitPattern> unit_patterns(const Feature &feature, const Unit &unit) {
    const bool phrase = feature.carries(unit.phrase), own = feature.carries(unit.word_class);
    const double value = std::log2(double(feature.values)), rare = std::log2(12.0);
    if (!phrase && !own) return {{NONE, NONE, 0}};
    std::vector<UnitPattern> result;
    const auto with_values = [&](auto &&pattern) {
        for (int v = 0; v < feature.values; ++v) result.push_back(pattern(std::int8_t(v)));
    };
    if (phrase && own) {
        result.push_back({SHARED, SHARED, 1});
        with_values([&](std::int8_t v) { return UnitPattern{v, v, 2 + value}; });
        result.push_back({FREE, FREE, rare});
        with_values([&](std::int8_t v) { return UnitPattern{v, FREE, rare + value}; });
        with_values([&](std::int8_t v) { return UnitPattern{FREE, v, rare + value}; });
        return result;
    }
    result.push_back({phrase ? FREE : NONE, own ? FREE : NONE, 1});
    with_values([&](std::int8_t v) { return UnitPattern{phrase ? v : NONE, own ? v : NONE, 1 + value}; });
    return result;
}

bool matters(const Feature &feature, const Unit &unit) {
    return std::any_of(unit.followers.begin(), unit.followers.end(), [&](const Follower &follower) {
        const Pattern &pattern = feature.rules[follower.rule];
        return std::any_of(pattern.begin(), pattern.end(), [](std::int8_t place) { return place != NONE; });
    });
}

std::optional<double> unit_bits(const Feature &feature, const Unit &unit) {
    for (const UnitPattern &pattern : unit_patterns(feature, unit))
        if (std::all_of(unit.followers.begin(), unit.followers.end(), [&](const Follower &follower) {
                return compose(feature.rules[follower.base], follower.place, pattern) == feature.rules[follower.rule];
            }))
            return pattern.bits;
    return std::nullopt;
}

}  // namespace brillig::feature
