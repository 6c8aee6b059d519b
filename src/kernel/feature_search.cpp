#include "feature_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <stdexcept>

namespace brillig::feature {

namespace {

constexpr double PIECE = 12;  // about what a feature costs before it says anything
constexpr std::size_t SPREAD = 6;  // of the best of a round, carried on to all categories
constexpr std::size_t ENTRY = 64, MAX_KNOWN = 20'000'000;  // bytes, of attempts whose bits are known
constexpr std::size_t UNLIKE = 12;  // and from single words, the most promising ones

std::size_t tokens_of(const std::vector<grow::Sentence> &sentences) {
    std::size_t tokens = 0;
    for (const auto &sentence : sentences) tokens += sentence.size();
    return tokens;
}

}  // namespace

FeatureSearch::FeatureSearch(Folded skeleton, const std::vector<grow::Sentence> &sentences,
                             const std::vector<std::vector<int>> &trees, std::uint64_t seed, std::size_t starts,
                             std::function<bool()> stopped)
    : most_pairs_(starts), folded_(std::move(skeleton)), rules_of_(CATEGORIES), words_of_(CATEGORIES),
      word_uses_(folded_.lexical.size(), 0),
      tables_(2 * tokens_of(sentences) + 2, folded_.lexical.size() + folded_.rules.size() + MAX_VALUES + 2),
      random_(seed), stopped_(std::move(stopped)) {
    if (trees.size() != sentences.size()) throw std::invalid_argument("a tree for each sentence");
    if (!folded_.features.empty()) throw std::invalid_argument("features are sought in a plain grammar");
    for (std::size_t r = 0; r < folded_.rules.size(); ++r) rules_of_[folded_.rules[r].x].push_back(r);
    for (std::size_t l = 0; l < folded_.lexical.size(); ++l)
        words_of_[std::size_t(folded_.lexical[l].first)].push_back(l);
    // A sentence that comes again with the same tree is no work.
    std::map<std::pair<grow::Sentence, std::vector<int>>, std::size_t> first;
    std::vector<int> times_of(sentences.size(), 0);
    for (std::size_t s = 0; s < sentences.size(); ++s)
        ++times_of[first.try_emplace({sentences[s], trees[s]}, s).first->second];
    for (std::size_t s = 0; s < sentences.size(); ++s) {
        const grow::Sentence &sentence = sentences[s];
        const std::vector<int> &code = trees[s];
        const int times = times_of[s];
        if (!times) continue;
        std::size_t place = 0, word = 0;
        const auto read = [&](auto &&self) -> int {
            const std::size_t here = forest_.size();
            const int category = code.at(place);
            const bool leaf = code.at(place + 1) == 0;
            place += 2;
            forest_.push_back({category, 0, -1, -1, times});
            if (leaf) {
                const int of_word = sentence.at(word++);
                for (std::size_t l : words_of_.at(std::size_t(category)))
                    if (folded_.lexical[l].second == of_word) forest_[here].alternative = l;
                word_uses_[forest_[here].alternative] += times;
                return int(here);
            }
            const int left = self(self), right = self(self);
            forest_[here].left = left;
            forest_[here].right = right;
            for (std::size_t r : rules_of_.at(std::size_t(category)))
                if (folded_.rules[r].y == forest_[std::size_t(left)].category &&
                    folded_.rules[r].z == forest_[std::size_t(right)].category)
                    forest_[here].alternative = r;
            return int(here);
        };
        read(read);
    }
    for (const Rule &rule : folded_.rules)
        all_ |= std::uint64_t(1) << rule.x | std::uint64_t(1) << rule.y | std::uint64_t(1) << rule.z;
    all_ &= ~std::uint64_t(1);
    skeleton_ = skeleton_bits(folded_);
    units_ = units_of(folded_);
    frames_ = frames_of(folded_);
    bits_ = bits_with({}, {});
    begin_round();
}

double FeatureSearch::bits_with(const std::vector<const Feature *> &features,
                                const std::vector<const std::vector<std::int8_t> *> &values) {
    Folded folded{folded_.words, folded_.rules, folded_.lexical, {}};
    for (const Feature *feature : features) folded.features.push_back(*feature);
    const Tuples tuples(folded);
    Counts counts(folded, tuples);
    work_ += forest_.size();
    for (std::size_t i = 0; i < forest_.size(); ++i) {
        const Node &node = forest_[i];
        int tuple = 0;
        for (std::size_t f = 0; f < features.size(); ++f)
            if (const int stride = tuples.stride(node.category, int(f))) tuple += stride * (*values[f])[i];
        if (node.left < 0) {
            counts.word(node.alternative, tuple) += node.times;
            continue;
        }
        counts.rule(node.alternative, tuple) += node.times;
        for (std::size_t f = 0; f < features.size(); ++f) {
            const auto &of = *values[f];
            choices_of(features[f]->rules[node.alternative], folded_.rules[node.alternative],
                       {of[i], of[std::size_t(node.left)], of[std::size_t(node.right)]},
                       [&](int category, int value) { counts.choice(int(f), category, value) += node.times; });
        }
    }
    return skeleton_ + feature_bits(folded, units_, frames_) + data_bits(folded, tuples, counts, tables_);
}

void FeatureSearch::assign(const Split &split, std::vector<std::int8_t> &values, bool known) const {
    values.assign(forest_.size(), NONE);
    const auto carries = [&](int category) { return split.carriers >> category & 1; };
    if (split.frame >= 0) {
        const Frame &frame = frames_[std::size_t(split.frame)];
        for (const Node &node : forest_)
            for (const std::size_t place : {1, 2}) {
                const auto child = std::size_t(place == 1 ? node.left : node.right);
                if (node.left >= 0 && carries(forest_[child].category))
                    values[child] = frame.is_inside(folded_.rules[node.alternative], place) ? INSIDE : OUTSIDE;
            }
        return;
    }
    std::array<std::array<int, MAX_VALUES>, CATEGORIES> seen{};
    for (std::size_t i = forest_.size(); i-- > 0;) {
        const Node &node = forest_[i];
        if (!carries(node.category)) continue;
        std::int8_t &value = values[i];
        if (node.left < 0) {
            value = split.words[node.alternative];
        } else {
            value = split.sources[node.alternative];
            const std::int8_t from = value == FROM_RIGHT ? values[std::size_t(node.right)]
                                                         : values[std::size_t(node.left)];
            if (value == FROM_LEFT || value == FROM_RIGHT) value = from == NONE ? ANY : from;
        }
        if (value >= 0) seen[std::size_t(node.category)][std::size_t(value)] += node.times;
    }
    const auto usual = [&](int category) {
        if (known) return ANY;
        const auto &of = seen[std::size_t(category)];
        return std::int8_t(std::max_element(of.begin(), of.begin() + split.values) - of.begin());
    };
    // What is open from below follows from above, from the other child, or is what it mostly is.
    for (std::size_t i = 0; i < forest_.size(); ++i) {
        const Node &node = forest_[i];
        if (node.left < 0) continue;
        std::int8_t &left = values[std::size_t(node.left)], &right = values[std::size_t(node.right)];
        if (left != ANY && right != ANY) continue;
        const std::int8_t source = carries(node.category) ? split.sources[node.alternative] : NONE;
        if (left == ANY && source == FROM_LEFT) left = values[i];
        if (right == ANY && source == FROM_RIGHT) right = values[i];
        if (left == ANY) left = right >= 0 ? right : usual(forest_[std::size_t(node.left)].category);
        if (right == ANY) right = left >= 0 ? left : usual(forest_[std::size_t(node.right)].category);
    }
}

bool FeatureSearch::is_over() {
    // By the clock: what an attempt takes goes with the features that there are, not only with the nodes.
    constexpr std::chrono::milliseconds LOOK(20);
    const auto now = std::chrono::steady_clock::now();
    if (now >= asked_ + LOOK) {
        asked_ = now;
        over_ = over_ || stopped_();
    }
    return over_;
}

double FeatureSearch::attempt(const Split &split, std::size_t at, Feature *feature, std::vector<std::int8_t> *values) {
    if (!feature && is_over()) return grow::NEVER;
    std::string key;
    if (!feature) {
        key = key_of(split, at);
        if (const auto known = known_.find(key); known != known_.end()) {
            work_ += 3 * forest_.size();  // as if it were new, so that a limit on work ends where it would
            return known->second;
        }
    }
    std::vector<std::int8_t> own;
    assign(split, own);
    const Feature derived = derive(split, own);
    std::vector<const Feature *> features;
    std::vector<const std::vector<std::int8_t> *> of_nodes;
    for (std::size_t f = 0; f < folded_.features.size(); ++f) {
        features.push_back(f == at ? &derived : &folded_.features[f]);
        of_nodes.push_back(f == at ? &own : &values_[f]);
    }
    if (at == NEW) {
        features.push_back(&derived);
        of_nodes.push_back(&own);
    }
    work_ += 2 * forest_.size();
    // What does not hang together is two features, each with its price, and not one.
    const double pieces = split.frame >= 0 ? 0 : double(components(derived, folded_.rules).size()) - 1;
    const double bits = bits_with(features, of_nodes) + PIECE * pieces;
    if (feature) *feature = derived;
    if (values) *values = own;
    if (!key.empty()) {
        known_size_ += key.size() + ENTRY;
        if (known_size_ > MAX_KNOWN) forget();
        known_.emplace(std::move(key), bits);
    }
    return bits;
}

// What its bits depend on: values of what carries none play no part.
std::string FeatureSearch::key_of(const Split &split, std::size_t at) const {
    std::string key(sizeof split.carriers + sizeof at, '\0');
    std::memcpy(key.data(), &split.carriers, sizeof split.carriers);
    std::memcpy(key.data() + sizeof split.carriers, &at, sizeof at);
    key += char(split.values);
    key += std::to_string(split.frame);
    for (std::size_t l = 0; l < split.words.size(); ++l)
        if (split.carriers >> folded_.lexical[l].first & 1) key += char(split.words[l]);
    for (std::size_t r = 0; r < split.sources.size(); ++r)
        if (split.carriers >> folded_.rules[r].x & 1) key += char(split.sources[r]);
    return key;
}

void FeatureSearch::forget() {
    known_.clear();
    known_size_ = 0;
}

Split FeatureSearch::split_by_prediction(std::uint64_t carriers, std::pair<int, int> apart) {
    const std::vector<std::int8_t> values =
        predict_values(forest_, folded_.rules.size(), folded_.lexical.size(), carriers, apart, random_);
    work_ += forest_.size() * 200;
    Split split;
    split.carriers = carriers;
    std::vector<std::array<int, 2>> of_words(folded_.lexical.size());
    std::vector<std::array<int, 4>> of_rules(folded_.rules.size());  // as the left child, as the right one, 0, 1
    for (std::size_t i = 0; i < forest_.size(); ++i) {
        const Node &node = forest_[i];
        if (values[i] < 0) continue;
        if (node.left < 0) {
            of_words[node.alternative][std::size_t(values[i])] += node.times;
            continue;
        }
        auto &votes = of_rules[node.alternative];
        votes[0] += node.times * (values[std::size_t(node.left)] == values[i]);
        votes[1] += node.times * (values[std::size_t(node.right)] == values[i]);
        votes[2 + std::size_t(values[i])] += node.times;
    }
    for (const auto &votes : of_words) split.words.push_back(votes[1] > votes[0]);
    for (std::size_t r = 0; r < folded_.rules.size(); ++r) {
        const Rule rule = folded_.rules[r];
        const auto &votes = of_rules[r];
        const int left = carriers >> rule.y & 1 ? votes[0] : -1, right = carriers >> rule.z & 1 ? votes[1] : -1;
        const int fixed = std::max(votes[2], votes[3]);
        split.sources.push_back(left >= 0 && left >= right && left >= fixed ? FROM_LEFT
                                : right >= 0 && right >= fixed              ? FROM_RIGHT
                                                                            : std::int8_t(votes[3] > votes[2]));
    }
    return split;
}

void FeatureSearch::begin_round() {
    starts_ = std::move(pieces_);
    pieces_.clear();
    found_.clear();
    next_ = 0;
    // A word unlike the others of its class: those that promise most at once.
    std::vector<Found> unlike;
    for (int c = 1; c < CATEGORIES; ++c) {
        if (words_of_[std::size_t(c)].size() + rules_of_[std::size_t(c)].size() < 2) continue;
        for (std::size_t l : words_of_[std::size_t(c)]) {
            Split split{2, std::uint64_t(1) << c, std::vector<std::int8_t>(folded_.lexical.size(), 0),
                        std::vector<std::int8_t>(folded_.rules.size(), 0)};
            split.words[l] = 1;
            const double bits = attempt(split, NEW);
            unlike.push_back({bits, std::move(split)});
        }
    }
    std::stable_sort(unlike.begin(), unlike.end(), [](const Found &a, const Found &b) { return a.bits < b.bits; });
    for (std::size_t i = 0; i < std::min(UNLIKE, unlike.size()); ++i) starts_.push_back(unlike[i].split);
    for (std::size_t f = 0; f < frames_.size(); ++f) {
        Split split{2, 0, std::vector<std::int8_t>(folded_.lexical.size(), ANY), {}};
        split.frame = int(f);
        starts_.push_back(std::move(split));
    }
    // Two words of one class that are to differ: the more frequent ones say more.
    std::vector<std::pair<double, std::pair<int, int>>> pairs;
    for (int c = 1; c < CATEGORIES; ++c) {  // the start symbol, which one-word sentences have, carries nothing
        const std::vector<std::size_t> &words = words_of_[std::size_t(c)];
        for (std::size_t i = 0; i < words.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const double uses = std::min(word_uses_[words[i]], word_uses_[words[j]]);
                pairs.push_back({-uses * (0.5 + random_.uniform()), {int(words[j]), int(words[i])}});
            }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs_.clear();
    for (std::size_t i = 0; i < std::min(most_pairs_, pairs.size()); ++i) pairs_.push_back(pairs[i].second);
    // Where there are few pairs, what is left of the starts is random.
    random_starts_ = std::max(most_pairs_ / 3, most_pairs_ - pairs_.size());
}

bool FeatureSearch::step() {
    if (next_ < starts_.size()) {
        found_.push_back(climb(starts_[next_++], NEW));
        return true;
    }
    const std::size_t predicted = next_ - starts_.size();
    if (predicted < pairs_.size() + random_starts_) {
        const bool pair = predicted < pairs_.size();
        const std::pair<int, int> apart = pair ? pairs_[predicted] : std::pair(-1, -1);
        // Every category at once, or about half of them.
        std::uint64_t carriers = all_;
        if (predicted % 2) {
            for (int c = 1; c < CATEGORIES; ++c)
                if (random_.uniform() < 0.5) carriers &= ~(std::uint64_t(1) << c);
            if (pair) carriers |= std::uint64_t(1) << folded_.lexical[std::size_t(apart.first)].first;
        }
        ++next_;
        if (carriers) found_.push_back(climb(split_by_prediction(carriers, apart), NEW));
        return true;
    }
    return end_round();
}

bool FeatureSearch::end_round() {
    std::stable_sort(found_.begin(), found_.end(), [](const Found &a, const Found &b) { return a.bits < b.bits; });
    const std::size_t number = found_.size();
    for (std::size_t i = 0, taken = 0; i < number && taken < SPREAD; ++i) {
        if (found_[i].split.frame >= 0) continue;
        if (i && found_[i].split.carriers == found_[i - 1].split.carriers && found_[i].bits > found_[i - 1].bits - 1e-9)
            continue;
        found_.push_back(climb(spread(found_[i].split), NEW));
        ++taken;
    }
    const auto best = std::min_element(found_.begin(), found_.end(),
                                       [](const Found &a, const Found &b) { return a.bits < b.bits; });
    if (best == found_.end() || best->bits > bits_ - LEAST_SAVING) return false;
    const Found one = climb_in_one_piece(*best);
    if (one.bits > bits_ - LEAST_SAVING) return false;
    Feature feature;
    std::vector<std::int8_t> values;
    bits_ = attempt(one.split, NEW, &feature, &values);
    forget();  // bits were those beside the features that there were
    splits_.push_back(one.split);
    folded_.features.push_back(std::move(feature));
    values_.push_back(std::move(values));
    // Each of the others again, now that there is one more.
    for (std::size_t f = 0; f + 1 < splits_.size(); ++f) {
        const Found again = climb(splits_[f], f);
        Feature other;
        if (again.bits > bits_ - LEAST_SAVING) continue;
        attempt(again.split, f, &other);
        if (again.split.frame < 0 && components(other, folded_.rules).size() > 1) continue;
        splits_[f] = again.split;
        bits_ = attempt(again.split, f, &folded_.features[f], &values_[f]);
        forget();
    }
    polish_patterns();
    forget();
    begin_round();
    return true;
}

// What rules say, one after the other, by the bits of everything.
void FeatureSearch::polish_patterns() {
    std::vector<const std::vector<std::int8_t> *> of_nodes;
    for (const auto &of_feature : values_) of_nodes.push_back(&of_feature);
    for (Feature &feature : folded_.features) {
        const auto at = std::size_t(&feature - folded_.features.data());
        if (splits_[at].frame >= 0) continue;
        const auto &values = values_[at];
        for (std::size_t r = 0; r < folded_.rules.size() && !is_over(); ++r) {
            std::array<std::vector<std::int8_t>, 3> options;
            for (std::size_t place = 0; place < 3; ++place) {
                if (feature.rules[r][place] == NONE) {
                    options[place] = {NONE};
                    continue;
                }
                options[place] = {SHARED, FREE};
                for (int v = 0; v < feature.values; ++v) options[place].push_back(std::int8_t(v));
            }
            Pattern best = feature.rules[r];
            for (std::int8_t x : options[0])
                for (std::int8_t y : options[1])
                    for (std::int8_t z : options[2]) {
                        const Pattern pattern = {x, y, z};
                        if (pattern == best || std::count(pattern.begin(), pattern.end(), SHARED) == 1) continue;
                        bool ok = !is_over();
                        for (std::size_t i = 0; i < forest_.size() && ok; ++i) {
                            const Node &node = forest_[i];
                            if (node.left >= 0 && node.alternative == r)
                                ok = fits(pattern, {values[i], values[std::size_t(node.left)],
                                                    values[std::size_t(node.right)]});
                        }
                        if (!ok) continue;
                        feature.rules[r] = pattern;
                        std::vector<const Feature *> features;
                        for (const Feature &other : folded_.features) features.push_back(&other);
                        const double bits = bits_with(features, of_nodes);
                        if (bits < bits_ - LEAST_SAVING) {
                            bits_ = bits;
                            best = pattern;
                        }
                    }
            feature.rules[r] = best;
        }
    }
}

}  // namespace brillig::feature
