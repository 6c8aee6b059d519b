// Frames: words of a class that stand only in some of its places. What tells these places from the others is the category
// beside them or above them: a participle stands beside *was*, its preterite never does. Such a feature follows from the
// category and the words that are particular, and nothing need be said of rules.
#pragma once
#include <optional>
#include <vector>

#include "feature_code.hpp"

namespace brillig::feature {

struct Frame {
    int category;
    bool above;               // the category is the parent of the places inside, not what stands beside them
    std::uint64_t classes;    // categories with words that stand inside and outside

    bool is_inside(Rule rule, std::size_t place) const {
        return category == (above ? rule.x : place == 1 ? rule.z : rule.y);
    }
};

// Those that could tell words of some class apart.
std::vector<Frame> frames_of(const Folded &folded);

// The feature of a frame: words with OUTSIDE or INSIDE as their value stand only there, those with ANY in both.
constexpr std::int8_t OUTSIDE = 0, INSIDE = 1;
Feature feature_of(const Frame &frame, const std::vector<std::int8_t> &words, const Folded &folded);

// Bits of a feature as the cheapest frame that it is; none where it is none.
std::optional<double> frame_bits(const Feature &feature, const Folded &folded, const std::vector<Frame> &frames);

}  // namespace brillig::feature
