// Sentences as strings of classes: the distinct ones, with how often each occurs.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "grow_code.hpp"
#include "grow_parser.hpp"

namespace brillig::grow {

using Sentence = std::vector<std::uint16_t>;  // word numbers

// What never changes in a search.
struct Corpus {
    Corpus(int words, std::vector<Sentence> all, std::vector<Sentence> rejected = {}, std::vector<std::uint8_t> joins = {});

    double bits_written_out(const Sentence &sentence) const;

    int words;                        // how many there are
    std::size_t total;                // sentences, repeats counted
    std::vector<Sentence> sentences;  // the distinct ones, short ones first
    std::vector<int> times;           // how often each occurs
    std::vector<int> counts;          // how often each word occurs
    std::vector<char> alone, inside;  // whether each word is a sentence, and whether it occurs in longer ones
    std::size_t tokens = 0;
    Tables tables;
    std::vector<Sentence> rejected;  // what no grammar may accept
    bool distinct = true;            // whether no sentence occurs twice
    std::vector<int> lengths;        // how many sentences have each length
    // Of each word the sum of: 1 where it is joined to the one before, 2 to the one after, as affixes are; 4 for an
    // opening, 8 for a closing bracket. Empty where there is nothing of it.
    std::vector<std::uint8_t> joins;
    std::vector<std::uint16_t> brackets;  // words that are brackets: each has a class of its own
    std::vector<double> spelled;     // bits of each distinct sentence written out word by word, roughly
};

struct Extra {
    std::uint16_t word;
    std::uint8_t category;
    auto operator<=>(const Extra &) const = default;
};

// Which class each word has (1 to k; 0 for words of the start symbol), and the lexical rules beyond these.
struct Lexicon {
    std::vector<std::uint8_t> home;
    std::vector<Extra> extra;
    int classes = 0;

    bool operator==(const Lexicon &) const = default;

    // One more lexical rule; `known` counts those of each word.
    void add(std::vector<int> &known, int word, int category) {
        if (known[std::size_t(word)]++)
            extra.push_back({std::uint16_t(word), std::uint8_t(category)});
        else
            home[std::size_t(word)] = std::uint8_t(category);
    }
};

// Bits that a string without a tree costs at least where each is to have one: written out, a few short sentences of one
// or two words take fewer bits than the first rule.
constexpr double NO_TREE = 60;

// The corpus as strings under a lexicon.
struct Strings {
    Strings(const Corpus &corpus, const Lexicon &lexicon);

    int number() const { return int(times.size()); }
    const Token *string(int i) const { return tokens.data() + begin[std::size_t(i)]; }
    int length(int i) const { return begin[std::size_t(i) + 1] - begin[std::size_t(i)]; }
    // What phrases have to keep to, see Phrases; nullptr where there is no such thing.
    const char *marks(int i) const { return marked.empty() ? nullptr : marked.data() + begin[std::size_t(i)]; }
    // What a parser needs to know of it.
    std::u16string name(int i) const;
    // Of each string whether all words have a lexical rule: one without would pass as a word of the start symbol.
    std::vector<char> of_known_words(const std::vector<int> &known) const;

    const Corpus &corpus;
    Lexicon lexicon;
    std::vector<Token> tokens;
    std::vector<char> marked;
    std::vector<int> begin;
    std::vector<int> times;
    std::vector<double> miss;         // bits of writing the string's sentences out
    // A string of rejected sentences occurs 0 times, comes after the others and has to stay without a tree.
    bool wanted(int i) const { return times[std::size_t(i)] > 0; }
    // What it costs that a string has a tree, or has none.
    double penalty(int i, bool parsed, double miss_weight) const {
        if (wanted(i)) return parsed ? 0.0 : std::max(miss_weight * miss[std::size_t(i)], miss_weight > 1 ? NO_TREE : 0.0);
        return parsed ? miss[std::size_t(i)] : 0.0;
    }
    std::vector<int> string_of;       // of each distinct sentence
    std::vector<double> word_weights;  // of each distinct sentence: log2 of (count + 1/2), over words with one class
    // Rejected sentences that have the classes of a sentence, and brackets that share their class.
    int clashes = 0;
    Senses senses;                    // of the homographs
    std::vector<int> homograph_of;    // of each word, -1 where it has one class
    // Words with one class, by class: how many, how often, and what they save (`Tables::seen`).
    std::vector<int> class_words, class_count;
    std::vector<double> class_saved;
};

}  // namespace brillig::grow
