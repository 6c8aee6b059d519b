// A beginning for what finite automata say: templates, dates, counts up to a few. The sentences' tree of beginnings
// becomes an automaton, states merged as long as bits are saved; its grammar has a category for each state, and words
// with as many classes as they have places.
#include <map>
#include <set>

#include "grow_begin.hpp"

namespace brillig::grow {

namespace {

constexpr double WORD = 0.15;          // of the price of a state, what each word that follows it costs
constexpr std::size_t STATES = 40;    // at most; beyond, states are merged whatever it costs
constexpr std::size_t NODES = 20'000;  // of the tree at most
constexpr std::uint64_t TOUCH = 20;   // what looking at one node counts as

class Automaton {
public:
    struct Edge {
        int to, times;
    };
    struct Node {
        std::map<int, Edge> next;  // by word
        int end = 0;
    };

    Automaton(const Corpus &corpus, const Merging &merging, bool inner_root, Pulse &pulse)
        : corpus_(corpus), merging_(merging), inner_root_(inner_root), pulse_(pulse), nodes_(1) {
        for (std::size_t s = 0; s < corpus.sentences.size() && nodes_.size() <= NODES; ++s) add(s);
    }

    // Whether it came to its end.
    bool run() {
        if (nodes_.size() > NODES) return false;
        std::set<int> red{0};
        while (!pulse_.tick()) {
            const Place next = heaviest(red);
            if (next.node < 0) {
                states.assign(red.begin(), red.end());
                return true;
            }
            const bool full = red.size() >= STATES;
            double best = full ? NEVER : 0.0;
            std::map<int, Node> chosen;
            for (int state : red) {
                if (state == 0 && !inner_root_) continue;
                std::map<int, Node> changed;
                const double bits = merged(state, next, changed);
                if (bits < best) {
                    best = bits;
                    chosen = std::move(changed);
                }
            }
            if (chosen.empty())
                red.insert(next.node);
            else
                for (auto &[node, now] : chosen) nodes_[std::size_t(node)] = std::move(now);
        }
        return false;
    }

    const Node &at(int state) const { return nodes_[std::size_t(state)]; }
    std::vector<int> states;

private:
    // A node, and the one edge that leads to it.
    struct Place {
        int node = -1, from = 0, word = 0, times = 0;
    };

    void add(std::size_t s) {
        const Sentence &sentence = corpus_.sentences[s];
        int node = 0;
        for (std::size_t i = 0; i < sentence.size(); ++i) {
            const int word = sentence[merging_.backward ? sentence.size() - 1 - i : i];
            const auto [entry, fresh] = nodes_[std::size_t(node)].next.try_emplace(word, Edge{int(nodes_.size()), 0});
            entry->second.times += corpus_.times[s];
            node = entry->second.to;
            if (fresh) nodes_.emplace_back();
        }
        nodes_[std::size_t(node)].end += corpus_.times[s];
    }

    Place heaviest(const std::set<int> &red) const {
        Place result;
        for (int state : red)
            for (const auto &[word, edge] : at(state).next)
                if (edge.times > result.times && !red.contains(edge.to)) result = {edge.to, state, word, edge.times};
        return result;
    }

    double bits(const Node &node) const {
        std::size_t n = std::size_t(node.end), kinds = node.next.size() + (node.end > 0);
        double saved = corpus_.tables.seen(std::size_t(node.end));
        for (const auto &entry : node.next) {
            n += std::size_t(entry.second.times);
            saved += corpus_.tables.seen(std::size_t(entry.second.times));
        }
        return merging_.price * (1 + WORD * double(kinds)) + corpus_.tables.choices(n, kinds, saved);
    }

    // What it costs to merge the node, and all that has then to be merged below it, into a state.
    double merged(int state, const Place &place, std::map<int, Node> &changed) {
        const auto node_of = [&](int node) -> Node & { return changed.try_emplace(node, at(node)).first->second; };
        node_of(place.from).next.at(place.word).to = state;
        std::vector<std::pair<int, int>> pairs{{state, place.node}};
        double cost = 0;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto [into, gone] = pairs[i];
            Node &now = node_of(into);
            const Node &old = at(gone);
            cost -= bits(old);
            now.end += old.end;
            for (const auto &[word, edge] : old.next) {
                const auto [entry, fresh] = now.next.try_emplace(word, edge);
                if (fresh) continue;
                entry->second.times += edge.times;
                pairs.push_back({entry->second.to, edge.to});
            }
            pulse_.work += TOUCH * (1 + old.next.size());
        }
        for (const auto &[node, now] : changed) cost += bits(now) - bits(at(node));
        return cost;
    }

