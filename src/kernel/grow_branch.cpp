// How an island begins again when it is stuck: from the short sentences up, from other parts, from two parts joined.
#include "grow_island.hpp"

namespace brillig::grow {

namespace {

// Work of a part before it may end: what each word of it adds, up to MANY words.
constexpr std::uint64_t LEAST = 1'000'000, LEAST_PER_WORD = 3'000, MANY = 5000;
constexpr std::uint64_t MOST = 4;  // times as much at most
constexpr std::size_t SMALL_PART = 16;  // distinct sentences of the first part at least
constexpr std::size_t UNIONS = 3;       // bipartitions that are tried
constexpr std::uint64_t IDLE = 1'000'000;  // what a way that leads nowhere counts as
constexpr int FEW_WORDS = 12;           // so few are each a class of its own to part the sentences by

// How often the sentences are halved for the first part, and how much their lengths are mixed, turn by turn.
struct Rise {
    int halvings;
    double mixed;
};
constexpr Rise RISES[] = {{1, 0.0}, {3, 0.0}, {1, 1.0}};

std::uint64_t least_work(const Corpus &corpus) {
    return LEAST + LEAST_PER_WORD * std::min<std::uint64_t>(corpus.tokens, MANY);
}

Known known_of(const Found &found, const Corpus &part) {
    Known known{found.rules, found.lexicon, {}};
    for (int count : part.counts) known.words.push_back(count > 0);
    return known;
}

}  // namespace

Found Island::grow_part(const Corpus &part, Settings settings) {
    settings.branches = 0;
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
    whole.run([&](const Found &found) {
        share.improved();
        if (take(found)) tried_.clear();
    });
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
    Classes classes = cluster(corpus_, number_ % 2 == 1, 0, pulse_);
    if (corpus_.words <= FEW_WORDS) {
        classes.clear();
        for (int w = 0; w < corpus_.words; ++w) classes.push_back({std::uint16_t(w)});
    }
    for (const std::vector<char> &chosen : bipartitions(state, lexicon_of(corpus_, classes))) {
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
        if (take(both)) {
            take(settle(corpus_, best_, settings_.model, pulse_, settings_.miss_weight));
            tried_.clear();
            return true;
        }
    }
    return false;
}

// The next way to begin, in turn.
void Island::branch() {
    constexpr int RISING = int(std::size(RISES));
    const std::uint64_t before = pulse_.work;
    const int turn = turn_++ % (RISING + 1);
    if (turn == 1 && best_.bits < NEVER) {
        unite();
    } else {
        const Rise &way = RISES[(turn + number_) % RISING];
        rise(way.halvings, turn_ > RISING ? 1.0 : way.mixed);
    }
    pulse_.work += before == pulse_.work ? IDLE : 0;
}

}  // namespace brillig::grow
