// Divide and concur with the rules given: which categories do the words have?
//
// Where the main network divides a sentence into layers, here the whole sentence is one local problem. With the
// rules fixed, the nearest category string that the rules derive is found by CYK over costs, so P_A is the true
// projection to "this sentence has a parse tree", and the only variables are the category vectors of the word
// occurrences. P_B makes the occurrences of each word agree. It settles in a few iterations or not at all.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "movable.hpp"
#include "random.hpp"

namespace nb = nanobind;

namespace brillig {
namespace {

using Rule = std::tuple<int, int, int>;

class ChartNetwork {
  public:
    // Categories are 0..categories-1, with the start symbol among them. `given[w]` are the categories of a known
    // word, empty for a word that is free to have any of the categories in `free_categories`.
    ChartNetwork(int categories, int start, std::vector<Rule> rules, std::vector<std::vector<int>> sentences,
                 std::vector<std::vector<int>> given, std::vector<int> free_categories, std::vector<int> must_use,
                 int homographs, bool strict_word_choice)
        : categories_(categories), start_(start), rules_(std::move(rules)), sentences_(std::move(sentences)),
          must_use_(std::move(must_use)), homographs_(homographs), strict_(strict_word_choice),
          may_(size_t(categories), false) {
        if (categories > 64) throw std::invalid_argument("at most 64 categories");
        for (int c : free_categories) may_.at(size_t(c)) = true;
        const size_t words = given.size();
        given_ = std::move(given);
        count_.assign(words, 0);
        size_t longest = 0, rows = 0;
        for (auto &sentence : sentences_) {
            longest = std::max(longest, sentence.size());
            first_row_.push_back(int(rows));
            rows += sentence.size();
            for (int w : sentence) ++count_.at(size_t(w));
        }
        for (size_t w = 0; w < words; ++w)
            if (given_[w].empty() && count_[w] > 0) free_words_.push_back(int(w));
        x_.assign(rows * size_t(categories_), 0);
        chosen_.assign(rows, 0);
        mean_.assign(words * size_t(categories_), 0);
        chart_.assign(longest * longest * size_t(categories_), 0);
        std::sort(rules_.begin(), rules_.end());
    }

    void set_parameters(double beta) { beta_ = float(beta); }

    void start(uint64_t seed) {
        Random random(seed);
        for (auto &m : mean_) m = float(random.uniform());
        spread();
    }

    // Start every occurrence of a word at the given vector; columns follow the categories.
    void start_from(nb::ndarray<const double, nb::ndim<2>, nb::c_contig> means) {
        if (means.shape(0) != given_.size() || means.shape(1) > size_t(categories_))
            throw std::invalid_argument("one row for each word, one column for each category");
        std::fill(mean_.begin(), mean_.end(), 0.f);
        for (size_t w = 0; w < means.shape(0); ++w)
            for (size_t c = 0; c < means.shape(1); ++c) mean_[w * size_t(categories_) + c] = float(means(w, c));
        spread();
    }

    // At most this many iterations; 0: all made, 1: solved, 3: a sentence has no tree whatever its free words are.
    std::tuple<int64_t, int> run(int64_t iterations) {
        nb::gil_scoped_release release;
        for (int64_t made = 1; made <= iterations; ++made) {
            if (!divide()) return {made, 3};
            if (solved()) {
                gap_ = 0;
                return {made, 1};
            }
            concur();
        }
        return {iterations, 0};
    }

    nb::bytes save() { return pack(shape(), state(), {}); }
    void load(nb::bytes bytes) {
        unpack(bytes, shape(), state(), [&] { return bounded(x_.data(), int64_t(x_.size())) && gap_ >= 0; });
    }

    double gap() const { return gap_; }

    // The categories that P_A chose for each word, over all its occurrences.
    std::vector<std::vector<int>> lexicon() const {
        std::vector<std::vector<int>> result(given_.size());
        for (size_t w = 0; w < given_.size(); ++w) {
            if (!given_[w].empty()) {
                result[w] = given_[w];
                continue;
            }
            for (int c = 0; c < categories_; ++c)
                if (used_.size() > w && (used_[w] >> c & 1)) result[w].push_back(c);
        }
        return result;
    }

    // Sentences without any tree, whatever the free words are: that is a proof.
    std::vector<int> hopeless() {
        std::vector<int> result;
        for (size_t s = 0; s < sentences_.size(); ++s)
            if (!divide_sentence(s)) result.push_back(int(s));
        return result;
    }

