// Merging classes, moving words, second classes: each tried with the rules as they are, trees kept by string.
#include "grow_lexicon.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

namespace brillig::grow {

namespace {

constexpr double LEAST = 1e-6;
constexpr int FREQUENT = 4;  // a word seen less often gets no second class

// Scores lexicons under one rule set; a class string is parsed once.
class Trial {
public:
    Trial(const Corpus &corpus, Pulse &pulse, double miss_weight)
        : corpus_(corpus), pulse_(pulse), miss_weight_(miss_weight), counts_(take_counts(RULE_KEYS)) {}
    ~Trial() {
        for (const Rule &r : rules_) counts_[key(r)] = 0;
        give_counts(std::move(counts_));
    }
    Trial(const Trial &) = delete;
    Trial &operator=(const Trial &) = delete;

    // Rules with the costs that they have in a state.
    void set_rules(const std::vector<Rule> &rules, const std::vector<double> &costs) {
        for (const Rule &r : rules_) counts_[key(r)] = 0;
        rules_ = rules;
        parser_.set_rules(rules, costs, has_inner_root(rules));
        plain_.clear();
        mixed_.clear();
    }

    // NEVER where more than `most` strings have no tree.
    double bits(const Lexicon &lexicon, int most) {
        if (pulse_.tick()) return NEVER;
        const Strings strings(corpus_, lexicon);
        pulse_.work += 10 * std::uint64_t(strings.number());
        if (lexicon.extra != extra_) {
            mixed_.clear();
            extra_ = lexicon.extra;
        }
        for (const Rule &r : rules_) counts_[key(r)] = 0;
        counts_.resize(RULE_KEYS);
        counts_.resize(RULE_KEYS + strings.senses.size() * CATEGORIES, 0);
        double missed = 0;
        std::vector<const std::vector<std::uint32_t> *> trees(std::size_t(strings.number()), nullptr);
        most -= strings.clashes;
        if (most < 0) return NEVER;
        for (int i = 0; i < strings.number(); ++i) {
            if (pulse_.tick() && pulse_.stopped) return NEVER;
            const std::u16string string(strings.string(i), strings.string(i) + strings.length(i));
            bool homographs = false;
            for (auto token : string) homographs |= token >= CATEGORIES;
            const auto [entry, fresh] = (homographs ? mixed_ : plain_).try_emplace(string);
            if (fresh) {
                const std::uint64_t before = parser_.work;
                entry->second.found = parser_.parse(strings.string(i), strings.length(i), strings.senses);
                pulse_.work += parser_.work - before;
                if (entry->second.found)
                    parser_.walk([&](std::uint32_t use) { entry->second.uses.push_back(use); });
            }
            missed += strings.penalty(i, entry->second.found, miss_weight_);
            if (entry->second.found != strings.wanted(i) && --most < 0) return NEVER;
            for (std::uint32_t use : entry->second.uses) counts_[use] += strings.times[std::size_t(i)];
            if (entry->second.found) trees[std::size_t(i)] = &entry->second.uses;
        }
        double mass = 0;
        return describe(strings, strings.senses, rules_, counts_) + missed +
               bits_of_no_repeats(strings, strings.senses, rules_, counts_,
                                  [&](int i) { return trees[std::size_t(i)]; }, mass);
    }

private:
    struct Tree {
        bool found = false;
        std::vector<std::uint32_t> uses;
    };
    using Trees = std::unordered_map<std::u16string, Tree>;

