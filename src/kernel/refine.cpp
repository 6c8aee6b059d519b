// The category refiner's network: concur/refine_reference.py, made fast.
//
// A use of a rule is one local problem: the features x, y, z of a node and its two children, and a copy of
// the rule's tensor with at most `limit` ones and at most one x for each pair yz. Rows (feature vectors)
// that must agree form a group: the copies of a node, or all leaves of one word and category.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "random.hpp"

namespace nb = nanobind;

namespace brillig {
namespace {

enum Stop { LIMIT = 0, CONVERGED = 1, CANDIDATE = 2, STUCK = 3 };

struct Shape {
    int32_t x, y, z, limit;
    int32_t pairs() const { return y * z; }
    int32_t entries() const { return x * y * z; }
};

struct Use {
    int32_t rule, row[3];  // rows of parent, left and right child; -1 where there is one feature only
    int64_t tensor, held;  // where its tensor copy and its pairs begin
    int32_t choice[3];
};

using Flat = nb::ndarray<const double, nb::ndim<1>, nb::c_contig>;

class RefineNetwork {
  public:
    RefineNetwork(std::vector<int> features, const std::vector<std::tuple<int, int, int, int>> &rules,
                  const std::vector<std::tuple<int, int, int, int>> &uses,
                  const std::vector<std::tuple<int, bool, std::vector<int>>> &groups, int homographs)
        : features_(features.begin(), features.end()), homographs_(homographs) {
        for (auto [x, y, z, limit] : rules) {
            if (x < 1 || y < 1 || z < 1 || limit < 1) throw std::invalid_argument("a rule has no features");
            shapes_.push_back({x, y, z, limit});
            rule_first_.push_back(int64_t(rule_mean_.size()));
            rule_mean_.resize(rule_mean_.size() + size_t(x) * size_t(y) * size_t(z));
            table_first_.push_back(int64_t(table_.size()));
            table_.resize(table_.size() + size_t(y) * size_t(z));
            copies_.push_back(0);
        }
        lay_out_groups(groups);
        lay_out_uses(uses);
        int32_t pairs = 1;
        for (auto &shape : shapes_) pairs = std::max(pairs, shape.pairs());
        best_.resize(size_t(pairs));
        parent_.resize(size_t(pairs));
        order_.resize(size_t(pairs));
        triples_.resize(shapes_.size());
        for (int n : features_)
            if (n < 2 || n > 64) throw std::invalid_argument("a refined category has 2 to 64 features");
    }

    void set_parameters(double beta, double gamma, double kappa, double tolerance, bool strict, bool press) {
        press_ = press;
        beta_ = beta;
        gamma_ = gamma;
        kappa_ = kappa;
        tolerance_ = tolerance;
        strict_ = strict;
    }

    void set_decoding(int every) { decode_every_ = every; }

    // A random state. Correlated: one tensor for all copies of a rule, one vector for all rows of a group.
    void start(uint64_t seed, bool correlated) {
        Random random(seed);
        mu_ = 1;
        begin();
        for (auto &value : x_) value = random.uniform();
        for (auto &value : t_) value = random.uniform();
        if (!correlated) return;
        for (size_t g = 0; g < group_first_.size(); ++g)
            for (int k = 0, n = features_[size_t(group_category_[g])]; k < n; ++k) {
                const double value = random.uniform();
                mean_[size_t(group_first_[g] + k)] = group_word_[g] ? value : 1.0 / n;
            }
        for (auto &value : rule_mean_) value = random.uniform();
        for (size_t r = 0; r < row_group_.size(); ++r)
            for (int k = 0; k < length(r); ++k) x_[row_first_[r] + k] = mean_[group_first_[row_group_[r]] + k];
        for (auto &use : uses_)
            std::copy_n(&rule_mean_[rule_first_[use.rule]], shapes_[use.rule].entries(), &t_[use.tensor]);
    }

