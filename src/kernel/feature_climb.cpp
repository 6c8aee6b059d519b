// How a split changes: category by category, word by word, as long as bits are saved.
#include <algorithm>
#include <bit>

#include "feature_search.hpp"

namespace brillig::feature {

bool FeatureSearch::take(Found &found, const Split &split, std::size_t at) {
    if (!split.carriers) return false;
    const double bits = attempt(split, at);
    // So that NEVER, which a search that is over has for everything, is not taken for less than NEVER.
    if (!(bits < found.bits - LEAST_SAVING)) return false;
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
    if (found.split.frame >= 0) return best;
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

// The category's words and phrases take the value that their neighbours mostly have: those beside them or those above,
// whichever tells more.
Split FeatureSearch::with(const Split &split, int category, const std::vector<std::int8_t> &values,
                          double *clear) const {
    Split result = split;
    result.carriers |= std::uint64_t(1) << category;
    struct Votes {
        std::vector<std::array<int, MAX_VALUES>> words, rules;
        std::vector<std::array<int, 3>> agreeing;  // of each rule: with the left child, with the right one, of all
        double clear = 0, all = 0;
    };
    std::array<Votes, 2> ways;
    for (Votes &votes : ways) {
        votes.words.resize(folded_.lexical.size());
        votes.rules.resize(folded_.rules.size());
        votes.agreeing.resize(folded_.rules.size());
    }
    const auto vote = [&](Votes &votes, const Node &child, std::int8_t value) {
        if (value < 0) return;
        auto &of = (child.left < 0 ? votes.words : votes.rules)[child.alternative];
        of[std::size_t(value)] += child.times;
        if (child.left < 0) return;
        auto &agreeing = votes.agreeing[child.alternative];
        agreeing[0] += child.times * (values[std::size_t(child.left)] == value);
        agreeing[1] += child.times * (values[std::size_t(child.right)] == value);
        agreeing[2] += child.times;
    };
    for (std::size_t i = 0; i < forest_.size(); ++i) {
        const Node &node = forest_[i];
        if (node.left < 0) continue;
        const auto left = std::size_t(node.left), right = std::size_t(node.right);
        for (const auto &[child, sibling] : {std::pair(left, right), std::pair(right, left)}) {
            if (forest_[child].category != category) continue;
            vote(ways[0], forest_[child], values[sibling]);
            vote(ways[1], forest_[child], values[i]);
        }
    }
    for (Votes &votes : ways)
        for (const auto *of : {&votes.words, &votes.rules})
            for (const auto &one : *of) {
                votes.clear += *std::max_element(one.begin(), one.end());
                votes.all += one[0] + one[1] + one[2] + one[3];
            }
    const auto share = [](const Votes &votes) { return votes.all > 0 ? votes.clear / votes.all : 0; };
    const Votes &votes = share(ways[1]) > share(ways[0]) ? ways[1] : ways[0];
    if (clear) *clear = votes.all > 0 ? share(votes) : 1;
    const auto chosen = [&](const std::array<int, MAX_VALUES> &of) {
        const auto most = std::max_element(of.begin(), of.begin() + split.values);
        return *most ? std::int8_t(most - of.begin()) : ANY;
    };
    for (std::size_t l : words_of_[std::size_t(category)]) result.words[l] = chosen(votes.words[l]);
    for (std::size_t r : rules_of_[std::size_t(category)]) {
        const Rule rule = folded_.rules[r];
        const bool left = result.carriers >> rule.y & 1, right = result.carriers >> rule.z & 1;
        const auto &agreeing = votes.agreeing[r];
        // From a child that does not agree it is not taken: then it is open, and follows from above.
        const bool open = agreeing[2] && std::max(agreeing[0], agreeing[1]) * 5 < agreeing[2] * 4;
        result.sources[r] = open && (left || right)                            ? ANY
                            : left && (!right || agreeing[0] >= agreeing[1]) ? FROM_LEFT
                            : right                                          ? FROM_RIGHT
                                                                             : chosen(votes.rules[r]);
    }
    for (std::size_t r = 0; r < folded_.rules.size(); ++r) {
        const Rule rule = folded_.rules[r];
        if (!(result.carriers >> rule.x & 1) || result.sources[r] >= 0 || result.sources[r] < ANY) continue;
        if (rule.y == category) result.sources[r] = FROM_LEFT;
        if (rule.z == category) result.sources[r] = FROM_RIGHT;
    }
    return result;
}

// Every category that hangs together with those that carry a value takes one, too: agreement may have a long way to go
// before it saves anything.
Split FeatureSearch::spread(Split split) const {
    for (bool more = true; more;) {
        more = false;
        std::uint64_t near = 0;
        for (const Rule &rule : folded_.rules) {
            const std::uint64_t own = std::uint64_t(1) << rule.x | std::uint64_t(1) << rule.y | std::uint64_t(1) << rule.z;
            if (own & split.carriers) near |= own;
        }
        near &= all_ & ~split.carriers;
        // First where neighbours tell most.
        std::vector<std::int8_t> values;
        assign(split, values, true);
        double clearest = -1;
        Split next;
        for (int c = 1; c < CATEGORIES; ++c) {
            double clear = 0;
            if (!(near >> c & 1)) continue;
            Split one = with(split, c, values, &clear);
            if (clear <= clearest) continue;
            clearest = clear;
            next = std::move(one);
            more = true;
        }
        if (more) split = next;
    }
    // Words that no neighbour said anything of when it was their turn.
    for (int c = 1; c < CATEGORIES; ++c) {
        if (!(split.carriers >> c & 1)) continue;
        std::vector<std::int8_t> values;
        assign(split, values, true);
        const Split again = with(split, c, values);
        for (std::size_t l : words_of_[std::size_t(c)])
            if (split.words[l] == ANY) split.words[l] = again.words[l];
    }
    return split;
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

// Words that were only seen inside or only outside, those first whose absence elsewhere says most; then one by one.
FeatureSearch::Found FeatureSearch::climb_in_frame(Split split, std::size_t at) {
    const Frame &frame = frames_[std::size_t(split.frame)];
    split.carriers = frame.classes;
    std::vector<std::int8_t> values;
    assign(split, values);
    std::vector<std::array<int, 2>> uses(folded_.lexical.size());
    std::array<std::array<int, 2>, CATEGORIES> total{};
    for (std::size_t i = 0; i < forest_.size(); ++i) {
        if (values[i] == NONE || forest_[i].left >= 0) continue;
        uses[forest_[i].alternative][std::size_t(values[i])] += forest_[i].times;
        total[std::size_t(forest_[i].category)][std::size_t(values[i])] += forest_[i].times;
    }
    std::vector<std::pair<double, std::size_t>> promise;
    for (std::size_t l = 0; l < uses.size(); ++l) {
        if ((uses[l][0] > 0) == (uses[l][1] > 0)) continue;
        const auto &[outside, inside] = total[std::size_t(folded_.lexical[l].first)];
        const double elsewhere = uses[l][INSIDE] ? outside : inside;
        promise.push_back({-elsewhere * (uses[l][0] + uses[l][1]) / (outside + inside), l});
    }
    std::sort(promise.begin(), promise.end());
    const auto take_words = [&](Split changed) {
        changed.carriers = 0;
        for (std::size_t l = 0; l < changed.words.size(); ++l)
            if (changed.words[l] >= 0) changed.carriers |= std::uint64_t(1) << folded_.lexical[l].first;
        return changed;
    };
    const auto value_of = [&](std::size_t l) { return uses[l][INSIDE] ? INSIDE : OUTSIDE; };
    split = take_words(std::move(split));
    Found found{grow::NEVER, split};
    if (split.carriers) found.bits = attempt(split, at);
    for (const auto &[_, l] : promise) {
        split.words[l] = value_of(l);
        split = take_words(std::move(split));
        take(found, split, at);
    }
    for (bool more = true; more;) {
        more = false;
        for (const auto &[_, l] : promise) {
            Split other = found.split;
            other.words[l] = other.words[l] == ANY ? value_of(l) : ANY;
            more |= take(found, take_words(std::move(other)), at);
        }
    }
    return found;
}

FeatureSearch::Found FeatureSearch::climb(Split split, std::size_t at) {
    if (split.frame >= 0) return climb_in_frame(std::move(split), at);
    Found found{attempt(split, at), std::move(split)};
    if (std::popcount(found.split.carriers) > 1) change_words(found, at);
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
