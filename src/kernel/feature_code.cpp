#include "feature_code.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "feature_units.hpp"
#include "grow_grammar_bits.hpp"

namespace brillig::feature {

using grow::log2_choose;
using grow::log2_factorial;
using grow::universal;

namespace {

// The first bit of a plain grammar leaves nearly half of all codes unused: 0.49 of them are for grammars with features.
const double WITH_FEATURES = -std::log2(0.49);

// Bits of each feature beyond the first, times the number of those before it. In 52 sentences of French
// (newcomers/languages/fr.txt) gender and number save 20 bits each; a third, that only food happens to be eaten, saves 12,
// and to say so refuses half of all sentences.
constexpr double FURTHER = 7;

// Bits of what is usual, and of what is not: three times in four nothing out of the ordinary is said.
const double USUAL = -std::log2(0.75), UNUSUAL = 2;

int places_of(const Pattern &pattern) {
    return int(std::count_if(pattern.begin(), pattern.end(), [](std::int8_t place) { return place != NONE; }));
}

// The kind of a pattern: which places are shared, free or fixed, whatever the values.
int kind_of(const Pattern &pattern) {
    int kind = 0;
    for (std::int8_t place : pattern) kind = 4 * kind + (place == NONE ? 0 : place == FREE ? 1 : place == SHARED ? 2 : 3);
    return kind;
}

bool possible(const Folded &folded, const Tuples &tuples, std::size_t r, int tuple) {
    const int x = folded.rules[r].x;
    for (std::size_t f = 0; f < folded.features.size(); ++f) {
        const std::int8_t place = folded.features[f].rules[r][0];
        if (place >= 0 && tuples.value(x, tuple, int(f)) != place) return false;
    }
    return true;
}

bool has_word(const Folded &folded, const Tuples &tuples, std::size_t l, int tuple) {
    const int x = folded.lexical[l].first;
    for (std::size_t f = 0; f < folded.features.size(); ++f) {
        const std::int8_t value = folded.features[f].words[l];
        if (value >= 0 && tuples.value(x, tuple, int(f)) != value) return false;
    }
    return true;
}

struct Choice {
    std::size_t total = 0, kinds = 0;
    double saved = 0;
    void add(int n, const grow::Tables &tables) {
        total += std::size_t(n);
        ++kinds;
        saved += tables.seen(std::size_t(n));
    }
    double bits(const grow::Tables &tables) const { return tables.choices(total, kinds, saved); }
};

// Rules and lexical rules of each category.
struct Alternatives {
    explicit Alternatives(const Folded &folded) : rules(CATEGORIES), words(CATEGORIES) {
        for (std::size_t r = 0; r < folded.rules.size(); ++r) rules[folded.rules[r].x].push_back(r);
        for (std::size_t l = 0; l < folded.lexical.size(); ++l)
            words[std::size_t(folded.lexical[l].first)].push_back(l);
        for (const Feature &feature : folded.features) carriers |= feature.carriers;
    }
    std::vector<std::vector<std::size_t>> rules, words;
    std::uint64_t carriers = 0;
};

}  // namespace

// Of the patterns of one, two or three places, what they mostly say: two places that share a value, and a third that
// shares it or is free, the parent not being left out.
double usual_share(const Pattern &pattern) {
    const int places = places_of(pattern), shared = int(std::count(pattern.begin(), pattern.end(), SHARED));
    const int free = int(std::count(pattern.begin(), pattern.end(), FREE));
    if (places == 1) return 0.5;
    if (places == 2) return shared == 2 ? 0.5 : 0.125;
    if (shared == 3 || (shared == 2 && free == 1 && pattern[0] == SHARED)) return 0.25;
    return 0.25 / 12;
}

int Folded::categories() const {
    std::uint64_t all = 1;
    for (const Rule &r : rules)
        all |= std::uint64_t(1) << r.x | std::uint64_t(1) << r.y | std::uint64_t(1) << r.z;
    for (const auto &entry : lexical) all |= std::uint64_t(1) << entry.first;
    return std::popcount(all);
}

void Folded::check() const {
    for (const Feature &feature : features) {
        if (feature.values < 2 || feature.values > MAX_VALUES)
            throw std::invalid_argument("a feature has 2 to 4 values");
        if (feature.carriers & 1) throw std::invalid_argument("the start symbol carries no feature");
        if (feature.words.size() != lexical.size() || feature.rules.size() != rules.size())
            throw std::invalid_argument("a feature says something of each rule and lexical rule");
        for (std::size_t l = 0; l < lexical.size(); ++l)
            if ((feature.words[l] == NONE) == feature.carries(lexical[l].first) || feature.words[l] < NONE ||
                feature.words[l] == SHARED || feature.words[l] >= feature.values)
                throw std::invalid_argument("a word with a value that it cannot have");
        for (std::size_t r = 0; r < rules.size(); ++r) {
            const int categories[3] = {rules[r].x, rules[r].y, rules[r].z};
            const Pattern &pattern = feature.rules[r];
            for (std::size_t place = 0; place < 3; ++place)
                if ((pattern[place] == NONE) == feature.carries(categories[place]) || pattern[place] < NONE ||
                    pattern[place] >= feature.values)
                    throw std::invalid_argument("a rule with a value that it cannot have");
            if (std::count(pattern.begin(), pattern.end(), SHARED) == 1)
                throw std::invalid_argument("a value is shared by two places at least");
        }
    }
}

Tuples::Tuples(const Folded &folded) {
    number_.fill(1);
    for (const Feature &feature : folded.features) {
        strides_.emplace_back();
        values_.push_back(feature.values);
        for (int c = 0; c < CATEGORIES; ++c) {
            int &number = number_[std::size_t(c)];
            strides_.back()[std::size_t(c)] = feature.carries(c) ? number : 0;
            if (feature.carries(c)) number *= feature.values;
            most_ = std::max(most_, number);
        }
    }
}

Counts::Counts(const Folded &folded, const Tuples &tuples)
    : stride(tuples.most()), rules(folded.rules.size() * std::size_t(stride), 0),
      words(folded.lexical.size() * std::size_t(stride), 0),
      choices(folded.features.size() * CATEGORIES * MAX_VALUES, 0) {}

std::vector<std::uint64_t> components(const Feature &feature, const std::vector<Rule> &rules) {
    std::vector<std::uint64_t> sets;
    for (std::uint64_t left = feature.carriers; left; left &= left - 1) sets.push_back(left & -left);
    for (std::size_t r = 0; r < rules.size(); ++r) {
        const int categories[3] = {rules[r].x, rules[r].y, rules[r].z};
        std::uint64_t together = 0;
        for (std::size_t place = 0; place < 3; ++place)
            if (feature.rules[r][place] == SHARED) together |= std::uint64_t(1) << categories[place];
        if (!together) continue;
        std::uint64_t whole = 0;
        std::erase_if(sets, [&](std::uint64_t set) {
            if (!(set & together)) return false;
            whole |= set;
            return true;
        });
        sets.push_back(whole);
    }
    return sets;
}

double pattern_bits(const Feature &feature, const std::vector<Unit> &units) {
    std::array<int, 64> before{};
    int rules[2][4] = {};
    double bits = 0;
    std::vector<char> follows(feature.rules.size(), 0);
    for (const Unit &unit : units) {
        if (!matters(feature, unit)) continue;
        const std::optional<double> said = unit_bits(feature, unit);
        bits += said ? USUAL + *said : UNUSUAL;
        if (said)
            for (const Follower &follower : unit.followers) follows[follower.rule] = 1;
    }
    for (std::size_t r = 0; r < feature.rules.size(); ++r) {
        const Pattern &pattern = feature.rules[r];
        const int places = places_of(pattern);
        if (places == 0 || follows[r]) continue;
        int &seen = rules[pattern[0] != NONE][places];
        bits -= std::log2((before[std::size_t(kind_of(pattern))]++ + usual_share(pattern)) / (seen++ + 1.0));
        for (std::int8_t place : pattern)
            if (place >= 0) bits += std::log2(double(feature.values));
    }
    return bits;
}

double feature_bits(const Feature &feature, const Folded &folded, const std::vector<Unit> &units) {
    const double k = feature.values, others = folded.categories() - 1, carriers = std::popcount(feature.carriers);
    double bits = feature.values == 2 ? USUAL : UNUSUAL + 1;
    bits += std::log2(others) + log2_choose(others, carriers);
    // Words with any value, then the values of the others: each alike, or in each category by those before.
    int any = 0, number = 0;
    std::array<std::array<int, MAX_VALUES>, CATEGORIES> before{};
    std::array<int, CATEGORIES> words{};
    double counted = UNUSUAL;
    for (std::size_t l = 0; l < folded.lexical.size(); ++l) {
        const std::int8_t value = feature.words[l];
        if (value == NONE) continue;
        ++number;
        if (value == ANY) {
            ++any;
            continue;
        }
        const auto c = std::size_t(folded.lexical[l].first);
        counted -= std::log2((before[c][std::size_t(value)]++ + 0.5) / (words[c]++ + 0.5 * k));
    }
    bits += any ? UNUSUAL + universal(any) + log2_choose(number, any) : USUAL;
    bits += std::min(counted, USUAL + (number - any) * std::log2(k));
    // Numbered otherwise, the values would say the same.
    return bits + pattern_bits(feature, units) - log2_factorial(feature.values);
}

double feature_bits(const Folded &folded, const std::vector<Unit> &units) {
    if (folded.features.empty()) return 0;
    const auto number = int(folded.features.size());
    double bits = WITH_FEATURES + number + FURTHER * number * (number - 1) / 2 - log2_factorial(number);
    for (const Feature &feature : folded.features) bits += feature_bits(feature, folded, units);
    return bits;
}

double skeleton_bits(const Folded &folded) {
    grow::Shape shape;
    std::uint64_t with_words = 0;
    std::vector<int> known(std::size_t(folded.words), 0);
    for (const auto &[category, word] : folded.lexical) {
        with_words |= std::uint64_t(1) << category;
        shape.placed += known[std::size_t(word)]++ == 0;
    }
    shape.extra = int(folded.lexical.size()) - shape.placed;
    return grow::grammar_bits(shape, folded.rules, with_words);
}

double data_bits(const Folded &folded, const Tuples &tuples, const Counts &counts, const grow::Tables &tables,
                 Modes *modes) {
    if (modes) *modes = {};
    const Alternatives all(folded);
    double bits = 0;
    int carrying = 0, apart_of_them = 0;
    for (int c = 0; c < CATEGORIES; ++c) {
        const auto at = std::size_t(c);
        const bool carries = all.carriers >> c & 1;
        carrying += carries;
        if (all.rules[at].empty() && all.words[at].empty()) {
            apart_of_them += carries;
            continue;
        }
        const int number = tuples.number(c);
        double apart = 0, together = 0;
        Choice structure;
        int lexical = 0;
        for (std::size_t r : all.rules[at]) {
            int uses = 0;
            for (int t = 0; t < number; ++t) uses += counts.rule(r, t);
            structure.add(uses, tables);
        }
        for (int t = 0; t < number; ++t) {
            Choice here, words;
            for (std::size_t r : all.rules[at])
                if (possible(folded, tuples, r, t)) here.add(counts.rule(r, t), tables);
            for (std::size_t l : all.words[at])
                if (has_word(folded, tuples, l, t)) {
                    here.add(counts.word(l, t), tables);
                    words.add(counts.word(l, t), tables);
                }
            lexical += int(words.total);
            apart += here.bits(tables);
            together += words.bits(tables);
        }
        if (!all.words[at].empty()) structure.add(lexical, tables);
        together += structure.bits(tables);
        const Mode mode = carries && together < apart - 1e-9 ? Mode::together : Mode::apart;
        bits += mode == Mode::together ? together : apart;
        apart_of_them += carries && mode == Mode::apart;
        if (modes) modes->of_category[at] = mode;
    }
    if (carrying) bits += grow::exception_choice_bits(std::size_t(carrying), std::size_t(apart_of_them));
    for (std::size_t f = 0; f < folded.features.size(); ++f) {
        std::array<int, MAX_VALUES> sum{};
        double apart = UNUSUAL;
        for (int c = 0; c < CATEGORIES; ++c) {
            if (!folded.features[f].carries(c)) continue;
            Choice values;
            for (int v = 0; v < folded.features[f].values; ++v) {
                const int n = counts.choice(int(f), c, v);
                values.add(n, tables);
                sum[std::size_t(v)] += n;
            }
            apart += values.bits(tables);
        }
        Choice values;
        for (int v = 0; v < folded.features[f].values; ++v) values.add(sum[std::size_t(v)], tables);
        const double together = USUAL + values.bits(tables);
        bits += std::min(apart, together);
        if (modes) modes->of_feature.push_back(together <= apart ? Mode::together : Mode::apart);
    }
    return bits;
}

Logs::Logs(const Folded &folded, const Tuples &tuples, const Counts &counts, const Modes &modes, double prior,
           bool used)
    : stride(counts.stride), rules(counts.rules.size(), 0), words(counts.words.size(), 0),
      choices(counts.choices.size(), 0) {
    const Alternatives all(folded);
    const auto weight = [&](int n) { return n || !used ? n + prior : 0.0; };
    for (int c = 0; c < CATEGORIES; ++c) {
        const auto at = std::size_t(c);
        const bool together = modes.of_category[at] == Mode::together;
        double structure = 0;
        int lexical = 0;
        std::vector<int> uses(all.rules[at].size(), 0);
        for (std::size_t i = 0; i < uses.size(); ++i) {
            for (int t = 0; t < tuples.number(c); ++t) uses[i] += counts.rule(all.rules[at][i], t);
            structure += weight(uses[i]);
        }
        for (std::size_t l : all.words[at])
            for (int t = 0; t < tuples.number(c); ++t) lexical += counts.word(l, t);
        if (!all.words[at].empty()) structure += weight(lexical);
        for (int t = 0; t < tuples.number(c); ++t) {
            double here = 0, of_words = 0;
            for (std::size_t r : all.rules[at])
                if (possible(folded, tuples, r, t)) here += weight(counts.rule(r, t));
            for (std::size_t l : all.words[at])
                if (has_word(folded, tuples, l, t)) of_words += weight(counts.word(l, t));
            here += of_words;
            for (std::size_t i = 0; i < uses.size(); ++i) {
                const std::size_t r = all.rules[at][i], place = r * std::size_t(stride) + std::size_t(t);
                rules[place] = together ? std::log2(weight(uses[i]) / structure)
                                        : std::log2(weight(counts.rule(r, t)) / here);
            }
            for (std::size_t l : all.words[at]) {
                const std::size_t place = l * std::size_t(stride) + std::size_t(t);
                const double own = weight(counts.word(l, t));
                words[place] = together ? std::log2(weight(lexical) / structure) + std::log2(own / of_words)
                                        : std::log2(own / here);
            }
        }
    }
    for (std::size_t f = 0; f < folded.features.size(); ++f) {
        const bool pooled = modes.of_feature[f] == Mode::together;
        const auto uses = [&](int category, int value) {
            if (!pooled) return counts.choice(int(f), category, value);
            int sum = 0;
            for (int c = 0; c < CATEGORIES; ++c) sum += counts.choice(int(f), c, value);
            return sum;
        };
        for (int c = 0; c < CATEGORIES; ++c) {
            double all_values = 0;
            for (int v = 0; v < folded.features[f].values; ++v) all_values += weight(uses(c, v));
            for (int v = 0; v < folded.features[f].values; ++v)
                choices[(f * CATEGORIES + std::size_t(c)) * MAX_VALUES + std::size_t(v)] =
                    std::log2(weight(uses(c, v)) / all_values);
        }
    }
}

}  // namespace brillig::feature