    // At most so many iterations, with the reason for stopping. A pass of `finish` over all uses counts as one.
    std::tuple<int64_t, int> run(int64_t iterations) {
        nb::gil_scoped_release release;
        for (int64_t made = 1; made <= iterations; ++made) {
            iterate();
            passes_ = 0;
            const bool found =
                decode_every_ && (agreed() || (iterations_ % decode_every_ == 0 && (decode() || finish())));
            made += passes_;
            if (found) return {made, CANDIDATE};
            if (gap() < tolerance_) {
                read_choices();
                return {made, CONVERGED};
            }
            if (mu_ < 0.1 || mu_ > 10) return {made, STUCK};
        }
        return {iterations, LIMIT};
    }

    double gap() const {
        const double variables = double(x_.size() + t_.size());
        return variables > 0 ? std::sqrt((gap2_v_ + gap2_t_) / variables) : 0;
    }
    std::tuple<double, double> gaps() const {
        return {x_.empty() ? 0 : std::sqrt(gap2_v_ / double(x_.size())),
                t_.empty() ? 0 : std::sqrt(gap2_t_ / double(t_.size()))};
    }
    double mu() const { return mu_; }
    int64_t iterations() const { return iterations_; }
    std::vector<double> vectors() const { return x_; }
    std::vector<double> tensors() const { return t_; }
    // The feature of each row in the last candidate or fixed point.
    std::vector<int> chosen() const { return chosen_; }

    void set_state(Flat vectors, Flat tensors, double mu) {
        if (vectors.shape(0) != x_.size() || tensors.shape(0) != t_.size())
            throw std::invalid_argument("the arrays do not have the sizes of this network");
        std::copy_n(vectors.data(), x_.size(), x_.begin());
        std::copy_n(tensors.data(), t_.size(), t_.begin());
        mu_ = mu;
        begin();
    }

  private:
    void begin() {
        iterations_ = 0;
        tried_.clear();
    }

    void lay_out_groups(const std::vector<std::tuple<int, bool, std::vector<int>>> &groups) {
        size_t rows = 0;
        for (auto &[category, word, members] : groups) rows += members.size();
        row_group_.assign(rows, -1);
        category_groups_.resize(features_.size());
        for (auto &[category, word, members] : groups) {
            const int32_t number = int32_t(group_first_.size());
            category_groups_.at(size_t(category)).push_back(number);
            group_category_.push_back(category);
            group_word_.push_back(word);
            word_groups_ += word;
            group_first_.push_back(int64_t(mean_.size()));
            group_rows_.push_back(int32_t(members.size()));
            mean_.resize(mean_.size() + size_t(features_[size_t(category)]));
            for (int row : members) row_group_.at(size_t(row)) = number;
        }
        int64_t first = 0;
        for (int32_t group : row_group_) {
            if (group < 0) throw std::invalid_argument("a row is in no group");
            row_first_.push_back(first);
            first += features_[size_t(group_category_[size_t(group)])];
        }
        x_.assign(size_t(first), 0);
        chosen_.assign(rows, 0);
        group_feature_.assign(group_first_.size(), 0);
        row_choice_.assign(rows, 0);
    }

    void lay_out_uses(const std::vector<std::tuple<int, int, int, int>> &uses) {
        int64_t tensor = 0, held = 0;
        const int rows = int(row_group_.size());
        for (auto [rule, up, left, right] : uses) {
            const Shape &shape = shapes_.at(size_t(rule));
            for (auto [row, wanted] : {std::pair{up, shape.x}, {left, shape.y}, {right, shape.z}})
                if (row >= rows || (row < 0 ? 1 : length(size_t(row))) != wanted)
                    throw std::invalid_argument("a use does not have the features of its rule");
            uses_.push_back({rule, {up, left, right}, tensor, held, {0, 0, 0}});
            tensor += shape.entries();
            held += shape.pairs();
            ++copies_[size_t(rule)];
        }
        t_.assign(size_t(tensor), 0);
        held_.assign(size_t(held), -1);
        lay_out_right_places();
    }

