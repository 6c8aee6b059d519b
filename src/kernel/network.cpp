// The inference network: memory, random start, decoding of candidate rule sets, and the door to Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "block.hpp"
#include "candidates.hpp"
#include "instruction_sets.hpp"
#include "movable.hpp"
#include "sensible.hpp"
#include "network.hpp"
#include "random.hpp"

namespace nb = nanobind;

namespace brillig {
namespace {

enum Stop { LIMIT = 0, CONVERGED = 1, CANDIDATE = 2 };

template <class Real>
class Network {
  public:
    Network(int n, int plain, int root, int inner_parents, int rules, int homographs,
            std::vector<std::vector<int>> sentences, int words, bool distinct_children, bool root_nonlexical,
            bool one_parent, bool root_words, bool strict_word_choice, const std::string &isa) {
        auto kernels = kernels_named(isa, sizeof(Real) == 8);
        if constexpr (sizeof(Real) == 4)
            iterate_ = kernels.iterate32;
        else
            iterate_ = kernels.iterate64;
        net_.n = n;
        net_.plain = plain;
        net_.root = root;
        net_.parents = root + 1;
        net_.inner_parents = inner_parents;
        int parts = (n + LANES - 1) / LANES;
        parts = parts <= 2 ? parts : parts <= 4 ? 4 : 8;
        if (n > 8 * LANES) throw std::invalid_argument("at most 65 categories");
        net_.width = parts * LANES;
        net_.rules = rules;
        net_.homographs = homographs;
        net_.rounding = homographs > 0;
        net_.words = words;
        net_.root_plain = root_nonlexical && !root_inside(net_);
        net_.one_parent = one_parent;
        net_.root_words = root_words;
        net_.strict_word_choice = strict_word_choice;
        net_.entries = int64_t(net_.parents) * n * net_.width;
        net_.beta = 0.5;
        net_.kappa = 1.5;
        net_.ones_limit = rules;
        net_.metric = {Follow::MULTIPLY, Against::MEAN, false, false};
        lay_out(sentences);
        allocate(distinct_children, root_nonlexical);
    }

    // Categories that are known take the place of P_B's: of all copies of the tensor, and of some words.
    void know(const std::vector<Rule> &rules, const std::vector<std::vector<int>> &categories) {
        known_tensor_.allocate(net_.entries);
        for (auto [x, y, z] : rules) known_tensor_.get()[entry(x, y, z)] = 1;
        known_.allocate(net_.words);
        known_words_.allocate(int64_t(net_.words) * net_.width);
        for (int w = 0; w < net_.words; ++w) {
            net_.rounding = net_.rounding || categories.at(size_t(w)).size() > 1;
            for (int z : categories[size_t(w)]) {
                known_.get()[w] = 1;
                known_words_.get()[int64_t(w) * net_.width + z] = 1;
            }
        }
        net_.known = known_.get();
        net_.known_words = known_words_.get();
        net_.known_tensor = known_tensor_.get();
    }

    void set_parameters(double beta, double gamma, double kappa, double tolerance) {
        net_.beta = beta;
        net_.gamma = gamma;
        net_.kappa = kappa;
        tolerance_ = tolerance;
    }

    // Where the limit on the rules is: in each copy of P_A(t), or as a bound on the norm of P_B(t).
    void set_reading(bool norm, bool literal) {
        net_.bound_norm = norm;
        net_.literal = literal;
        net_.ones_limit = norm ? INT32_MAX : net_.rules;
    }

    // Which projection comes first, and where unused categories are put. A state is one of this order only.
    void set_order(bool concur_first, int lift) {
        net_.concur_first = concur_first;
        net_.lift = Lift(lift);
    }

    void set_metric(int follow, int against, bool squared, bool shared) {
        net_.metric = {Follow(follow), Against(against), squared, shared};
    }

    void set_decoding(int every, int extra, bool by_ones) { candidates_.set(every, extra, by_ones); }

