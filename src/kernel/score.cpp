// Probabilities of sentences: all trees summed, in logarithms so that long sentences do not vanish.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "grow_lexicon.hpp"

namespace nb = nanobind;

namespace {

constexpr double NOTHING = -std::numeric_limits<double>::infinity();

double added(double a, double b) {
    if (a < b) std::swap(a, b);
    return b == NOTHING ? a : a + std::log2(1 + std::exp2(b - a));
}

// log2 of the probability of each sentence under rules (parent, left, right) and (category, word), with log2 of the
// probability of each; minus infinity where it has no tree. Category 0 is the start symbol.
std::vector<double> log_probabilities(int categories, const std::vector<std::array<int, 3>> &rules,
                                      const std::vector<double> &rule_logs,
                                      const std::vector<std::pair<int, int>> &lexical,
                                      const std::vector<double> &lexical_logs,
                                      const std::vector<std::vector<int>> &sentences) {
    if (rules.size() != rule_logs.size() || lexical.size() != lexical_logs.size())
        throw std::invalid_argument("each rule needs a probability");
    const auto in_range = [&](int c) { return c >= 0 && c < categories; };
    for (const auto &[x, y, z] : rules)
        if (!in_range(x) || !in_range(y) || !in_range(z)) throw std::invalid_argument("a category out of range");
    for (const auto &entry : lexical)
        if (!in_range(entry.first)) throw std::invalid_argument("a category out of range");
    nb::gil_scoped_release release;
    const auto size = std::size_t(categories);
    std::vector<double> result, chart;
    for (const auto &sentence : sentences) {
        const std::size_t n = sentence.size();
        const auto at = [&](std::size_t a, std::size_t l) { return chart.data() + (a * n + l - 1) * size; };
        chart.assign(n * n * size, NOTHING);
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t i = 0; i < lexical.size(); ++i)
                if (lexical[i].second == sentence[a]) at(a, 1)[lexical[i].first] = lexical_logs[i];
        for (std::size_t l = 2; l <= n; ++l)
            for (std::size_t a = 0; a + l <= n; ++a)
                for (std::size_t k = 1; k < l; ++k) {
                    const double *left = at(a, k), *right = at(a + k, l - k);
                    for (std::size_t i = 0; i < rules.size(); ++i) {
                        const double both = left[rules[i][1]] + right[rules[i][2]];
                        if (both == NOTHING) continue;
                        double &here = at(a, l)[rules[i][0]];
                        here = added(here, both + rule_logs[i]);
                    }
                }
        result.push_back(n ? at(0, n)[0] : NOTHING);
    }
    return result;
}

// Classes of words by their neighbours, as the growing engine begins with; words out of classes in none.
std::vector<std::vector<std::uint16_t>> cluster_words(int words, const std::vector<std::vector<std::uint16_t>> &sentences) {
    using namespace brillig::grow;
    for (const auto &sentence : sentences)
        for (auto word : sentence)
            if (int(word) >= words) throw std::invalid_argument("a word out of range");
    nb::gil_scoped_release release;
    const Corpus corpus(words, sentences);
    Pulse pulse;
    return cluster(corpus, false, 0, pulse);
}

}  // namespace

void bind_score(nb::module_ &module) {
    module.def("log_probabilities", &log_probabilities, nb::arg("categories"), nb::arg("rules"), nb::arg("rule_logs"),
               nb::arg("lexical"), nb::arg("lexical_logs"), nb::arg("sentences"),
               "log2 of the probability of each sentence, all trees summed; minus infinity where it has none.");
    module.def("cluster_words", &cluster_words, nb::arg("words"), nb::arg("sentences"),
               "Classes of words by their neighbours; words that are only ever alone are in none.");
}
