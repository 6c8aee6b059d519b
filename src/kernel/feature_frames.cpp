#include "feature_frames.hpp"

#include <cmath>

namespace brillig::feature {

std::vector<Frame> frames_of(const Folded &folded) {
    std::uint64_t with_words = 0, all = 0;
    for (const auto &entry : folded.lexical) with_words |= std::uint64_t(1) << entry.first;
    for (const Rule &rule : folded.rules)
        all |= std::uint64_t(1) << rule.x | std::uint64_t(1) << rule.y | std::uint64_t(1) << rule.z;
    std::vector<Frame> result;
    for (const bool above : {false, true})
        for (int c = 0; c < CATEGORIES; ++c) {
            if (!(all >> c & 1)) continue;
            Frame frame{c, above, 0};
            std::uint64_t sides[2] = {};
            for (const Rule &rule : folded.rules)
                for (const std::size_t place : {1, 2})
                    sides[frame.is_inside(rule, place)] |= std::uint64_t(1) << (place == 1 ? rule.y : rule.z);
            frame.classes = sides[0] & sides[1] & with_words & ~std::uint64_t(1);
            if (frame.classes) result.push_back(frame);
        }
    return result;
}

Feature feature_of(const Frame &frame, const std::vector<std::int8_t> &words, const Folded &folded) {
    Feature feature;
    for (std::size_t l = 0; l < folded.lexical.size(); ++l)
        if (words[l] >= 0) feature.carriers |= std::uint64_t(1) << folded.lexical[l].first;
    for (std::size_t l = 0; l < folded.lexical.size(); ++l)
        feature.words.push_back(feature.carries(folded.lexical[l].first) ? words[l] : NONE);
    for (const Rule &rule : folded.rules) {
        Pattern pattern = {NONE, NONE, NONE};
        if (feature.carries(rule.x)) pattern[0] = FREE;
        for (const std::size_t place : {1, 2})
            if (feature.carries(place == 1 ? rule.y : rule.z))
                pattern[place] = frame.is_inside(rule, place) ? INSIDE : OUTSIDE;
        feature.rules.push_back(pattern);
    }
    return feature;
}

namespace {

Feature turned(Feature feature) {
    const auto turn = [](std::int8_t &value) {
        if (value >= 0) value = std::int8_t(1 - value);
    };
    for (std::int8_t &value : feature.words) turn(value);
    for (Pattern &pattern : feature.rules)
        for (std::int8_t &place : pattern) turn(place);
    return feature;
}

}  // namespace

std::optional<double> frame_bits(const Feature &feature, const Folded &folded, const std::vector<Frame> &frames) {
    if (feature.values != 2) return std::nullopt;
    for (const Pattern &pattern : feature.rules)
        if (pattern[0] >= 0 || pattern[0] == SHARED || pattern[1] == FREE || pattern[2] == FREE) return std::nullopt;
    std::optional<double> best;
    const Feature other = turned(feature);
    for (const Feature *one : {&feature, &other})
        for (const Frame &frame : frames) {
            if (one->carriers & ~frame.classes || feature_of(frame, one->words, folded) != *one) continue;
            double words = 0;
            std::size_t particular = 0, inside = 0;
            for (std::size_t l = 0; l < folded.lexical.size(); ++l) {
                words += double(frame.classes >> folded.lexical[l].first & 1);
                particular += one->words[l] >= 0;
                inside += one->words[l] == INSIDE;
            }
            const double bits = std::log2(double(frames.size())) + grow::universal(int(particular)) +
                                grow::log2_choose(words, double(particular)) +
                                grow::exception_choice_bits(particular, inside);
            if (!best || bits < *best) best = bits;
        }
    return best;
}

}  // namespace brillig::feature
