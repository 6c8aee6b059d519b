// A rule set on strings: its best trees, its bits, and quickly what an edit would change.
//
// An edit touches only the strings whose tree uses a rule that goes, or in which the two children of a new rule
// stand side by side. Any choice of trees is a code, so what an edit is said to cost can be had, or less.
#pragma once
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "grow_data.hpp"
#include "grow_parser.hpp"

namespace brillig::grow {

// What rules may be at the beginning of a search: a narrower form is searched better.
enum class Form {
    any,
    finite,  // no category below itself
    right,   // a class of words first: what a finite automaton says, read from left to right
    left,
};

// Which restrictions may be lifted.
struct Model {
    bool recursive_root = false;
    bool shared_pairs = false;
    bool equal_children = false;
    bool units = true;  // whether bits count what is said once of a class and a phrase: see Units
    Form form = Form::any;

    // Whether one rule may be there, the categories up to `classes` being classes of words.
    bool fits(Rule r, int classes) const {
        if ((!equal_children && r.y == r.z) || (!recursive_root && (r.y == 0 || r.z == 0))) return false;
        if (form == Form::right) return r.y && r.y <= classes;
        if (form == Form::left) return r.z && r.z <= classes;
        return true;
    }
    bool allows(const std::vector<Rule> &rules, int classes) const;
};

// Work done so far, and whether to go on; `pause` is called when `work` passes `until`. What is at hand is `abandoned`
// when something far better is there to go on from. Whoever cancels does not wait for work to be counted.
struct Pulse {
    std::uint64_t work = 0;
    std::uint64_t until = ~std::uint64_t(0);
    bool stopped = false, abandoned = false;
    std::function<void(Pulse &)> pause;
    const std::atomic<bool> *cancelled = nullptr;

    bool tick() {
        if (!halted() && work >= until && pause) pause(*this);
        return stopped || abandoned;
    }

    // For loops that count no work: whether to stop at once. It never waits for other islands, so that what an island
    // finds does not depend on where it is asked.
    bool halted() {
        stopped = stopped || (cancelled && cancelled->load(std::memory_order_relaxed));
        return stopped;
    }
};

// Bits of the grammar and of the choices of trees, given how often each rule and each sense is used.
double describe(const Strings &strings, const Senses &senses, const std::vector<Rule> &rules,
                const std::vector<int> &counts, bool units = true);

using Uses = std::vector<std::uint32_t>;  // the rules and senses of a tree, each as often as it occurs

// What is saved where no sentence is written twice: each is chosen among those not yet written, so it costs
// log2(1 - M) bits more, M being the probability of those before it. `uses_of(i)` are the uses of string i's tree,
// or nullptr. `mass` is the probability of all.
template <class UsesOf>
double bits_of_no_repeats(const Strings &strings, const Senses &senses, const std::vector<Rule> &rules,
                          const std::vector<int> &counts, UsesOf &&uses_of, double &mass);

// Costs in bits of rules and senses from how often they are used, smoothed so that each stays possible.
// With `first` a rule not used yet has that cost.
void estimate(const Strings &strings, Senses &senses, const std::vector<Rule> &rules, const std::vector<int> &counts,
              double first, std::vector<double> &costs);

inline bool has_inner_root(const std::vector<Rule> &rules) {
    for (const Rule &r : rules)
        if (r.y == 0 || r.z == 0) return true;
    return false;
}

struct Edit {
    std::vector<Rule> added, removed;
};

// Counts of rules and senses, all zero: a large array that is better lent than made anew.
std::vector<int> take_counts(std::size_t size);
// Given back with the counts of rules zero again.
void give_counts(std::vector<int> &&counts);

class State {
public:
    ~State();
    State(const State &) = delete;
    State &operator=(const State &) = delete;
    State(const Strings &strings, const Model &model, Pulse &pulse, double miss_weight);

    // Trees and probabilities in turn until they agree; rules that no tree uses are dropped.
    void set(const std::vector<Rule> &rules);
    // Bits after an edit, or NEVER where it is not allowed or clearly worse.
    double attempt(const Edit &edit);
    void apply(const Edit &edit);