    const Corpus &corpus_;
    Merging merging_;
    bool inner_root_;
    Pulse &pulse_;
    std::vector<Node> nodes_;
};

using Counter = std::map<int, int>;  // words and how often

double label_bits(const Corpus &corpus, const Counter &words) {
    std::size_t n = 0;
    double saved = 0;
    for (const auto &entry : words) {
        n += std::size_t(entry.second);
        saved += corpus.tables.seen(std::size_t(entry.second));
    }
    return WORD_CLASS + log2_choose(corpus.words, double(words.size())) + corpus.tables.choices(n, words.size(), saved);
}

// Which labels are one class: merged as long as bits are saved.
std::vector<Counter> classes_of_labels(const Corpus &corpus, std::vector<Counter> labels, std::vector<int> &class_of,
                                       Pulse &pulse) {
    std::vector<double> bits;
    for (const Counter &words : labels) bits.push_back(label_bits(corpus, words));
    while (!pulse.tick()) {
        double best = 0;
        std::size_t a = 0, b = 0;
        Counter chosen;
        for (std::size_t i = 0; i < labels.size() && !pulse.tick(); ++i)
            for (std::size_t j = i + 1; j < labels.size(); ++j) {
                Counter both = labels[i];
                for (const auto &[word, times] : labels[j]) both[word] += times;
                pulse.work += TOUCH * (1 + both.size());
                const double gain = label_bits(corpus, both) - bits[i] - bits[j];
                if (gain < best) {
                    best = gain;
                    a = i;
                    b = j;
                    chosen = std::move(both);
                }
            }
        if (a == b) return labels;
        labels[a] = std::move(chosen);
        bits[a] = label_bits(corpus, labels[a]);
        labels.erase(labels.begin() + std::ptrdiff_t(b));
        bits.erase(bits.begin() + std::ptrdiff_t(b));
        for (int &c : class_of) c = c == int(b) ? int(a) : c > int(b) ? c - 1 : c;
    }
    return labels;
}

// Categories are numbered with those first that have words.
class Numbering {
public:
    Numbering(const Corpus &corpus, const std::map<int, Counter> &uses) {
        lexicon.home.assign(std::size_t(corpus.words), 0);
        number_[0] = 0;
        for (const auto &entry : uses)
            for (const auto &use : entry.second) of(use.first);
        lexicon.classes = int(number_.size()) - 1;
        for (const auto &[word, categories] : uses) {
            int home = 0, most = 0;
            for (const auto &[category, times] : categories)
                if (category && times > most) {
                    most = times;
                    home = category;
                }
            lexicon.home[std::size_t(word)] = std::uint8_t(of(home));
            for (const auto &entry : categories)
                if (entry.first != home) lexicon.extra.push_back({std::uint16_t(word), std::uint8_t(of(entry.first))});
        }
    }

    int of(int category) { return number_.try_emplace(category, int(number_.size())).first->second; }

    Lexicon lexicon;

private:
    std::map<int, int> number_;
};

}  // namespace

Found merged_states(const Corpus &corpus, const Merging &merging, const Model &model, Pulse &pulse) {
    Found result;
    Automaton automaton(corpus, merging, model.recursive_root, pulse);
    if (!automaton.run()) return result;
    std::vector<std::pair<int, int>> edges;
    std::vector<Counter> labels;
    std::vector<int> class_of;
    std::map<int, Counter> uses;  // of each word, by category
    for (int state : automaton.states) {
        std::map<int, Counter> by_target;
        for (const auto &[word, edge] : automaton.at(state).next) {
            const Automaton::Node &target = automaton.at(edge.to);
            if (!target.next.empty()) by_target[edge.to][word] += edge.times;
            if (target.end > 0) uses[word][state] += std::min(edge.times, target.end);
        }
        for (auto &[target, words] : by_target) {
            class_of.push_back(int(labels.size()));
            labels.push_back(std::move(words));
            edges.push_back({state, target});
        }
    }
    const std::vector<Counter> classes = classes_of_labels(corpus, labels, class_of, pulse);
    if (pulse.tick() || automaton.states.size() + classes.size() > std::size_t(CATEGORIES)) return result;
    const auto category = [](int c) { return -1 - c; };  // of a class, beside those of states
    for (std::size_t c = 0; c < classes.size(); ++c)
        for (const auto &[word, times] : classes[c]) uses[word][category(int(c))] += times;
    Numbering numbering(corpus, uses);
    std::set<Rule> rules;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const auto x = std::uint8_t(numbering.of(edges[i].first)), z = std::uint8_t(numbering.of(edges[i].second));
        const auto y = std::uint8_t(numbering.of(category(class_of[i])));
        rules.insert(merging.backward ? Rule{x, z, y} : Rule{x, y, z});
    }
    result.lexicon = numbering.lexicon;
    result.rules.assign(rules.begin(), rules.end());
    if (model.allows(result.rules, result.lexicon.classes)) result.bits = 0;
    return result;
}

}  // namespace brillig::grow
