// How classes of words change: found from neighbours, split by contexts, merged, single words moved.
#pragma once
#include <vector>

#include "grow_moves.hpp"

namespace brillig::grow {

using Classes = std::vector<std::vector<std::uint16_t>>;

// A word that is a sentence by itself is also a word of the start symbol; with `root_words` of nothing else.
Lexicon lexicon_of(const Corpus &corpus, const Classes &classes, bool root_words = false);
Classes classes_of(const Lexicon &lexicon);

// Greedy merging of words under a code for class bigrams, then single words moved. With `both` sides the code is
// for what follows and for what comes before. `more` keeps that many classes beyond the best number.
Classes cluster(const Corpus &corpus, bool both, int more, Pulse &pulse);

// The known classes, in their order, and classes for the words that have none: joined to a known one, or new.
Classes attach_words(const Corpus &corpus, const Classes &known, bool both, int more, Pulse &pulse);

// The parts of each class by what its words have above them in the trees; level 1 or 2 rules up.
std::vector<Classes> split_by_contexts(State &state, int level);

// The best split of a class in two by its words' neighbours, and the bits it changes.
struct Split {
    double bits;
    Classes parts;
};
Split split_in_two(const Strings &strings, const std::vector<std::uint16_t> &words, Pulse &pulse);

// Rules in the numbering of other classes. Rules with a class that was split are copied for its parts as children;
// as parents they are left out.
std::vector<Rule> transferred(const std::vector<Rule> &rules, const Lexicon &from, const Lexicon &to, bool copy);

// A grammar on its way: classes, rules and their bits.
struct Found {
    Lexicon lexicon;
    std::vector<Rule> rules;
    double bits = NEVER;
    int missed = 0;
};

// Merge classes and move single words, as long as bits are saved.
Found settle(const Corpus &corpus, Found found, const Model &model, Pulse &pulse, double miss_weight);

// Give words a second class, or take it away, as long as bits are saved.
Found with_senses(const Corpus &corpus, Found found, const Model &model, Pulse &pulse, double miss_weight);

// The same grammar with the categories in `split` in two, by features that predict one another in the trees.
// `siblings` are the pairs that came from one category. Bits stay NEVER where there would be too many categories.
Found split_by_features(State &state, std::uint64_t split, Random &random,
                        std::vector<std::pair<int, int>> &siblings);

// Merge siblings again wherever that does not cost bits.
Found unsplit(const Corpus &corpus, Found found, std::vector<std::pair<int, int>> siblings, const Model &model,
              Pulse &pulse, double miss_weight);

}  // namespace brillig::grow
