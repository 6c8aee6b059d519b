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
    // What the code of a node depends on: how often it is come to, what follows it and how often.
    struct Counts {
        int end = 0;
        std::size_t n = 0, kinds = 0;
        double saved = 0;
    };
    struct Node {
        std::map<int, Edge> next;  // by word
        Counts counts;
    };

    Automaton(const Corpus &corpus, const Merging &merging, bool inner_root, Pulse &pulse)
        : corpus_(corpus), merging_(merging), inner_root_(inner_root), pulse_(pulse), nodes_(1) {
        for (std::size_t s = 0; s < corpus.sentences.size() && nodes_.size() <= NODES; ++s) add(s);
        for (Node &node : nodes_) {
            for (const auto &entry : node.next) count(node.counts, 0, entry.second.times);
            count(node.counts, 0, node.counts.end);
        }
    }

    // Whether it came to its end.
    bool run() {
        if (nodes_.size() > NODES) return false;
        std::set<int> red{0};
        look_at(0, at(0).next);
        while (!pulse_.tick()) {
            const Place next = heaviest(red);
            if (next.node < 0) {
                states.assign(red.begin(), red.end());
                return true;
            }
            const bool full = red.size() >= STATES;
            double best = full ? NEVER : 0.0;
            Changes chosen;
            for (int state : red) {
                if (pulse_.halted()) return false;
                if (state == 0 && !inner_root_) continue;
                Changes changed;
                const double bits = merged(state, next, changed);
                if (bits < best) {
                    best = bits;
                    chosen = std::move(changed);
                }
            }
            if (chosen.empty()) {
                red.insert(next.node);
                look_at(next.node, at(next.node).next);
            } else {
                for (auto &[number, now] : chosen) {
                    Node &node = nodes_[std::size_t(number)];
                    node.counts = now.counts;
                    for (const auto &[word, edge] : now.next) node.next[word] = edge;
                    if (red.contains(number)) look_at(number, now.next);
                }
            }
        }
        return false;
    }

    const Node &at(int state) const { return nodes_[std::size_t(state)]; }
    std::vector<int> states;

private:
    // Nodes as they would be, each with the edges that would be new or other: a node may have thousands.
    using Changes = std::map<int, Node>;

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
        nodes_[std::size_t(node)].counts.end += corpus_.times[s];
    }

    void look_at(int state, const std::map<int, Edge> &edges) {
        for (const auto &[word, edge] : edges) waiting_[state].insert({-edge.times, word});
    }

    // Of the edges from states to nodes that are none, the one taken most often.
    Place heaviest(const std::set<int> &red) {
        Place result;
        for (auto &[state, edges] : waiting_)
            for (; !edges.empty(); edges.erase(edges.begin())) {
                const auto [less, word] = *edges.begin();
                const Edge &edge = at(state).next.at(word);
                if (edge.times != -less || red.contains(edge.to)) continue;  // it has changed since
                if (edge.times > result.times) result = {edge.to, state, word, edge.times};
                break;
            }
        return result;
    }

    // One of the things that a node goes on with happens more often: from `before` times on.
    void count(Counts &counts, int before, int more) const {
        counts.n += std::size_t(more);
        counts.kinds += before == 0 && more > 0;
        counts.saved += corpus_.tables.seen(std::size_t(before + more)) - corpus_.tables.seen(std::size_t(before));
    }

    double bits(const Counts &counts) const {
        return merging_.price * (1 + WORD * double(counts.kinds)) +
               corpus_.tables.choices(counts.n, counts.kinds, counts.saved);
    }

    // What it costs to merge the node, and all that has then to be merged below it, into a state.
    double merged(int state, const Place &place, Changes &changed) {
        const auto change_of = [&](int node) -> Node & {
            return changed.try_emplace(node, Node{{}, at(node).counts}).first->second;
        };
        change_of(place.from).next[place.word] = {state, place.times};
        std::vector<std::pair<int, int>> pairs{{state, place.node}};
        double cost = 0;
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto [into, gone] = pairs[i];
            Node &now = change_of(into);
            const Node &old = at(gone);
            const std::map<int, Edge> &known = at(into).next;
            cost -= bits(old.counts);
            count(now.counts, now.counts.end, old.counts.end);
            now.counts.end += old.counts.end;
            for (const auto &[word, edge] : old.next) {
                auto entry = now.next.find(word);
                if (entry == now.next.end()) {
                    const auto before = known.find(word);
                    entry = now.next.insert({word, before == known.end() ? Edge{edge.to, 0} : before->second}).first;
                }
                const bool both = entry->second.times > 0;
                count(now.counts, entry->second.times, edge.times);
                entry->second.times += edge.times;
                if (both) pairs.push_back({entry->second.to, edge.to});
            }
            pulse_.work += TOUCH * (1 + old.next.size());
        }
        for (const auto &[node, now] : changed) cost += bits(now.counts) - bits(at(node).counts);
        return cost;
    }

    const Corpus &corpus_;
    Merging merging_;
    bool inner_root_;
    Pulse &pulse_;
    std::vector<Node> nodes_;
    std::map<int, std::set<std::pair<int, int>>> waiting_;  // of each state the edges as (-times, word)
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
            if (target.counts.end > 0) uses[word][state] += std::min(edge.times, target.counts.end);
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
