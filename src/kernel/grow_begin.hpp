// Other ways to begin than with all sentences at once: from a part of them, or from two parts joined.
#pragma once
#include <algorithm>

#include "grow_lexicon.hpp"

namespace brillig::grow {

// A share of a pulse's work: it stops with the whole, and when `most` is done, or when after at least `least` as much
// work as led to the last improvement has brought nothing.
class Share {
public:
    Share(Pulse &whole, std::uint64_t least, std::uint64_t most = ~std::uint64_t(0)) : whole_(whole) {
        pulse.until = 0;
        pulse.cancelled = whole.cancelled;
        pulse.pause = [this, least, most](Pulse &own) {
            count();
            if (whole_.tick() || own.work >= most || own.work >= std::max(least, 2 * improved_)) own.stopped = true;
            own.until = own.work + SLICE;
        };
    }
    Share(const Share &) = delete;
    Share &operator=(const Share &) = delete;
    ~Share() { count(); }

    void improved() { improved_ = pulse.work; }

    Pulse pulse;

private:
    static constexpr std::uint64_t SLICE = 50'000;

    void count() {
        whole_.work += pulse.work - counted_;
        counted_ = pulse.work;
    }

    Pulse &whole_;
    std::uint64_t counted_ = 0, improved_ = 0;
};

// The distinct sentences chosen, each as often as it occurs; what may repeat in the whole may in a part.
Corpus part_of(const Corpus &corpus, const std::vector<char> &chosen);

// About `number` distinct sentences, short ones first; with `mixed` lengths count less, so that parts differ.
std::vector<char> shorter_ones(const Corpus &corpus, std::size_t number, double mixed, Random &random);

// Whether the longer half of the distinct sentences takes most of the work, as programs and logs do.
bool is_uneven(const Corpus &corpus);

// Ways to part the sentences in two by where words of a class of `lexicon` stand, or by the rule at the root of their
// trees. Only those that a code for class bigrams gains from; what gains most comes first.
std::vector<std::vector<char>> bipartitions(State &state, const Lexicon &lexicon);

// Both grammars under one root: a class for each pair of classes, phrases apart. Bits stay NEVER where it cannot be.
Found joined(const Corpus &corpus, const Found &one, const Found &other, const Model &model);

// S -> U X, X -> S V for each two classes between which sentences stand, in sentences, in at least a few of them.
std::vector<Rule> nested_sentences(const Corpus &corpus, const Lexicon &lexicon);

// How states of an automaton are merged: which way sentences are read, and the bits of a state. With more of them fewer
// states are left; with few, what a state saw only once stays apart.
struct Merging {
    bool backward;
    double price;
};

// The grammar of an automaton whose states were merged. Bits stay NEVER where it is too large or not allowed.
Found merged_states(const Corpus &corpus, const Merging &merging, const Model &model, Pulse &pulse);

}  // namespace brillig::grow
