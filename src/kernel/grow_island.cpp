#include "grow_island.hpp"

#include <algorithm>

namespace brillig::grow {

namespace {

constexpr std::size_t PAIRS = 8;   // classes that are split in two by force

constexpr int NEAR_STARTS = 12;  // starts from what is known, with other classes for the new words

constexpr std::uint64_t IDLE = 100'000;
constexpr std::uint64_t UNEXPLAINED = 8;  // times as long it begins again while sentences have no tree

// Of what a sentence without a tree costs, at the beginning of each island, where exceptions are allowed.
constexpr double BEGINNINGS[4] = {0.8, 0.5, 0.65, 0.4};

Classes sorted(Classes classes) {
    for (auto &words : classes) std::sort(words.begin(), words.end());
    std::sort(classes.begin(), classes.end());
    return classes;
}

}  // namespace

Island::Island(const Corpus &corpus, const Settings &settings, std::uint64_t seed, int number, Pulse &pulse)
    : corpus_(corpus), settings_(settings), random_(seed * 1000003 + std::uint64_t(number)), number_(number),
      pulse_(pulse) {}

// Sentences without a tree come first: what explains more is better.
double Island::worth(const Found &found) const {
    return settings_.miss_weight > 1 ? found.bits + 1e6 * found.missed : found.bits;
}

bool Island::take(const Found &found) {
    if (pulse_.stopped || worth(found) >= worth(best_) - LEAST_SAVED) return false;
    best_ = found;
    met_ = 1;
    fruitless_ = 0;
    better_(best_);
    return true;
}

void Island::receive(const Found &found, bool worst) {
    if (settings_.begin == Begin::near) return;
    const bool far = worth(found) < worth(best_) - NEAR;
    if (is_allowed(found)) {
        if (!worst) return;
        received_ = found;
        pulse_.abandoned = far;
    } else if (far && settings_.begin == Begin::anew && settings_.widest.allows(found.rules, found.lexicon.classes)) {
        widened_ = pulse_.abandoned = true;
    }
}

void Island::keep(const Found &found) {
    if (pulse_.stopped || found.bits == NEVER || found.missed) return;
    const auto lighter = [](const Found &a, const Found &b) { return a.bits < b.bits; };
    const auto place = std::lower_bound(runners_up_.begin(), runners_up_.end(), found, lighter);
    const auto same = [&](const Found &other) { return other.rules == found.rules && other.lexicon.home == found.lexicon.home; };
    if (std::any_of(runners_up_.begin(), runners_up_.end(), same)) return;
    runners_up_.insert(place, found);
    if (runners_up_.size() > RUNNERS_UP) runners_up_.pop_back();
}

// The same, with what another beginning came to; it may have come to the best there is.
bool Island::meet(const Found &found) {
    const Found before = best_;
    const bool better = take(found);
    keep(better ? before : found);
    if (better) return true;
    met_ += !pulse_.stopped && found.bits < NEVER && worth(found) < worth(best_) + LEAST_SAVED;
    return false;
}

Found Island::grown(const Lexicon &lexicon, const std::vector<Rule> &rules, const Effort &effort) {
    const Strings strings(corpus_, lexicon);
    State state(strings, settings_.model, pulse_, settings_.miss_weight);
    state.set(rules);
    grow(state, random_, effort);
    return {lexicon, state.rules(), state.bits(), state.missed()};
}

Found Island::regrown(const Found &found, int rounds, const Effort &effort) {
    const Strings strings(corpus_, found.lexicon);
    State state(strings, settings_.model, pulse_, settings_.miss_weight);
    state.set(found.rules);
    regrow(state, random_, rounds, effort);
    return {found.lexicon, state.rules(), state.bits(), state.missed()};
}

// What is known and the words that are not, in classes; then rules for the sentences that have no tree yet.
void Island::start_warm(int more) {
    const Known &known = settings_.known;
    const Classes classes = attach_words(corpus_, classes_of(known.lexicon), more % 2 == 1, more / 2, pulse_);
    const int fresh = int(classes.size()) - known.lexicon.classes;
    if (pulse_.tick() || fresh < 0 || classes.size() > MAX_CLASSES) return;
    Lexicon lexicon = known.lexicon;
    lexicon.classes = int(classes.size());
    for (std::size_t c = 0; c < classes.size(); ++c)
        for (auto word : classes[c]) lexicon.home[word] = std::uint8_t(c + 1);
    for (std::size_t w = 0; w < lexicon.home.size(); ++w) {
        const Extra root{std::uint16_t(w), 0};
        const auto &extra = lexicon.extra;
        if (corpus_.alone[w] && lexicon.home[w] && std::find(extra.begin(), extra.end(), root) == extra.end())
            lexicon.extra.push_back(root);
    }
    std::vector<Rule> rules;
    const auto moved = [&](int c) { return std::uint8_t(c > known.lexicon.classes ? c + fresh : c); };
    for (const Rule &r : known.rules) {
        if (std::max({r.x, r.y, r.z}) + fresh >= CATEGORIES) return;
        rules.push_back({moved(r.x), moved(r.y), moved(r.z)});
    }
    Found found = grown(lexicon, rules, {150, 60, 4000});
    if (pulse_.tick()) return;
    found = settle(corpus_, found, settings_.model, pulse_, settings_.miss_weight);
    if (worth(found) < worth(best_) + NEAR) found = polished(found, 4000);
    take(found);
}

void Island::start() {
    if (settings_.begin != Begin::anew) {
        start_warm(number_);
        if (best_.bits < NEVER && settings_.begin == Begin::warm) take(regrown(best_, 6, {100, 6, 1500}));
        if (best_.bits < NEVER || settings_.begin == Begin::near) return;
    }
    if (number_ % 2 == 1 && settings_.automata) {
        // Templates and fixed formats are an automaton's; rule by rule they save nothing for a long time.
        const Random random = random_;
        const Found first = automaton(number_ % 4 == 3);
        random_ = random;
        take(first);
        const auto better = better_;
        better_ = [&](const Found &found) {
            if (worth(found) < worth(first)) better(found);
        };
        best_ = Found();
        begin_anew();
        better_ = better;
        meet(first);
        return;
    }
    begin_anew();
}

// Nothing that the model refused to allow can be light enough: the search begins as another island with the widest
// model would.
void Island::start_in_widest() {
    settings_.model = settings_.widest;
    best_ = received_ = Found();
    tried_.clear();
    parted_.clear();
    turn_ = met_ = fruitless_ = 0;
    wholes_ = 0;
    // What came from another island while this one began was for the search before.
    done_ = widened_ = pulse_.abandoned = false;
    start();
}

void Island::begin_anew() {
    if (number_ % 4 == 2 && settings_.model.form == Form::any) begin_in(Form::right);
    if (best_.bits < NEVER || pulse_.tick()) return;
    if (number_ % 2 == 1 && is_uneven(corpus_)) {
        rise(3, 0.0);
        if (best_.bits < NEVER || pulse_.tick()) return;
    }
    // Some islands begin without what is said once of a class and a phrase: with it a phrase is easily torn into several
    // before its rules are there.
    settings_.model.units = number_ % 2 == 0;
    start_anew();
    settings_.model.units = true;
    if (best_.bits < NEVER) take(polished(best_, 0));
}

void Island::start_anew() {
    const Classes classes = cluster(corpus_, number_ % 2 == 1, number_ / 2, pulse_);
    const bool root_words = settings_.model.recursive_root;
    // Where sentences may be exceptions, most islands begin with more of them: what is wrong with a few sentences
    // would get rules of its own before the rules of the others are there.
    const double weight = settings_.miss_weight;
    if (weight <= 1) settings_.miss_weight *= BEGINNINGS[number_ % 4];
    Found found = grown(lexicon_of(corpus_, classes, root_words), {}, {150, 60, 4000});
    if (root_words && std::find(corpus_.alone.begin(), corpus_.alone.end(), 1) != corpus_.alone.end()) {
        const Found other = grown(lexicon_of(corpus_, classes), {}, {150, 60, 4000});
        if (worth(other) < worth(found)) found = other;
    }
    if (!pulse_.tick()) found = settle(corpus_, found, settings_.model, pulse_, settings_.miss_weight);
    if (settings_.miss_weight < weight) {
        found = regrown(found, 6, {100, 6, 1500});
        settings_.miss_weight = weight;
        found = polished(found, 0);
    }
    if (pulse_.tick()) return;
    take(found);
    if (best_.bits == NEVER) return;
    take(regrown(best_, 6, {100, 6, 1500}));
}

std::vector<Island::Candidate> Island::candidates(State &state) {
    std::vector<Candidate> result;
    const Classes now = classes_of(state.strings().lexicon);
    const auto instead = [&](std::size_t i, const Classes &parts) {
        Classes classes;
        for (std::size_t j = 0; j < now.size(); ++j)
            if (j != i) classes.push_back(now[j]);
        classes.insert(classes.end(), parts.begin(), parts.end());
        return classes;
    };
    for (int level : {1, 2}) {
        const std::vector<Classes> parts = split_by_contexts(state, level);
        Classes all;
        for (const Classes &of_class : parts) all.insert(all.end(), of_class.begin(), of_class.end());
        if (all.size() > now.size()) result.push_back({all, true});
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (parts[i].size() > 1) result.push_back({instead(i, parts[i]), false});
    }
    std::vector<std::pair<double, std::size_t>> order;
    std::vector<Split> splits;
    for (std::size_t i = 0; i < now.size(); ++i) {
        splits.push_back(now[i].size() > 1 ? split_in_two(state.strings(), now[i], pulse_) : Split{NEVER, {}});
        order.push_back({splits.back().bits, i});
    }
    std::sort(order.begin(), order.end());
    for (std::size_t j = 0; j < std::min(PAIRS, order.size()); ++j)
        if (order[j].first < NEVER) result.push_back({instead(order[j].second, splits[order[j].second].parts), false});
    return result;
}

bool Island::resplit() {
    const Strings strings(corpus_, best_.lexicon);
    State state(strings, settings_.model, pulse_, settings_.miss_weight);
    state.set(best_.rules);
    for (const Candidate &candidate : candidates(state)) {
        if (pulse_.tick()) return false;
        if (candidate.classes.size() > MAX_CLASSES || !tried_.insert(sorted(candidate.classes)).second) continue;
        bool rooted = true;
        for (std::size_t w = 0; w < corpus_.alone.size(); ++w) rooted &= !corpus_.alone[w] || best_.lexicon.home[w] == 0;
        const Lexicon lexicon = lexicon_of(corpus_, candidate.classes, rooted);
        Found found;
        for (bool copy : {true, false}) {
            const Found other =
                grown(lexicon, transferred(best_.rules, best_.lexicon, lexicon, copy), {100, 12, 1500});
            if (worth(other) < worth(found)) found = other;
        }
        if (candidate.whole && worth(found) > worth(best_)) {
            const Found other = grown(lexicon, {}, {150, 60, 2000});
            if (worth(other) < worth(found)) found = other;
        }
        if (take_settled(found)) return true;
    }
    return false;
}

bool Island::split_features() {
    for (int attempt = 0; attempt < 6; ++attempt) {
        if (pulse_.tick()) return false;
        const Strings strings(corpus_, best_.lexicon);
        State state(strings, settings_.model, pulse_, settings_.miss_weight);
        state.set(best_.rules);
        std::uint64_t split = ~std::uint64_t(0);
        if (attempt % 2) split &= random_.bits();
        std::vector<std::pair<int, int>> siblings;
        Found found = split_by_features(state, split, random_, siblings);
        if (found.bits == NEVER || siblings.empty()) continue;
        found = unsplit(corpus_, found, siblings, settings_.model, pulse_, settings_.miss_weight);
        if (worth(found) > worth(best_) + 3 * NEAR && found.missed == 0) continue;
        found = grown(found.lexicon, found.rules, {100, 8, 1500});
        found = polished(found, 1500);
        if (take_settled(found)) return true;
    }
    return false;
}

bool Island::take_settled(const Found &found) {
    const bool near = worth(found) < worth(best_) + NEAR;
    if (!take(near ? settle(corpus_, found, settings_.model, pulse_, settings_.miss_weight) : found)) return false;
    take(regrown(best_, 5, {100, 6, 1500}));
    return true;
}

Found Island::polished(const Found &found, int tries) {
    const Strings strings(corpus_, found.lexicon);
    State state(strings, settings_.model, pulse_, settings_.miss_weight);
    state.set(found.rules);
    polish(state, random_, tries);
    return {found.lexicon, state.rules(), state.bits(), state.missed()};
}

// Second classes for words; then rules dropped, with the classes kept.
bool Island::shake() {
    const bool senses = take(with_senses(corpus_, best_, settings_.model, pulse_, settings_.miss_weight));
    return take(regrown(best_, 25, {100, 6, 1500})) || senses;
}

bool Island::improve() {
    if (received_.bits < NEVER) {
        const int fruitless = fruitless_;
        const Found before = best_;
        if (is_allowed(received_) && take(received_)) {
            keep(before);
            // Whoever found it looks for better; here it counts what leads to it from other beginnings.
            tried_.clear();
            met_ = 0;
            fruitless_ = fruitless;
        }
        received_ = Found();
    }
    if (best_.bits == NEVER) return false;
    if (resplit() || split_features()) return true;
    if (!shake()) return false;
    tried_.clear();
    return true;
}

// Whether it has begun in other ways for as long as it may.
bool Island::spent() const {
    return pulse_.work >= settings_.branches * (best_.missed && settings_.miss_weight > 1 ? UNEXPLAINED : 1);
}

void Island::run(const std::function<void(const Found &)> &better) {
    better_ = better;
    start();
    for (int more = number_ + 2; settings_.begin == Begin::near && !pulse_.tick(); ++more) {
        done_ = true;
        const std::uint64_t before = pulse_.work;
        if (more < number_ + 2 + NEAR_STARTS) start_warm(more);
        if (pulse_.work == before) pulse_.work += IDLE;
    }
    while (true) {
        pulse_.abandoned = false;
        if (pulse_.tick() && pulse_.stopped) return;
        const std::uint64_t before = pulse_.work;
        if (widened_) start_in_widest();
        if (!improve() && !done_ && !pulse_.stopped) {
            // Once nothing near is better: other beginnings, until one of them is.
            const double bits = worth(best_);
            while (!done_ && worth(best_) >= bits && !pulse_.tick())
                if (!spent()) {
                    ++fruitless_;
                    branch();
                } else {
                    done_ = true;
                }
        }
        if (pulse_.work == before) pulse_.work += IDLE;  // nothing is left to try: time passes all the same
    }
}

}  // namespace brillig::grow