    // A random state. Correlated: one tensor for all copies and one vector for all occurrences of a word.
    void start(uint64_t seed, bool correlated) {
        Random random(seed);
        for (int z = 0; z < net_.width; ++z) net_.mu[z] = z < net_.n ? 1 : 0;
        for (int64_t r = 0; r < net_.rows; ++r)
            for (int z = 0; z < net_.n; ++z) net_.x[r * net_.width + z] = Real(random.uniform());
        if (correlated)
            for (int w = 0; w < net_.words; ++w)
                for (int z = 0; z < net_.n; ++z) {
                    const Real value = Real(random.uniform());
                    for (int o = net_.word_first[w]; o < net_.word_first[w + 1]; ++o)
                        net_.x[int64_t(net_.occurrence[o]) * net_.width + z] = value;
                }
        for (int64_t q = 0; q < net_.entries; ++q) {
            net_.K_sum[q] = 0;
            if (!net_.allowed[q]) continue;
            net_.T_exact[q] = correlated ? random.uniform() : 0.0;
            net_.T[q] = Real(net_.T_exact[q]);
            for (int64_t c = 0; c < net_.transitions; ++c) {
                const Real value = correlated ? Real(0) : own_part(random.uniform());
                net_.K[c * net_.entries + q] = value;
                net_.K_sum[q] += value;
            }
        }
        begin();
    }

    // At most this many iterations, with the reason for stopping. Says CANDIDATE when `candidates` has news.
    std::tuple<int64_t, int> run(int64_t iterations) {
        nb::gil_scoped_release release;
        for (int64_t made = 1; made <= iterations; ++made) {
            iterate_(net_);
            if (gap() < tolerance_) return {made, CONVERGED};
            if (candidates_.look(net_)) return {made, CANDIDATE};
        }
        return {iterations, LIMIT};
    }

    // Root mean square of P_B - P_A over all variables.
    double gap() const {
        double sum = 0;
        for (int z = 0; z < net_.n; ++z) sum += net_.gap2[z];
        double variables = double(net_.rows) * net_.n;
        sum += net_.gap2[net_.width];
        variables += double(net_.transitions) * double(net_.allowed_count);
        return std::sqrt(sum / variables);
    }

    std::vector<double> gaps() const {
        std::vector<double> result;
        for (int z = 0; z < net_.n; ++z) result.push_back(std::sqrt(net_.gap2[z] / double(net_.rows)));
        result.push_back(
            std::sqrt(net_.gap2[net_.width] / (double(net_.transitions) * double(net_.allowed_count))));
        return result;
    }

    std::vector<std::vector<Rule>> take_candidates() { return candidates_.take(); }

    // The rules with a one in more than half of the copies of P_A(t).
    std::vector<Rule> rules() const {
        std::vector<Rule> result;
        for (int64_t q = 0; q < net_.entries; ++q)
            if (2 * int64_t(net_.ones[q]) > net_.transitions)
                result.push_back(rule(q));
        return result;
    }

    // The category that P_A chose at each word of each sentence.
    std::vector<std::vector<int>> word_categories() const {
        std::vector<std::vector<int>> result(size_t(net_.sentences));
        for (int s = 0; s < net_.sentences; ++s) {
            if (net_.length[s] == 1) { result[size_t(s)] = {net_.root}; continue; }
            const Transition &last = net_.transition[net_.sentence_first[s + 1] - 1];
            for (int j = 0; j <= last.layer; ++j) result[size_t(s)].push_back(net_.category[last.down + j]);
        }
        return result;
    }

    nb::ndarray<nb::numpy, double> word_means() { return rows_out(net_.word_mean, net_.words); }
    nb::ndarray<nb::numpy, double> vectors() { return rows_out(net_.x, net_.rows); }

