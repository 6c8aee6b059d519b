// The door to grammars with features: their bits, and the search for them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <stdexcept>
#include <tuple>

#include "feature_describe.hpp"
#include "feature_search.hpp"

namespace nb = nanobind;

namespace {

using namespace brillig::feature;
using brillig::grow::Sentence;

using Rules = std::vector<std::array<int, 3>>;
using Lexical = std::vector<std::pair<int, int>>;
// How many values; the categories that carry it; of each lexical rule and of each rule's places what is said.
using BoundFeature = std::tuple<int, std::vector<int>, std::vector<int>, Rules>;

std::int8_t small(int value) {
    if (value < NONE || value >= MAX_VALUES) throw std::invalid_argument("a value out of range");
    return std::int8_t(value);
}

Folded folded_of(int words, const Rules &rules, const Lexical &lexical, const std::vector<BoundFeature> &features) {
    Folded folded;
    folded.words = words;
    for (const auto &rule : rules) {
        for (int c : rule)
            if (c < 0 || c >= CATEGORIES) throw std::invalid_argument("a category out of range");
        folded.rules.push_back({std::uint8_t(rule[0]), std::uint8_t(rule[1]), std::uint8_t(rule[2])});
    }
    for (const auto &[category, word] : lexical)
        if (category < 0 || category >= CATEGORIES || word < 0 || word >= words)
            throw std::invalid_argument("a lexical rule out of range");
    folded.lexical = lexical;
    for (const auto &[values, carriers, of_words, of_rules] : features) {
        Feature feature;
        feature.values = values;
        for (int c : carriers) {
            if (c < 0 || c >= CATEGORIES) throw std::invalid_argument("a category out of range");
            feature.carriers |= std::uint64_t(1) << c;
        }
        for (int value : of_words) feature.words.push_back(small(value));
        for (const auto &places : of_rules) feature.rules.push_back({small(places[0]), small(places[1]), small(places[2])});
        folded.features.push_back(std::move(feature));
    }
    folded.check();
    return folded;
}

void check_sentences(int words, const std::vector<Sentence> &sentences) {
    for (const Sentence &sentence : sentences) {
        if (sentence.empty()) throw std::invalid_argument("a sentence without words");
        for (auto word : sentence)
            if (int(word) >= words) throw std::invalid_argument("a word out of range");
    }
}

using Categories = std::vector<std::pair<int, std::vector<int>>>;
using Expanded = std::tuple<Categories, Rules, Lexical>;

// The plain categories, as folded ones with their values, and the plain rules.
Expanded bound_expansion(const Folded &folded, const Expansion &expansion) {
    const Tuples tuples(folded);
    Categories categories;
    for (const auto &[category, tuple] : expansion.categories) {
        std::vector<int> values;
        for (std::size_t f = 0; f < folded.features.size(); ++f) values.push_back(tuples.value(category, tuple, int(f)));
        categories.push_back({category, values});
    }
    Rules rules;
    for (const auto &rule : expansion.rules) rules.push_back({rule.rule.x, rule.rule.y, rule.rule.z});
    Lexical lexical;
    for (const auto &entry : expansion.lexical) lexical.push_back({entry.category, entry.word});
    return {categories, rules, lexical};
}

using Answer = std::tuple<double, double, Expanded, std::vector<int>, std::vector<int>, std::vector<double>,
                          std::vector<double>, std::vector<std::vector<int>>>;

Answer describe_folded(int words, const Rules &rules, const Lexical &lexical,
                       const std::vector<BoundFeature> &features, const std::vector<Sentence> &sentences) {
    nb::gil_scoped_release release;
    check_sentences(words, sentences);
    const Folded folded = folded_of(words, rules, lexical, features);
    const Expansion expansion(folded, Tuples(folded));
    if (!expansion.fits) throw std::invalid_argument("too many categories once features are written out");
    const Described d = describe(folded, expansion, sentences);
    return {d.grammar, d.data, bound_expansion(folded, expansion), d.rule_uses, d.word_uses,
            d.rule_weights, d.word_weights, d.trees};
}

class BoundSearch {
public:
    BoundSearch(int words, const Rules &rules, const Lexical &lexical, const std::vector<Sentence> &sentences,
                const std::vector<std::vector<int>> &trees, std::uint64_t seed, std::size_t starts, nb::callable stopped)
        : search_((check_sentences(words, sentences), folded_of(words, rules, lexical, {})), sentences, trees, seed, starts,
                  [stopped] {
                      nb::gil_scoped_acquire acquire;
                      return nb::cast<bool>(stopped());
                  }) {}

    bool step() {
        nb::gil_scoped_release release;
        return search_.step();
    }
    double bits() const { return search_.bits(); }
    std::uint64_t work() const { return search_.work(); }
    std::vector<BoundFeature> features() const {
        std::vector<BoundFeature> result;
        for (const Feature &feature : search_.best().features) {
            std::vector<int> carriers;
            for (int c = 0; c < CATEGORIES; ++c)
                if (feature.carries(c)) carriers.push_back(c);
            Rules of_rules;
            for (const Pattern &pattern : feature.rules) of_rules.push_back({pattern[0], pattern[1], pattern[2]});
            result.push_back({feature.values, carriers, {feature.words.begin(), feature.words.end()}, of_rules});
        }
        return result;
    }

private:
    FeatureSearch search_;
};

}  // namespace

void bind_feature(nb::module_ &module) {
    module.def("describe_folded", &describe_folded, nb::arg("words"), nb::arg("rules"), nb::arg("lexical"),
               nb::arg("features"), nb::arg("sentences"),
               "Bits of a grammar with features and of the trees' choices (infinite where a sentence has no tree); "
               "the plain grammar that it stands for; how often each of its rules is used, their probabilities; the "
               "trees.");
    nb::class_<BoundSearch>(module, "FeatureSearch", "Features that save bits; see src/kernel/feature_search.hpp.")
        .def(nb::init<int, const Rules &, const Lexical &, const std::vector<Sentence> &,
                      const std::vector<std::vector<int>> &, std::uint64_t, std::size_t, nb::callable>(),
             nb::arg("words"), nb::arg("rules"), nb::arg("lexical"), nb::arg("sentences"), nb::arg("trees"),
             nb::arg("seed"), nb::arg("starts"), nb::arg("stopped"))
        .def("step", &BoundSearch::step)
        .def("bits", &BoundSearch::bits)
        .def("work", &BoundSearch::work)
        .def("features", &BoundSearch::features);
}