    nb::ndarray<nb::numpy, double> vectors() {
        auto data = new double[x_.size()];
        std::copy(x_.begin(), x_.end(), data);
        nb::capsule owner(data, [](void *p) noexcept { delete[] static_cast<double *>(p); });
        return nb::ndarray<nb::numpy, double>(data, {chosen_.size(), size_t(categories_)}, owner);
    }
    std::vector<int> chosen() const { return chosen_; }

  private:
    static constexpr float NEVER = 1e9f;

    std::array<int64_t, 5> shape() const {
        return {categories_, int64_t(rules_.size()), int64_t(sentences_.size()), int64_t(given_.size()), homographs_};
    }
    Spans state() { return {{x_.data(), x_.size() * sizeof(float)}, {&gap_, sizeof(gap_)}}; }

    float *cell(size_t i, size_t j, size_t length) {  // words i..j inclusive
        return chart_.data() + (i * length + j) * size_t(categories_);
    }

    void spread() {
        for (size_t s = 0; s < sentences_.size(); ++s)
            for (size_t i = 0; i < sentences_[s].size(); ++i)
                std::copy_n(mean_.begin() + long(size_t(sentences_[s][i]) * size_t(categories_)), categories_,
                            x_.begin() + long((size_t(first_row_[s]) + i) * size_t(categories_)));
        gap_ = std::numeric_limits<double>::infinity();
    }

    bool divide() {
        for (size_t s = 0; s < sentences_.size(); ++s)
            if (!divide_sentence(s)) return false;
        return true;
    }

    // The nearest derivable category string, by CYK over the costs 1 - 2 x of setting a component to one.
    bool divide_sentence(size_t s) {
        const auto &sentence = sentences_[s];
        const size_t length = sentence.size();
        for (size_t i = 0; i < length; ++i) {
            float *leaf = cell(i, i, length);
            const auto &given = given_[size_t(sentence[i])];
            std::fill_n(leaf, categories_, NEVER);
            if (!given.empty()) {
                for (int c : given) leaf[c] = 0;
                continue;
            }
            const float *x = x_.data() + (size_t(first_row_[s]) + i) * size_t(categories_);
            for (int c = 0; c < categories_; ++c)
                if (may_[size_t(c)]) {
                    const float cost = 1 - 2 * x[c];
                    leaf[c] = homographs_ > 0 ? std::max(0.f, cost) : cost;
                }
        }
        for (size_t span = 2; span <= length; ++span)
            for (size_t i = 0; i + span <= length; ++i) {
                const size_t j = i + span - 1;
                float *target = cell(i, j, length);
                std::fill_n(target, categories_, NEVER);
                for (size_t k = i; k < j; ++k) {
                    const float *left = cell(i, k, length), *right = cell(k + 1, j, length);
                    for (auto [x, y, z] : rules_) {
                        const float cost = left[y] + right[z];
                        target[x] = cost < target[x] ? cost : target[x];
                    }
                }
            }
        if (cell(0, length - 1, length)[start_] >= NEVER / 2) return false;
        trace(s, 0, length - 1, start_);
        return true;
    }

    void trace(size_t s, size_t i, size_t j, int category) {
        const size_t length = sentences_[s].size();
        if (i == j) {
            chosen_[size_t(first_row_[s]) + i] = category;
            return;
        }
        const float best = cell(i, j, length)[category];
        for (size_t k = i; k < j; ++k)
            for (auto [x, y, z] : rules_)
                if (x == category && cell(i, k, length)[y] + cell(k + 1, j, length)[z] == best) {
                    trace(s, i, k, y);
                    trace(s, k + 1, j, z);
                    return;
                }
    }

    // Whether the chosen strings already make a lexicon within the allowance that uses what must be used.
    bool solved() {
        used_.assign(given_.size(), 0);
        for (size_t s = 0; s < sentences_.size(); ++s)
            for (size_t i = 0; i < sentences_[s].size(); ++i)
                used_[size_t(sentences_[s][i])] |= uint64_t(1) << chosen_[size_t(first_row_[s]) + i];
        int pairs = 0;
        uint64_t all = 0;
        for (int w : free_words_) {
            pairs += std::popcount(used_[size_t(w)]);
            all |= used_[size_t(w)];
        }
        if (pairs > int(free_words_.size()) + homographs_) return false;
        for (int c : must_use_)
            if (!(all >> c & 1)) return false;
        return true;
    }