    // Where each feature of each category can stand on the right: entries of rules, with their copies.
    void lay_out_right_places() {
        std::vector<std::array<int32_t, 3>> category(shapes_.size(), {-1, -1, -1});
        for (auto &use : uses_)
            for (int side = 0; side < 3; ++side)
                if (use.row[side] >= 0)
                    category[size_t(use.rule)][size_t(side)] =
                        group_category_[size_t(row_group_[size_t(use.row[side])])];
        for (size_t c = 0; c < features_.size(); ++c)
            for (int k = 0; k < features_[c]; ++k) {
                auto &places = right_places_.emplace_back();
                for (size_t rule = 0; rule < shapes_.size(); ++rule) {
                    const Shape &shape = shapes_[rule];
                    for (int q = 0; q < shape.entries(); ++q) {
                        const int y = q / shape.z % shape.y, z = q % shape.z;
                        if ((category[rule][1] == int(c) && y == k) || (category[rule][2] == int(c) && z == k))
                            places.push_back({rule_first_[rule] + q, copies_[rule]});
                    }
                }
            }
    }

    int32_t length(size_t row) const { return features_[size_t(group_category_[size_t(row_group_[row])])]; }
    bool rounds(int32_t row) const { return homographs_ > 0 && group_word_[size_t(row_group_[size_t(row)])]; }

    void iterate() {
        std::fill(mean_.begin(), mean_.end(), 0.0);
        std::fill(rule_mean_.begin(), rule_mean_.end(), 0.0);
        for (auto &use : uses_) divide(use);
        for (size_t rule = 0; rule < shapes_.size(); ++rule)
            for (int q = 0; q < shapes_[rule].entries(); ++q)
                rule_mean_[size_t(rule_first_[rule] + q)] /= std::max(1, copies_[rule]);
        for (size_t g = 0; g < group_first_.size(); ++g)
            for (int k = 0; k < features_[size_t(group_category_[g])]; ++k)
                mean_[size_t(group_first_[g] + k)] /= group_rows_[g];
        if (press_) use_features_in_rules();
        use_every_feature();
        bound_lexicon();
        move();
        ++iterations_;
    }

    // P_A at one use; adds 2 P_A - x to the sums over copies and over groups.
    void divide(Use &use) {
        const Shape &shape = shapes_[size_t(use.rule)];
        const int pairs = shape.pairs();
        const double *t = &t_[size_t(use.tensor)];
        int32_t *held = &held_[size_t(use.held)];
        for (int p = 0; p < pairs; ++p) {
            double best = t[p];
            int32_t parent = 0;
            for (int x = 1; x < shape.x; ++x)
                if (t[x * pairs + p] > best) {
                    best = t[x * pairs + p];
                    parent = x;
                }
            best_[size_t(p)] = best;
            parent_[size_t(p)] = parent;
        }
        double theta = 0.5;
        int32_t last = -1;  // the pair that gives way when all places are taken
        if (pairs <= shape.limit) {
            for (int p = 0; p < pairs; ++p) held[p] = best_[size_t(p)] >= 0.5 ? parent_[size_t(p)] : -1;
        } else {
            for (int p = 0; p < pairs; ++p) {
                order_[size_t(p)] = p;
                held[p] = -1;
            }
            std::partial_sort(order_.begin(), order_.begin() + shape.limit, order_.begin() + pairs,
                              [this](int32_t a, int32_t b) {
                                  const double va = best_[size_t(a)], vb = best_[size_t(b)];
                                  return va != vb ? va > vb : a < b;
                              });
            for (int k = 0; k < shape.limit; ++k) {
                const int32_t p = order_[size_t(k)];
                if (best_[size_t(p)] >= 0.5) held[p] = parent_[size_t(p)];
            }
            const int32_t p = order_[size_t(shape.limit - 1)];
            theta = std::max(0.5, best_[size_t(p)]);
            if (held[p] >= 0) last = p;
        }
        choose(use, shape, t, theta);
        const int pair = use.choice[1] * shape.z + use.choice[2];
        if (held[pair] < 0 && last >= 0) held[last] = -1;
        held[pair] = use.choice[0];
        double *sum = &rule_mean_[size_t(rule_first_[size_t(use.rule)])];
        for (int q = 0; q < shape.entries(); ++q) sum[q] -= t[q];
        for (int p = 0; p < pairs; ++p)
            if (held[p] >= 0) sum[held[p] * pairs + p] += 2;
        for (int side = 0; side < 3; ++side) add_row(use.row[side], use.choice[side]);
    }

    double cost(int32_t row, int feature) const {
        if (row < 0) return 0;
        const double c = 1 - 2 * x_[size_t(row_first_[size_t(row)] + feature)];
        return mu_ * mu_ * (rounds(row) ? std::max(c, 0.0) : c);
    }

