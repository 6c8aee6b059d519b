// Classes split by what their words do in the trees, or by their neighbours.
#include <algorithm>
#include <cmath>
#include <map>

#include "grow_lexicon.hpp"

namespace brillig::grow {

namespace {

using Counter = std::map<std::uint64_t, int>;  // contexts and how often

struct Group {
    std::vector<std::uint16_t> words;
    Counter contexts;
    double bits;
};

// A sparse code for contexts: which of them occur, then Krichevsky-Trofimov.
class Agglomeration {
public:
    Agglomeration(const Tables &tables, const std::vector<std::uint16_t> &words, const std::map<int, Counter> &contexts,
                  Pulse &pulse)
        : tables_(tables), pulse_(pulse) {
        std::map<std::uint64_t, int> kinds;
        for (auto word : words)
            if (const auto found = contexts.find(word); found != contexts.end())
                for (const auto &entry : found->second) kinds[entry.first];
        kinds_ = double(kinds.size());
        for (auto word : words) {
            const auto found = contexts.find(word);
            Group group{{word}, found == contexts.end() ? Counter{} : found->second, 0.0};
            group.bits = code(group.contexts);
            groups_.push_back(std::move(group));
        }
        for (std::size_t i = 0; i < groups_.size(); ++i) gains_.push_back(std::vector<double>(groups_.size(), NEVER));
        for (std::size_t i = 0; i < groups_.size() && !pulse_.halted(); ++i)
            for (std::size_t j = i + 1; j < groups_.size(); ++j) gains_[i][j] = gain(i, j);
    }

    // Merge down to `least` groups, or as long as bits are saved.
    void run(std::size_t least, bool only_savings) {
        while (groups_.size() > least && !pulse_.halted()) {
            double best = NEVER;
            std::size_t a = 0, b = 1;
            for (std::size_t i = 0; i < groups_.size(); ++i)
                for (std::size_t j = i + 1; j < groups_.size(); ++j)
                    if (gains_[i][j] < best) {
                        best = gains_[i][j];
                        a = i;
                        b = j;
                    }
            if (only_savings && best >= 0) return;
            merge(a, b);
        }
    }

    double bits() const {
        Counter all;
        double sum = 0;
        for (const Group &group : groups_) {
            sum += group.bits;
            for (const auto &[context, count] : group.contexts) all[context] += count;
        }
        return sum - code(all);
    }

    Classes parts() const {
        Classes result;
        for (const Group &group : groups_) result.push_back(group.words);
        return result;
    }

private:
    double code(const Counter &contexts) const {
        std::size_t n = 0;
        double saved = 0;
        for (const auto &entry : contexts) {
            n += std::size_t(entry.second);
            saved += tables_.seen(std::size_t(entry.second));
        }
        return std::log2(kinds_ + 1) + log2_choose(kinds_, double(contexts.size())) +
               tables_.choices(n, contexts.size(), saved);
    }

    static Counter together(const Group &a, const Group &b) {
        Counter result = a.contexts;
        for (const auto &[context, count] : b.contexts) result[context] += count;
        return result;
    }

    double gain(std::size_t i, std::size_t j) const {
        return code(together(groups_[i], groups_[j])) - groups_[i].bits - groups_[j].bits;
    }

    void merge(std::size_t a, std::size_t b) {
        groups_[a].contexts = together(groups_[a], groups_[b]);
        groups_[a].words.insert(groups_[a].words.end(), groups_[b].words.begin(), groups_[b].words.end());
        groups_[a].bits = code(groups_[a].contexts);
        groups_.erase(groups_.begin() + std::ptrdiff_t(b));
        gains_.erase(gains_.begin() + std::ptrdiff_t(b));
        for (auto &row : gains_) row.erase(row.begin() + std::ptrdiff_t(b));
        for (std::size_t i = 0; i < groups_.size(); ++i)
            if (i != a) gains_[std::min(i, a)][std::max(i, a)] = gain(std::min(i, a), std::max(i, a));
    }