    // P_B, then the step: every occurrence of a word moves towards the word's mean.
    void concur() {
        const size_t width = size_t(categories_);
        std::fill(mean_.begin(), mean_.end(), 0.f);
        auto one = [&](size_t row, size_t c) {
            return int(c) == chosen_[row] || (homographs_ > 0 && x_[row * width + c] >= 0.5f) ? 1.f : 0.f;
        };
        for (size_t s = 0; s < sentences_.size(); ++s)
            for (size_t i = 0; i < sentences_[s].size(); ++i) {
                const size_t w = size_t(sentences_[s][i]), row = size_t(first_row_[s]) + i;
                for (size_t c = 0; c < width; ++c) mean_[w * width + c] += 2 * one(row, c) - x_[row * width + c];
            }
        for (int w : free_words_)
            for (size_t c = 0; c < width; ++c) mean_[size_t(w) * width + c] /= float(count_[size_t(w)]);
        use_categories();
        bound_lexicon();
        double sum = 0;
        size_t variables = 0;
        for (size_t s = 0; s < sentences_.size(); ++s)
            for (size_t i = 0; i < sentences_[s].size(); ++i) {
                const size_t w = size_t(sentences_[s][i]), row = size_t(first_row_[s]) + i;
                if (!given_[w].empty()) continue;
                for (size_t c = 0; c < width; ++c) {
                    const float move = mean_[w * width + c] - one(row, c);
                    x_[row * width + c] += beta_ * move;
                    sum += double(move) * move;
                }
                variables += width;
            }
        gap_ = variables ? std::sqrt(sum / double(variables)) : 0;
    }

    void use_categories() {
        for (int c : must_use_) {
            float most = -NEVER, least = NEVER;
            int best = -1;
            for (int w : free_words_) {
                const float value = mean_[size_t(w) * size_t(categories_) + size_t(c)];
                most = std::max(most, value);
                float cost = 1 - value;
                if (strict_) cost = std::max(cost, 0.f) * std::max(cost, 0.f) * float(count_[size_t(w)]);
                if (cost < least) {
                    least = cost;
                    best = w;
                }
            }
            if (best >= 0 && most < 1) mean_[size_t(best) * size_t(categories_) + size_t(c)] = 1;
        }
    }

    void bound_lexicon() {
        if (homographs_ == 0) return;
        double norm = 0;
        for (int w : free_words_)
            for (size_t c = 0; c < size_t(categories_); ++c) {
                const double value = mean_[size_t(w) * size_t(categories_) + c];
                norm += value * value;
            }
        const double most = double(free_words_.size()) + homographs_;
        if (norm <= most) return;
        const float scale = float(std::sqrt(most / norm));
        for (int w : free_words_)
            for (size_t c = 0; c < size_t(categories_); ++c) mean_[size_t(w) * size_t(categories_) + c] *= scale;
    }

    int categories_, start_;
    std::vector<Rule> rules_;
    std::vector<std::vector<int>> sentences_, given_;
    std::vector<int> must_use_;
    int homographs_;
    bool strict_;
    std::vector<bool> may_;
    std::vector<int> count_, first_row_, free_words_, chosen_;
    std::vector<float> x_, mean_, chart_;
    std::vector<uint64_t> used_;
    float beta_ = 0.5f;
    double gap_ = 0;
};

}  // namespace
}  // namespace brillig

void bind_chart(nb::module_ &module) {
    using N = brillig::ChartNetwork;
    nb::class_<N>(module, "ChartNetwork")
        .def(nb::init<int, int, std::vector<brillig::Rule>, std::vector<std::vector<int>>,
                      std::vector<std::vector<int>>, std::vector<int>, std::vector<int>, int, bool>(),
             nb::arg("categories"), nb::arg("start"), nb::arg("rules"), nb::arg("sentences"), nb::arg("given"),
             nb::arg("free_categories"), nb::arg("must_use"), nb::arg("homographs"), nb::arg("strict_word_choice"))
        .def("set_parameters", &N::set_parameters, nb::arg("beta"))
        .def("start", &N::start, nb::arg("seed"))
        .def("start_from", &N::start_from, nb::arg("means"))
        .def("run", &N::run)
        .def("save", &N::save)
        .def("load", &N::load)
        .def("gap", &N::gap)
        .def("lexicon", &N::lexicon)
        .def("hopeless", &N::hopeless)
        .def("vectors", &N::vectors)
        .def("chosen", &N::chosen);
}