    // P_B(t): the concur estimate of the last iteration, [parent, left, right].
    nb::ndarray<nb::numpy, double> tensor_estimate() {
        auto data = new double[size_t(net_.parents) * net_.n * net_.n]();
        for (int64_t q = 0; q < net_.entries; ++q) {
            if (!net_.allowed[q]) continue;
            auto [x, y, z] = rule(q);
            data[(size_t(x) * net_.n + y) * net_.n + z] = net_.estimate[q];
        }
        nb::capsule owner(data, [](void *p) noexcept { delete[] static_cast<double *>(p); });
        return nb::ndarray<nb::numpy, double>(data, {size_t(net_.parents), size_t(net_.n), size_t(net_.n)}, owner);
    }

    // For recordings, which are made while the search runs and must cost it next to nothing: the gaps as floats;
    // and the mu as floats, P_B(t) in 255 steps and, if wanted, the categories of all rows, a byte each.
    nb::bytes gap_sample() const {
        std::vector<float> values;
        for (double gap : gaps()) values.push_back(float(gap));
        return nb::bytes(values.data(), values.size() * sizeof(float));
    }

    nb::bytes state_sample(bool rows) const {
        const size_t entries = size_t(net_.parents) * net_.n * net_.n, mus = size_t(net_.n) * sizeof(float);
        std::string bytes(mus + entries, '\0');
        for (int z = 0; z < net_.n; ++z) {
            const float mu = float(net_.mu[z]);
            std::memcpy(bytes.data() + size_t(z) * sizeof(float), &mu, sizeof(float));
        }
        for (int64_t q = 0; q < net_.entries; ++q) {
            if (!net_.allowed[q]) continue;
            auto [x, y, z] = rule(q);
            const double step = std::clamp(255 * double(net_.estimate[q]), 0.0, 255.0);
            bytes[mus + (size_t(x) * net_.n + y) * net_.n + z] = char(uint8_t(step));
        }
        if (rows)
            for (int64_t r = 0; r < net_.rows; ++r) bytes.push_back(char(uint8_t(net_.category[r])));
        return nb::bytes(bytes.data(), bytes.size());
    }

    // The dense tensor copies, [copy, parent, left, right]; forbidden entries are 0.
    nb::ndarray<nb::numpy, double> tensors() {
        const size_t n = size_t(net_.n), one = size_t(net_.parents) * n * n;
        auto data = new double[size_t(net_.transitions) * one]();
        for (int64_t c = 0; c < net_.transitions; ++c)
            for (int64_t q = 0; q < net_.entries; ++q) {
                if (!net_.allowed[q]) continue;
                auto [x, y, z] = rule(q);
                data[size_t(c) * one + (size_t(x) * n + y) * n + z] =
                    double(net_.T[q]) + double(own_part(net_.K[c * net_.entries + q]));
            }
        nb::capsule owner(data, [](void *p) noexcept { delete[] static_cast<double *>(p); });
        return nb::ndarray<nb::numpy, double>(
            data, {size_t(net_.transitions), size_t(net_.parents), n, n}, owner);
    }

    void set_state(nb::ndarray<const double, nb::ndim<2>, nb::c_contig> vectors,
                   nb::ndarray<const double, nb::ndim<4>, nb::c_contig> tensors,
                   nb::ndarray<const double, nb::ndim<1>, nb::c_contig> mu) {
        if (vectors.shape(0) != size_t(net_.rows) || vectors.shape(1) != size_t(net_.n) ||
            tensors.shape(0) != size_t(net_.transitions) || tensors.shape(1) != size_t(net_.parents) ||
            tensors.shape(2) != size_t(net_.n) || mu.shape(0) != size_t(net_.n))
            throw std::invalid_argument("the arrays do not have the shape of this network");
        for (int64_t r = 0; r < net_.rows; ++r)
            for (int z = 0; z < net_.n; ++z) net_.x[r * net_.width + z] = Real(vectors(r, z));
        for (int z = 0; z < net_.n; ++z) net_.mu[z] = Real(mu(z));
        for (int64_t q = 0; q < net_.entries; ++q) {
            if (!net_.allowed[q]) continue;
            auto [x, y, z] = rule(q);
            net_.T_exact[q] = 0;
            net_.T[q] = 0;
            net_.K_sum[q] = 0;
            for (int64_t c = 0; c < net_.transitions; ++c) {
                const Real value = own_part(tensors(c, x, y, z));
                net_.K[c * net_.entries + q] = value;
                net_.K_sum[q] += value;
            }
        }
        begin();
    }

