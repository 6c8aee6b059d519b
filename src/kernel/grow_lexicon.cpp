// Merging classes, moving words, second classes: each tried with the rules as they are, trees kept by string.
#include "grow_lexicon.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>

namespace brillig::grow {

namespace {

constexpr double LEAST = 1e-6;
constexpr double SLIGHT = 1e-3;  // probability of all sentences below which it matters little that none repeats
constexpr int MANY_WORDS = 60;  // from which on time is short
constexpr double HOPELESS = 150;  // bits that merging two classes costs, at which it is not tried again
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
            bool homographs = false;
            for (int a = 0; a < strings.length(i); ++a) homographs |= strings.string(i)[a] >= CATEGORIES;
            const auto [entry, fresh] = (homographs ? mixed_ : plain_).try_emplace(strings.name(i));
            if (fresh) {
                const std::uint64_t before = parser_.work;
                entry->second.found = parser_.parse(strings.string(i), strings.length(i), strings.senses, strings.marks(i));
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

    // From now on only sentences with the word that changes are looked at: a lexicon under which every sentence has a
    // tree. Not where sentences are rejected, or where it matters that none is written twice.
    bool stay_with(const Lexicon &lexicon) {
        base_.reset();
        if (!corpus_.rejected.empty()) return false;
        auto base = std::make_unique<Base>(corpus_, lexicon);
        for (const Rule &r : rules_) counts_[key(r)] = 0;
        counts_.resize(RULE_KEYS);
        counts_.resize(RULE_KEYS + (base->strings.senses.size() + 1) * CATEGORIES, 0);
        base->trees.resize(std::size_t(base->strings.number()));
        for (int i = 0; i < base->strings.number(); ++i) {
            if (pulse_.halted()) return false;
            if (!parse(base->strings, i, base->strings.senses, base->trees[std::size_t(i)])) return false;
            for (std::uint32_t use : base->trees[std::size_t(i)]) counts_[use] += base->strings.times[std::size_t(i)];
        }
        double mass = 0;
        base->repeats = bits_of_no_repeats(base->strings, base->strings.senses, rules_, counts_,
                                           [&](int i) { return &base->trees[std::size_t(i)]; }, mass);
        if (mass >= SLIGHT) return false;
        base->with.resize(std::size_t(corpus_.words));
        for (std::size_t s = 0; s < corpus_.sentences.size(); ++s)
            for (auto word : corpus_.sentences[s])
                if (base->with[word].empty() || base->with[word].back() != s) base->with[word].push_back(s);
        base_ = std::move(base);
        return true;
    }

    // Bits after a word with one class has moved to another, or with `both` has that class, too; NEVER where a sentence
    // would have no tree.
    double bits_after(std::size_t word, int to, bool both) {
        if (pulse_.tick()) return NEVER;
        Strings &strings = base_->strings;
        for (auto bracket : corpus_.brackets)
            if (bracket == word || strings.lexicon.home[bracket] == to) return NEVER;
        const auto from = std::size_t(strings.lexicon.home[word]), into = std::size_t(to);
        Senses senses = strings.senses;
        const auto token = Token(both ? CATEGORIES + int(senses.size()) : to);
        if (both) {
            const auto first = RULE_KEYS + std::uint32_t(senses.size()) * CATEGORIES;
            senses.push_back({{std::uint8_t(from), first + std::uint32_t(from), 1.0},
                              {std::uint8_t(to), first + std::uint32_t(to), 1.0}});
        }
        std::vector<std::vector<std::uint32_t>> now(base_->with[word].size());
        std::vector<Token> changed;
        for (std::size_t j = 0; j < now.size(); ++j) {
            const std::size_t s = base_->with[word][j];
            const int i = strings.string_of[s];
            changed.assign(strings.string(i), strings.string(i) + strings.length(i));
            for (std::size_t a = 0; a < changed.size(); ++a)
                if (corpus_.sentences[s][a] == word) changed[a] = token;
            if (!parse(changed, strings.marks(i), senses, now[j])) return NEVER;
        }
        const auto count = [&](int sign) {
            for (std::size_t j = 0; j < now.size(); ++j) {
                const std::size_t s = base_->with[word][j];
                for (std::uint32_t use : base_->trees[std::size_t(strings.string_of[s])])
                    counts_[use] -= sign * corpus_.times[s];
                for (std::uint32_t use : now[j]) counts_[use] += sign * corpus_.times[s];
            }
            const int n = corpus_.counts[word];
            const double saved = corpus_.tables.seen(std::size_t(n));
            for (const auto &[c, change] : {std::pair(from, -sign), std::pair(into, both ? 0 : sign)}) {
                strings.class_words[c] += change;
                strings.class_count[c] += change * n;
                strings.class_saved[c] += change * saved;
            }
        };
        count(1);
        const double bits = describe(strings, senses, rules_, counts_) + base_->repeats;
        pulse_.work += 10 * now.size() + rules_.size();
        count(-1);
        return bits;
    }

private:
    struct Tree {
        bool found = false;
        std::vector<std::uint32_t> uses;
    };
    using Trees = std::unordered_map<std::u16string, Tree>;

    // Sentences, trees and counts of a lexicon that single words depart from.
    struct Base {
        Base(const Corpus &corpus, const Lexicon &lexicon) : strings(corpus, lexicon) {}
        Strings strings;
        std::vector<std::vector<std::uint32_t>> trees;
        std::vector<std::vector<std::size_t>> with;  // sentences of each word
        double repeats = 0;
    };

    bool parse(const Strings &strings, int i, const Senses &senses, std::vector<std::uint32_t> &uses) {
        return parse({strings.string(i), strings.string(i) + strings.length(i)}, strings.marks(i), senses, uses);
    }

    bool parse(const std::vector<Token> &string, const char *marks, const Senses &senses,
               std::vector<std::uint32_t> &uses) {
        const bool plain = std::all_of(string.begin(), string.end(), [](Token token) { return token < CATEGORIES; });
        const auto look = [&] {
            const std::uint64_t before = parser_.work;
            const bool found = parser_.parse(string.data(), int(string.size()), senses, marks);
            pulse_.work += parser_.work - before;
            uses.clear();
            if (found) parser_.walk([&](std::uint32_t use) { uses.push_back(use); });
            return found;
        };
        if (!plain || marks) return look();
        const auto [entry, fresh] = plain_.try_emplace(std::u16string(string.begin(), string.end()));
        if (fresh) {
            entry->second.found = look();
            entry->second.uses = uses;
        }
        uses = entry->second.uses;
        return entry->second.found;
    }

    const Corpus &corpus_;
    Pulse &pulse_;
    double miss_weight_;
    Parser parser_;
    std::vector<Rule> rules_;
    std::vector<int> counts_;
    std::vector<Extra> extra_;
    std::unique_ptr<Base> base_;
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
    std::set<std::pair<int, int>> hopeless;  // by a word of each class
    for (bool changed = true; changed && !pulse.tick();) {
        changed = false;
        Found best = found;
        std::vector<int> word(CATEGORIES, -1);
        for (std::size_t w = found.lexicon.home.size(); w-- > 0;) word[found.lexicon.home[w]] = int(w);
        int merged_word = -1;
        Trial trial(corpus, pulse, weight);
        for (int i = 1; i <= found.lexicon.classes; ++i)
            for (int j = i + 1; j <= found.lexicon.classes; ++j) {
                if (pulse.tick()) return any;
                const auto pair = std::minmax(word[std::size_t(i)], word[std::size_t(j)]);
                if (hopeless.contains(pair)) continue;
                Found other{merged(found.lexicon, i, j), merged(found.rules, i, j, model), NEVER, 0};
                trial.set_rules(other.rules, std::vector<double>(other.rules.size(), 1.5));
                const double bits = trial.bits(other.lexicon, found.missed);
                if (bits > found.bits + HOPELESS && corpus.words > MANY_WORDS) hopeless.insert(pair);
                if (bits > best.bits + 40) continue;
                other = rescored(corpus, other, model, pulse, weight);
                if (other.missed > found.missed || other.bits >= best.bits - LEAST) continue;
                best = other;
                merged_word = pair.first;
            }
        if (best.bits < found.bits - LEAST) {
            found = best;
            any = changed = true;
            std::erase_if(hopeless, [&](const auto &pair) {
                return pair.first == merged_word || pair.second == merged_word;
            });
        }
    }
    return any;
}

// The rules as they are, to try other lexicons with. `near`: every sentence has a tree, and the trial knows them.
struct Attempt {
    Attempt(const Corpus &corpus, const Found &found, const Model &model, Pulse &pulse, double weight)
        : strings(corpus, found.lexicon), state(strings, model, pulse, weight), trial(corpus, pulse, weight) {
        state.set(found.rules);
        trial.set_rules(state.rules(), costs_in(state));
        now = trial.bits(found.lexicon, found.missed);
        near = found.missed == 0 && trial.stay_with(found.lexicon);
    }

