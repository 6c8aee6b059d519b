// The category refiner's iteration: lab/brillig_lab/references/refine.py, made fast. It knows nothing of Python.
//
// A use of a rule is one local problem: the features x, y, z of a node and its two children, and a copy of
// the rule's tensor with at most `limit` ones and at most one x for each pair yz. Rows (feature vectors)
// that must agree form a group: the copies of a node, or all leaves of one word and category.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "network.hpp"
#include "random.hpp"

namespace brillig::refinement {

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

class RefineIteration {
  public:
    RefineIteration(std::vector<int> features, const std::vector<std::tuple<int, int, int, int>> &rules,
                    const std::vector<std::tuple<int, int, int, int>> &uses,
                    const std::vector<std::tuple<int, bool, std::vector<int>>> &groups,
                    std::vector<std::tuple<int, int>> passes, int homographs)
        : features_(features.begin(), features.end()), homographs_(homographs), passes_(std::move(passes)) {
        for (auto [x, y, z, limit] : rules) {
            if (x < 1 || y < 1 || z < 1 || limit < 1) throw std::invalid_argument("a rule has no features");
            shapes_.push_back({x, y, z, limit});
            rule_first_.push_back(int64_t(rule_mean_.size()));
            rule_mean_.resize(rule_mean_.size() + size_t(x) * size_t(y) * size_t(z));
            copies_.push_back(0);
        }
        lay_out_groups(groups);
        lay_out_uses(uses);
        for (auto [up, down] : passes_)
            if (length(size_t(up)) != length(size_t(down)))
                throw std::invalid_argument("a node is passed on with other features");
        int32_t pairs = 1;
        for (auto &shape : shapes_) pairs = std::max(pairs, shape.pairs());
        best_.resize(size_t(pairs));
        parent_.resize(size_t(pairs));
        order_.resize(size_t(pairs));
        for (int n : features_)
            if (n < 2 || n > 64) throw std::invalid_argument("a refined category has 2 to 64 features");
        size_t every = 0;
        for (int n : features_) every += size_t(n);
        kept_.assign(every, -1);
    }

    void set_parameters(double beta, double gamma, double kappa, double tolerance, bool strict, bool cover_features,
                        bool norm, bool literal, int lift) {
        lift_ = Lift(lift);
        cover_features_ = cover_features;
        norm_ = norm;
        literal_ = literal;
        beta_ = beta;
        gamma_ = gamma;
        kappa_ = kappa;
        tolerance_ = tolerance;
        strict_ = strict;
    }

    // A random state. Correlated: one tensor for all copies of a rule, one vector for all rows of a group.
    void start(uint64_t seed, bool correlated) {
        Random random(seed);
        mu_ = 1;
        iterations_ = 0;
        std::fill(kept_.begin(), kept_.end(), -1);
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

    void set_state(const double *vectors, size_t vector_numbers, const double *tensors, size_t tensor_numbers,
                   double mu) {
        if (vector_numbers != x_.size() || tensor_numbers != t_.size())
            throw std::invalid_argument("the arrays do not have the sizes of this network");
        std::copy_n(vectors, x_.size(), x_.begin());
        std::copy_n(tensors, t_.size(), t_.begin());
        mu_ = mu;
        iterations_ = 0;
        std::fill(kept_.begin(), kept_.end(), -1);
    }

  protected:
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
            row_length_.push_back(features_[size_t(group_category_[size_t(group)])]);
            row_rounds_.push_back(homographs_ > 0 && group_word_[size_t(group)]);
            first += row_length_.back();
        }
        x_.assign(size_t(first), 0);
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

    int32_t length(size_t row) const { return row_length_[row]; }
    bool rounds(int32_t row) const { return row_rounds_[size_t(row)]; }