    nb::bytes save() { return pack(shape(), state(), candidates_.offered()); }
    void load(nb::bytes bytes) {
        const std::vector<Transition> own = transition_;
        candidates_.remember(unpack(bytes, shape(), state(), [&] { return sensible(net_, own); }));
    }

    std::vector<double> mu() const { return std::vector<double>(net_.mu, net_.mu + net_.n); }
    int64_t iterations() const { return net_.iterations; }
    int64_t row_count() const { return net_.rows; }
    int64_t transition_count() const { return net_.transitions; }
    int64_t variable_count() const {
        return net_.rows * net_.n + int64_t(net_.transitions) * net_.allowed_count;
    }
    // [transition][layer, up, down]: for the reference, which has to use the same order.
    std::vector<std::tuple<int, int, int>> layout() const {
        std::vector<std::tuple<int, int, int>> result;
        for (int k = 0; k < net_.transitions; ++k)
            result.emplace_back(net_.transition[k].layer, net_.transition[k].up, net_.transition[k].down);
        return result;
    }
    // The category chosen at each row by the last P_A.
    std::vector<int> row_categories() const { return std::vector<int>(net_.category, net_.category + net_.rows); }

  private:
    // What a copy of the tensor has of its own: K for t, and t - T for K.
    Real own_part(double value) const { return Real(net_.concur_first ? value : -value); }

    // What two networks have to have in common for one to take the state of the other.
    std::array<int64_t, 10> shape() const {
        const int64_t form = 1 + 2 * root_inside(net_) + 4 * !net_.one_parent + 8 * net_.root_words +
                             16 * (net_.inner_parents > net_.root) + 32 * net_.concur_first + 64 * int(net_.lift);
        return {form,      int64_t(sizeof(Real)), net_.n,         net_.plain,       net_.rules, net_.homographs,
                net_.rows, net_.words,            net_.sentences, net_.transitions};
    }

    Spans state() {
        Spans spans;
        auto add = [&](auto &block) { spans.emplace_back(block.get(), size_t(block.size()) * sizeof(*block.get())); };
        add(x_), add(T_), add(K_), add(mu_), add(word_mean_), add(T_exact_), add(K_sum_), add(gap2_);
        add(estimate_), add(category_), add(ones_), add(applied_);
        spans.emplace_back(transition_.data(), transition_.size() * sizeof(Transition));
        spans.emplace_back(&net_.iterations, sizeof(net_.iterations));
        if (net_.lift == Lift::KEPT) add(kept_word_), add(kept_node_);
        return spans;
    }

    int64_t entry(int x, int y, int z) const { return (int64_t(x) * net_.n + y) * net_.width + z; }
    Rule rule(int64_t q) const { return rule_of(net_, q); }