    Strings strings;
    State state;
    Trial trial;
    double now;
    bool near;
};

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
        Attempt tried(corpus, found, model, pulse, weight);
        Trial &trial = tried.trial;
        double now = tried.now;
        const bool near = tried.near;
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
                if (!near || is_homograph(found.lexicon, w)) {
                    consider(other);
                } else if (const double bits = trial.bits_after(w, c, true); bits < now - LEAST) {
                    now = bits;
                    chosen = other;
                }
            }
        }
        if (chosen == found.lexicon) break;
        const Found other = rescored(corpus, {chosen, tried.state.rules(), NEVER, 0}, model, pulse, weight);
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
        Attempt tried(corpus, found, model, pulse, weight);
        Trial &trial = tried.trial;
        double now = tried.now;
        bool near = tried.near;
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
                const double bits =
                    near ? trial.bits_after(w, to, false) : trial.bits(lexicon, found.missed);
                if (bits < now - LEAST) {
                    now = bits;
                    best = to;
                }
            }
            lexicon.home[w] = std::uint8_t(best);
            --size[from];
            ++size[std::size_t(best)];
            if (best == from) continue;
            moved = true;
            near = near && trial.stay_with(lexicon);
        }
        if (!moved) break;
        const Found other = rescored(corpus, {lexicon, tried.state.rules(), NEVER, 0}, model, pulse, weight);
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