    void iterate() {
        std::fill(mean_.begin(), mean_.end(), 0.0);
        std::fill(rule_mean_.begin(), rule_mean_.end(), 0.0);
        for (auto &use : uses_) divide(use);
        for (auto [up, down] : passes_) pass(up, down);
        for (size_t rule = 0; rule < shapes_.size(); ++rule)
            for (int q = 0; q < shapes_[rule].entries(); ++q)
                rule_mean_[size_t(rule_first_[rule] + q)] /= std::max(1, copies_[rule]);
        for (size_t g = 0; g < group_first_.size(); ++g)
            for (int k = 0; k < features_[size_t(group_category_[g])]; ++k)
                mean_[size_t(group_first_[g] + k)] /= group_rows_[g];
        if (norm_) bound_rules();
        if (cover_features_) use_features_in_rules();
        if (lift_ == Lift::AT_X) average_before();
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
        if (norm_ || pairs <= shape.limit) {  // with `norm` the limit is in P_B
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

    // P_A at a node that a layer passes on to the next: both copies have one feature.
    void pass(int32_t up, int32_t down) {
        double below[64], above[64];
        feature_costs(up, below);
        feature_costs(down, above);
        int best = 0;
        for (int k = 1; k < length(size_t(up)); ++k)
            if (below[k] + above[k] < below[best] + above[best]) best = k;
        add_row(up, best);
        add_row(down, best);
    }

    // What a 1 costs more than a 0 (or, for a word with h > 0, than rounding), for each feature of a row.
    void feature_costs(int32_t row, double *costs) const {
        costs[0] = 0;
        if (row < 0) return;
        const double *x = &x_[size_t(row_first_[size_t(row)])];
        for (int k = 0; k < length(size_t(row)); ++k) {
            const double c = 1 - 2 * x[k];
            costs[k] = mu_ * mu_ * (rounds(row) && !literal_ ? std::max(c, 0.0) : c);
        }
    }

    void choose(Use &use, const Shape &shape, const double *t, double theta) {
        double least = INFINITY;
        const int pairs = shape.pairs();
        double costs[3][64];
        for (int side = 0; side < 3; ++side) feature_costs(use.row[side], costs[side]);
        for (int p = 0; p < pairs; ++p) best_[size_t(p)] = std::max(best_[size_t(p)], theta);
        for (int x = 0; x < shape.x; ++x) {
            for (int y = 0; y < shape.y; ++y) {
                for (int z = 0; z < shape.z; ++z) {
                    const int p = y * shape.z + z;
                    const double rule = 2 * (best_[size_t(p)] - t[x * pairs + p]);
                    const double c = rule + costs[0][x] + costs[1][y] + costs[2][z];
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

    // Each feature of each category gets a 1 at the node or word where that is nearest, or where the lift says.
    void use_every_feature() {
        size_t place = 0;
        for (size_t category = 0; category < features_.size(); ++category)
            for (int k = 0; k < features_[category]; ++k) {
                int32_t &kept = kept_[place++];
                const auto &groups = category_groups_[category];
                const auto held = [&](int32_t g) { return mean_[size_t(group_first_[size_t(g)] + k)] >= 1; };
                if (groups.empty() || std::any_of(groups.begin(), groups.end(), held)) {
                    kept = -1;
                    continue;
                }
                if (lift_ != Lift::KEPT || kept < 0) kept = nearest_group(groups, k);
                mean_[size_t(group_first_[size_t(kept)] + k)] = 1;
            }
    }

    int32_t nearest_group(const std::vector<int32_t> &groups, int k) const {
        double least = INFINITY;
        int32_t nearest = groups.front();
        for (int32_t g : groups) {
            const size_t at = size_t(group_first_[size_t(g)] + k);
            const double missing = std::max(0.0, 1 - (lift_ == Lift::AT_X ? before_[at] : mean_[at]));
            const double c = (strict_ ? group_rows_[size_t(g)] : 1) * missing * missing;
            if (c < least) {
                least = c;
                nearest = g;
            }
        }
        return nearest;
    }

    // The mean of each group before P_A has reflected it.
    void average_before() {
        before_.assign(mean_.size(), 0.0);
        for (size_t r = 0; r < row_group_.size(); ++r) {
            const size_t g = size_t(row_group_[r]);
            for (int k = 0; k < length(r); ++k)
                before_[size_t(group_first_[g] + k)] += x_[size_t(row_first_[r] + k)] / group_rows_[g];
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

    // Each mean tensor in the ball of squared radius `limit`: what the limit becomes where P_A has none.
    void bound_rules() {
        for (size_t rule = 0; rule < shapes_.size(); ++rule) {
            double *mean = &rule_mean_[size_t(rule_first_[rule])];
            double squared = 0;
            for (int q = 0; q < shapes_[rule].entries(); ++q) squared += mean[q] * mean[q];
            if (squared <= shapes_[rule].limit) continue;
            const double factor = std::sqrt(shapes_[rule].limit / squared);
            for (int q = 0; q < shapes_[rule].entries(); ++q) mean[q] *= factor;
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

    std::vector<int32_t> features_;
    int32_t homographs_;
    std::vector<Shape> shapes_;
    std::vector<Use> uses_;
    std::vector<std::tuple<int, int>> passes_;  // rows of nodes that are passed on, in a network of layers
    std::vector<int64_t> rule_first_, group_first_, row_first_;
    std::vector<int32_t> copies_, row_group_, row_length_, group_category_, group_rows_, row_choice_;
    std::vector<std::vector<int32_t>> category_groups_;
    std::vector<std::vector<std::pair<int64_t, int32_t>>> right_places_;
    std::vector<uint8_t> group_word_, row_rounds_;
    int64_t word_groups_ = 0;

    // the state
    std::vector<double> x_, t_;
    double mu_ = 1;
    int64_t iterations_ = 0;
    std::vector<int32_t> kept_;  // the group that each feature was put at, or -1 where some group has it

    // of the last iteration: P_A(t) as the x of each pair, and P_B of groups and rules
    std::vector<int32_t> held_;
    std::vector<double> mean_, rule_mean_, before_;
    double gap2_v_ = 0, gap2_t_ = 0;

    // work space: of one rule's pairs
    std::vector<double> best_;
    std::vector<int32_t> parent_, order_;

    double beta_ = 0.5, gamma_ = 0.01, kappa_ = 1, tolerance_ = 1e-6;
    bool strict_ = true, cover_features_ = true, norm_ = false, literal_ = false;
    Lift lift_ = Lift::PRINTED;
};

}  // namespace brillig::refinement
