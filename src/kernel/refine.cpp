// The category refiner's network: when to stop, solutions behind a state, and the door to Python.
#include "refine.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <unordered_set>

#include "movable.hpp"

namespace nb = nanobind;

namespace brillig {
namespace {

using namespace refinement;

enum Stop { LIMIT = 0, CONVERGED = 1, CANDIDATE = 2, STUCK = 3 };

using Flat = nb::ndarray<const double, nb::ndim<1>, nb::c_contig>;

class RefineNetwork : public RefineIteration {
  public:
    RefineNetwork(std::vector<int> features, const std::vector<std::tuple<int, int, int, int>> &rules,
                  const std::vector<std::tuple<int, int, int, int>> &uses,
                  const std::vector<std::tuple<int, bool, std::vector<int>>> &groups,
                  std::vector<std::tuple<int, int>> passes, int homographs)
        : RefineIteration(std::move(features), rules, uses, groups, std::move(passes), homographs) {
        for (auto &shape : shapes_) {
            table_first_.push_back(int64_t(table_.size()));
            table_.resize(table_.size() + size_t(shape.pairs()));
        }
        triples_.resize(shapes_.size());
        chosen_.assign(row_group_.size(), 0);
        group_feature_.assign(group_first_.size(), 0);
    }

    void set_decoding(int every) { decode_every_ = every; }

    void begin(uint64_t seed, bool correlated) {
        tried_.clear();
        start(seed, correlated);
    }

    void set_arrays(Flat vectors, Flat tensors, double mu) {
        tried_.clear();
        set_state(vectors.data(), vectors.shape(0), tensors.data(), tensors.shape(0), mu);
    }

    nb::bytes save() { return pack(shape(), state(), {tried_.begin(), tried_.end()}); }
    void load(nb::bytes bytes) {
        const std::vector<uint64_t> tried = unpack(bytes, shape(), state(), [&] {
            return bounded(x_.data(), int64_t(x_.size())) && bounded(t_.data(), int64_t(t_.size())) && bounded(&mu_, 1) && mu_ > 0 &&
                   iterations_ >= 0 && iterations_ < MAX_ITERATIONS && gap2_v_ >= 0 && gap2_t_ >= 0 && sensible_places();
        });
        tried_ = {tried.begin(), tried.end()};
    }

    // At most this many iterations, with the reason for stopping. A pass of `finish` over all uses counts as one,
    // so there can be a few more than asked for.
    std::tuple<int64_t, int> run(int64_t iterations) {
        nb::gil_scoped_release release;
        int64_t made = 0;
        while (made < iterations) {
            iterate();
            passes_ = 0;
            const bool found =
                decode_every_ && (agreed() || (iterations_ % decode_every_ == 0 && (decode() || finish())));
            made += 1 + passes_;
            if (found) return {made, CANDIDATE};
            if (gap() < tolerance_) {
                read_choices();
                return {made, CONVERGED};
            }
            if (mu_ < 0.1 || mu_ > 10) return {made, STUCK};
        }
        return {made, LIMIT};
    }

    // The feature of each row in the last candidate or fixed point.
    std::vector<int> chosen() const { return chosen_; }

  private:
    std::array<int64_t, 5> shape() const {
        return {int64_t(features_.size()), int64_t(shapes_.size()), int64_t(uses_.size()),
                int64_t(group_first_.size()), homographs_ + (int64_t(lift_ == Lift::KEPT) << 32)};
    }
    // What is kept is a group of the feature's own category.
    bool sensible_places() const {
        size_t place = 0;
        for (size_t category = 0; category < features_.size(); ++category)
            for (int k = 0; k < features_[category]; ++k, ++place) {
                const auto &groups = category_groups_[category];
                if (kept_[place] != -1 && std::find(groups.begin(), groups.end(), kept_[place]) == groups.end())
                    return false;
            }
        return true;
    }

    Spans state() {
        Spans spans = fixed_state();
        if (lift_ == Lift::KEPT) spans.emplace_back(kept_.data(), kept_.size() * sizeof(int32_t));
        return spans;
    }
    Spans fixed_state() {
        return {{x_.data(), x_.size() * sizeof(double)}, {t_.data(), t_.size() * sizeof(double)},
                {&mu_, sizeof(mu_)}, {&iterations_, sizeof(iterations_)},
                {&gap2_v_, sizeof(gap2_v_)}, {&gap2_t_, sizeof(gap2_t_)}};
    }

    void read_choices() { std::copy(row_choice_.begin(), row_choice_.end(), chosen_.begin()); }

    // Whether the choices of P_A are a solution already, whatever the tensors still hold besides.
    bool agreed() {
        std::fill(group_feature_.begin(), group_feature_.end(), -1);
        for (size_t r = 0; r < row_group_.size(); ++r) {
            int32_t &feature = group_feature_[size_t(row_group_[r])];
            if (feature < 0) feature = row_choice_[r];
            if (feature != row_choice_[r] && !rounds(int32_t(r))) return false;
        }
        if (!begin_table()) return false;
        for (auto &use : uses_)
            if (!enter(use, use.choice[0], use.choice[1], use.choice[2])) return false;
        read_choices();
        return every_feature_chosen();
    }