    void lay_out(const std::vector<std::vector<int>> &sentences) {
        net_.sentences = int(sentences.size());
        int64_t rows = 0;
        net_.longest = 2;
        std::vector<std::vector<int32_t>> occurrences(size_t(net_.words));
        for (auto &sentence : sentences) {
            const int length = int(sentence.size());
            if (length < (root_inside(net_) ? 1 : 2)) throw std::invalid_argument("a sentence has too few words");
            net_.longest = std::max(net_.longest, length);
            sentence_first_.push_back(int(transition_.size()));
            for (int l = 1; l < length; ++l) {
                Transition t{};
                t.layer = l;
                t.up = int32_t(rows);
                rows += l > 1 ? l : 0;
                t.down = int32_t(rows);
                rows += l + 1;
                t.top = l + 1 == length;
                transition_.push_back(t);
            }
            for (int j = 0; j < length && length > 1; ++j)
                occurrences.at(size_t(sentence[size_t(j)])).push_back(transition_.back().down + j);
            length_.push_back(length);
        }
        sentence_first_.push_back(int(transition_.size()));
        if (transition_.empty()) throw std::invalid_argument("no sentence has two words or more");
        for (auto &sentence : sentences)
            if (sentence.size() == 1) {
                occurrences.at(size_t(sentence[0])).push_back(int32_t(rows));
                single_.push_back(int32_t(rows++));
            }
        for (auto &places : occurrences) {
            if (places.empty()) throw std::invalid_argument("a word occurs nowhere");
            word_first_.push_back(int(occurrence_.size()));
            occurrence_.insert(occurrence_.end(), places.begin(), places.end());
        }
        word_first_.push_back(int(occurrence_.size()));
        net_.rows = rows;
        net_.transitions = int(transition_.size());
        net_.transition = transition_.data();
        net_.sentence_first = sentence_first_.data();
        net_.word_first = word_first_.data();
        net_.occurrence = occurrence_.data();
        net_.length = length_.data();
    }

    void allocate(bool distinct_children, bool root_nonlexical) {
        const int64_t width = net_.width;
        x_.allocate(net_.rows * width);
        T_.allocate(net_.entries);
        T_exact_.allocate(net_.entries);
        K_.allocate(int64_t(net_.transitions) * net_.entries);
        K_sum_.allocate(net_.entries);
        allowed_.allocate(net_.entries);
        mu_.allocate(width);
        category_.allocate(net_.rows);
        ones_.allocate(net_.entries);
        applied_.allocate(net_.entries);
        word_mean_.allocate(int64_t(net_.words) * width);
        gap2_.allocate(width + 1);
        estimate_.allocate(net_.entries);
        kept_word_.allocate(width);
        kept_node_.allocate(2 * width);
        net_.kept_word = kept_word_.get();
        net_.kept_node = kept_node_.get();
        net_.estimate = estimate_.get();
        net_.x = x_.get();
        net_.T = T_.get();
        net_.T_exact = T_exact_.get();
        net_.K = K_.get();
        net_.K_sum = K_sum_.get();
        net_.allowed = allowed_.get();
        net_.mu = mu_.get();
        net_.category = category_.get();
        net_.ones = ones_.get();
        net_.applied = applied_.get();
        net_.word_mean = word_mean_.get();
        net_.gap2 = gap2_.get();
        for (int64_t row : single_) net_.category[row] = uint8_t(net_.root);  // P_A leaves these as they are
        const bool no_root = root_inside(net_) && net_.inner_parents <= net_.root;  // S only at the base
        net_.allowed_count = 0;
        for (int x = 0; x < net_.parents; ++x)
            for (int y = 0; y < net_.n; ++y)
                for (int z = 0; z < net_.n; ++z) {
                    if (distinct_children && y == z) continue;
                    if (x == net_.root && root_nonlexical && (y >= net_.plain || z >= net_.plain)) continue;
                    if (no_root && (y == net_.root || z == net_.root)) continue;
                    allowed_.get()[entry(x, y, z)] = 1;
                    ++net_.allowed_count;
                }
        for (int64_t q = 0; q < net_.entries; ++q)
            if (!net_.allowed[q]) net_.T[q] = Real(net_.T_exact[q] = FORBIDDEN);
        scratch_.allocate(scratch_size(net_));
        net_.scratch = scratch_.get();
        begin();
    }

    void begin() {
        net_.iterations = 0;
        candidates_.forget();
        for (auto &t : transition_) t.position = t.parent = 0;
        for (int z = 0; z < net_.width; ++z) net_.kept_word[z] = net_.kept_node[2 * z] = -1;
        for (int z = 0; z < net_.width; ++z) net_.kept_node[2 * z + 1] = 0;
    }

