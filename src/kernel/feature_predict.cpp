// Two values for each node of the trees, so that those of neighbouring nodes predict each other: expectation maximisation
// of rules with values, as latent annotations are learned. What the values are called is a matter of choice in each
// category, so equal ones are taken to go together at first.
#include <algorithm>
#include <array>

#include "feature_search.hpp"

namespace brillig::feature {

namespace {

constexpr int ROUNDS = 25;
constexpr double EQUAL = 2;     // how much more weight equal values have at first
constexpr double NOISE = 0.1;
constexpr double FAINT = 0.02;  // of the other value of a word that begins with one

// Smooth and sparse: close to exp(digamma(x)), the mean-field weight of a count.
double weight(double count) { return count > 1 ? count - 0.5 : count * count / 2; }

class Expectation {
public:
    Expectation(const std::vector<Node> &forest, std::size_t rules, std::size_t words, std::uint64_t carriers,
                std::pair<int, int> apart, Random &random)
        : forest_(forest), carriers_(carriers), rules_(rules), words_(words) {
        for (auto &of_rule : rules_)
            for (int i = 0; i < 8; ++i) {
                const int a = i >> 2, b = i >> 1 & 1, c = i & 1;
                of_rule[std::size_t(i)] = (1 + EQUAL * ((a == b) + (a == c) + (b == c))) * (1 + NOISE * random.uniform());
            }
        for (auto &of_word : words_)
            for (double &value : of_word) value = apart.first < 0 ? 0.5 + random.uniform() : 1 + NOISE * random.uniform();
        if (apart.first >= 0) {
            words_[std::size_t(apart.first)] = {1, FAINT};
            words_[std::size_t(apart.second)] = {FAINT, 1};
        }
        parents_.assign(rules, 0);
        homes_.assign(words, 0);
        for (const Node &node : forest)
            (node.left < 0 ? homes_ : parents_)[node.alternative] = node.category;
        inside_.resize(forest.size());
        outside_.resize(forest.size());
        normalise();
        for (int round = 0; round < ROUNDS; ++round) step();
    }

    std::vector<std::int8_t> best() {
        look_inside(true);
        std::vector<std::int8_t> values(forest_.size(), 0);
        std::vector<char> seen(forest_.size(), 0);
        for (std::size_t i = 0; i < forest_.size(); ++i) {
            const Node &node = forest_[i];
            if (!seen[i] && kinds(node.category) == 2) values[i] = inside_[i][1] > inside_[i][0];
            if (node.left < 0) continue;
            const auto l = std::size_t(node.left), r = std::size_t(node.right);
            double best = -1;
            visit(node, values[i], [&](double p, int g, int h) {
                const double value = p * inside_[l][std::size_t(g)] * inside_[r][std::size_t(h)];
                if (value <= best) return;
                best = value;
                values[l] = std::int8_t(g);
                values[r] = std::int8_t(h);
            });
            seen[l] = seen[r] = 1;
        }
        for (std::size_t i = 0; i < forest_.size(); ++i)
            if (kinds(forest_[i].category) == 1) values[i] = NONE;
        return values;
    }

private:
    int kinds(int category) const { return carriers_ >> category & 1 ? 2 : 1; }

    template <class Call> void visit(const Node &node, int f, Call &&call) const {
        const auto &weights = rules_[node.alternative];
        const int left = kinds(forest_[std::size_t(node.left)].category);
        const int right = kinds(forest_[std::size_t(node.right)].category);
        for (int g = 0; g < left; ++g)
            for (int h = 0; h < right; ++h) call(weights[std::size_t(4 * f + 2 * g + h)], g, h);
    }

