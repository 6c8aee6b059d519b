#include "grow_begin.hpp"

#include <cmath>
#include <map>
#include <set>

namespace brillig::grow {

namespace {

constexpr std::size_t FEWEST = 3;  // distinct sentences in a part

// Class bigrams with the edges, each row by Krichevsky and Trofimov's estimator.
double bigram_bits(const Corpus &corpus, const Lexicon &lexicon, const std::vector<char> &chosen, char which) {
    std::map<int, std::map<int, int>> rows;
    for (std::size_t s = 0; s < corpus.sentences.size(); ++s) {
        if (chosen[s] != which) continue;
        int before = -1;
        for (auto word : corpus.sentences[s]) {
            const int now = lexicon.home[word];
            rows[before][now] += corpus.times[s];
            before = now;
        }
        rows[before][-1] += corpus.times[s];
    }
    const auto kinds = std::size_t(lexicon.classes + 2);
    double bits = 0;
    for (const auto &[before, row] : rows) {
        std::size_t n = 0;
        double saved = 0;
        for (const auto &entry : row) {
            n += std::size_t(entry.second);
            saved += corpus.tables.seen(std::size_t(entry.second));
        }
        bits += corpus.tables.choices(n, kinds, saved);
    }
    return bits;
}

}  // namespace

Corpus part_of(const Corpus &corpus, const std::vector<char> &chosen) {
    std::vector<Sentence> sentences;
    for (std::size_t s = 0; s < corpus.sentences.size(); ++s)
        if (chosen[s]) sentences.insert(sentences.end(), std::size_t(corpus.times[s]), corpus.sentences[s]);
    Corpus part(corpus.words, std::move(sentences), corpus.rejected, corpus.joins);
    part.distinct = corpus.distinct;
    return part;
}

std::vector<char> shorter_ones(const Corpus &corpus, std::size_t number, double mixed, Random &random) {
    double mean = 0;
    for (const Sentence &sentence : corpus.sentences) mean += double(sentence.size());
    mean /= double(corpus.sentences.size());
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t s = 0; s < corpus.sentences.size(); ++s)
        order.push_back({double(corpus.sentences[s].size()) + (mixed * mean + 0.5) * random.uniform(), s});
    std::sort(order.begin(), order.end());
    std::vector<char> chosen(corpus.sentences.size(), 0);
    for (std::size_t i = 0; i < std::min(number, order.size()); ++i) chosen[order[i].second] = 1;
    return chosen;
}

bool is_uneven(const Corpus &corpus) {
    constexpr double UNEVEN = 12;  // times the work of the shorter half; not tuned
    const auto work = [&](std::size_t from, std::size_t to) {
        double sum = 0;
        for (std::size_t s = from; s < to; ++s) sum += std::pow(double(corpus.sentences[s].size()), 3);
        return sum;
    };
    const std::size_t half = corpus.sentences.size() / 2;
    return work(half, corpus.sentences.size()) > UNEVEN * work(0, half);
}

std::vector<std::vector<char>> bipartitions(State &state, const Lexicon &lexicon) {
    const Strings &strings = state.strings();
    const Corpus &corpus = strings.corpus;
    const std::size_t number = corpus.sentences.size();
    std::set<std::vector<char>> found;
    const auto consider = [&](auto &&in_part) {
        std::vector<char> chosen(number, 0);
        std::size_t inside = 0;
        for (std::size_t s = 0; s < number; ++s) inside += std::size_t(chosen[s] = in_part(s) ? 1 : 0);
        if (inside < FEWEST || number - inside < FEWEST) return;
        if (!chosen[0])
            for (char &one : chosen) one = !one;
        found.insert(std::move(chosen));
    };
    const auto home = [&](std::size_t s, std::size_t position) {
        return int(lexicon.home[corpus.sentences[s][position]]);
    };
    for (int c = 0; c <= lexicon.classes && !state.pulse().tick(); ++c) {
        state.pulse().work += number;
        consider([&](std::size_t s) { return home(s, 0) == c; });
        consider([&](std::size_t s) { return home(s, corpus.sentences[s].size() - 1) == c; });
        consider([&](std::size_t s) {
            for (std::size_t p = 0; p < corpus.sentences[s].size(); ++p)
                if (home(s, p) == c) return true;
            return false;
        });
    }
    // The first rule of a tree is that of the root.
    const std::vector<std::vector<int>> trees = state.trees();
    std::map<std::pair<int, int>, std::vector<char>> by_rule;
    for (std::size_t s = 0; s < number; ++s) {
        const std::vector<int> &tree = trees[std::size_t(strings.string_of[s])];
        if (tree.size() < 6) continue;
        int open = 0;
        std::size_t at = 2;  // the left child; behind it the right one
        do {
            open += tree[at + 1] ? 1 : -1;
            at += 2;
        } while (open >= 0);
        by_rule.try_emplace({tree[2], tree[at]}, number, 0).first->second[s] = 1;
    }
    for (const auto &entry : by_rule) consider([&](std::size_t s) { return entry.second[s]; });
    std::vector<std::pair<double, std::vector<char>>> ranked;
    const double together = bigram_bits(corpus, lexicon, std::vector<char>(number, 1), 1);
    for (const auto &chosen : found) {
        if (state.pulse().tick()) break;
        state.pulse().work += corpus.tokens;
        const double apart = bigram_bits(corpus, lexicon, chosen, 1) + bigram_bits(corpus, lexicon, chosen, 0);
        if (apart < together) ranked.push_back({apart, chosen});
    }
    std::sort(ranked.begin(), ranked.end());
    std::vector<std::vector<char>> result;
    for (auto &entry : ranked) result.push_back(std::move(entry.second));
    return result;
}

