// Brute force over all grammars of tiny problems: plain, exhaustive, and sharing no code with the engines.
//
// Standard input has one problem a line:
//     c c_l r_s h equal_children lexical_root recursive_root shared_pairs one_word SENTENCE ...
// with switches as 0 or 1 and a sentence as letters, one for each word (a, b, ...). For each problem one line
// comes out: 1 if some grammar solves it, else 0.
//
// Every set of rules is tried, one for each class up to renaming the categories 1 ... c - 1 (0 is S). For a set
// of rules all strings of categories that S derives are listed, with the categories of their trees. Sentence
// by sentence, every string is tried that the words still allow.

#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace {

constexpr int MAX_CATEGORIES = 6;
constexpr int MAX_LENGTH = 6;

struct Rule {
    int x, y, z;
    int code() const { return (x * MAX_CATEGORIES + y) * MAX_CATEGORIES + z; }
};

struct Model {  // what a set of rules may look like
    int categories;
    bool equal, recursive, shared, one_word;
    auto key() const { return std::tuple(categories, equal, recursive, shared, one_word); }
    bool operator<(const Model& other) const { return key() < other.key(); }
};

struct String {  // categories of the words, and the set of categories of a tree above them
    std::array<std::int8_t, MAX_LENGTH> category;
    std::uint8_t used;
    bool operator<(const String& o) const { return std::tie(category, used) < std::tie(o.category, o.used); }
    bool operator==(const String& o) const { return category == o.category && used == o.used; }
};

struct RuleSet {
    std::vector<Rule> rules;
    int lexical_only = 0;        // categories that have no rule of their own
    int lexical_not_under_s = 0; // of these, those that are no child of S
    std::array<std::vector<String>, MAX_LENGTH + 1> strings;
    std::array<std::uint8_t, MAX_LENGTH + 1> usable{};  // categories of all trees of that length together
};

void derive(RuleSet& set, const Model& model) {
    // below[x][n]: the strings of n words under category x
    std::array<std::array<std::vector<String>, MAX_LENGTH + 1>, MAX_CATEGORIES> below;
    for (int x = 0; x < model.categories; ++x)
        if (x > 0 || model.one_word) {
            String leaf{};
            leaf.category.fill(-1);
            leaf.category[0] = static_cast<std::int8_t>(x);
            leaf.used = static_cast<std::uint8_t>(1 << x);
            below[x][1].push_back(leaf);
        }
    for (int n = 2; n <= MAX_LENGTH - 1; ++n) {
        for (const Rule& rule : set.rules)
            for (int middle = 1; middle < n; ++middle)
                for (const String& left : below[rule.y][middle])
                    for (const String& right : below[rule.z][n - middle]) {
                        String both = left;
                        for (int k = 0; k < n - middle; ++k) both.category[middle + k] = right.category[k];
                        both.used = static_cast<std::uint8_t>(left.used | right.used | 1 << rule.x);
                        below[rule.x][n].push_back(both);
                    }
        for (auto& row : below) {
            std::sort(row[n].begin(), row[n].end());
            row[n].erase(std::unique(row[n].begin(), row[n].end()), row[n].end());
        }
    }
    for (int n = 1; n < MAX_LENGTH; ++n) {
        set.strings[n] = below[0][n];
        for (const String& string : set.strings[n]) set.usable[n] |= string.used;
    }
}

bool is_least(const std::vector<Rule>& rules, const std::vector<std::vector<int>>& orders) {
    std::vector<int> own, other;
    for (const Rule& rule : rules) own.push_back(rule.code());
    std::sort(own.begin(), own.end());
    for (const auto& o : orders) {
        other.clear();
        for (const Rule& rule : rules) other.push_back(Rule{o[rule.x], o[rule.y], o[rule.z]}.code());
        std::sort(other.begin(), other.end());
        if (other < own) return false;
    }
    return true;
}

class RuleSets {  // of one model and one number of rules
public:
    RuleSets(const Model& model, int number) : model_(model) {
        const int first = model.recursive ? 0 : 1;
        for (int y = first; y < model.categories; ++y)
            for (int z = first; z < model.categories; ++z)
                if (model.equal || y != z)
                    for (int x = 0; x < model.categories; ++x) all_.push_back({x, y, z});
        std::vector<int> order(model.categories);
        std::iota(order.begin(), order.end(), 0);
        do orders_.push_back(order);
        while (std::next_permutation(order.begin() + 1, order.end()));
        choose(0, number);
    }

