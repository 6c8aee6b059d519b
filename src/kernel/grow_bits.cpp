// Bits of a grammar as it is given, every rule counted whether used or not, and the trees behind them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>

#include "grow_data.hpp"
#include "grow_grammar_bits.hpp"
#include "grow_state.hpp"

namespace nb = nanobind;

namespace {

using namespace brillig::grow;

constexpr int PASSES = 10;  // of trees and probabilities in turn, unless they agree before

struct Description {
    double grammar = NEVER, data = NEVER, exceptions = 0;
    std::vector<int> rule_uses, lexical_uses;
    std::vector<std::vector<int>> trees;  // of each sentence; empty for exceptions and where there is none
};

class Describer {
public:
    Describer(int words, const std::vector<std::array<int, 3>> &rules, const std::vector<std::pair<int, int>> &lexical,
              const std::vector<Sentence> &sentences, const std::vector<int> &exceptions)
        : words_(words), lexical_(lexical), all_(sentences), left_out_(exceptions.begin(), exceptions.end()),
          corpus_(words, kept()), strings_(corpus_, lexicon()) {
        for (const auto &r : rules) {
            for (int c : r)
                if (c < 0 || c >= CATEGORIES) throw std::invalid_argument("a category out of range");
            rules_.push_back({std::uint8_t(r[0]), std::uint8_t(r[1]), std::uint8_t(r[2])});
        }
    }

    Description run() {
        Description result;
        result.grammar = bits_of_grammar();
        result.exceptions = exception_bits();
        std::vector<int> counts(RULE_KEYS + strings_.senses.size() * CATEGORIES, 0), last;
        Senses senses = strings_.senses;
        std::vector<double> costs = even_costs(senses);
        Parser parser;
        std::vector<std::vector<int>> codes;
        const std::vector<char> possible = strings_.of_known_words(known_);
        bool complete = false;
        for (int pass = 0; pass < PASSES; ++pass) {
            parser.set_rules(rules_, costs, has_inner_root(rules_));
            std::fill(counts.begin(), counts.end(), 0);
            std::vector<std::vector<int>> now(std::size_t(strings_.number()));
            std::vector<Uses> uses(std::size_t(strings_.number()));
            complete = true;
            for (int i = 0; i < strings_.number(); ++i) {
                if (!possible[std::size_t(i)] || !parser.parse(strings_.string(i), strings_.length(i), senses)) {
                    complete = false;
                    continue;
                }
                parser.walk([&](std::uint32_t use) {
                    counts[use] += strings_.times[std::size_t(i)];
                    uses[std::size_t(i)].push_back(use);
                });
                now[std::size_t(i)] = parser.code();
            }
            const double bits = data_bits(counts) + saved_without_repeats(counts, now, uses);
            if (bits < result.data) {
                result.data = bits;
                codes = now;
                report(counts, result);
            }
            if (counts == last) break;
            last = counts;
            estimate(strings_, senses, rules_, counts, 0.0, costs);
        }
        if (!complete) result.data = NEVER;
        result.trees.resize(all_.size());
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (!left_out_.contains(int(i))) result.trees[i] = codes[std::size_t(strings_.string_of[place(all_[i])])];
        return result;
    }

private:
    std::vector<Sentence> kept() {
        std::vector<Sentence> result;
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (!left_out_.contains(int(i))) result.push_back(all_[i]);
        return result;
    }

    Lexicon lexicon() {
        Lexicon result;
        result.home.assign(std::size_t(words_), 0);
        known_.assign(std::size_t(words_), 0);
        for (const auto &[category, word] : lexical_) {
            if (category < 0 || category >= CATEGORIES || word < 0 || word >= words_)
                throw std::invalid_argument("a lexical rule out of range");
            result.add(known_, word, category);
        }
        return result;
    }

    std::size_t place(const Sentence &sentence) {
        if (places_.empty())
            for (std::size_t s = 0; s < corpus_.sentences.size(); ++s) places_[corpus_.sentences[s]] = s;
        return places_.at(sentence);
    }

    double bits_of_grammar() const {
        Shape shape;
        std::uint64_t with_words = 0;
        for (const auto &entry : lexical_) with_words |= std::uint64_t(1) << entry.first;
        for (int number : known_) shape.placed += number > 0;
        shape.extra = int(lexical_.size()) - shape.placed;
        return grammar_bits(shape, rules_, with_words);
    }

    std::vector<double> even_costs(Senses &senses) const {
        std::vector<int> kinds(CATEGORIES, 0);
        for (const Rule &r : rules_) ++kinds[r.x];
        for (const auto &entry : lexical_) ++kinds[std::size_t(entry.first)];
        std::vector<double> costs;
        for (const Rule &r : rules_) costs.push_back(std::log2(double(kinds[r.x])));
        for (auto &of_word : senses)
            for (Sense &sense : of_word) sense.cost = std::log2(double(kinds[sense.category]));
        return costs;
    }