    // Words as P_B has them, rounded; the rest follows from the leaves up, a new pair getting its best parent.
    bool decode() {
        if (homographs_ > 0) return false;
        for (size_t g = 0; g < group_first_.size(); ++g) {
            const double *mean = &mean_[size_t(group_first_[g])];
            const int n = features_[size_t(group_category_[g])];
            group_feature_[g] = group_word_[g] ? int32_t(std::max_element(mean, mean + n) - mean) : -1;
        }
        begin_table();
        for (auto &use : uses_) {
            const Shape &shape = shapes_[size_t(use.rule)];
            const int y = feature_of(use.row[1]), z = feature_of(use.row[2]);
            if (y < 0 || z < 0) return false;
            int32_t x = table_[size_t(table_first_[size_t(use.rule)] + y * shape.z + z)];
            if (x < 0) {
                const double *mean = &rule_mean_[size_t(rule_first_[size_t(use.rule)])];
                x = 0;
                for (int k = 1; k < shape.x; ++k)
                    if (mean[(k * shape.y + y) * shape.z + z] > mean[(x * shape.y + y) * shape.z + z]) x = k;
            }
            if (!enter(use, x, y, z)) return false;
            if (use.row[0] < 0) continue;
            int32_t &own = group_feature_[size_t(row_group_[size_t(use.row[0])])];
            if (own >= 0 && own != x) return false;
            own = x;
        }
        for (size_t r = 0; r < row_group_.size(); ++r) chosen_[r] = group_feature_[size_t(row_group_[r])];
        return every_feature_chosen();
    }

    // The refined rules as P_B has them, rounded, and then words and nodes by constraint propagation: the rules
    // are often right long before the features have settled. Each set of rules is tried once in a start.
    bool finish() {
        if (homographs_ > 0) return false;
        uint64_t hash = 0x9e3779b97f4a7c15ull;
        for (size_t rule = 0; rule < shapes_.size(); ++rule) round_rule(rule, hash);
        if (!tried_.insert(hash).second) return false;
        domains_.resize(group_first_.size());
        for (size_t g = 0; g < domains_.size(); ++g)
            domains_[g] = ~uint64_t(0) >> (64 - features_[size_t(group_category_[g])]);
        branches_ = 0;
        if (!label(domains_)) return false;
        for (size_t r = 0; r < row_group_.size(); ++r)
            chosen_[r] = std::countr_zero(domains_[size_t(row_group_[r])]);
        return every_feature_chosen();
    }

    // The `limit` best pairs of a rule, each with its best parent.
    void round_rule(size_t rule, uint64_t &hash) {
        const Shape &shape = shapes_[rule];
        const int pairs = shape.pairs(), keep = std::min(shape.limit, pairs);
        const double *mean = &rule_mean_[size_t(rule_first_[rule])];
        for (int p = 0; p < pairs; ++p) {
            parent_[size_t(p)] = 0;
            for (int x = 1; x < shape.x; ++x)
                if (mean[x * pairs + p] > mean[parent_[size_t(p)] * pairs + p]) parent_[size_t(p)] = x;
            best_[size_t(p)] = mean[parent_[size_t(p)] * pairs + p];
            order_[size_t(p)] = p;
        }
        std::partial_sort(order_.begin(), order_.begin() + keep, order_.begin() + pairs,
                          [this](int32_t a, int32_t b) {
                              const double va = best_[size_t(a)], vb = best_[size_t(b)];
                              return va != vb ? va > vb : a < b;
                          });
        std::sort(order_.begin(), order_.begin() + keep);
        auto &triples = triples_[rule];
        triples.clear();
        for (int k = 0; k < keep; ++k) {
            const int32_t p = order_[size_t(k)];
            triples.push_back({parent_[size_t(p)], p / shape.z, p % shape.z});
            hash = (hash ^ uint64_t(parent_[size_t(p)] * pairs + p + 1)) * 0x100000001b3ull;
        }
        hash = (hash ^ 0xffff) * 0x100000001b3ull;
    }

    // Narrows the domains until nothing changes; false when one is empty.
    bool propagate(std::vector<uint64_t> &domains) {
        const uint64_t only = 1;
        for (bool up = true, changed = true; changed; up = !up) {
            changed = false;
            ++passes_;
            for (size_t k = 0; k < uses_.size(); ++k) {
                const Use &use = uses_[up ? k : uses_.size() - 1 - k];
                uint64_t from[3], to[3] = {0, 0, 0};
                for (int side = 0; side < 3; ++side)
                    from[side] = use.row[side] < 0 ? only : domains[size_t(row_group_[size_t(use.row[side])])];
                for (auto &[x, y, z] : triples_[size_t(use.rule)])
                    if ((from[0] >> x & 1) && (from[1] >> y & 1) && (from[2] >> z & 1)) {
                        to[0] |= only << x;
                        to[1] |= only << y;
                        to[2] |= only << z;
                    }
                if (!to[0]) return false;
                for (int side = 0; side < 3; ++side)
                    if (to[side] != from[side]) {
                        domains[size_t(row_group_[size_t(use.row[side])])] &= to[side];
                        changed = true;
                    }
            }
        }
        return true;
    }

