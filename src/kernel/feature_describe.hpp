// A grammar with features as the plain grammar that it stands for, and the bits of sentences with it.
#pragma once
#include <array>
#include <vector>

#include "feature_code.hpp"

namespace brillig::feature {

struct Value {
    int feature, category, value;
};

// Every category with its values, as far as sentences can reach it and it can be written out in words.
struct Expansion {
    explicit Expansion(const Folded &folded, const Tuples &tuples);

    struct Syntactic {
        Rule rule;
        std::size_t base;            // of the folded rules
        int tuple;                   // of the parent
        std::vector<Value> choices;  // values that nothing determines
    };
    struct Lexical {
        int category, word;
        std::size_t base;
        int tuple;
    };

    bool fits = true;  // whether there are few enough categories
    std::vector<std::pair<int, int>> categories;  // folded category and tuple; the start symbol first
    std::vector<Syntactic> rules;
    std::vector<Lexical> lexical;
};

struct Described {
    double grammar = grow::NEVER, data = grow::NEVER;
    std::vector<std::vector<int>> trees;  // of each sentence, in expanded categories; empty where there is none
    std::vector<int> rule_uses, word_uses;  // of the expansion's rules
    std::vector<double> rule_weights, word_weights;
    Modes modes;
};

// Trees and probabilities in turn until they agree. `sentences` are those to be explained, repeats and all.
Described describe(const Folded &folded, const Expansion &expansion, const std::vector<grow::Sentence> &sentences);

}  // namespace brillig::feature
