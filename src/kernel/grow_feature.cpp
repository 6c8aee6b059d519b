// Joint splits: every category in two at once, so that agreement between several classes can be found.
//
// The trees stay; each node gets one of two features. Expectation maximisation finds features that predict each
// other; then words and rules take the feature they mostly have. What was split in vain is merged again by bits.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "grow_lexicon.hpp"

namespace brillig::grow {

namespace {

constexpr int ROUNDS = 30;

struct Node {
    int category;
    int left = -1, right = -1;  // places in the tree; -1 for a leaf
    int word = -1;
};

using Tree = std::vector<Node>;  // children after their parents

// Smooth and sparse: close to exp(digamma(x)), the mean-field weight of a count.
double weight(double count) { return count > 1 ? count - 0.5 : count * count / 2; }

class Features {
public:
    Features(const std::vector<Tree> &trees, const std::vector<int> &times, std::uint64_t split, Random &random)
        : trees_(trees), times_(times), split_(split) {
        for (const Tree &tree : trees)
            for (const Node &node : tree)
                for (int f = 0; f < kinds(node.category); ++f) {
                    if (node.left < 0) {
                        words_.try_emplace({node.category, f, node.word}, 0.5 + random.uniform());
                        continue;
                    }
                    const int y = tree[std::size_t(node.left)].category, z = tree[std::size_t(node.right)].category;
                    for (int g = 0; g < kinds(y); ++g)
                        for (int h = 0; h < kinds(z); ++h)
                            rules_.try_emplace({node.category, f, y, g, z, h}, 0.5 + random.uniform());
                }
        normalise();
        for (int round = 0; round < ROUNDS; ++round) step();
    }

    // The features of a tree's nodes with the highest probability.
    std::vector<int> best(const Tree &tree) const {
        std::vector<std::array<double, 2>> value(tree.size());
        std::vector<std::array<int, 2>> choice(tree.size());
        for (std::size_t i = tree.size(); i-- > 0;) {
            const Node &node = tree[i];
            for (int f = 0; f < kinds(node.category); ++f) {
                double &best = value[i][std::size_t(f)];
                if (node.left < 0) {
                    best = words_.at({node.category, f, node.word});
                    continue;
                }
                best = -1;
                const Node &left = tree[std::size_t(node.left)], &right = tree[std::size_t(node.right)];
                for (int g = 0; g < kinds(left.category); ++g)
                    for (int h = 0; h < kinds(right.category); ++h) {
                        const double p = rules_.at({node.category, f, left.category, g, right.category, h}) *
                                         value[std::size_t(node.left)][std::size_t(g)] *
                                         value[std::size_t(node.right)][std::size_t(h)];
                        if (p > best) {
                            best = p;
                            choice[i][std::size_t(f)] = 2 * g + h;
                        }
                    }
            }
        }
        std::vector<int> features(tree.size(), 0);
        if (kinds(tree[0].category) == 2) features[0] = value[0][1] > value[0][0];
        for (std::size_t i = 0; i < tree.size(); ++i)
            if (tree[i].left >= 0) {
                const int chosen = choice[i][std::size_t(features[i])];
                features[std::size_t(tree[i].left)] = chosen / 2;
                features[std::size_t(tree[i].right)] = chosen % 2;
            }
        return features;
    }

private:
    using RuleName = std::array<int, 6>;
    using WordName = std::array<int, 3>;

    int kinds(int category) const { return split_ >> category & 1 ? 2 : 1; }

    void normalise() {
        std::map<std::pair<int, int>, double> total;
        for (const auto &[name, count] : rules_) total[{name[0], name[1]}] += count;
        for (const auto &[name, count] : words_) total[{name[0], name[1]}] += count;
        for (auto &[name, count] : rules_) count = weight(count) / (total[{name[0], name[1]}] + 1e-9) + 1e-12;
        for (auto &[name, count] : words_) count = weight(count) / (total[{name[0], name[1]}] + 1e-9) + 1e-12;
    }