    // One value for each group, trying first what P_B has largest; gives up after a few wrong turns.
    bool label(std::vector<uint64_t> &domains) {
        if (!propagate(domains)) return false;
        size_t open = domains.size();
        for (size_t g = 0; g < domains.size(); ++g)
            if (const int left = std::popcount(domains[g]);
                left > 1 && (open == domains.size() || left < std::popcount(domains[open])))
                open = g;
        if (open == domains.size()) return true;
        const double *mean = &mean_[size_t(group_first_[open])];
        for (uint64_t left = domains[open]; left;) {
            int next = std::countr_zero(left);
            for (int k = next + 1; k < 64; ++k)
                if ((left >> k & 1) && mean[k] > mean[next]) next = k;
            left &= ~(uint64_t(1) << next);
            std::vector<uint64_t> narrowed = domains;
            narrowed[open] = uint64_t(1) << next;
            if (label(narrowed)) {
                domains = std::move(narrowed);
                return true;
            }
            if (++branches_ > MAX_BRANCHES) return false;
        }
        return false;
    }

    int32_t feature_of(int32_t row) const { return row < 0 ? 0 : group_feature_[size_t(row_group_[size_t(row)])]; }

    bool begin_table() {
        std::fill(table_.begin(), table_.end(), -1);
        entered_.assign(shapes_.size(), 0);
        return true;
    }

    // Puts a refined rule in the table; false where another x has its pair or there are too many.
    bool enter(const Use &use, int x, int y, int z) {
        const Shape &shape = shapes_[size_t(use.rule)];
        int32_t &entry = table_[size_t(table_first_[size_t(use.rule)] + y * shape.z + z)];
        if (entry == x) return true;
        if (entry >= 0 || entered_[size_t(use.rule)] == shape.limit) return false;
        entry = x;
        ++entered_[size_t(use.rule)];
        return true;
    }

    // Every feature stands somewhere, and words have no more features than they may.
    bool every_feature_chosen() {
        seen_.assign(mean_.size(), 0);
        int64_t lexical = 0;
        for (size_t r = 0; r < row_group_.size(); ++r) {
            const size_t g = size_t(row_group_[r]);
            uint8_t &seen = seen_[size_t(group_first_[g] + chosen_[r])];
            lexical += !seen && group_word_[g];
            seen = 1;
        }
        if (lexical > word_groups_ + homographs_) return false;
        for (size_t category = 0; category < features_.size(); ++category)
            for (int k = 0; k < features_[category]; ++k)
                if (std::none_of(category_groups_[category].begin(), category_groups_[category].end(),
                                 [&](int32_t g) { return seen_[size_t(group_first_[size_t(g)] + k)]; }))
                    return false;
        return true;
    }

    int decode_every_ = 0;
    // of finishing
    static constexpr int MAX_BRANCHES = 8;
    std::vector<std::vector<std::array<int32_t, 3>>> triples_;
    std::vector<uint64_t> domains_;
    std::unordered_set<uint64_t> tried_;
    int64_t passes_ = 0;
    int branches_ = 0;

    // of roundings and results
    std::vector<int64_t> table_first_;
    std::vector<int32_t> table_, entered_, group_feature_;
    std::vector<uint8_t> seen_;
    std::vector<int> chosen_;
};

}  // namespace
}  // namespace brillig

void bind_refine(nb::module_ &module) {
    using N = brillig::RefineNetwork;
    nb::class_<N>(module, "RefineNetwork")
        .def(nb::init<std::vector<int>, const std::vector<std::tuple<int, int, int, int>> &,
                      const std::vector<std::tuple<int, int, int, int>> &,
                      const std::vector<std::tuple<int, bool, std::vector<int>>> &,
                      std::vector<std::tuple<int, int>>, int>(),
             nb::arg("features"), nb::arg("rules"), nb::arg("uses"), nb::arg("groups"), nb::arg("passes"),
             nb::arg("homographs"))
        .def("set_parameters", &N::set_parameters, nb::arg("beta"), nb::arg("gamma"), nb::arg("kappa"),
             nb::arg("tolerance"), nb::arg("strict"), nb::arg("cover_features"),
             nb::arg("norm"), nb::arg("literal"), nb::arg("lift"))
        .def("set_decoding", &N::set_decoding, nb::arg("every"))
        .def("start", &N::begin, nb::arg("seed"), nb::arg("correlated"))
        .def("run", &N::run)
        .def("save", &N::save)
        .def("load", &N::load)
        .def("gap", &N::gap)
        .def("gaps", &N::gaps)
        .def("vectors", &N::vectors)
        .def("tensors", &N::tensors)
        .def("chosen", &N::chosen)
        .def("set_state", &N::set_arrays, nb::arg("vectors"), nb::arg("tensors"), nb::arg("mu"))
        .def_prop_ro("mu", &N::mu)
        .def_prop_ro("iterations", &N::iterations);
}
