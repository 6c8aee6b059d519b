#include "feature_describe.hpp"

#include <cmath>
#include <map>
#include <set>

#include "feature_frames.hpp"
#include "feature_units.hpp"
#include "grow_state.hpp"

namespace brillig::feature {

using grow::key;
using grow::NEVER;
using grow::RULE_KEYS;
using grow::Sentence;

namespace {

constexpr int PASSES = 10;       // of trees and probabilities in turn, unless they agree before
constexpr double SMOOTHING = 0.1;  // so that a choice not made yet stays possible while trees are sought

}  // namespace

Expansion::Expansion(const Folded &folded, const Tuples &tuples) {
    const int most = tuples.most();
    const auto place = [&](int category, int tuple) { return category * most + tuple; };
    struct Candidate {
        std::size_t base;
        int x, y, z, tuple;
        std::vector<Value> choices;
    };
    std::vector<Candidate> candidates;
    for (std::size_t r = 0; r < folded.rules.size(); ++r) {
        const Rule rule = folded.rules[r];
        for (int a = 0; a < tuples.number(rule.x); ++a)
            for (int b = 0; b < tuples.number(rule.y); ++b)
                for (int c = 0; c < tuples.number(rule.z); ++c) {
                    std::vector<Value> choices;
                    bool ok = true;
                    for (std::size_t f = 0; f < folded.features.size() && ok; ++f) {
                        const Pattern values = {std::int8_t(tuples.value(rule.x, a, int(f))),
                                                std::int8_t(tuples.value(rule.y, b, int(f))),
                                                std::int8_t(tuples.value(rule.z, c, int(f)))};
                        const Pattern &pattern = folded.features[f].rules[r];
                        ok = feature::fits(pattern, values);
                        if (ok)
                            choices_of(pattern, rule, values, [&](int category, int value) {
                                choices.push_back({int(f), category, value});
                            });
                    }
                    if (ok)
                        candidates.push_back({r, place(rule.x, a), place(rule.y, b), place(rule.z, c), a, choices});
                }
    }
    struct Word {
        std::size_t base;
        int x, tuple;
    };
    std::vector<Word> words;
    for (std::size_t l = 0; l < folded.lexical.size(); ++l) {
        const int x = folded.lexical[l].first;
        for (int t = 0; t < tuples.number(x); ++t) {
            bool ok = true;
            for (std::size_t f = 0; f < folded.features.size(); ++f) {
                const int value = folded.features[f].words[l];
                ok &= value < 0 || tuples.value(x, t, int(f)) == value;
            }
            if (ok) words.push_back({l, place(x, t), t});
        }
    }
    // What can be written out in words, and of this what sentences can reach.
    std::set<int> productive, reachable = {place(0, 0)};
    for (const Word &word : words) productive.insert(word.x);
    for (bool more = true; more;) {
        more = false;
        for (const Candidate &rule : candidates)
            if (!productive.contains(rule.x) && productive.contains(rule.y) && productive.contains(rule.z))
                more = productive.insert(rule.x).second;
    }
    std::erase_if(candidates, [&](const Candidate &rule) {
        return !productive.contains(rule.y) || !productive.contains(rule.z);
    });
    for (bool more = true; more;) {
        more = false;
        for (const Candidate &rule : candidates)
            if (reachable.contains(rule.x))
                for (int child : {rule.y, rule.z}) more |= reachable.insert(child).second;
    }
    std::map<int, int> number;
    for (int entry : reachable) {
        number[entry] = int(categories.size());
        categories.push_back({entry / most, entry % most});
    }
    if (categories.size() > std::size_t(CATEGORIES)) {
        fits = false;
        return;
    }
    for (Candidate &rule : candidates)
        if (reachable.contains(rule.x))
            rules.push_back({{std::uint8_t(number[rule.x]), std::uint8_t(number[rule.y]), std::uint8_t(number[rule.z])},
                             rule.base,
                             rule.tuple,
                             std::move(rule.choices)});
    for (const Word &word : words)
        if (reachable.contains(word.x))
            lexical.push_back({number[word.x], folded.lexical[word.base].second, word.base, word.tuple});
}

namespace {

class Describer {
public:
    Describer(const Folded &folded, const Expansion &expansion, const std::vector<Sentence> &sentences)
        : folded_(folded), expansion_(expansion), tuples_(folded), all_(sentences), corpus_(folded.words, sentences),
          strings_(corpus_, lexicon()) {
        for (const auto &rule : expansion.rules) rules_.push_back(rule.rule);
        for (std::size_t i = 0; i < expansion.rules.size(); ++i) rule_of_[key(rules_[i])] = i;
        for (std::size_t i = 0; i < expansion.lexical.size(); ++i) {
            const auto &entry = expansion.lexical[i];
            word_of_[{entry.word, entry.category}] = i;
        }
        homographs_.resize(strings_.senses.size());
        for (std::size_t w = 0; w < strings_.homograph_of.size(); ++w)
            if (const int homograph = strings_.homograph_of[w]; homograph >= 0)
                homographs_[std::size_t(homograph)] = int(w);
    }