    void choose(Use &use, const Shape &shape, const double *t, double theta) {
        double least = INFINITY;
        const int pairs = shape.pairs();
        for (int x = 0; x < shape.x; ++x) {
            const double cost_x = cost(use.row[0], x);
            for (int y = 0; y < shape.y; ++y) {
                const double cost_y = cost(use.row[1], y);
                for (int z = 0; z < shape.z; ++z) {
                    const int p = y * shape.z + z;
                    const double rule = 2 * (std::max(best_[size_t(p)], theta) - t[x * pairs + p]);
                    const double c = rule + cost_x + cost_y + cost(use.row[2], z);
                    if (c < least) {
                        least = c;
                        use.choice[0] = x;
                        use.choice[1] = y;
                        use.choice[2] = z;
                    }
                }
            }
        }
    }

    double divided(int32_t row, int k, int choice) const {
        if (k == choice) return 1;
        return rounds(row) && x_[size_t(row_first_[size_t(row)] + k)] >= 0.5 ? 1 : 0;
    }

    void add_row(int32_t row, int choice) {
        if (row < 0) return;
        row_choice_[size_t(row)] = choice;
        double *sum = &mean_[size_t(group_first_[size_t(row_group_[size_t(row)])])];
        for (int k = 0; k < length(size_t(row)); ++k)
            sum[k] += 2 * divided(row, k, choice) - x_[size_t(row_first_[size_t(row)] + k)];
    }

    // Each feature of each category gets a 1 at the node or word where that is nearest.
    void use_every_feature() {
        for (size_t category = 0; category < features_.size(); ++category)
            for (int k = 0; k < features_[category]; ++k) {
                double least = INFINITY;
                int32_t nearest = -1;
                for (int32_t g : category_groups_[category]) {
                    const double value = mean_[size_t(group_first_[size_t(g)] + k)];
                    if (value >= 1) {
                        nearest = -1;
                        break;
                    }
                    const double missing = (1 - value) * (1 - value);
                    const double c = strict_ ? group_rows_[size_t(g)] * missing : missing;
                    if (c < least) {
                        least = c;
                        nearest = g;
                    }
                }
                if (nearest >= 0) mean_[size_t(group_first_[size_t(nearest)] + k)] = 1;
            }
    }

    // Every node but the base is somebody's child, so each feature stands on the right of some refined rule.
    void use_features_in_rules() {
        for (auto &places : right_places_) {
            double least = INFINITY;
            int64_t nearest = -1;
            for (auto [entry, copies] : places) {
                const double value = rule_mean_[size_t(entry)];
                if (value >= 1) {
                    nearest = -1;
                    break;
                }
                const double c = copies * (1 - value) * (1 - value);
                if (c < least) {
                    least = c;
                    nearest = entry;
                }
            }
            if (nearest >= 0) rule_mean_[size_t(nearest)] = 1;
        }
    }

    // h > 0: at most one feature for each word and category, and h more, by the norm.
    void bound_lexicon() {
        if (homographs_ == 0) return;
        double norm = 0;
        for_words([&](double &value) { norm += value * value; });
        const double most = double(word_groups_) + homographs_;
        if (norm <= most) return;
        const double factor = std::sqrt(most / norm);
        for_words([&](double &value) { value *= factor; });
    }

    template <class Do>
    void for_words(Do act) {
        for (size_t g = 0; g < group_first_.size(); ++g)
            if (group_word_[g])
                for (int k = 0; k < features_[size_t(group_category_[g])]; ++k) act(mean_[size_t(group_first_[g] + k)]);
    }

