// How an island begins again when it is stuck: from the short sentences up, from other parts, from two parts
// joined, with a construction as a whole.
#include "grow_island.hpp"

namespace brillig::grow {

namespace {

// Work of a part before it may end: what each word of it adds, up to MANY words.
constexpr std::uint64_t LEAST = 1'000'000, LEAST_PER_WORD = 3'000, MANY = 5000, SMALL = 200;
constexpr std::uint64_t MOST = 4;  // times as much at most
constexpr std::size_t SMALL_PART = 16;  // distinct sentences of the first part at least
constexpr std::size_t UNIONS = 3;       // bipartitions that are tried
constexpr std::uint64_t IDLE = 1'000'000;  // what a way that leads nowhere counts as
constexpr std::uint64_t KICKS = 4;      // of the least work, the share in which classes are changed at random
constexpr int FEW_WORDS = 12;           // so few are each a class of its own to part the sentences by

// How often the sentences are halved for the first part, and how much their lengths are mixed, turn by turn.
struct Rise {
    int halvings;
    double mixed;
};
constexpr Rise RISES[] = {{1, 0.0}, {3, 0.0}, {1, 1.0}};

constexpr double PRICES[] = {0.5, 1, 2, 3, 4, 6, 10};  // of a state of an automaton
constexpr std::size_t WHOLES = 3;  // constructions that are brought in as a whole

std::uint64_t least_work(const Corpus &corpus) {
    // Sentences that come again are no work.
    std::uint64_t words = 0;
    for (const Sentence &sentence : corpus.sentences) words += sentence.size();
    return LEAST * std::min<std::uint64_t>(words, SMALL) / SMALL + LEAST_PER_WORD * std::min<std::uint64_t>(words, MANY);
}

Known known_of(const Found &found, const Corpus &part) {
    Known known{found.rules, found.lexicon, {}};
    for (int count : part.counts) known.words.push_back(count > 0);
    return known;
}

}  // namespace

Found Island::grow_part(const Corpus &part, Settings settings) {
    settings.branches = 0;
    settings.automata = false;
    Share share(pulse_, least_work(part), MOST * least_work(part));
    Island inner(part, settings, random_.bits(), number_, share.pulse);
    inner.run([&](const Found &) { share.improved(); });
    return inner.best_;
}

void Island::grow_from(const Known &known) {
    Settings settings = settings_;
    settings.begin = Begin::warm;
    settings.known = known;
    settings.branches = 0;
    Share share(pulse_, least_work(corpus_), MOST * least_work(corpus_));
    Island whole(corpus_, settings, random_.bits(), number_, share.pulse);
    const Found before = best_;
    bool better = false;
    whole.run([&](const Found &found) {
        share.improved();
        if (!take(found)) return;
        better = true;
        tried_.clear();
    });
    if (better)
        keep(before);
    else
        meet(whole.best_);
}

void Island::rise(int halvings, double mixed) {
    const std::size_t all = corpus_.sentences.size();
    Settings settings = settings_;
    settings.begin = Begin::anew;
    for (std::size_t size = std::max(all >> halvings, SMALL_PART); size * 5 <= all * 4; size *= 2) {
        const Corpus part = part_of(corpus_, shorter_ones(corpus_, size, mixed, random_));
        const Found found = grow_part(part, settings);
        if (pulse_.tick()) return;
        if (found.bits == NEVER) continue;
        settings.begin = Begin::warm;
        settings.known = known_of(found, part);
    }
    if (settings.begin == Begin::warm) grow_from(settings.known);
}

// Classes by the words' neighbours; few words are each a class of its own.
Classes Island::plain_classes() {
    if (corpus_.words > FEW_WORDS) return cluster(corpus_, number_ % 2 == 1, 0, pulse_);
    Classes classes;
    for (int w = 0; w < corpus_.words; ++w) classes.push_back({std::uint16_t(w)});
    return classes;
}

// A second family of rules under the root, for a part of the sentences.
bool Island::unite() {
    const Strings strings(corpus_, best_.lexicon);
    State state(strings, settings_.model, pulse_, settings_.miss_weight);
    state.set(best_.rules);
    Settings settings = settings_;
    settings.begin = Begin::anew;
    settings.model.recursive_root = false;  // else the sentences of the one part could stand in those of the other
    std::size_t tried = 0;
    // Classes that a loose grammar has no use for may be what tells the parts from one another.
    for (const std::vector<char> &chosen : bipartitions(state, lexicon_of(corpus_, plain_classes()))) {
        if (tried == UNIONS || pulse_.tick()) break;
        if (!parted_.insert(chosen).second) continue;
        ++tried;
        std::vector<char> others = chosen;
        for (char &one : others) one = !one;
        const Corpus here = part_of(corpus_, chosen), there = part_of(corpus_, others);
        const Found one = grow_part(here, settings);
        if (pulse_.tick()) break;
        const Found other = grow_part(there, settings);
        if (pulse_.tick()) break;
        Found both = joined(corpus_, one, other, settings_.model);
        if (both.bits == NEVER) continue;
        both = polished(both, 4000);
        if (meet(both)) {
            take(settle(corpus_, best_, settings_.model, pulse_, settings_.miss_weight));
            tried_.clear();
            return true;
        }
    }
    return false;
}

// From rules of a narrower form, and then as freely as ever.
void Island::begin_in(Form form) {
    Settings settings = settings_;
    settings.begin = Begin::anew;
    settings.model.form = form;
    const Found found = grow_part(corpus_, settings);
    if (!pulse_.tick() && found.bits < NEVER) grow_from(known_of(found, corpus_));
}

// The lightest grammar of an automaton whose states were merged.
Found Island::automaton(bool backward) {
    Found found;
    for (double price : PRICES) {
        if (pulse_.tick()) break;
        Found other = merged_states(corpus_, {backward, price}, settings_.model, pulse_);
        if (other.bits < NEVER) other = polished(other, 0);
        if (worth(other) < worth(found)) found = other;
    }
    return found.bits < NEVER && !pulse_.tick() ? polished(found, 4000) : found;
}

// From a construction that shows in the sentences as a whole, each once: sentences within sentences, and automata.
// One rule of either saves nothing.
void Island::begin_with_whole() {
    Found found;
    const std::size_t way = wholes_++;
    if (way > 0) {
        found = automaton(way == 2);
    } else if (settings_.model.recursive_root) {
        const Lexicon lexicon = lexicon_of(corpus_, plain_classes());
        const std::vector<Rule> rules = nested_sentences(corpus_, lexicon);
        if (!rules.empty()) found = grown(lexicon, rules, {150, 60, 4000});
    }
    if (found.bits == NEVER || pulse_.tick()) return;
    if (worth(found) < worth(best_) + 3 * NEAR)
        found = settle(corpus_, found, settings_.model, pulse_, settings_.miss_weight);
    if (worth(found) < worth(best_) + NEAR) found = regrown(found, 3, {100, 6, 1500});
    if (meet(found)) tried_.clear();
}

// The classes of the best grammar, or of the words' neighbours, changed at random.
Classes Island::other_classes() {
    const bool anew = best_.bits == NEVER || random_.uniform() < 0.3;
    Classes classes = anew ? cluster(corpus_, random_.uniform() < 0.5, int(below(random_, 4)), pulse_)
                           : classes_of(best_.lexicon);
    if (classes.empty()) return classes;
    const auto take_word = [&](std::size_t c) {
        const std::size_t at = below(random_, classes[c].size());
        const auto word = classes[c][at];
        classes[c].erase(classes[c].begin() + std::ptrdiff_t(at));
        return word;
    };
    const double kind = random_.uniform();
    const std::size_t c = below(random_, classes.size());
    if (kind < 0.25 && classes.size() > 2) {
        const std::size_t d = (c + 1 + below(random_, classes.size() - 1)) % classes.size();
        classes[d].insert(classes[d].end(), classes[c].begin(), classes[c].end());
        classes[c].clear();
    } else if (kind < 0.5) {
        std::vector<std::uint16_t> half;
        for (std::size_t n = classes[c].size() / 2; n > 0; --n) half.push_back(take_word(c));
        classes.push_back(half);
    } else {
        for (std::size_t n = 1 + below(random_, 3); n > 0; --n) {
            const std::size_t from = below(random_, classes.size());
            if (classes[from].empty()) continue;
            const auto word = take_word(from);
            const std::size_t to = below(random_, classes.size() + 1);
            if (to == classes.size()) classes.emplace_back();
            classes[to].push_back(word);
        }
    }
    std::erase_if(classes, [](const auto &words) { return words.empty(); });
    return classes;
}

// Rules grown for other classes, from nothing or from the best ones.
bool Island::kick() {
    const Classes classes = other_classes();
    if (classes.empty() || classes.size() > MAX_CLASSES || pulse_.tick()) return false;
    const Lexicon lexicon = lexicon_of(corpus_, classes, settings_.model.recursive_root && random_.uniform() < 0.5);
    std::vector<Rule> rules;
    if (best_.bits < NEVER && random_.uniform() < 0.5) rules = transferred(best_.rules, best_.lexicon, lexicon, true);
    Found found = grown(lexicon, rules, {100, 30, 1500});
    if (worth(found) < worth(best_) + 2 * NEAR)
        found = settle(corpus_, found, settings_.model, pulse_, settings_.miss_weight);
    if (worth(found) < worth(best_) + NEAR) found = regrown(found, 3, {100, 6, 1500});
    if (!meet(found)) return false;
    tried_.clear();
    return true;
}

// The next way to begin, in turn.
void Island::branch() {
    constexpr int RISING = int(std::size(RISES));
    constexpr Form FORMS[] = {Form::right, Form::finite, Form::left};
    const std::uint64_t before = pulse_.work;
    const int turn = turn_++, way = turn / 2 + number_;
    if (turn % 2 == 0 && wholes_ < WHOLES) {
        begin_with_whole();
    } else if (turn % 2 == 0) {
        while (!kick() && !pulse_.tick() && pulse_.work - before < least_work(corpus_) / KICKS) {}
    } else if (way % 3 == 0 && best_.bits < NEVER) {
        unite();
    } else if (way % 3 == 1) {
        begin_in(FORMS[std::size_t(way / 3) % std::size(FORMS)]);
    } else {
        const Rise &rising = RISES[(way / 3) % RISING];
        rise(rising.halvings, turn > 6 * RISING ? 1.0 : rising.mixed);
    }
    pulse_.work += before == pulse_.work ? IDLE : 0;
}

}  // namespace brillig::grow