    std::vector<RuleSet> sets;

private:
    void choose(std::size_t from, int left) {
        if (left == 0) return keep();
        for (std::size_t k = from; k < all_.size(); ++k) {
            const Rule& rule = all_[k];
            // Rules of one pair stand side by side: a pair that has its parent is the last one chosen.
            if (!model_.shared && !chosen_.empty() && chosen_.back().y == rule.y && chosen_.back().z == rule.z)
                continue;
            chosen_.push_back(rule);
            choose(k + 1, left - 1);
            chosen_.pop_back();
        }
    }

    void keep() {
        int parents = 0, children = 0, of_s = 0;
        for (const Rule& rule : chosen_) {
            parents |= 1 << rule.x;
            children |= 1 << rule.y | 1 << rule.z;
            if (rule.x == 0) of_s |= 1 << rule.y | 1 << rule.z;
        }
        const int names = (1 << model_.categories) - 2;
        if ((parents & 1) == 0 || (children & names) != names || !is_least(chosen_, orders_)) return;
        RuleSet set{chosen_};
        set.lexical_only = __builtin_popcount(names & ~parents);
        set.lexical_not_under_s = __builtin_popcount(names & ~parents & ~of_s);
        derive(set, model_);
        int usable = 0;
        for (int n = 1; n < MAX_LENGTH; ++n) usable |= set.usable[n];
        if ((usable & names) == names) sets.push_back(std::move(set));
    }

    Model model_;
    std::vector<Rule> all_, chosen_;
    std::vector<std::vector<int>> orders_;
};

struct Problem {
    Model model;
    int lexical, rules, homographs;
    bool lexical_root;
    int words = 0;
    std::vector<std::vector<int>> sentences;
};

// A state: for each word the set of its categories, and above these the set of categories used so far.
using State = std::uint64_t;

bool solves(const RuleSet& set, const Problem& problem) {
    const int c = problem.model.categories;
    if ((problem.lexical_root ? set.lexical_only : set.lexical_not_under_s) < problem.lexical) return false;
    std::uint8_t usable = 0;
    for (const auto& sentence : problem.sentences) {
        if (set.strings[sentence.size()].empty()) return false;
        usable |= set.usable[sentence.size()];
    }
    const State all = (1 << c) - 1;
    if (usable != all) return false;
    const int top = c * problem.words;
    const State lexicon = (State{1} << top) - 1;
    const auto extra = [&](State state) {
        int number = 0;
        for (int word = 0; word < problem.words; ++word) {
            const int categories = __builtin_popcountll(state >> (c * word) & all);
            number += std::max(0, categories - 1);
        }
        return number;
    };
    std::vector<State> states{0}, next, ways;
    for (const auto& sentence : problem.sentences) {
        ways.clear();
        for (const String& string : set.strings[sentence.size()]) {
            State way = State{string.used} << top;
            for (std::size_t k = 0; k < sentence.size(); ++k)
                way |= State{1} << (c * sentence[k] + string.category[k]);
            if (extra(way & lexicon) <= problem.homographs) ways.push_back(way);
        }
        next.clear();
        for (const State state : states)
            for (const State way : ways)
                if (extra((state | way) & lexicon) <= problem.homographs) next.push_back(state | way);
        if (next.empty()) return false;
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        states.swap(next);
    }
    return std::any_of(states.begin(), states.end(), [&](State state) { return state >> top == all; });
}

bool has_solution(const Problem& problem, std::map<std::pair<Model, int>, RuleSets>& known) {
    for (int number = 1; number <= problem.rules; ++number) {
        auto place = known.try_emplace({problem.model, number}, problem.model, number).first;
        for (const RuleSet& set : place->second.sets)
            if (solves(set, problem)) return true;
    }
    return false;
}

}  // namespace

int main() {
    std::map<std::pair<Model, int>, RuleSets> known;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream fields(line);
        Problem problem{};
        Model& model = problem.model;
        fields >> model.categories >> problem.lexical >> problem.rules >> problem.homographs >> model.equal >>
            problem.lexical_root >> model.recursive >> model.shared >> model.one_word;
        for (std::string text; fields >> text;) {
            std::vector<int> sentence;
            for (const char letter : text) {
                sentence.push_back(letter - 'a');
                problem.words = std::max(problem.words, letter - 'a' + 1);
            }
            problem.sentences.push_back(sentence);
        }
        std::cout << has_solution(problem, known) << std::endl;
    }
}