    void step() {
        std::map<RuleName, double> rules;
        std::map<WordName, double> words;
        for (auto &entry : rules_) rules[entry.first] = 0.05;
        for (auto &entry : words_) words[entry.first] = 0.05;
        std::vector<std::array<double, 2>> inside, outside;
        for (std::size_t t = 0; t < trees_.size(); ++t) {
            const Tree &tree = trees_[t];
            inside.assign(tree.size(), {0, 0});
            outside.assign(tree.size(), {0, 0});
            for (std::size_t i = tree.size(); i-- > 0;) {
                const Node &node = tree[i];
                for (int f = 0; f < kinds(node.category); ++f)
                    visit(tree, node, f, [&](double p, int g, int h) {
                        inside[i][std::size_t(f)] +=
                            node.left < 0 ? p
                                          : p * inside[std::size_t(node.left)][std::size_t(g)] *
                                                inside[std::size_t(node.right)][std::size_t(h)];
                    });
            }
            const double all = inside[0][0] + inside[0][1];
            if (!(all > 0)) continue;
            for (int f = 0; f < kinds(tree[0].category); ++f) outside[0][std::size_t(f)] = times_[t] / all;
            for (std::size_t i = 0; i < tree.size(); ++i) {
                const Node &node = tree[i];
                for (int f = 0; f < kinds(node.category); ++f) {
                    const double out = outside[i][std::size_t(f)];
                    if (node.left < 0) {
                        words[{node.category, f, node.word}] += out * inside[i][std::size_t(f)];
                        continue;
                    }
                    const auto l = std::size_t(node.left), r = std::size_t(node.right);
                    visit(tree, node, f, [&](double p, int g, int h) {
                        const double a = inside[l][std::size_t(g)], b = inside[r][std::size_t(h)];
                        rules[{node.category, f, tree[l].category, g, tree[r].category, h}] += out * p * a * b;
                        outside[l][std::size_t(g)] += out * p * b;
                        outside[r][std::size_t(h)] += out * p * a;
                    });
                }
            }
        }
        rules_ = rules;
        words_ = words;
        normalise();
    }

    template <class Call> void visit(const Tree &tree, const Node &node, int f, Call &&call) const {
        if (node.left < 0) {
            call(words_.at({node.category, f, node.word}), 0, 0);
            return;
        }
        const int y = tree[std::size_t(node.left)].category, z = tree[std::size_t(node.right)].category;
        for (int g = 0; g < kinds(y); ++g)
            for (int h = 0; h < kinds(z); ++h) call(rules_.at({node.category, f, y, g, z, h}), g, h);
    }