    const std::vector<Rule> &rules() const { return rules_; }
    double bits() const { return bits_; }
    int missed() const { return missed_; }
    bool parsed(int i) const { return parsed_[std::size_t(i)]; }
    int count(Rule r) const { return counts_[key(r)]; }
    const Strings &strings() const { return strings_; }
    const Model &model() const { return model_; }
    Pulse &pulse() { return pulse_; }
    // How often a category stands over a rule or a word.
    int total(int category) const;
    // The categories in use besides 0: classes of words and those of rules.
    std::vector<int> categories() const;
    int fresh() const;  // a category not in use
    // For each string with a tree: leaf(string, position, category, above, beyond).
    void contexts(const std::function<void(int, int, int, std::uint32_t, std::uint32_t)> &leaf);
    // The tree of each string, as `Parser::code` writes it; empty where there is none.
    std::vector<std::vector<int>> trees();
    std::vector<Rule> edited(const Edit &edit) const;
    const std::vector<int> &counts() const { return counts_; }
    double miss_weight() const { return miss_weight_; }

private:
    using Bits = std::vector<std::uint64_t>;

    void set_costs(const std::vector<Rule> &rules, bool optimistic);
    void set_even_costs(const std::vector<Rule> &rules);
    double bits_now(const std::vector<Rule> &rules) const;
    bool parse(int i, Uses &uses);
    void give_up(const std::vector<Rule> &rules);
    const Bits &side_by_side(int y, int z);
    std::uint64_t hash(const std::vector<Rule> &rules) const;

    const Strings &strings_;
    Model model_;
    Pulse &pulse_;
    double miss_weight_;
    Parser parser_;
    Senses senses_;
    std::vector<Rule> rules_;
    double bits_ = NEVER;
    int missed_ = 0;
    double miss_bits_ = 0;
    double mass_ = 0;  // probability of all sentences together, where none is written twice
    std::vector<int> counts_;    // of every rule and sense, by key
    std::vector<double> costs_;  // of the rules being tried
    std::vector<Uses> uses_;
    std::vector<char> parsed_;
    std::vector<std::vector<int>> users_;  // strings of each rule, as in rules_
    std::vector<std::uint64_t> starts_, ends_;
    std::vector<int> place_;  // of each string in starts_ and ends_
    std::unordered_map<std::uint32_t, Bits> pairs_;
    std::unordered_map<std::uint64_t, double> known_;
};

template <class UsesOf>
double bits_of_no_repeats(const Strings &strings, const Senses &senses, const std::vector<Rule> &rules,
                          const std::vector<int> &counts, UsesOf &&uses_of, double &mass) {
    mass = 0;
    if (!strings.corpus.distinct) return 0;
    double total[CATEGORIES];
    for (int c = 0; c < CATEGORIES; ++c)
        total[c] = strings.class_count[std::size_t(c)] + 0.5 * strings.class_words[std::size_t(c)];
    for (const auto &of_word : senses)
        for (const Sense &sense : of_word)
            if (const int n = counts[sense.key]) total[sense.category] += n + 0.5;
    for (const Rule &r : rules)
        if (const int n = counts[key(r)]) total[r.x] += n + 0.5;
    for (double &value : total) value = value > 0 ? std::log2(value) : 0.0;
    std::vector<double> of_string(std::size_t(strings.number()), -NEVER);
    for (int i = 0; i < strings.number(); ++i) {
        const Uses *uses = uses_of(i);
        if (!uses) continue;
        double bits = 0;
        for (std::uint32_t use : *uses)
            bits += strings.corpus.tables.log(std::size_t(counts[use])) - total[use < RULE_KEYS ? use >> 12 : (use - RULE_KEYS) % CATEGORIES];
        for (int a = 0; a < strings.length(i); ++a)
            if (strings.string(i)[a] < CATEGORIES) bits -= total[strings.string(i)[a]];
        of_string[std::size_t(i)] = bits;
    }
    double saved = 0;
    for (std::size_t s = 0; s < strings.string_of.size(); ++s) {
        const double bits = of_string[std::size_t(strings.string_of[s])];
        if (bits == -NEVER) continue;
        saved += std::log2(std::max(1e-9, 1 - mass));
        mass += std::exp2(bits + strings.word_weights[s]);
    }
    return saved;
}

}  // namespace brillig::grow
