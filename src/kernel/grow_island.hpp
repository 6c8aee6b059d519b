// One search from raw words to a grammar: classes, growing, re-splitting, growing again.
#pragma once
#include <functional>
#include <set>

#include "grow_begin.hpp"

namespace brillig::grow {

enum class Begin {
    anew,  // from the words alone
    warm,  // from a grammar that is known, and then as freely
    near,  // from a grammar that is known, and no further than its own rules and words lead
};

// A grammar that is known. Words it does not have are in no class.
struct Known {
    std::vector<Rule> rules;
    Lexicon lexicon;
    std::vector<char> words;  // whether it has each word
};

struct Settings {
    Model model;
    Model widest = {};  // what the model becomes where another island shows that this pays
    double miss_weight = 2.0;  // of a sentence without a tree; above 1 every sentence is to have one
    Begin begin = Begin::anew;
    Known known = {};
    std::uint64_t branches = 0;  // work up to which it begins again in other ways when it is stuck
    bool automata = true;        // whether some begin with an automaton
};

constexpr double NEAR = 30.0;            // bits above the best at which merging classes may still win
constexpr std::size_t MAX_CLASSES = 40;  // leaves room for phrases among 64 categories
constexpr double LEAST_SAVED = 1e-6;     // bits by which two grammars are no different
constexpr int CYCLE = 6;                 // turns in which every way to begin has come
constexpr std::size_t RUNNERS_UP = 8;    // of an island; on fr.txt the best grammar for features is among them

class Island {
public:
    Island(const Corpus &corpus, const Settings &settings, std::uint64_t seed, int number, Pulse &pulse);

    // Until the pulse stops. `better` is called with each grammar that is the best so far.
    void run(const std::function<void(const Found &)> &better);
    // The best grammar of all islands; only while this one stands still. The worst island goes on from it, at once if
    // it is far better. One whose model does not allow it begins again in the widest model if it is far better.
    void receive(const Found &found, bool worst);
    // Whether it has begun in every way it knows; from then on it only shakes what it has.
    bool done() const { return done_ || (best_.bits < NEVER && spent()); }
    // How many of its beginnings came to the best it has, which it got from elsewhere or found first; -1 before all
    // ways to begin were tried with nothing better.
    int met() const { return fruitless_ < CYCLE ? -1 : met_; }
    // What beginnings came to that is not the best, lightest first: with features it may be lighter.
    const std::vector<Found> &runners_up() const { return runners_up_; }

private:
    struct Candidate {
        Classes classes;
        bool whole;  // every class was split again, not one
    };

    void start();
    void start_in_widest();
    void begin_anew();
    void start_anew();
    void start_warm(int more);
    bool improve();
    void branch();
    void rise(int halvings, double mixed);
    bool unite();
    void begin_in(Form form);
    Found automaton(bool backward);
    void begin_with_whole();
    Classes plain_classes();
    Classes other_classes();
    bool kick();
    Found grow_part(const Corpus &part, Settings settings);
    void grow_from(const Known &known);
    bool resplit();
    bool shake();
    bool split_features();
    std::vector<Candidate> candidates(State &state);
    Found grown(const Lexicon &lexicon, const std::vector<Rule> &rules, const Effort &effort);
    // Settled where it is near the best; whether it became the best, which is then grown again.
    bool take_settled(const Found &found);
    Found polished(const Found &found, int tries);
    Found regrown(const Found &found, int rounds, const Effort &effort);
    bool spent() const;
    bool take(const Found &found);
    bool meet(const Found &found);
    void keep(const Found &found);
    double worth(const Found &found) const;
    bool is_allowed(const Found &found) const { return settings_.model.allows(found.rules, found.lexicon.classes); }

    const Corpus &corpus_;
    Settings settings_;
    Random random_;
    int number_;
    Pulse &pulse_;
    Found best_, received_;
    std::vector<Found> runners_up_;
    std::set<Classes> tried_;
    std::set<std::vector<char>> parted_;  // bipartitions that were tried
    int turn_ = 0;                        // beginnings besides the first
    std::size_t wholes_ = 0;              // of them with a construction as a whole
    bool done_ = false, widened_ = false;
    int met_ = 0, fruitless_ = 0;  // beginnings since the best was found: those that came to it, and all
    std::function<void(const Found &)> better_;
};

}  // namespace brillig::grow
