// The extender in the paper's form: lab/brillig_lab/references/extend.py, made fast. The rules and the vectors of known
// words are constants; a transition's local problem is which of the rules to apply, and where.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "movable.hpp"
#include "random.hpp"

namespace nb = nanobind;

namespace brillig {
namespace {

enum Stop { LIMIT = 0, CONVERGED = 1 };

using Rule = std::tuple<int, int, int>;
using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig>;

struct Transition {
    int32_t layer, up, down;
    bool top;
};

class ExtendNetwork {
  public:
    // `root` are the rules at the base without their parent, `inner` those above it. `given` has the categories
    // of a known word and is empty for a free one.
    ExtendNetwork(int n, std::vector<std::tuple<int, int>> root, std::vector<Rule> inner,
                  const std::vector<std::vector<int>> &sentences, const std::vector<std::vector<int>> &given,
                  int homographs)
        : n_(n), homographs_(homographs), root_(std::move(root)), inner_(std::move(inner)),
          occurrences_(given.size()) {
        for (auto &sentence : sentences) {
            const int length = int(sentence.size());
            if (length < 2) throw std::invalid_argument("a sentence needs at least two words");
            longest_ = std::max(longest_, length);
            sentence_first_.push_back(transitions_.size());
            for (int l = 1; l < length; ++l) {
                const int32_t up = rows_;
                rows_ += l > 1 ? l : 0;
                transitions_.push_back({l, up, rows_, l + 1 == length});
                rows_ += l + 1;
            }
            for (int j = 0; j < length; ++j)
                occurrences_.at(size_t(sentence[size_t(j)])).push_back(transitions_.back().down + j);
        }
        sentence_first_.push_back(transitions_.size());
        lay_out(given);
    }

    void set_parameters(double beta, double gamma, double tolerance) {
        beta_ = beta;
        gamma_ = gamma;
        tolerance_ = tolerance;
    }

    void start(uint64_t seed) {
        Random random(seed);
        for (int32_t r = 0; r < rows_; ++r)
            for (int z = 0; z < n_; ++z) {
                const double value = random.uniform();
                x_[at(r, z)] = fixed_[size_t(r)] ? a_[at(r, z)] : value;
            }
        mu_.assign(size_t(n_), 1.0);
        gap2_ = INFINITY;
    }

    std::tuple<int64_t, int> run(int64_t iterations) {
        nb::gil_scoped_release release;
        for (int64_t made = 1; made <= iterations; ++made) {
            iterate();
            if (gap() < tolerance_) return {made, CONVERGED};
        }
        return {iterations, LIMIT};
    }

    // Root mean square of P_B - P_A over the variables that are not fixed.
    double gap() const { return std::sqrt(gap2_ / (double(free_rows_) * n_)); }
    std::vector<double> mu() const { return mu_; }

    // The category that P_A chose at each word of each sentence.
    std::vector<std::vector<int>> word_categories() const {
        std::vector<std::vector<int>> result;
        for (size_t s = 0; s + 1 < sentence_first_.size(); ++s) {
            const Transition &last = transitions_[sentence_first_[s + 1] - 1];
            auto &sentence = result.emplace_back();
            for (int j = 0; j <= last.layer; ++j) sentence.push_back(choice_[size_t(last.down + j)]);
        }
        return result;
    }

    nb::ndarray<nb::numpy, double> vectors() const {
        auto data = new double[x_.size()];
        std::copy(x_.begin(), x_.end(), data);
        nb::capsule owner(data, [](void *p) noexcept { delete[] static_cast<double *>(p); });
        return nb::ndarray<nb::numpy, double>(data, {size_t(rows_), size_t(n_)}, owner);
    }

    void set_state(Rows vectors, std::vector<double> mu) {
        if (vectors.shape(0) != size_t(rows_) || vectors.shape(1) != size_t(n_) || mu.size() != size_t(n_))
            throw std::invalid_argument("the arrays do not have the shape of this network");
        std::copy_n(vectors.data(), x_.size(), x_.begin());
        mu_ = std::move(mu);
    }

    nb::bytes save() { return pack(shape(), state(), {}); }
    void load(nb::bytes bytes) {
        unpack(bytes, shape(), state(), [&] {
            return bounded(x_.data(), int64_t(x_.size())) && bounded(mu_.data(), int64_t(mu_.size())) &&
                   *std::min_element(mu_.begin(), mu_.end()) > 0 && gap2_ >= 0;
        });
    }

  private:
    size_t at(int32_t row, int z) const { return size_t(row) * size_t(n_) + size_t(z); }