    const Corpus &corpus_;
    Pulse &pulse_;
    double miss_weight_;
    Parser parser_;
    std::vector<Rule> rules_;
    std::vector<int> counts_;
    std::vector<Extra> extra_;
    Trees plain_, mixed_;  // strings without and with homographs; these depend on the senses
};

std::vector<double> costs_in(const State &state) {
    Senses senses = state.strings().senses;
    std::vector<double> costs;
    estimate(state.strings(), senses, state.rules(), state.counts(), 0.0, costs);
    return costs;
}

Lexicon merged(const Lexicon &lexicon, int into, int gone) {
    Lexicon result = lexicon;
    const auto map = [&](int c) { return std::uint8_t(c == gone ? into : c > gone ? c - 1 : c); };
    for (auto &home : result.home) home = map(home);
    std::set<Extra> extra;
    for (const Extra &entry : lexicon.extra)
        if (const Extra now{entry.word, map(entry.category)}; now.category != result.home[entry.word]) extra.insert(now);
    result.extra.assign(extra.begin(), extra.end());
    --result.classes;
    return result;
}

std::vector<Rule> merged(const std::vector<Rule> &rules, int into, int gone, const Model &model) {
    std::vector<Rule> result;
    std::set<std::pair<int, int>> pairs;
    const auto map = [&](int c) { return std::uint8_t(c == gone ? into : c > gone ? c - 1 : c); };
    for (const Rule &r : rules) {
        const Rule now{map(r.x), map(r.y), map(r.z)};
        if (now.y == now.z && !model.equal_children) continue;
        if (!pairs.insert({now.y, now.z}).second && !model.shared_pairs) continue;
        result.push_back(now);
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

Found rescored(const Corpus &corpus, const Found &found, const Model &model, Pulse &pulse, double miss_weight) {
    const Strings strings(corpus, found.lexicon);
    State state(strings, model, pulse, miss_weight);
    state.set(found.rules);
    return {found.lexicon, state.rules(), state.bits(), state.missed()};
}

// The best merger of two classes, by one pass; then for certain.
bool merge_classes(const Corpus &corpus, Found &found, const Model &model, Pulse &pulse, double weight) {
    bool any = false;
    for (bool changed = true; changed && !pulse.tick();) {
        changed = false;
        Found best = found;
        Trial trial(corpus, pulse, weight);
        for (int i = 1; i <= found.lexicon.classes; ++i)
            for (int j = i + 1; j <= found.lexicon.classes; ++j) {
                if (pulse.tick()) return any;
                Found other{merged(found.lexicon, i, j), merged(found.rules, i, j, model), NEVER, 0};
                trial.set_rules(other.rules, std::vector<double>(other.rules.size(), 1.5));
                if (trial.bits(other.lexicon, found.missed) > best.bits + 40) continue;
                other = rescored(corpus, other, model, pulse, weight);
                if (other.missed <= found.missed && other.bits < best.bits - LEAST) best = other;
            }
        if (best.bits < found.bits - LEAST) {
            found = best;
            any = changed = true;
        }
    }
    return any;
}

bool is_homograph(const Lexicon &lexicon, std::size_t word) {
    for (const Extra &entry : lexicon.extra)
        if (entry.word == word) return true;
    return false;
}

// Second classes: a lexical rule that pays for itself is added, one that does not is dropped.
bool change_senses(const Corpus &corpus, Found &found, const Model &model, Pulse &pulse, double weight) {
    bool any = false;
    for (bool changed = true; changed && !pulse.tick();) {
        changed = false;
        const Strings strings(corpus, found.lexicon);
        State state(strings, model, pulse, weight);
        state.set(found.rules);
        Trial trial(corpus, pulse, weight);
        trial.set_rules(state.rules(), costs_in(state));
        double now = trial.bits(found.lexicon, found.missed);
        Lexicon chosen = found.lexicon;
        const auto consider = [&](const Lexicon &other) {
            const double bits = trial.bits(other, found.missed);
            if (bits < now - LEAST) {
                now = bits;
                chosen = other;
            }
        };
        for (std::size_t i = 0; i < found.lexicon.extra.size(); ++i) {
            if (found.lexicon.extra[i].category == 0) continue;
            Lexicon other = found.lexicon;
            other.extra.erase(other.extra.begin() + std::ptrdiff_t(i));
            consider(other);
        }
        for (std::size_t w = 0; w < found.lexicon.home.size() && !pulse.tick(); ++w) {
            if (corpus.counts[w] < FREQUENT || found.lexicon.home[w] == 0) continue;
            for (int c = 1; c <= found.lexicon.classes; ++c) {
                const Extra entry{std::uint16_t(w), std::uint8_t(c)};
                Lexicon other = found.lexicon;
                const auto at = std::lower_bound(other.extra.begin(), other.extra.end(), entry);
                if (c == other.home[w] || (at != other.extra.end() && *at == entry)) continue;
                other.extra.insert(at, entry);
                consider(other);
            }
        }
        if (chosen == found.lexicon) break;
        const Found other = rescored(corpus, {chosen, state.rules(), NEVER, 0}, model, pulse, weight);
        if (other.missed > found.missed || other.bits >= found.bits - LEAST) break;
        found = other;
        any = changed = true;
    }
    return any;
}

bool move_words(const Corpus &corpus, Found &found, const Model &model, Pulse &pulse, double weight) {
    bool any = false;
    for (bool moved = true; moved && !pulse.tick();) {
        moved = false;
        const Strings strings(corpus, found.lexicon);
        State state(strings, model, pulse, weight);
        state.set(found.rules);
        Trial trial(corpus, pulse, weight);
        trial.set_rules(state.rules(), costs_in(state));
        double now = trial.bits(found.lexicon, found.missed);
        std::vector<int> size(CATEGORIES, 0);
        for (auto home : found.lexicon.home) ++size[home];
        Lexicon lexicon = found.lexicon;
        for (std::size_t w = 0; w < lexicon.home.size() && !pulse.tick(); ++w) {
            const auto from = lexicon.home[w];
            if (from == 0 || size[from] < 2 || is_homograph(lexicon, w)) continue;
            int best = from;
            for (int to = 1; to <= lexicon.classes; ++to) {
                if (to == from) continue;
                lexicon.home[w] = std::uint8_t(to);
                const double bits = trial.bits(lexicon, found.missed);
                if (bits < now - LEAST) {
                    now = bits;
                    best = to;
                }
            }
            lexicon.home[w] = std::uint8_t(best);
            --size[from];
            ++size[std::size_t(best)];
            if (best != from) moved = true;
        }
        if (!moved) break;
        const Found other = rescored(corpus, {lexicon, state.rules(), NEVER, 0}, model, pulse, weight);
        if (other.bits >= found.bits - LEAST) break;
        found = other;
        any = true;
    }
    return any;
}

}  // namespace

Found settle(const Corpus &corpus, Found found, const Model &model, Pulse &pulse, double weight) {
    merge_classes(corpus, found, model, pulse, weight);
    if (move_words(corpus, found, model, pulse, weight)) merge_classes(corpus, found, model, pulse, weight);
    return found;
}

Found with_senses(const Corpus &corpus, Found found, const Model &model, Pulse &pulse, double weight) {
    change_senses(corpus, found, model, pulse, weight);
    return found;
}

Found unsplit(const Corpus &corpus, Found found, std::vector<std::pair<int, int>> siblings, const Model &model,
              Pulse &pulse, double weight) {
    found = rescored(corpus, found, model, pulse, weight);
    for (bool changed = true; changed && !pulse.tick();) {
        changed = false;
        for (std::size_t i = 0; i < siblings.size() && !pulse.tick();) {
            const auto [into, gone] = siblings[i];
            const bool words = gone <= found.lexicon.classes;
            Found other = found;
            if (words) other.lexicon = merged(found.lexicon, into, gone);
            other.rules = merged(found.rules, into, gone, model);
            other = rescored(corpus, other, model, pulse, weight);
            if (other.bits > found.bits + LEAST) {
                ++i;
                continue;
            }
            found = other;
            changed = true;
            siblings.erase(siblings.begin() + std::ptrdiff_t(i));
            for (auto &pair : siblings) {
                if (pair.first > gone) --pair.first;
                if (pair.second > gone) --pair.second;
            }
        }
    }
    return found;
}

}  // namespace brillig::grow