    int lexical_count(std::size_t word, int category, const std::vector<int> &counts) const {
        const int homograph = strings_.homograph_of[word];
        if (homograph < 0) return corpus_.counts[word];
        return counts[RULE_KEYS + std::size_t(homograph) * CATEGORIES + std::size_t(category)];
    }

    double data_bits(const std::vector<int> &counts) const {
        std::size_t total[CATEGORIES] = {}, kinds[CATEGORIES] = {};
        double saved[CATEGORIES] = {};
        const auto add = [&](int category, int n) {
            total[category] += std::size_t(n);
            ++kinds[category];
            saved[category] += corpus_.tables.seen(std::size_t(n));
        };
        for (const Rule &r : rules_) add(r.x, counts[key(r)]);
        for (const auto &[category, word] : lexical_) add(category, lexical_count(std::size_t(word), category, counts));
        double bits = 0;
        for (int c = 0; c < CATEGORIES; ++c) bits += corpus_.tables.choices(total[c], kinds[c], saved[c]);
        return bits;
    }

    double saved_without_repeats(const std::vector<int> &counts, const std::vector<std::vector<int>> &codes,
                                 const std::vector<Uses> &uses) const {
        double mass = 0;
        const auto uses_of = [&](int i) { return codes[std::size_t(i)].empty() ? nullptr : &uses[std::size_t(i)]; };
        return bits_of_no_repeats(strings_, strings_.senses, rules_, counts, uses_of, mass);
    }

    void report(const std::vector<int> &counts, Description &result) const {
        result.rule_uses.clear();
        result.lexical_uses.clear();
        for (const Rule &r : rules_) result.rule_uses.push_back(counts[key(r)]);
        for (const auto &[category, word] : lexical_)
            result.lexical_uses.push_back(lexical_count(std::size_t(word), category, counts));
    }

    // Which, how long each is, and their words, with the lengths and words of the other sentences already known.
    double exception_bits() const {
        double bits = exception_choice_bits(all_.size(), left_out_.size());
        if (left_out_.empty()) return bits;
        std::vector<std::size_t> counts(corpus_.counts.begin(), corpus_.counts.end());
        std::size_t n = corpus_.tokens, longest = 0, number = 0;
        for (const Sentence &sentence : all_) longest = std::max(longest, sentence.size());
        std::vector<std::size_t> lengths(longest + 1, 0);
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (!left_out_.contains(int(i))) {
                ++lengths[all_[i].size()];
                ++number;
            }
        int nowhere = 0;
        for (int known : known_) nowhere += known == 0;
        bits += universal(nowhere + 1) + log2_choose(double(words_), nowhere);
        for (int i : left_out_) {
            const Sentence &sentence = all_[std::size_t(i)];
            bits += std::log2((double(number++) + 0.5 * double(longest)) / (double(lengths[sentence.size()]++) + 0.5));
            for (auto word : sentence)
                bits += std::log2((double(n++) + 0.5 * words_) / (double(counts[word]++) + 0.5));
        }
        return bits;
    }

    int words_;
    std::vector<std::pair<int, int>> lexical_;
    std::vector<Sentence> all_;
    std::set<int> left_out_;
    std::vector<int> known_;  // lexical rules of each word
    Corpus corpus_;
    Strings strings_;
    std::vector<Rule> rules_;
    std::map<Sentence, std::size_t> places_;
};

using Answer = std::tuple<double, double, double, std::vector<int>, std::vector<int>, std::vector<std::vector<int>>>;

Answer describe_grammar(int words, const std::vector<std::array<int, 3>> &rules,
                        const std::vector<std::pair<int, int>> &lexical, const std::vector<Sentence> &sentences,
                        const std::vector<int> &exceptions) {
    nb::gil_scoped_release release;
    for (const Sentence &sentence : sentences)
        for (auto word : sentence)
            if (int(word) >= words) throw std::invalid_argument("a word out of range");
    const Description d = Describer(words, rules, lexical, sentences, exceptions).run();
    return {d.grammar, d.data, d.exceptions, d.rule_uses, d.lexical_uses, d.trees};
}

}  // namespace

void bind_grow_bits(nb::module_ &module) {
    module.def("describe_grammar", &describe_grammar, nb::arg("words"), nb::arg("rules"), nb::arg("lexical"),
               nb::arg("sentences"), nb::arg("exceptions"),
               "Bits of grammar, of the trees' choices (infinite where a sentence has no tree) and of exceptions; "
               "how often each rule and each lexical rule is used; the trees.");
    module.attr("MAX_BIT_CATEGORIES") = CATEGORIES;
}