    // x += beta (P_B - P_A), the gaps, and the metric.
    void move() {
        gap2_v_ = gap2_t_ = 0;
        for (auto &use : uses_) {
            const Shape &shape = shapes_[size_t(use.rule)];
            const double *mean = &rule_mean_[size_t(rule_first_[size_t(use.rule)])];
            double *t = &t_[size_t(use.tensor)];
            const int32_t *held = &held_[size_t(use.held)];
            const int pairs = shape.pairs();
            for (int x = 0; x < shape.x; ++x)
                for (int p = 0; p < pairs; ++p) {
                    const double difference = mean[x * pairs + p] - (held[p] == x ? 1 : 0);
                    gap2_t_ += difference * difference;
                    t[x * pairs + p] += beta_ * difference;
                }
        }
        for (size_t r = 0; r < row_group_.size(); ++r) {
            const double *mean = &mean_[size_t(group_first_[size_t(row_group_[r])])];
            for (int k = 0; k < length(r); ++k) {
                const double difference = mean[k] - divided(int32_t(r), k, row_choice_[r]);
                gap2_v_ += difference * difference;
                x_[size_t(row_first_[r] + k)] += beta_ * difference;
            }
        }
        auto [v, t] = gaps();
        const double m = (v + kappa_ * t) / 2;
        if (m > 0) mu_ *= 1 + gamma_ * (v / m - 1);
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
        std::partial_sort(order_.begin(), order_.begin() + keep, order_.begin() + pairs, [this](int32_t a, int32_t b) {
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
            if (std::popcount(domains[g]) > 1 && (open == domains.size() || std::popcount(domains[g]) < std::popcount(domains[open])))
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
            if (++branches_ > MOST_BRANCHES) return false;
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

    std::vector<int32_t> features_;
    int32_t homographs_;
    std::vector<Shape> shapes_;
    std::vector<Use> uses_;
    std::vector<int64_t> rule_first_, table_first_, group_first_, row_first_;
    std::vector<int32_t> copies_, row_group_, group_category_, group_rows_, row_choice_, group_feature_;
    std::vector<std::vector<int32_t>> category_groups_;
    std::vector<std::vector<std::pair<int64_t, int32_t>>> right_places_;
    std::vector<uint8_t> group_word_, seen_;
    int64_t word_groups_ = 0;

    // the state
    std::vector<double> x_, t_;
    double mu_ = 1;
    int64_t iterations_ = 0;

    // of the last iteration: P_A(t) as the x of each pair, and P_B of groups and rules
    std::vector<int32_t> held_;
    std::vector<double> mean_, rule_mean_;
    double gap2_v_ = 0, gap2_t_ = 0;

    // finishing
    static constexpr int MOST_BRANCHES = 8;
    std::vector<std::vector<std::array<int32_t, 3>>> triples_;
    std::vector<uint64_t> domains_;
    std::unordered_set<uint64_t> tried_;
    int64_t passes_ = 0;
    int branches_ = 0;

    // work space and results
    std::vector<double> best_;
    std::vector<int32_t> parent_, order_, table_, entered_;
    std::vector<int> chosen_;

    double beta_ = 0.5, gamma_ = 0.01, kappa_ = 1, tolerance_ = 1e-6;
    bool strict_ = true, press_ = true;
    int decode_every_ = 0;
};

}  // namespace
}  // namespace brillig

void bind_refine(nb::module_ &module) {
    using N = brillig::RefineNetwork;
    nb::class_<N>(module, "RefineNetwork")
        .def(nb::init<std::vector<int>, const std::vector<std::tuple<int, int, int, int>> &,
                      const std::vector<std::tuple<int, int, int, int>> &,
                      const std::vector<std::tuple<int, bool, std::vector<int>>> &, int>(),
             nb::arg("features"), nb::arg("rules"), nb::arg("uses"), nb::arg("groups"), nb::arg("homographs"))
        .def("set_parameters", &N::set_parameters, nb::arg("beta"), nb::arg("gamma"), nb::arg("kappa"),
             nb::arg("tolerance"), nb::arg("strict"), nb::arg("press"))
        .def("set_decoding", &N::set_decoding, nb::arg("every"))
        .def("start", &N::start, nb::arg("seed"), nb::arg("correlated"))
        .def("run", &N::run)
        .def("gap", &N::gap)
        .def("gaps", &N::gaps)
        .def("vectors", &N::vectors)
        .def("tensors", &N::tensors)
        .def("chosen", &N::chosen)
        .def("set_state", &N::set_state, nb::arg("vectors"), nb::arg("tensors"), nb::arg("mu"))
        .def_prop_ro("mu", &N::mu)
        .def_prop_ro("iterations", &N::iterations);
}
