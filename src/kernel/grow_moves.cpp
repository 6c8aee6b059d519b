#include "grow_moves.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace brillig::grow {

namespace {

constexpr double LEAST = 1e-6;   // bits that count as saved
constexpr double ENOUGH = 2.0;   // bits at which an edit is taken without looking at the others
constexpr int COPIES = 6;        // uses of a category that a split copies at most
constexpr int POOL = 4;          // strings without a tree that a step looks at

using Set = std::set<Rule>;

Rule mapped(Rule r, int from, int to) {
    const auto change = [&](std::uint8_t c) { return c == from ? std::uint8_t(to) : c; };
    return {change(r.x), change(r.y), change(r.z)};
}

class Neighbours {
public:
    explicit Neighbours(const State &state) : state_(state), rules_(state.rules()), categories_(state.categories()) {
        fresh_ = state.fresh();
        for (const Rule &r : rules_) {
            pairs_.insert({r.y, r.z});
            if (r.x) parent_.try_emplace({r.y, r.z}, r.x);
        }
    }

    std::vector<Edit> all() {
        drop();
        reparent();
        merge();
        change_child();
        rotate();
        return std::move(edits_);
    }

private:
    bool fits(Rule r) const { return state_.model().fits(r, state_.strings().lexicon.classes); }

    void add(std::vector<Rule> added, std::vector<Rule> removed) {
        for (const Rule &r : added)
            if (!fits(r)) return;
        edits_.push_back({std::move(added), std::move(removed)});
    }

    void drop() {
        for (const Rule &r : rules_) add({}, {r});
    }

    // Another parent; alone, or with the uses of the old one copied for the new one.
    void reparent() {
        std::vector<int> parents = categories_;
        parents.push_back(fresh_);
        if (state_.model().recursive_root) parents.push_back(0);
        for (const Rule &r : rules_) {
            if (r.x == 0 && !state_.model().recursive_root) continue;
            for (int x : parents) {
                if (x == r.x) continue;
                const Rule moved{std::uint8_t(x), r.y, r.z};
                if (x != fresh_) add({moved}, {r});
                std::vector<Rule> copies{moved};
                for (const Rule &use : rules_) {
                    if (use == r || (use.y != r.x && use.z != r.x)) continue;
                    Rule copy = use;
                    if (copy.y == r.x) copy.y = std::uint8_t(x);
                    if (copy.z == r.x) copy.z = std::uint8_t(x);
                    const bool taken = pairs_.contains({copy.y, copy.z}) && !state_.model().shared_pairs;
                    if (!taken && fits(copy)) copies.push_back(copy);
                }
                if (copies.size() > 1 && (x == fresh_ || copies.size() <= COPIES + 1)) add(copies, {r});
                if (state_.model().shared_pairs && x != fresh_) add({moved}, {});
            }
        }
    }

    // Two categories become one; where they have rules for one pair, the first stays.
    void merge() {
        const int classes = state_.strings().lexicon.classes;
        for (int from : categories_) {
            if (from <= classes) continue;
            std::vector<int> targets = categories_;
            if (state_.model().recursive_root) targets.push_back(0);
            for (int to : targets) {
                if (to == from) continue;
                std::map<std::pair<int, int>, Rule> by_pair;
                Set merged, old(rules_.begin(), rules_.end());
                for (const Rule &r : rules_) {
                    const Rule now = mapped(r, from, to);
                    if (!fits(now)) continue;
                    if (state_.model().shared_pairs)
                        merged.insert(now);
                    else
                        by_pair.try_emplace({now.y, now.z}, now);
                }
                for (const auto &entry : by_pair) merged.insert(entry.second);
                Edit edit;
                for (const Rule &r : merged)
                    if (!old.contains(r)) edit.added.push_back(r);
                for (const Rule &r : old)
                    if (!merged.contains(r)) edit.removed.push_back(r);
                edits_.push_back(std::move(edit));
            }
        }
    }

    void change_child() {
        std::vector<int> children = categories_;
        if (state_.model().recursive_root) children.push_back(0);
        for (const Rule &r : rules_)
            for (int side = 0; side < 2; ++side)
                for (int c : children) {
                    Rule now = r;
                    (side ? now.z : now.y) = std::uint8_t(c);
                    if (now == r || (pairs_.contains({now.y, now.z}) && !state_.model().shared_pairs)) continue;
                    add({now}, {r});
                }
    }

    // X -> T Z with T -> U V becomes X -> U E with E -> V Z, and the mirror image; T may stay for other uses.
    void rotate() {
        for (const Rule &r : rules_)
            for (const Rule &t : rules_) {
                if (t == r || t.x == 0) continue;
                // Where the pair has a parent already, that one takes the part of E.
                if (t.x == r.y)
                    if (const auto found = parent_.find({t.z, r.z}); found != parent_.end())
                        add_rotation({{r.x, t.y, std::uint8_t(found->second)}}, r, t);
                if (t.x == r.z)
                    if (const auto found = parent_.find({r.y, t.y}); found != parent_.end())
                        add_rotation({{r.x, std::uint8_t(found->second), t.z}}, r, t);
                for (int e : std::array<int, 2>{t.x, fresh_}) {
                    const auto c = std::uint8_t(e);
                    if (t.x == r.y) add_rotation({{c, t.z, r.z}, {r.x, t.y, c}}, r, t);
                    if (t.x == r.z) add_rotation({{c, r.y, t.y}, {r.x, c, t.z}}, r, t);
                }
            }
    }