    Described run() {
        Described result;
        result.grammar = skeleton_bits(folded_) + feature_bits(folded_, units_of(folded_), frames_of(folded_));
        std::vector<double> costs(rules_.size(), 1.0);
        grow::Senses senses = strings_.senses;
        std::vector<int> last;
        grow::Parser parser;
        std::vector<std::vector<int>> codes;
        const std::vector<char> possible = strings_.of_known_words(known_);
        bool complete = false;
        for (int pass = 0; pass < PASSES; ++pass) {
            parser.set_rules(rules_, costs, grow::has_inner_root(rules_));
            std::vector<int> uses(expansion_.rules.size() + expansion_.lexical.size(), 0);
            std::vector<std::vector<int>> now(std::size_t(strings_.number()));
            std::vector<std::vector<std::size_t>> trees(std::size_t(strings_.number()));
            complete = true;
            for (int i = 0; i < strings_.number(); ++i) {
                if (!possible[std::size_t(i)] || !parser.parse(strings_.string(i), strings_.length(i), senses)) {
                    complete = false;
                    continue;
                }
                parser.walk([&](std::uint32_t use) {
                    const std::size_t at = place_of(use);
                    uses[at] += strings_.times[std::size_t(i)];
                    trees[std::size_t(i)].push_back(at);
                });
                now[std::size_t(i)] = parser.code();
            }
            add_words(uses);
            const Counts counts = count(uses);
            Modes modes;
            const double bits = data_bits(folded_, tuples_, counts, corpus_.tables, &modes) +
                                saved_without_repeats(counts, modes, now, trees);
            if (bits < result.data) {
                result.data = bits;
                result.modes = modes;
                codes = now;
                report(uses, counts, modes, result);
            }
            if (uses == last) break;
            last = uses;
            set_costs(Logs(folded_, tuples_, counts, modes, SMOOTHING, false), costs, senses);
        }
        if (!complete) result.data = NEVER;
        std::map<Sentence, std::size_t> places;
        for (std::size_t s = 0; s < corpus_.sentences.size(); ++s) places[corpus_.sentences[s]] = s;
        for (const Sentence &sentence : all_)
            result.trees.push_back(codes[std::size_t(strings_.string_of[places.at(sentence)])]);
        return result;
    }

private:
    grow::Lexicon lexicon() {
        grow::Lexicon result;
        result.home.assign(std::size_t(folded_.words), 0);
        known_.assign(std::size_t(folded_.words), 0);
        for (const auto &entry : expansion_.lexical) result.add(known_, entry.word, entry.category);
        return result;
    }

    std::size_t place_of(std::uint32_t use) const {
        if (use < RULE_KEYS) return rule_of_.at(use);
        const int word = homographs_[(use - RULE_KEYS) / CATEGORIES];
        return expansion_.rules.size() + word_of_.at({word, int((use - RULE_KEYS) % CATEGORIES)});
    }

    // Words with one lexical rule are not among the uses of the trees.
    void add_words(std::vector<int> &uses) const {
        for (std::size_t i = 0; i < expansion_.lexical.size(); ++i) {
            const auto word = std::size_t(expansion_.lexical[i].word);
            if (strings_.homograph_of[word] < 0) uses[expansion_.rules.size() + i] = corpus_.counts[word];
        }
    }

    Counts count(const std::vector<int> &uses) const {
        Counts counts(folded_, tuples_);
        for (std::size_t i = 0; i < expansion_.rules.size(); ++i) {
            const auto &rule = expansion_.rules[i];
            counts.rule(rule.base, rule.tuple) += uses[i];
            for (const Value &value : rule.choices) counts.choice(value.feature, value.category, value.value) += uses[i];
        }
        for (std::size_t i = 0; i < expansion_.lexical.size(); ++i) {
            const auto &entry = expansion_.lexical[i];
            counts.word(entry.base, entry.tuple) += uses[expansion_.rules.size() + i];
        }
        return counts;
    }

