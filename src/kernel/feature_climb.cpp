// How a split changes: category by category, word by word, as long as bits are saved.
#include <algorithm>
#include <bit>

#include "feature_search.hpp"

namespace brillig::feature {

bool FeatureSearch::take(Found &found, const Split &split, std::size_t at) {
    if (!split.carriers) return false;
    const double bits = attempt(split, at);
    if (bits > found.bits - LEAST_SAVING) return false;
    found = {bits, split};
    return true;
}

Split FeatureSearch::without(const Split &split, int category) const {
    Split result = split;
    result.carriers &= ~(std::uint64_t(1) << category);
    // What had its value from it has it from the other side, if that has one.
    for (std::size_t r = 0; r < folded_.rules.size(); ++r) {
        const Rule rule = folded_.rules[r];
        std::int8_t &source = result.sources[r];
        if (source == FROM_LEFT && rule.y == category)
            source = result.carriers >> rule.z & 1 ? FROM_RIGHT : ANY;
        else if (source == FROM_RIGHT && rule.z == category)
            source = result.carriers >> rule.y & 1 ? FROM_LEFT : ANY;
    }
    return result;
}

Split FeatureSearch::within(Split split, std::uint64_t carriers) const {
    for (int c = 1; c < CATEGORIES; ++c)
        if (split.carriers >> c & 1 && !(carriers >> c & 1)) split = without(split, c);
    return split;
}

// The best of the pieces that hang together; the others begin the next round.
FeatureSearch::Found FeatureSearch::climb_in_one_piece(const Found &found) {
    Found best = found;
    for (bool again = true; again;) {
        Feature feature;
        attempt(best.split, NEW, &feature);
        const std::vector<std::uint64_t> sets = components(feature, folded_.rules);
        again = sets.size() > 1;
        if (!again) break;
        const Split whole = best.split;
        best.bits = grow::NEVER;
        for (std::uint64_t set : sets) {
            pieces_.push_back(within(whole, set));
            Found piece{attempt(pieces_.back(), NEW), pieces_.back()};
            change_words(piece, NEW);
            change_sources(piece, NEW);
            if (piece.bits < best.bits) best = piece;
        }
        if (std::popcount(best.split.carriers) >= std::popcount(whole.carriers)) break;
    }
    return best;
}

// The category's words and phrases take the value that their neighbours mostly have.
Split FeatureSearch::with(const Split &split, int category, const std::vector<std::int8_t> &values) const {
    Split result = split;
    result.carriers |= std::uint64_t(1) << category;
    std::vector<std::array<int, MAX_VALUES>> of_words(folded_.lexical.size()), of_rules(folded_.rules.size());
    for (std::size_t i = 0; i < forest_.size(); ++i) {
        const Node &node = forest_[i];
        if (node.left < 0) continue;
        const auto left = std::size_t(node.left), right = std::size_t(node.right);
        const auto vote = [&](std::size_t child, std::size_t sibling) {
            if (forest_[child].category != category) return;
            const std::int8_t value = values[sibling] >= 0 ? values[sibling] : values[i];
            if (value < 0) return;
            auto &votes = (forest_[child].left < 0 ? of_words : of_rules)[forest_[child].alternative];
            votes[std::size_t(value)] += node.times;
        };
        vote(left, right);
        vote(right, left);
    }
    const auto chosen = [&](const std::array<int, MAX_VALUES> &votes) {
        const auto most = std::max_element(votes.begin(), votes.begin() + split.values);
        return *most ? std::int8_t(most - votes.begin()) : ANY;
    };
    for (std::size_t l : words_of_[std::size_t(category)]) result.words[l] = chosen(of_words[l]);
    for (std::size_t r : rules_of_[std::size_t(category)]) {
        const Rule rule = folded_.rules[r];
        result.sources[r] = result.carriers >> rule.y & 1   ? FROM_LEFT
                            : result.carriers >> rule.z & 1 ? FROM_RIGHT
                                                            : chosen(of_rules[r]);
    }
    for (std::size_t r = 0; r < folded_.rules.size(); ++r) {
        const Rule rule = folded_.rules[r];
        if (!(result.carriers >> rule.x & 1) || result.sources[r] >= 0 || result.sources[r] < ANY) continue;
        if (rule.y == category) result.sources[r] = FROM_LEFT;
        if (rule.z == category) result.sources[r] = FROM_RIGHT;
    }
    return result;
}

bool FeatureSearch::drop_categories(Found &found, std::size_t at) {
    bool changed = false;
    for (bool more = true; more;) {
        more = false;
        Found best = found;
        for (int c = 1; c < CATEGORIES; ++c)
            if (found.split.carriers >> c & 1) take(best, without(found.split, c), at);
        if (best.bits < found.bits - LEAST_SAVING) {
            found = best;
            changed = more = true;
        }
    }
    return changed;
}

bool FeatureSearch::add_categories(Found &found, std::size_t at) {
    bool changed = false;
    for (int c = 1; c < CATEGORIES; ++c) {
        if (!(all_ >> c & 1) || found.split.carriers >> c & 1) continue;
        std::vector<std::int8_t> values;
        assign(found.split, values);
        const Split one = with(found.split, c, values);
        if (take(found, one, at)) {
            changed = true;
            continue;
        }
        // With one more, above or beside it: a value has to go some way before it meets another.
        std::vector<std::int8_t> further;
        assign(one, further);
        std::uint64_t near = 0;
        for (const Rule &rule : folded_.rules)
            if (rule.x == c || rule.y == c || rule.z == c)
                near |= std::uint64_t(1) << rule.x | std::uint64_t(1) << rule.y | std::uint64_t(1) << rule.z;
        near &= all_ & ~one.carriers;
        for (int d = 1; d < CATEGORIES; ++d)
            if (near >> d & 1 && take(found, with(one, d, further), at)) {
                changed = true;
                break;
            }
    }
    return changed;
}

bool FeatureSearch::change_words(Found &found, std::size_t at) {
    bool changed = false;
    for (std::size_t l = 0; l < folded_.lexical.size(); ++l) {
        if (!(found.split.carriers >> folded_.lexical[l].first & 1)) continue;
        for (int v = ANY; v < found.split.values; ++v) {
            if (v == found.split.words[l] || (v == ANY && word_uses_[l] < 2)) continue;
            Split other = found.split;
            other.words[l] = std::int8_t(v);
            changed |= take(found, other, at);
        }
    }
    return changed;
}

bool FeatureSearch::change_sources(Found &found, std::size_t at) {
    bool changed = false;
    for (std::size_t r = 0; r < folded_.rules.size(); ++r) {
        const Rule rule = folded_.rules[r];
        const std::uint64_t carriers = found.split.carriers;
        if (!(carriers >> rule.x & 1)) continue;
        std::vector<std::int8_t> options = {ANY};
        if (carriers >> rule.y & 1) options.push_back(FROM_LEFT);
        if (carriers >> rule.z & 1) options.push_back(FROM_RIGHT);
        for (int v = 0; v < found.split.values; ++v) options.push_back(std::int8_t(v));
        for (std::int8_t source : options) {
            if (source == found.split.sources[r]) continue;
            Split other = found.split;
            other.sources[r] = source;
            changed |= take(found, other, at);
        }
    }
    return changed;
}

// What the values are called in one category only.
bool FeatureSearch::turn_categories(Found &found, std::size_t at) {
    bool changed = false;
    for (int c = 1; c < CATEGORIES; ++c) {
        if (!(found.split.carriers >> c & 1) || found.split.values != 2) continue;
        Split other = found.split;
        for (std::size_t l : words_of_[std::size_t(c)])
            if (other.words[l] >= 0) other.words[l] = std::int8_t(1 - other.words[l]);
        for (std::size_t r : rules_of_[std::size_t(c)])
            if (other.sources[r] >= 0) other.sources[r] = std::int8_t(1 - other.sources[r]);
        changed |= take(found, other, at);
    }
    return changed;
}

FeatureSearch::Found FeatureSearch::climb(Split split, std::size_t at) {
    Found found{attempt(split, at), std::move(split)};
    for (bool more = true; more;) {
        more = drop_categories(found, at);
        more |= change_words(found, at);
        more |= change_sources(found, at);
        more |= turn_categories(found, at);
        more |= add_categories(found, at);
    }
    return found;
}

}  // namespace brillig::feature
