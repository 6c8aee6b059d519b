// How a rule set changes: abduction of new rules, polishing, growing, dropping and growing again.
#pragma once
#include <vector>

#include "grow_state.hpp"
#include "random.hpp"

namespace brillig::grow {

inline std::size_t below(Random &random, std::size_t number) {
    return std::size_t(random.uniform() * double(number));
}

template <class T> void shuffle(std::vector<T> &items, Random &random) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(random, i)]);
}

// Sets of new rules, each of which gives string i a tree: cheapest trees where a new rule costs a penalty and noise.
std::vector<std::vector<Rule>> abduce(State &state, int i, int samples, Random &random);

// Every edit of one step: drop, re-parent, split, merge, change a child, rotate.
std::vector<Edit> neighbours(const State &state);

// Take edits that save bits until none does, or until `tries` edits were looked at.
void polish(State &state, Random &random, int tries);

struct Effort {
    int samples = 150;  // of abduction in a step
    int steps = 60;
    int tries = 4000;  // of polishing after a step
};

// New rules for the shortest strings without a tree, until every string has one or nothing helps.
void grow(State &state, Random &random, const Effort &effort);

// Drop a few rules and grow again, as long as `rounds` in a row bring nothing; true where bits were saved.
bool regrow(State &state, Random &random, int rounds, const Effort &effort);

// The rules with the categories above the classes numbered without gaps.
std::vector<Rule> renumbered(const std::vector<Rule> &rules, int classes);

}  // namespace brillig::grow
