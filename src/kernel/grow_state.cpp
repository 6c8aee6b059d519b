#include "grow_state.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include "grow_grammar_bits.hpp"

namespace brillig::grow {

namespace {

constexpr int PASSES = 4;           // of trees and probabilities in turn
// Bits of sentences lost, at which an edit is given up; more where these may be exceptions.
constexpr double HOPELESS = 60.0, HOPELESS_SOFT = 400.0;
constexpr double CLASH = 200.0;     // bits of a rejected sentence that no rules can reject
constexpr double WORTH = 12.0;      // so close to the present bits, a second pass is worth it
constexpr double FIRST_COST = 1.5;  // of a rule not seen before: low, so that it is tried

constexpr double SLIGHT = 1e-3;     // probability of all sentences below which it matters little that none repeats

std::uint64_t mix(std::uint64_t z) {
    z += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

}  // namespace

namespace {

// Whether no category stands below itself.
bool is_finite(const std::vector<Rule> &rules) {
    std::uint64_t below[CATEGORIES] = {};
    for (const Rule &r : rules) below[r.x] |= std::uint64_t(1) << r.y | std::uint64_t(1) << r.z;
    for (int k = 0; k < CATEGORIES; ++k)
        if (below[k])
            for (std::uint64_t &set : below)
                if (set >> k & 1) set |= below[k];
    for (int c = 0; c < CATEGORIES; ++c)
        if (below[c] >> c & 1) return false;
    return true;
}

}  // namespace

bool Model::allows(const std::vector<Rule> &rules, int classes) const {
    std::uint64_t seen[CATEGORIES] = {};
    for (const Rule &r : rules) {
        if (!fits(r, classes)) return false;
        if (!shared_pairs) {
            if (seen[r.y] >> r.z & 1) return false;
            seen[r.y] |= std::uint64_t(1) << r.z;
        }
    }
    return form != Form::finite || is_finite(rules);
}

State::State(const Strings &strings, const Model &model, Pulse &pulse, double miss_weight)
    : strings_(strings), model_(model), pulse_(pulse), miss_weight_(miss_weight), senses_(strings.senses),
      counts_(take_counts(RULE_KEYS + strings.senses.size() * CATEGORIES)), uses_(std::size_t(strings.number())),
      parsed_(std::size_t(strings.number()), 0) {
    int place = 0;
    for (int i = 0; i < strings.number(); ++i) {
        place_.push_back(place);
        place += strings.length(i) + 1;
    }
    starts_.resize(std::size_t(place));
    ends_.resize(std::size_t(place));
}

State::~State() {
    for (const Rule &r : rules_) counts_[key(r)] = 0;
    give_counts(std::move(counts_));
}

namespace {

std::vector<std::vector<int>> &lent() {
    static thread_local std::vector<std::vector<int>> pool;
    return pool;
}

}  // namespace

std::vector<int> take_counts(std::size_t size) {
    std::vector<int> counts;
    if (!lent().empty()) {
        counts = std::move(lent().back());
        lent().pop_back();
    }
    counts.resize(RULE_KEYS, 0);
    counts.resize(size, 0);
    return counts;
}

void give_counts(std::vector<int> &&counts) {
    if (lent().size() < 8) lent().push_back(std::move(counts));
}

std::uint64_t State::hash(const std::vector<Rule> &rules) const {
    std::uint64_t sum = 0;
    for (const Rule &r : rules) sum += mix(key(r));
    return sum;
}

bool State::parse(int i, Uses &uses) {
    uses.clear();
    // All sentences of a large file take seconds; what comes of the others is not taken once it is stopped.
    if (pulse_.halted()) return false;
    const std::uint64_t before = parser_.work;
    const bool found = parser_.parse(strings_.string(i), strings_.length(i), senses_, strings_.marks(i));
    pulse_.work += parser_.work - before;
    if (found) parser_.walk([&](std::uint32_t use) { uses.push_back(use); });
    return found;
}

void estimate(const Strings &strings, Senses &senses, const std::vector<Rule> &rules, const std::vector<int> &counts,
              double first, std::vector<double> &costs) {
    int total[CATEGORIES], kinds[CATEGORIES];
    for (int c = 0; c < CATEGORIES; ++c) {
        total[c] = strings.class_count[std::size_t(c)];
        kinds[c] = strings.class_words[std::size_t(c)];
    }
    for (const auto &of_word : senses)
        for (const Sense &sense : of_word) {
            total[sense.category] += counts[sense.key];
            ++kinds[sense.category];
        }
    for (const Rule &r : rules) {
        total[r.x] += counts[key(r)];
        ++kinds[r.x];
    }
    const auto cost = [&](int n, int c) { return -std::log2((n + 0.1) / (total[c] + 0.1 * kinds[c])); };
    costs.clear();
    for (const Rule &r : rules) {
        const int n = counts[key(r)];
        costs.push_back(first > 0 && n == 0 ? first : cost(n, r.x));
    }
    for (auto &of_word : senses)
        for (Sense &sense : of_word) sense.cost = cost(counts[sense.key], sense.category);
}

void State::set_costs(const std::vector<Rule> &rules, bool optimistic) {
    estimate(strings_, senses_, rules, counts_, optimistic ? FIRST_COST : 0.0, costs_);
}

void State::set_even_costs(const std::vector<Rule> &rules) {
    std::vector<int> kinds = strings_.class_words;
    for (const Rule &r : rules) ++kinds[r.x];
    for (const auto &of_word : senses_)
        for (const Sense &sense : of_word) ++kinds[sense.category];
    costs_.clear();
    for (const Rule &r : rules) costs_.push_back(std::log2(double(kinds[r.x])));
    for (auto &of_word : senses_)
        for (Sense &sense : of_word) sense.cost = std::log2(double(kinds[sense.category]));
}

double State::bits_now(const std::vector<Rule> &rules) const {
    return describe(strings_, senses_, rules, counts_, model_.units) + miss_bits_;
}

double describe(const Strings &strings, const Senses &senses, const std::vector<Rule> &rules,
                const std::vector<int> &counts, bool units) {
    const Tables &tables = strings.corpus.tables;
    int total[CATEGORIES], kinds[CATEGORIES];
    double saved[CATEGORIES];
    std::uint64_t with_words = 0, categories = 1;
    Shape shape;
    for (int c = 0; c < CATEGORIES; ++c) {
        const auto at = std::size_t(c);
        total[c] = strings.class_count[at];
        kinds[c] = strings.class_words[at];
        saved[c] = strings.class_saved[at];
        shape.placed += kinds[c];
        with_words |= std::uint64_t(kinds[c] > 0) << c;
    }
    for (const auto &of_word : senses) {
        int used = 0;
        for (const Sense &sense : of_word)
            if (const int n = counts[sense.key]) {
                total[sense.category] += n;
                ++kinds[sense.category];
                saved[sense.category] += tables.seen(std::size_t(n));
                with_words |= std::uint64_t(1) << sense.category;
                ++used;
            }
        shape.placed += used > 0;
        shape.extra += std::max(0, used - 1);
    }
    static thread_local std::vector<Rule> written;
    written.clear();
    for (const Rule &r : rules) {
        const int n = counts[key(r)];
        if (!n) continue;
        written.push_back(r);
        total[r.x] += n;
        ++kinds[r.x];
        saved[r.x] += tables.seen(std::size_t(n));
        categories |= std::uint64_t(1) << r.x;
    }
    categories |= with_words;
    double bits = grammar_bits(shape, written, with_words, units);
    for (std::uint64_t left = categories; left; left &= left - 1) {
        const int c = std::countr_zero(left);
        bits += tables.choices(std::size_t(total[c]), std::size_t(kinds[c]), saved[c]);
    }
    return bits;
}

// Stopped in the midst of the strings, which may be many and long: a state without rules, that nobody takes.
void State::give_up(const std::vector<Rule> &rules) {
    for (const Rule &r : rules) counts_[key(r)] = 0;
    for (const auto &of_word : senses_)
        for (const Sense &sense : of_word) counts_[sense.key] = 0;
    rules_.clear();
    users_.clear();
    pairs_.clear();
    for (Uses &uses : uses_) uses.clear();
    std::fill(parsed_.begin(), parsed_.end(), 0);
    bits_ = NEVER;
    missed_ = strings_.number();
}

void State::set(const std::vector<Rule> &given) {
    std::vector<Rule> rules = given;
    std::sort(rules.begin(), rules.end());
    rules.erase(std::unique(rules.begin(), rules.end()), rules.end());
    bits_ = NEVER;
    pulse_.work += 500;
    std::vector<Uses> uses(uses_.size());
    std::vector<char> parsed(parsed_.size());
    std::vector<int> last;
    const bool inner = has_inner_root(rules);
    std::pair<double, int> misses{0, 0};  // of the best pass
    // Every alternative alike at first, so that the outcome depends on the rules alone.
    const auto forget = [&](const std::vector<Rule> &which) {
        for (const Rule &r : which) counts_[key(r)] = 0;
        for (const auto &of_word : senses_)
            for (const Sense &sense : of_word) counts_[sense.key] = 0;
    };
    forget(rules_);
    forget(rules);
    for (int pass = 0; pass < PASSES; ++pass) {
        pass == 0 ? set_even_costs(rules) : set_costs(rules, false);
        parser_.set_rules(rules, costs_, inner);
        forget(rules);
        miss_bits_ = CLASH * strings_.clashes;
        int missed = strings_.clashes;
        for (int i = 0; i < strings_.number(); ++i) {
            const auto at = std::size_t(i);
            if (pulse_.tick() && pulse_.stopped) return give_up(rules);
            parsed[at] = parse(i, uses[at]);
            for (std::uint32_t use : uses[at]) counts_[use] += strings_.times[at];
            miss_bits_ += strings_.penalty(i, parsed[at], miss_weight_);
            missed += parsed[at] != strings_.wanted(i);
            if (pass == 0) {
                const auto place = std::size_t(place_[at]);
                parser_.sets(&starts_[place], &ends_[place]);
            }
        }
        double mass = 0;
        const double bits =
            bits_now(rules) + bits_of_no_repeats(
                                  strings_, senses_, rules, counts_,
                                  [&](int i) { return parsed[std::size_t(i)] ? &uses[std::size_t(i)] : nullptr; }, mass);
        if (bits < bits_) {
            bits_ = bits;
            mass_ = mass;
            uses_ = uses;
            parsed_ = parsed;
            misses = {miss_bits_, missed};
        }
        std::vector<int> now;
        for (const Rule &r : rules) now.push_back(counts_[key(r)]);
        if (now == last) break;
        last = now;
    }
    // The counts of the best pass, and the rules that it uses.
    forget(rules);
    for (int i = 0; i < strings_.number(); ++i)
        for (std::uint32_t use : uses_[std::size_t(i)]) counts_[use] += strings_.times[std::size_t(i)];
    std::tie(miss_bits_, missed_) = misses;
    rules_.clear();
    for (const Rule &r : rules)
        if (counts_[key(r)]) rules_.push_back(r);
    // A tree of a rejected string counts for nothing, so its rules may be among those dropped.
    for (std::size_t i = 0; i < uses_.size(); ++i)
        if (!strings_.times[i])
            for (std::uint32_t use : uses_[i])
                if (use < RULE_KEYS && !counts_[use]) return set(std::vector<Rule>(rules_));
    users_.assign(rules_.size(), {});
    for (int i = 0; i < strings_.number(); ++i) {
        Uses own = uses_[std::size_t(i)];
        std::sort(own.begin(), own.end());
        own.erase(std::unique(own.begin(), own.end()), own.end());
        for (std::uint32_t use : own)
            if (use < RULE_KEYS) {
                const auto found = std::lower_bound(rules_.begin(), rules_.end(), rule_of(use));
                users_[std::size_t(found - rules_.begin())].push_back(i);
            }
    }
    pairs_.clear();
    if (known_.size() > 400000) known_.clear();
    known_[hash(rules_)] = bits_;
}

const State::Bits &State::side_by_side(int y, int z) {
    const auto [entry, fresh] = pairs_.try_emplace(std::uint32_t(y) << 6 | std::uint32_t(z));
    if (fresh) {
        Bits &bits = entry->second;
        bits.assign(std::size_t(strings_.number() + 63) / 64, 0);
        for (int i = 0; i < strings_.number(); ++i) {
            const auto place = std::size_t(place_[std::size_t(i)]);
            bool found = false;
            for (std::size_t a = 1; a < std::size_t(strings_.length(i)) && !found; ++a)
                found = (ends_[place + a] >> y & 1) && (starts_[place + a] >> z & 1);
            if (found) bits[std::size_t(i) / 64] |= std::uint64_t(1) << (i % 64);
        }
    }
    return entry->second;
}

std::vector<Rule> State::edited(const Edit &edit) const {
    std::vector<Rule> rules;
    for (const Rule &r : rules_)
        if (std::find(edit.removed.begin(), edit.removed.end(), r) == edit.removed.end()) rules.push_back(r);
    for (const Rule &r : edit.added)
        if (std::find(rules.begin(), rules.end(), r) == rules.end()) rules.push_back(r);
    std::sort(rules.begin(), rules.end());
    return rules;
}

double State::attempt(const Edit &edit) {
    if (pulse_.tick()) return NEVER;
    const std::vector<Rule> rules = edited(edit);
    pulse_.work += 20;
    if (!model_.allows(rules, strings_.lexicon.classes)) return NEVER;
    const std::uint64_t name = hash(rules);
    if (const auto found = known_.find(name); found != known_.end()) return found->second;
    const bool inner = has_inner_root(rules);
    Bits changed(std::size_t(strings_.number() + 63) / 64, 0);
    std::vector<int> order;
    for (const Rule &r : edit.removed) {
        const auto found = std::lower_bound(rules_.begin(), rules_.end(), r);
        if (found == rules_.end() || *found != r) continue;
        for (int i : users_[std::size_t(found - rules_.begin())]) {
            std::uint64_t &word = changed[std::size_t(i) / 64];
            if (word >> (i % 64) & 1) continue;
            word |= std::uint64_t(1) << (i % 64);
            order.push_back(i);
        }
    }
    for (const Rule &r : edit.added) {
        const Bits &bits = side_by_side(r.y, r.z);
        for (std::size_t w = 0; w < bits.size(); ++w) {
            for (std::uint64_t left = bits[w] & ~changed[w]; left; left &= left - 1)
                order.push_back(int(w) * 64 + std::countr_zero(left));
            changed[w] |= bits[w];
        }
    }
    if (order.empty() && edit.removed.empty()) return known_[name] = bits_;
    const double miss_before = miss_bits_;
    double lost = 0, result = NEVER;
    const double hopeless = miss_weight_ > 1 ? HOPELESS : HOPELESS_SOFT;
    std::vector<Uses> now(order.size());
    std::vector<char> ok(order.size(), 0);
    std::size_t done = 0;
    const auto count = [&](const Uses &uses, int i, int sign) {
        for (std::uint32_t use : uses) counts_[use] += sign * strings_.times[std::size_t(i)];
    };
    set_costs(rules, true);
    parser_.set_rules(rules, costs_, inner);
    for (; done < order.size(); ++done) {
        const auto i = std::size_t(order[done]);
        ok[done] = parse(order[done], now[done]);
        if (ok[done] == parsed_[i]) continue;
        const double cost = strings_.penalty(order[done], ok[done], miss_weight_) -
                            strings_.penalty(order[done], parsed_[i], miss_weight_);
        lost += cost;
        miss_bits_ += cost;
        if (lost > hopeless && cost > 0) break;
    }
    if (done == order.size()) {
        for (std::size_t j = 0; j < done; ++j) {
            count(uses_[std::size_t(order[j])], order[j], -1);
            count(now[j], order[j], 1);
        }
        const auto with_repeats_left_out = [&] {
            const double bits = bits_now(rules);
            if (mass_ < SLIGHT) return bits;
            std::vector<const Uses *> trees(uses_.size());
            for (std::size_t i = 0; i < trees.size(); ++i) trees[i] = parsed_[i] ? &uses_[i] : nullptr;
            for (std::size_t j = 0; j < done; ++j) trees[std::size_t(order[j])] = ok[j] ? &now[j] : nullptr;
            double mass = 0;
            return bits + bits_of_no_repeats(strings_, senses_, rules, counts_,
                                             [&](int i) { return trees[std::size_t(i)]; }, mass);
        };
        result = with_repeats_left_out();
        if (result < bits_ + WORTH && result > bits_ - 1e-6) {
            set_costs(rules, false);
            parser_.set_rules(rules, costs_, inner);
            Uses again;
            for (std::size_t j = 0; j < done; ++j) {
                if (!ok[j]) continue;
                parse(order[j], again);
                if (again == now[j]) continue;
                count(now[j], order[j], -1);
                count(again, order[j], 1);
                std::swap(now[j], again);
            }
            result = std::min(result, with_repeats_left_out());
        }
        for (std::size_t j = 0; j < done; ++j) {
            count(now[j], order[j], -1);
            count(uses_[std::size_t(order[j])], order[j], 1);
        }
    }
    miss_bits_ = miss_before;
    return known_[name] = result;
}

void State::apply(const Edit &edit) { set(edited(edit)); }

int State::total(int category) const {
    int sum = strings_.class_count[std::size_t(category)];
    for (const auto &senses : senses_)
        for (const Sense &sense : senses)
            if (sense.category == category) sum += counts_[sense.key];
    for (const Rule &r : rules_)
        if (r.x == category) sum += counts_[key(r)];
    return sum;
}

std::vector<int> State::categories() const {
    std::uint64_t set = 0;
    for (const Rule &r : rules_)
        set |= std::uint64_t(1) << r.x | std::uint64_t(1) << r.y | std::uint64_t(1) << r.z;
    std::vector<int> result;
    for (int c = 1; c < CATEGORIES; ++c)
        if (set >> c & 1 || c <= strings_.lexicon.classes) result.push_back(c);
    return result;
}

int State::fresh() const {
    const std::vector<int> used = categories();
    for (int c = strings_.lexicon.classes + 1; c < CATEGORIES; ++c)
        if (!std::binary_search(used.begin(), used.end(), c)) return c;
    return CATEGORIES - 1;
}

void State::contexts(const std::function<void(int, int, int, std::uint32_t, std::uint32_t)> &leaf) {
    set_costs(rules_, false);
    parser_.set_rules(rules_, costs_, has_inner_root(rules_));
    Uses uses;
    for (int i = 0; i < strings_.number(); ++i)
        if (parse(i, uses))
            parser_.leaves([&](int position, int category, std::uint32_t above, std::uint32_t beyond) {
                leaf(i, position, category, above, beyond);
            });
}

std::vector<std::vector<int>> State::trees() {
    set_costs(rules_, false);
    parser_.set_rules(rules_, costs_, has_inner_root(rules_));
    Uses uses;
    std::vector<std::vector<int>> result(std::size_t(strings_.number()));
    for (int i = 0; i < strings_.number(); ++i)
        if (parse(i, uses)) result[std::size_t(i)] = parser_.code();
    return result;
}

}  // namespace brillig::grow