    void add_rotation(const std::vector<Rule> &added, Rule r, Rule t) {
        add(added, {r, t});
        add(added, {r});
    }

    const State &state_;
    const std::vector<Rule> &rules_;
    std::vector<int> categories_;
    int fresh_;
    std::set<std::pair<int, int>> pairs_;
    std::map<std::pair<int, int>, int> parent_;  // of a pair, other than the start symbol
    std::vector<Edit> edits_;
};

}  // namespace

std::vector<Rule> renumbered(const std::vector<Rule> &rules, int classes) {
    std::vector<int> number(CATEGORIES, -1);
    for (int c = 0; c <= classes; ++c) number[std::size_t(c)] = c;
    std::set<int> others;
    for (const Rule &r : rules)
        for (int c : {int(r.x), int(r.y), int(r.z)})
            if (c > classes) others.insert(c);
    int next = classes + 1;
    for (int c : others) number[std::size_t(c)] = next++;
    std::vector<Rule> result;
    for (const Rule &r : rules)
        result.push_back({std::uint8_t(number[r.x]), std::uint8_t(number[r.y]), std::uint8_t(number[r.z])});
    std::sort(result.begin(), result.end());
    return result;
}

std::vector<Edit> neighbours(const State &state) { return Neighbours(state).all(); }

void polish(State &state, Random &random, int tries) {
    while (tries > 0 && !state.rules().empty() && !state.pulse().tick()) {
        std::vector<Edit> edits = neighbours(state);
        shuffle(edits, random);
        double best = state.bits() - LEAST;
        const Edit *chosen = nullptr;
        for (const Edit &edit : edits) {
            if (tries-- <= 0 || state.pulse().tick()) break;
            const double bits = state.attempt(edit);
            if (bits < best) {
                best = bits;
                chosen = &edit;
                if (bits < state.bits() - ENOUGH) break;
            }
        }
        if (!chosen) return;
        const double before = state.bits();
        const std::vector<Rule> old = state.rules();
        state.set(renumbered(state.edited(*chosen), state.strings().lexicon.classes));
        if (state.bits() >= before - LEAST) {  // trees of the full set turned out dearer than those of the edit
            state.set(old);
            return;
        }
    }
}

void grow(State &state, Random &random, const Effort &effort) {
    std::set<int> given_up;
    for (int step = 0; step < effort.steps; ++step) {
        if (state.missed() == 0 || state.pulse().tick()) return;
        const Strings &strings = state.strings();
        std::vector<int> pool;
        int shortest = 0;
        for (int i = 0; i < strings.number() && pool.size() < POOL; ++i) {
            if (state.parsed(i) || strings.length(i) < 2 || !strings.wanted(i) || given_up.contains(i)) continue;
            if (pool.empty()) shortest = strings.length(i);
            if (strings.length(i) <= shortest + 1) pool.push_back(i);
        }
        if (pool.empty()) return;
        double best = NEVER;
        Edit chosen;
        for (int i : pool)
            for (const std::vector<Rule> &rules : abduce(state, i, effort.samples / int(pool.size()), random)) {
                const Edit edit{rules, {}};
                const double bits = state.attempt(edit);
                if (bits < best) {
                    best = bits;
                    chosen = edit;
                }
            }
        // Where sentences may stay without a tree, a step has to pay for itself.
        if (best == NEVER || (state.miss_weight() <= 1 && best >= state.bits() - LEAST)) {
            given_up.insert(pool.begin(), pool.end());
            continue;
        }
        state.set(renumbered(state.edited(chosen), strings.lexicon.classes));
        polish(state, random, effort.tries);
    }
}

bool regrow(State &state, Random &random, int rounds, const Effort &effort) {
    bool saved = false;
    for (int since = 0; since < rounds && state.rules().size() > 1; ++since) {
        if (state.pulse().tick()) break;
        const std::vector<Rule> rules = state.rules();
        const double bits = state.bits();
        const int missed = state.missed();
        std::vector<Rule> dropped;
        const double kind = random.uniform();
        std::size_t most = rules.size() - 1;
        if (kind < 0.4) {  // the rules of a category
            const std::vector<int> categories = state.categories();
            const int c = categories[below(random, categories.size())];
            for (const Rule &r : rules)
                if (r.x == c || r.y == c || r.z == c) dropped.push_back(r);
            shuffle(dropped, random);
            most = std::min<std::size_t>(most, 5);
        } else if (kind < 0.7) {  // a rule with those below it
            const Rule top = rules[below(random, rules.size())];
            for (const Rule &r : rules)
                if (r == top || (r.x && (r.x == top.y || r.x == top.z))) dropped.push_back(r);
            shuffle(dropped, random);
            most = std::min<std::size_t>(most, 6);
        } else {
            dropped = rules;
            shuffle(dropped, random);
            most = std::min<std::size_t>(most, 2 + below(random, 4));
        }
        if (dropped.size() > most) dropped.resize(most);
        if (dropped.empty()) continue;
        state.apply({{}, dropped});
        grow(state, random, effort);
        if ((state.missed() <= missed || state.miss_weight() <= 1) && state.bits() < bits - LEAST) {
            saved = true;
            since = -1;
        } else {
            state.set(rules);
        }
    }
    return saved;
}

}  // namespace brillig::grow