    std::array<int64_t, 5> shape() const {
        return {3, n_, rows_, int64_t(occurrences_.size()), homographs_};
    }
    Spans state() {
        return {{x_.data(), x_.size() * sizeof(double)}, {mu_.data(), mu_.size() * sizeof(double)},
                {&gap2_, sizeof(gap2_)}};
    }

    void lay_out(const std::vector<std::vector<int>> &given) {
        x_.assign(size_t(rows_) * size_t(n_), 0);
        a_ = b_ = x_;
        fixed_.assign(size_t(rows_), 0);
        word_row_.assign(size_t(rows_), 0);
        choice_.assign(size_t(rows_), 0);
        mu_.assign(size_t(n_), 1.0);
        for (size_t w = 0; w < given.size(); ++w) {
            if (occurrences_[w].empty()) throw std::invalid_argument("a word occurs nowhere");
            for (int32_t row : occurrences_[w]) {
                word_row_[size_t(row)] = 1;
                fixed_[size_t(row)] = !given[w].empty();
                for (int z : given[w]) a_.at(at(row, z)) = 1;
            }
            if (given[w].empty()) free_words_.push_back(w);
        }
        free_rows_ = std::count(fixed_.begin(), fixed_.end(), 0);
        const size_t size = size_t(longest_ + 1) * size_t(n_);
        up_.resize(size);
        down_.resize(size);
        left_.resize(size_t(longest_));
        right_.resize(size_t(longest_));
        left_category_.resize(size_t(longest_));
        right_category_.resize(size_t(longest_));
    }

    void iterate() {
        weight_.resize(size_t(n_));
        for (int z = 0; z < n_; ++z) weight_[size_t(z)] = mu_[size_t(z)] * mu_[size_t(z)];
        for (auto &transition : transitions_) divide(transition);
        concur();
        move();
    }

    bool rounds(int32_t row) const { return homographs_ > 0 && word_row_[size_t(row)] && !fixed_[size_t(row)]; }

    // What a 1 costs more than what the entry is otherwise: 0, rounded, or fixed.
    void costs(int32_t row, double *into) const {
        for (int z = 0; z < n_; ++z) {
            if (fixed_[size_t(row)]) {
                into[z] = a_[at(row, z)] == 1 ? 0 : INFINITY;
            } else {
                const double c = weight_[size_t(z)] * (1 - 2 * x_[at(row, z)]);
                into[z] = rounds(row) ? std::max(c, 0.0) : c;
            }
        }
    }

    // The best category of a node that is passed on, and its cost.
    std::pair<int, double> preserve(const double *up, const double *down) const {
        int best = 0;
        double least = up[0] + down[0];
        for (int z = 1; z < n_; ++z)
            if (up[z] + down[z] < least) {
                least = up[z] + down[z];
                best = z;
            }
        return {best, least};
    }

    // P_A at one transition.
    void divide(const Transition &tr) {
        const int l = tr.layer;
        for (int j = 0; j <= l; ++j) costs(tr.down + j, &down_[size_t(j * n_)]);
        double best = INFINITY;
        int place = 0, parent = -1, y = 0, z = 0;
        if (l == 1) {
            for (auto [left, right] : root_)
                if (const double c = down_[size_t(left)] + down_[size_t(n_ + right)]; c < best) {
                    best = c;
                    y = left;
                    z = right;
                }
        } else {
            for (int j = 0; j < l; ++j) {
                double *up = &up_[size_t(j * n_)];
                costs(tr.up + j, up);
                std::tie(left_category_[size_t(j)], left_[size_t(j)]) = preserve(up, &down_[size_t(j * n_)]);
                std::tie(right_category_[size_t(j)], right_[size_t(j)]) = preserve(up, &down_[size_t((j + 1) * n_)]);
            }
            for (int i = 0; i < l; ++i) {
                double keep = 0;
                for (int j = 0; j < i; ++j) keep += left_[size_t(j)];
                for (int j = i + 1; j < l; ++j) keep += right_[size_t(j)];
                for (auto [x, a, b] : inner_) {
                    const double c =
                        keep + up_[size_t(i * n_ + x)] + down_[size_t(i * n_ + a)] + down_[size_t((i + 1) * n_ + b)];
                    if (c < best) {
                        best = c;
                        place = i;
                        parent = x;
                        y = a;
                        z = b;
                    }
                }
            }
        }
        for (int j = 0; j < place; ++j)
            set(tr.up + j, left_category_[size_t(j)]), set(tr.down + j, left_category_[size_t(j)]);
        for (int j = place + 1; j < l; ++j)
            set(tr.up + j, right_category_[size_t(j)]), set(tr.down + j + 1, right_category_[size_t(j)]);
        if (l > 1) set(tr.up + place, parent);
        set(tr.down + place, y);
        set(tr.down + place + 1, z);
    }

