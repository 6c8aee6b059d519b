// What rules say of the values that stand in their places: of what allows them, about the cheapest.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "feature_search.hpp"

namespace brillig::feature {

namespace {

struct Use {
    Pattern values;
    int times;
};

class Derivation {
public:
    Derivation(const Folded &folded, const std::vector<Node> &forest, const Split &split,
               const std::vector<std::int8_t> &values)
        : rules_(folded.rules), split_(split), uses_(folded.rules.size()) {
        for (std::size_t i = 0; i < forest.size(); ++i) {
            const Node &node = forest[i];
            if (values[i] >= 0) {
                of_category_[std::size_t(node.category)][std::size_t(values[i])] += node.times;
                all_[std::size_t(node.category)] += node.times;
            }
            if (node.left < 0) continue;
            const Pattern here = {values[i], values[std::size_t(node.left)], values[std::size_t(node.right)]};
            auto &uses = uses_[node.alternative];
            const auto same = std::find_if(uses.begin(), uses.end(), [&](const Use &use) { return use.values == here; });
            if (same == uses.end()) uses.push_back({here, node.times});
            else same->times += node.times;
        }
        for (std::size_t c = 0; c < CATEGORIES; ++c)
            for (std::size_t v = 0; split_.carriers >> c & 1 && v < std::size_t(split_.values); ++v)
                shares_[c][v] = std::log2((of_category_[c][v] + 0.5) / (all_[c] + 0.5 * split_.values));
    }

    Pattern best(std::size_t r) const {
        const int categories[3] = {rules_[r].x, rules_[r].y, rules_[r].z};
        std::array<std::array<std::int8_t, 3>, 3> choices;
        std::array<std::span<const std::int8_t>, 3> options;
        for (std::size_t place = 0; place < 3; ++place) {
            const bool carries = split_.carriers >> categories[place] & 1;
            const std::int8_t value = carries ? fixed(r, place) : NONE;
            choices[place] = {carries ? SHARED : NONE, FREE, value};
            options[place] = std::span(choices[place]).first(!carries ? 1 : value >= 0 ? 3 : 2);
        }
        double least = grow::NEVER;
        Pattern result{};
        for (std::int8_t x : options[0])
            for (std::int8_t y : options[1])
                for (std::int8_t z : options[2]) {
                    const Pattern pattern = {x, y, z};
                    if (std::count(pattern.begin(), pattern.end(), SHARED) == 1) continue;
                    const double bits = price(r, pattern) + names(pattern);
                    if (bits >= least) continue;
                    least = bits;
                    result = pattern;
                }
        return result;
    }

    // Of the choices that a pattern leaves; infinite where it does not allow what stands there.
    double price(std::size_t r, const Pattern &pattern) const {
        double bits = 0;
        for (const Use &use : uses_[r]) {
            if (!fits(pattern, use.values)) return grow::NEVER;
            choices_of(pattern, rules_[r], use.values, [&](int category, int value) {
                const auto c = std::size_t(category);
                bits -= use.times * shares_[c][std::size_t(value)];
            });
        }
        // A rule that only one value has is no choice of the others.
        if (const std::int8_t value = fixed(r, 0); pattern[0] == FREE && value >= 0) {
            const auto c = std::size_t(rules_[r].x);
            bits += 0.5 * std::log2(1 + all_[c] - of_category_[c][std::size_t(value)]);
        }
        return bits;
    }

    double names(const Pattern &pattern) const {
        return double(std::count_if(pattern.begin(), pattern.end(), [](std::int8_t place) { return place >= 0; })) *
               bits_of_value_;
    }

private:
    // The value that a place always has; negative where there is none.
    std::int8_t fixed(std::size_t r, std::size_t place) const {
        const auto &uses = uses_[r];
        if (uses.empty()) return ANY;
        for (const Use &use : uses)
            if (use.values[place] != uses[0].values[place]) return ANY;
        return uses[0].values[place];
    }

    const std::vector<Rule> &rules_;
    const Split &split_;
    std::vector<std::vector<Use>> uses_;
    std::array<std::array<double, MAX_VALUES>, CATEGORIES> of_category_{};
    std::array<double, CATEGORIES> all_{};
    std::array<std::array<double, MAX_VALUES>, CATEGORIES> shares_;  // log2 of each value's, of what carries one
    const double bits_of_value_ = std::log2(double(split_.values));
};

}  // namespace

Feature FeatureSearch::derive(const Split &split, const std::vector<std::int8_t> &values) const {
    if (split.frame >= 0) return feature_of(frames_[std::size_t(split.frame)], split.words, folded_);
    Feature feature;
    feature.values = split.values;
    feature.carriers = split.carriers;
    feature.words.resize(folded_.lexical.size(), NONE);
    for (std::size_t l = 0; l < folded_.lexical.size(); ++l)
        if (feature.carries(folded_.lexical[l].first)) feature.words[l] = split.words[l];
    const Derivation derivation(folded_, forest_, split, values);
    for (std::size_t r = 0; r < folded_.rules.size(); ++r) feature.rules.push_back(derivation.best(r));
    // What follows from "A is a B", where that is cheaper than what each rule says by itself.
    for (const Unit &unit : units_) {
        if (!matters(feature, unit)) continue;
        double least = 0;
        for (const Follower &follower : unit.followers) {
            const Pattern &own = feature.rules[follower.rule];
            least += derivation.price(follower.rule, own) + derivation.names(own) - std::log2(usual_share(own));
        }
        std::vector<Pattern> best;
        for (const UnitPattern &said : unit_patterns(feature, unit)) {
            double bits = said.bits;
            std::vector<Pattern> patterns;
            for (const Follower &follower : unit.followers) {
                const auto pattern = compose(feature.rules[follower.base], follower.place, said);
                if (!pattern) break;
                bits += derivation.price(follower.rule, *pattern);
                patterns.push_back(*pattern);
            }
            if (patterns.size() < unit.followers.size() || bits >= least) continue;
            least = bits;
            best = patterns;
        }
        for (std::size_t i = 0; i < best.size(); ++i) feature.rules[unit.followers[i].rule] = best[i];
    }
    return feature;
}

}  // namespace brillig::feature