    const Tables &tables_;
    Pulse &pulse_;
    double kinds_ = 0;
    std::vector<Group> groups_;
    std::vector<std::vector<double>> gains_;
};

}  // namespace

std::vector<Classes> split_by_contexts(State &state, int level) {
    const Strings &strings = state.strings();
    std::map<std::pair<int, int>, std::uint64_t> above;
    state.contexts([&](int i, int position, int, std::uint32_t first, std::uint32_t second) {
        above[{i, position}] = level == 2 ? std::uint64_t(first) << 32 | second : first;
    });
    std::map<int, Counter> contexts;
    const Corpus &corpus = strings.corpus;
    for (std::size_t s = 0; s < corpus.sentences.size(); ++s)
        for (std::size_t position = 0; position < corpus.sentences[s].size(); ++position)
            if (const auto found = above.find({strings.string_of[s], int(position)}); found != above.end())
                contexts[corpus.sentences[s][position]][found->second] += corpus.times[s];
    std::vector<Classes> result;
    for (const auto &words : classes_of(strings.lexicon)) {
        Agglomeration agglomeration(corpus.tables, words, contexts, state.pulse());
        agglomeration.run(1, true);
        state.pulse().work += words.size() * words.size() * 4;
        result.push_back(agglomeration.parts());
    }
    return result;
}

Split split_in_two(const Strings &strings, const std::vector<std::uint16_t> &words, Pulse &pulse) {
    const Corpus &corpus = strings.corpus;
    std::map<int, Counter> contexts;
    std::vector<char> mine(std::size_t(corpus.words), 0);
    for (auto word : words) mine[word] = 1;
    for (std::size_t s = 0; s < corpus.sentences.size(); ++s) {
        const Sentence &sentence = corpus.sentences[s];
        const auto at = [&](std::size_t p) { return std::uint64_t(strings.lexicon.home[sentence[p]]); };
        for (std::size_t p = 0; p < sentence.size(); ++p) {
            if (!mine[sentence[p]]) continue;
            contexts[sentence[p]][p ? at(p - 1) : 100] += corpus.times[s];
            contexts[sentence[p]][200 + (p + 1 < sentence.size() ? at(p + 1) : 100)] += corpus.times[s];
        }
    }
    Agglomeration agglomeration(corpus.tables, words, contexts, pulse);
    agglomeration.run(2, false);
    return {agglomeration.bits(), agglomeration.parts()};
}

std::vector<Rule> transferred(const std::vector<Rule> &rules, const Lexicon &from, const Lexicon &to, bool copy) {
    // The classes of `to` that hold the words of each class of `from`.
    std::vector<std::vector<int>> parts(CATEGORIES);
    for (std::size_t w = 0; w < from.home.size(); ++w) {
        auto &list = parts[from.home[w]];
        if (std::find(list.begin(), list.end(), int(to.home[w])) == list.end()) list.push_back(to.home[w]);
    }
    parts[0] = {0};
    const int shift = to.classes - from.classes;
    for (int c = from.classes + 1; c < CATEGORIES; ++c)
        parts[std::size_t(c)] = {std::min(c + shift, CATEGORIES - 1)};
    std::vector<Rule> result;
    for (const Rule &r : rules) {
        const auto &xs = parts[r.x], &ys = parts[r.y], &zs = parts[r.z];
        if (!copy && (xs.size() > 1 || ys.size() > 1 || zs.size() > 1)) continue;
        for (int y : ys)
            for (int z : zs) {
                int x = xs.size() == 1 ? xs[0] : -1;
                if (x < 0 && r.y == r.x) x = y;
                if (x < 0 && r.z == r.x) x = z;
                if (x >= 0) result.push_back({std::uint8_t(x), std::uint8_t(y), std::uint8_t(z)});
            }
    }
    std::sort(result.begin(), result.end());
    return result;
}

}  // namespace brillig::grow