    void set(int32_t row, int category) {
        choice_[size_t(row)] = category;
        if (fixed_[size_t(row)]) return;
        for (int z = 0; z < n_; ++z)
            a_[at(row, z)] = z == category || (rounds(row) && x_[at(row, z)] >= 0.5) ? 1 : 0;
    }

    double reflected(int32_t row, int z) const { return 2 * a_[at(row, z)] - x_[at(row, z)]; }

    // P_B of 2 P_A - x.
    void concur() {
        for (size_t s = 0; s + 1 < sentence_first_.size(); ++s)
            for (size_t k = sentence_first_[s] + 1; k < sentence_first_[s + 1]; ++k)
                for (int j = 0; j < transitions_[k].layer; ++j) {
                    const int32_t up = transitions_[k].up + j, down = transitions_[k - 1].down + j;
                    for (int z = 0; z < n_; ++z)
                        b_[at(up, z)] = b_[at(down, z)] = (reflected(up, z) + reflected(down, z)) / 2;
                }
        double norm = 0;
        for (size_t w : free_words_)
            for (int z = 0; z < n_; ++z) {
                double sum = 0;
                for (int32_t row : occurrences_[w]) sum += reflected(row, z);
                const double mean = sum / double(occurrences_[w].size());
                norm += mean * mean;
                for (int32_t row : occurrences_[w]) b_[at(row, z)] = mean;
            }
        const double most = double(free_words_.size()) + homographs_;
        if (homographs_ == 0 || norm <= most) return;
        const double factor = std::sqrt(most / norm);
        for (size_t w : free_words_)
            for (int32_t row : occurrences_[w])
                for (int z = 0; z < n_; ++z) b_[at(row, z)] *= factor;
    }

    // x += beta (P_B - P_A), the gaps, and the metric.
    void move() {
        gaps_.assign(size_t(n_), 0.0);
        for (int32_t row = 0; row < rows_; ++row) {
            if (fixed_[size_t(row)]) continue;
            for (int z = 0; z < n_; ++z) {
                const double difference = b_[at(row, z)] - a_[at(row, z)];
                x_[at(row, z)] += beta_ * difference;
                gaps_[size_t(z)] += difference * difference;
            }
        }
        gap2_ = 0;
        double mean = 0;
        for (double &gap : gaps_) {
            gap2_ += gap;
            gap = std::sqrt(gap / double(free_rows_));
            mean += gap / n_;
        }
        if (mean > 0)
            for (int z = 0; z < n_; ++z) mu_[size_t(z)] *= 1 + gamma_ * (gaps_[size_t(z)] / mean - 1);
    }

    int n_, homographs_, longest_ = 2;
    int32_t rows_ = 0;
    int64_t free_rows_ = 0;
    std::vector<std::tuple<int, int>> root_;
    std::vector<Rule> inner_;
    std::vector<std::vector<int32_t>> occurrences_;
    std::vector<size_t> sentence_first_, free_words_;
    std::vector<Transition> transitions_;
    std::vector<uint8_t> fixed_, word_row_;

    std::vector<double> x_, mu_;  // the state
    std::vector<double> a_, b_;   // P_A(x), where fixed rows keep their constants, and P_B(2 P_A(x) - x)
    std::vector<int> choice_;     // the category of each row in its transition
    double gap2_ = INFINITY;

    std::vector<double> weight_, up_, down_, left_, right_, gaps_;
    std::vector<int> left_category_, right_category_;
    double beta_ = 0.5, gamma_ = 0.01, tolerance_ = 1e-6;
};

}  // namespace
}  // namespace brillig

void bind_extend(nb::module_ &module) {
    using N = brillig::ExtendNetwork;
    nb::class_<N>(module, "ExtendNetwork")
        .def(nb::init<int, std::vector<std::tuple<int, int>>, std::vector<brillig::Rule>,
                      const std::vector<std::vector<int>> &, const std::vector<std::vector<int>> &, int>(),
             nb::arg("n"), nb::arg("root"), nb::arg("inner"), nb::arg("sentences"), nb::arg("given"),
             nb::arg("homographs"))
        .def("set_parameters", &N::set_parameters, nb::arg("beta"), nb::arg("gamma"), nb::arg("tolerance"))
        .def("start", &N::start, nb::arg("seed"))
        .def("run", &N::run)
        .def("gap", &N::gap)
        .def("mu", &N::mu)
        .def("word_categories", &N::word_categories)
        .def("vectors", &N::vectors)
        .def("set_state", &N::set_state, nb::arg("vectors"), nb::arg("mu"))
        .def("save", &N::save)
        .def("load", &N::load);
}