    nb::ndarray<nb::numpy, double> rows_out(const Real *rows, int64_t number) {
        auto data = new double[size_t(number) * net_.n];
        for (int64_t r = 0; r < number; ++r)
            for (int z = 0; z < net_.n; ++z) data[r * net_.n + z] = rows[r * net_.width + z];
        nb::capsule owner(data, [](void *p) noexcept { delete[] static_cast<double *>(p); });
        return nb::ndarray<nb::numpy, double>(data, {size_t(number), size_t(net_.n)}, owner);
    }

    Net<Real> net_{};
    Iterate<Real> iterate_;
    double tolerance_ = 1e-5;
    std::vector<Transition> transition_;
    std::vector<int32_t> sentence_first_, word_first_, occurrence_, length_, single_;  // single_: one-word rows
    Block<Real> x_, T_, K_, mu_, word_mean_, known_words_, scratch_;
    Block<double> T_exact_, K_sum_, gap2_, estimate_, known_tensor_;
    Block<uint8_t> allowed_, category_, known_;
    Block<int32_t> ones_, applied_, kept_word_, kept_node_;
    Candidates candidates_;
};

template <class Real>
void bind(nb::module_ &module, const char *name) {
    using N = Network<Real>;
    nb::class_<N>(module, name)
        .def(nb::init<int, int, int, int, int, int, std::vector<std::vector<int>>, int, bool, bool, bool, bool, bool,
                      const std::string &>(),
             nb::arg("n"), nb::arg("plain"), nb::arg("root"), nb::arg("inner_parents"), nb::arg("rules"),
             nb::arg("homographs"), nb::arg("sentences"), nb::arg("words"), nb::arg("distinct_children"),
             nb::arg("root_nonlexical"), nb::arg("one_parent"), nb::arg("root_words"), nb::arg("strict_word_choice"),
             nb::arg("isa"))
        .def("know", &N::know, nb::arg("rules"), nb::arg("categories"))
        .def("set_parameters", &N::set_parameters, nb::arg("beta"), nb::arg("gamma"), nb::arg("kappa"),
             nb::arg("tolerance"))
        .def("set_reading", &N::set_reading, nb::arg("norm"), nb::arg("literal"))
        .def("set_order", &N::set_order, nb::arg("concur_first"), nb::arg("lift"))
        .def("set_metric", &N::set_metric, nb::arg("follow"), nb::arg("against"), nb::arg("squared"),
             nb::arg("shared"))
        .def("set_decoding", &N::set_decoding, nb::arg("every"), nb::arg("extra"), nb::arg("by_ones"))
        .def("start", &N::start, nb::arg("seed"), nb::arg("correlated"))
        .def("run", &N::run)
        .def("gap", &N::gap)
        .def("gaps", &N::gaps)
        .def("take_candidates", &N::take_candidates)
        .def("rules", &N::rules)
        .def("word_categories", &N::word_categories)
        .def("word_means", &N::word_means)
        .def("vectors", &N::vectors)
        .def("tensors", &N::tensors)
        .def("tensor_estimate", &N::tensor_estimate)
        .def("gap_sample", &N::gap_sample)
        .def("state_sample", &N::state_sample, nb::arg("rows"))
        .def("set_state", &N::set_state, nb::arg("vectors"), nb::arg("tensors"), nb::arg("mu"))
        .def("save", &N::save)
        .def("load", &N::load)
        .def("mu", &N::mu)
        .def("layout", &N::layout)
        .def("row_categories", &N::row_categories)
        .def_prop_ro("iterations", &N::iterations)
        .def_prop_ro("rows", &N::row_count)
        .def_prop_ro("transitions", &N::transition_count)
        .def_prop_ro("variables", &N::variable_count);
}

}  // namespace
}  // namespace brillig

void bind_network(nb::module_ &module) {
    brillig::bind<float>(module, "Network32");
    brillig::bind<double>(module, "Network64");
    module.def("instruction_sets", [] {
        std::vector<std::string> names;
        for (auto &k : brillig::available()) names.emplace_back(k.name);
        return names;
    });
}