    const std::vector<Tree> &trees_;
    const std::vector<int> &times_;
    std::uint64_t split_;
    std::map<RuleName, double> rules_;
    std::map<WordName, double> words_;
};

Tree tree_of(const std::vector<int> &code, const Sentence &words) {
    Tree tree;
    std::size_t place = 0, word = 0;
    const auto read = [&](auto &&self) -> int {
        const auto here = tree.size();
        tree.push_back({code[place]});
        const bool leaf = code[place + 1] == 0;
        place += 2;
        if (leaf) {
            tree[here].word = words[word++];
        } else {
            const int left = self(self);
            const int right = self(self);
            tree[here].left = left;
            tree[here].right = right;
        }
        return int(here);
    };
    read(read);
    return tree;
}

}  // namespace

Found split_by_features(State &state, std::uint64_t split, Random &random,
                        std::vector<std::pair<int, int>> &siblings) {
    const Strings &strings = state.strings();
    const Corpus &corpus = strings.corpus;
    const std::vector<std::vector<int>> codes = state.trees();
    std::vector<Tree> trees;
    std::vector<int> times;
    for (std::size_t s = 0; s < corpus.sentences.size(); ++s) {
        const auto &code = codes[std::size_t(strings.string_of[s])];
        if (code.empty()) continue;
        trees.push_back(tree_of(code, corpus.sentences[s]));
        times.push_back(corpus.times[s]);
        state.pulse().work += corpus.sentences[s].size() * ROUNDS * 30;
    }
    split &= ~std::uint64_t(1);
    const Features features(trees, times, split, random);
    // Votes of the trees: the feature of each word, and how often each rule with features is used.
    std::map<int, std::array<double, 2>> votes;
    std::vector<std::vector<int>> of_tree;
    for (std::size_t t = 0; t < trees.size(); ++t) {
        of_tree.push_back(features.best(trees[t]));
        for (std::size_t i = 0; i < trees[t].size(); ++i)
            if (trees[t][i].left < 0 && trees[t][i].category == strings.lexicon.home[std::size_t(trees[t][i].word)])
                votes[trees[t][i].word][std::size_t(of_tree[t][i])] += times[t];
    }
    // New numbers: the parts of classes first, then those of the other categories.
    std::map<std::pair<int, int>, int> number;
    Found found;
    found.lexicon.home.assign(strings.lexicon.home.size(), 0);
    std::map<int, int> feature_of;
    for (const auto &[word, counts] : votes) feature_of[word] = counts[1] > counts[0];
    Classes classes;
    for (int c = 1; c <= strings.lexicon.classes; ++c)
        for (int f = 0; f < 2; ++f) {
            std::vector<std::uint16_t> words;
            for (std::size_t w = 0; w < strings.lexicon.home.size(); ++w)
                if (strings.lexicon.home[w] == c && (feature_of.contains(int(w)) ? feature_of[int(w)] : 0) == f)
                    words.push_back(std::uint16_t(w));
            if (words.empty()) continue;
            classes.push_back(words);
            number[{c, f}] = int(classes.size());
        }
    found.lexicon = lexicon_of(corpus, classes);
    for (std::size_t w = 0; w < found.lexicon.home.size(); ++w)
        if (strings.lexicon.home[w] == 0) found.lexicon.home[w] = 0;
    std::erase_if(found.lexicon.extra, [&](const Extra &entry) { return found.lexicon.home[entry.word] == 0; });
    int next = found.lexicon.classes + 1;
    number[{0, 0}] = 0;
    const auto numbered = [&](int category, int f) {
        const auto [entry, fresh] = number.try_emplace({category, f}, next);
        if (fresh) ++next;
        return entry->second;
    };
    // A leaf takes its word's class, whatever its own feature was.
    std::map<Rule, double> uses;
    for (std::size_t t = 0; t < trees.size(); ++t) {
        const auto name = [&](int place) {
            const Node &node = trees[t][std::size_t(place)];
            if (node.category == 0) return 0;
            return numbered(node.category, node.left < 0 ? feature_of[node.word] : of_tree[t][std::size_t(place)]);
        };
        for (std::size_t i = 0; i < trees[t].size(); ++i) {
            const Node &node = trees[t][i];
            if (node.left < 0) continue;
            const int x = name(int(i)), y = name(node.left), z = name(node.right);
            if (std::max({x, y, z}) >= CATEGORIES) return found;
            uses[{std::uint8_t(x), std::uint8_t(y), std::uint8_t(z)}] += times[t];
        }
    }
    std::map<std::pair<int, int>, Rule> parent;
    for (const auto &[rule, count] : uses) {
        if (rule.y == rule.z && !state.model().equal_children) continue;
        if (state.model().shared_pairs) {
            found.rules.push_back(rule);
            continue;
        }
        const auto [entry, fresh] = parent.try_emplace({rule.y, rule.z}, rule);
        if (!fresh && uses[entry->second] < count) entry->second = rule;
    }
    for (const auto &entry : parent) found.rules.push_back(entry.second);
    std::sort(found.rules.begin(), found.rules.end());
    siblings.clear();
    for (const auto &[name, first] : number)
        if (name.second == 0)
            if (const auto other = number.find({name.first, 1}); other != number.end())
                siblings.push_back(std::minmax({first, other->second}));
    found.bits = 0;
    return found;
}

}  // namespace brillig::grow