    double log_of_rule(const Logs &logs, std::size_t i) const {
        const auto &rule = expansion_.rules[i];
        double bits = logs.rule(rule.base, rule.tuple);
        for (const Value &value : rule.choices) bits += logs.choice(value.feature, value.category, value.value);
        return bits;
    }

    double log_of_word(const Logs &logs, std::size_t i) const {
        return logs.word(expansion_.lexical[i].base, expansion_.lexical[i].tuple);
    }

    void set_costs(const Logs &logs, std::vector<double> &costs, grow::Senses &senses) const {
        for (std::size_t i = 0; i < rules_.size(); ++i) costs[i] = -log_of_rule(logs, i);
        for (auto &of_word : senses)
            for (grow::Sense &sense : of_word)
                sense.cost = -log_of_word(logs, place_of(sense.key) - expansion_.rules.size());
    }

    // As in a plain grammar: each sentence is chosen among those not yet written, short ones first.
    double saved_without_repeats(const Counts &counts, const Modes &modes,
                                 const std::vector<std::vector<int>> &codes,
                                 const std::vector<std::vector<std::size_t>> &trees) const {
        if (!corpus_.distinct) return 0;
        const Logs logs(folded_, tuples_, counts, modes, 0.5, true);
        std::vector<double> of_string(codes.size(), 0);
        for (std::size_t i = 0; i < codes.size(); ++i)
            for (std::size_t use : trees[i])
                of_string[i] += use < rules_.size() ? log_of_rule(logs, use) : log_of_word(logs, use - rules_.size());
        std::vector<double> of_word(std::size_t(folded_.words), 0);
        for (std::size_t i = 0; i < expansion_.lexical.size(); ++i) {
            const auto word = std::size_t(expansion_.lexical[i].word);
            if (strings_.homograph_of[word] < 0) of_word[word] = log_of_word(logs, i);
        }
        double saved = 0, mass = 0;
        for (std::size_t s = 0; s < corpus_.sentences.size(); ++s) {
            const auto string = std::size_t(strings_.string_of[s]);
            if (codes[string].empty()) continue;
            double bits = of_string[string];
            for (auto word : corpus_.sentences[s]) bits += of_word[word];
            saved += std::log2(std::max(1e-9, 1 - mass));
            mass += std::exp2(bits);
        }
        return saved;
    }

    // Probabilities among the rules of an expanded category: what leads to nothing is left out of them.
    void report(const std::vector<int> &uses, const Counts &counts, const Modes &modes,
                Described &result) const {
        const auto middle = uses.begin() + std::ptrdiff_t(rules_.size());
        result.rule_uses.assign(uses.begin(), middle);
        result.word_uses.assign(middle, uses.end());
        const Logs logs(folded_, tuples_, counts, modes, 0.5, false);
        std::array<double, CATEGORIES> total{};
        result.rule_weights.clear();
        result.word_weights.clear();
        for (std::size_t i = 0; i < rules_.size(); ++i) {
            result.rule_weights.push_back(std::exp2(log_of_rule(logs, i)));
            total[rules_[i].x] += result.rule_weights.back();
        }
        for (std::size_t i = 0; i < expansion_.lexical.size(); ++i) {
            result.word_weights.push_back(std::exp2(log_of_word(logs, i)));
            total[std::size_t(expansion_.lexical[i].category)] += result.word_weights.back();
        }
        for (std::size_t i = 0; i < rules_.size(); ++i) result.rule_weights[i] /= total[rules_[i].x];
        for (std::size_t i = 0; i < expansion_.lexical.size(); ++i)
            result.word_weights[i] /= total[std::size_t(expansion_.lexical[i].category)];
    }

    const Folded &folded_;
    const Expansion &expansion_;
    Tuples tuples_;
    const std::vector<Sentence> &all_;
    std::vector<int> known_;  // lexical rules of each word
    grow::Corpus corpus_;
    grow::Strings strings_;
    std::vector<Rule> rules_;
    std::map<std::uint32_t, std::size_t> rule_of_;
    std::map<std::pair<int, int>, std::size_t> word_of_;
    std::vector<int> homographs_;  // the word of each
};

}  // namespace

Described describe(const Folded &folded, const Expansion &expansion, const std::vector<Sentence> &sentences) {
    return Describer(folded, expansion, sentences).run();
}

}  // namespace brillig::feature