    void normalise() {
        std::array<std::array<double, 2>, CATEGORIES> total{};
        for (std::size_t r = 0; r < rules_.size(); ++r)
            for (std::size_t i = 0; i < 8; ++i) total[std::size_t(parents_[r])][i / 4] += rules_[r][i];
        for (std::size_t l = 0; l < words_.size(); ++l)
            for (std::size_t f = 0; f < 2; ++f) total[std::size_t(homes_[l])][f] += words_[l][f];
        for (std::size_t r = 0; r < rules_.size(); ++r)
            for (std::size_t i = 0; i < 8; ++i)
                rules_[r][i] = weight(rules_[r][i]) / (total[std::size_t(parents_[r])][i / 4] + 1e-9) + 1e-12;
        for (std::size_t l = 0; l < words_.size(); ++l)
            for (std::size_t f = 0; f < 2; ++f)
                words_[l][f] = weight(words_[l][f]) / (total[std::size_t(homes_[l])][f] + 1e-9) + 1e-12;
    }

    // Sums over the values below each node, or the largest term of each; scaled, so that long sentences stay in range.
    void look_inside(bool largest = false) {
        for (std::size_t i = forest_.size(); i-- > 0;) {
            const Node &node = forest_[i];
            inside_[i] = {0, 0};
            for (int f = 0; f < kinds(node.category); ++f) {
                double &sum = inside_[i][std::size_t(f)];
                if (node.left < 0) {
                    sum = words_[node.alternative][std::size_t(f)];
                    continue;
                }
                const auto &l = inside_[std::size_t(node.left)], &r = inside_[std::size_t(node.right)];
                visit(node, f, [&](double p, int g, int h) {
                    const double term = p * l[std::size_t(g)] * r[std::size_t(h)];
                    sum = largest ? std::max(sum, term) : sum + term;
                });
            }
            const double scale = std::max(inside_[i][0], inside_[i][1]);
            if (scale > 0)
                for (double &value : inside_[i]) value /= scale;
        }
    }

    void step() {
        look_inside();
        std::vector<std::array<double, 8>> rules(rules_.size());
        std::vector<std::array<double, 2>> words(words_.size());
        for (auto &of_rule : rules) of_rule.fill(0.05);
        for (auto &of_word : words) of_word.fill(0.05);
        std::vector<char> seen(forest_.size(), 0);
        for (std::size_t i = 0; i < forest_.size(); ++i) {
            const Node &node = forest_[i];
            if (!seen[i]) outside_[i] = {1, kinds(node.category) == 2 ? 1.0 : 0.0};
            double all = 0;
            for (std::size_t f = 0; f < 2; ++f) all += outside_[i][f] * inside_[i][f];
            if (!(all > 0)) all = 1;
            for (double &value : outside_[i]) value *= node.times / all;
            if (node.left < 0) {
                for (std::size_t f = 0; f < 2; ++f) words[node.alternative][f] += outside_[i][f] * inside_[i][f];
                continue;
            }
            const auto l = std::size_t(node.left), r = std::size_t(node.right);
            outside_[l] = outside_[r] = {0, 0};
            seen[l] = seen[r] = 1;
            double sum = 0;
            std::array<double, 8> here{};
            for (int f = 0; f < kinds(node.category); ++f) {
                const double out = outside_[i][std::size_t(f)];
                visit(node, f, [&](double p, int g, int h) {
                    const double a = inside_[l][std::size_t(g)], b = inside_[r][std::size_t(h)];
                    here[std::size_t(4 * f + 2 * g + h)] = out * p * a * b;
                    sum += out * p * a * b;
                    outside_[l][std::size_t(g)] += out * p * b;
                    outside_[r][std::size_t(h)] += out * p * a;
                });
            }
            if (sum > 0)
                for (std::size_t j = 0; j < 8; ++j) rules[node.alternative][j] += here[j] / sum * node.times;
        }
        rules_ = rules;
        words_ = words;
        normalise();
    }

    const std::vector<Node> &forest_;
    std::uint64_t carriers_;
    std::vector<std::array<double, 8>> rules_;
    std::vector<std::array<double, 2>> words_;
    std::vector<int> parents_, homes_;
    std::vector<std::array<double, 2>> inside_, outside_;
};

}  // namespace

std::vector<std::int8_t> predict_values(const std::vector<Node> &forest, std::size_t rules, std::size_t words,
                                        std::uint64_t carriers, std::pair<int, int> apart, Random &random) {
    return Expectation(forest, rules, words, carriers, apart, random).best();
}

}  // namespace brillig::feature