std::vector<Rule> nested_sentences(const Corpus &corpus, const Lexicon &lexicon) {
    constexpr int FEW = 3;
    std::set<std::vector<int>> strings;
    for (const Sentence &sentence : corpus.sentences) {
        std::vector<int> string;
        for (auto word : sentence) string.push_back(lexicon.home[word]);
        strings.insert(std::move(string));
    }
    std::map<std::pair<int, int>, int> around;
    for (const std::vector<int> &string : strings)
        if (string.size() > 2 && strings.contains({string.begin() + 1, string.end() - 1}))
            ++around[{string.front(), string.back()}];
    std::vector<Rule> rules;
    int next = lexicon.classes + 1;
    for (const auto &[ends, times] : around) {
        if (times < FEW || !ends.first || !ends.second || next >= CATEGORIES) continue;
        const auto x = std::uint8_t(next++);
        rules.push_back({0, std::uint8_t(ends.first), x});
        rules.push_back({x, 0, std::uint8_t(ends.second)});
    }
    return rules;
}

Found joined(const Corpus &corpus, const Found &one, const Found &other, const Model &model) {
    const Found *sides[2] = {&one, &other};
    Found result;
    if (one.bits == NEVER || other.bits == NEVER) return result;
    // Classes: each pair of what a word is in the one and in the other.
    std::map<std::pair<int, int>, int> number;
    result.lexicon.home.assign(std::size_t(corpus.words), 0);
    for (std::size_t w = 0; w < std::size_t(corpus.words); ++w) {
        const std::pair<int, int> both{one.lexicon.home[w], other.lexicon.home[w]};
        if (both == std::pair<int, int>{0, 0}) continue;
        const int c = number.try_emplace(both, int(number.size()) + 1).first->second;
        if (c >= CATEGORIES) return Found();
        result.lexicon.home[w] = std::uint8_t(c);
    }
    result.lexicon.classes = int(number.size());
    std::set<Extra> extra;
    std::set<Rule> rules;
    int next = result.lexicon.classes + 1;
    for (int side = 0; side < 2; ++side) {
        const Found &part = *sides[side];
        std::vector<std::vector<int>> into(CATEGORIES);
        into[0] = {0};
        for (const auto &[both, c] : number)
            if (const int own = side ? both.second : both.first) into[std::size_t(own)].push_back(c);
        std::map<int, int> phrases;
        for (const Rule &r : part.rules)
            for (int c : {int(r.x), int(r.y), int(r.z)})
                if (c > part.lexicon.classes && phrases.try_emplace(c, next).second) {
                    if (next >= CATEGORIES) return Found();
                    into[std::size_t(c)] = {next++};
                }
        for (const Rule &r : part.rules)
            for (int x : into[r.x])
                for (int y : into[r.y])
                    for (int z : into[r.z])
                        rules.insert({std::uint8_t(x), std::uint8_t(y), std::uint8_t(z)});
        for (const Extra &entry : part.lexicon.extra)
            for (int c : into[entry.category])
                if (c != result.lexicon.home[entry.word]) extra.insert({entry.word, std::uint8_t(c)});
        // A word that is nothing but a sentence in one part, and has a class in the other.
        for (std::size_t w = 0; w < part.lexicon.home.size(); ++w)
            if (corpus.alone[w] && result.lexicon.home[w]) extra.insert({std::uint16_t(w), 0});
    }
    result.lexicon.extra.assign(extra.begin(), extra.end());
    result.rules.assign(rules.begin(), rules.end());
    if (!model.allows(result.rules, result.lexicon.classes)) return Found();
    result.bits = 0;
    return result;
}

}  // namespace brillig::grow
