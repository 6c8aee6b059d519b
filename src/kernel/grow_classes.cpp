// Classes of words from their neighbours alone: the start of the search.
#include <algorithm>
#include <cmath>

#include "grow_lexicon.hpp"

namespace brillig::grow {

namespace {

using Matrix = std::vector<std::vector<int>>;

// The code: for each class, which classes follow it and how often; the words of each class; the class of each word.
class Clustering {
public:
    Clustering(const Corpus &corpus, bool both, Pulse &pulse) : corpus_(corpus), both_(both), pulse_(pulse) {
        const auto words = std::size_t(corpus.words);
        pairs_.assign(words + 1, std::vector<int>(words + 1, 0));
        for (std::size_t i = 0; i < corpus.sentences.size(); ++i) {
            if (corpus.sentences[i].size() == 1) continue;
            std::size_t before = words;  // the edge, as a row: the beginning; as a column: the end
            for (auto word : corpus.sentences[i]) {
                pairs_[before][word] += corpus.times[i];
                before = word;
            }
            pairs_[before][words] += corpus.times[i];
        }
    }

    Classes run(int more) {
        Classes members;
        for (int w = 0; w < corpus_.words; ++w)
            if (corpus_.inside[std::size_t(w)]) members.push_back({std::uint16_t(w)});
        return exchanged(best_of_merges(std::move(members), 0, more));
    }

    // Classes that are known come first and stay apart; the other words join them or one another.
    Classes attach(Classes known, int more) {
        std::vector<char> placed(std::size_t(corpus_.words), 0);
        for (const auto &words : known)
            for (auto word : words) placed[word] = 1;
        const std::size_t apart = known.size();
        for (int w = 0; w < corpus_.words; ++w)
            if (corpus_.inside[std::size_t(w)] && !placed[std::size_t(w)]) known.push_back({std::uint16_t(w)});
        return best_of_merges(std::move(known), apart, more);
    }

private:
    // The first `apart` classes are never merged with one another.
    Classes best_of_merges(Classes members, std::size_t apart, int more) {
        std::vector<Classes> history;
        std::vector<double> values;
        if (members.empty()) return members;
        while (true) {
            history.push_back(members);
            values.push_back(total(members));
            if (members.size() <= std::max<std::size_t>(2, apart) || pulse_.tick()) break;
            const auto [a, b] = best_merge(members, apart);
            members[a].insert(members[a].end(), members[b].begin(), members[b].end());
            members.erase(members.begin() + std::ptrdiff_t(b));
        }
        auto best = std::size_t(std::min_element(values.begin(), values.end()) - values.begin());
        best -= std::min(best, std::size_t(more));
        return history[best];
    }

    Matrix matrix(const Classes &members) const {
        const std::size_t k = members.size();
        std::vector<std::size_t> home(pairs_.size(), k);
        for (std::size_t c = 0; c < k; ++c)
            for (auto word : members[c]) home[word] = c;
        Matrix result(k + 1, std::vector<int>(k + 1, 0));
        for (std::size_t i = 0; i < pairs_.size(); ++i)
            for (std::size_t j = 0; j < pairs_.size(); ++j) result[home[i]][home[j]] += pairs_[i][j];
        return result;
    }

    static Matrix transposed(const Matrix &m) {
        Matrix result(m.size(), std::vector<int>(m.size()));
        for (std::size_t i = 0; i < m.size(); ++i)
            for (std::size_t j = 0; j < m.size(); ++j) result[j][i] = m[i][j];
        return result;
    }

    // Which of `kinds` outcomes occur, then Krichevsky-Trofimov among these.
    double row_bits(int occurring, int n, double saved, std::size_t kinds) const {
        return std::log2(double(kinds) + 1) + log2_choose(double(kinds), occurring) +
               corpus_.tables.choices(std::size_t(n), std::size_t(occurring), saved);
    }

    double row_bits(const std::vector<int> &row, std::size_t kinds) const {
        int occurring = 0, n = 0;
        double saved = 0;
        for (int count : row) {
            occurring += count > 0;
            n += count;
            saved += corpus_.tables.seen(std::size_t(count));
        }
        return row_bits(occurring, n, saved, kinds);
    }

    double word_bits(const std::vector<std::uint16_t> &words) const {
        std::size_t n = 0;
        double saved = 0;
        for (auto word : words) {
            n += std::size_t(corpus_.counts[word]);
            saved += corpus_.tables.seen(std::size_t(corpus_.counts[word]));
        }
        return corpus_.tables.choices(n, words.size(), saved);
    }

    double total(const Classes &members) const {
        double bits = 0;
        const Matrix m = matrix(members);
        for (const auto &row : m) bits += row_bits(row, m.size());
        if (both_)
            for (const auto &row : transposed(m)) bits += row_bits(row, m.size());
        for (const auto &words : members) bits += word_bits(words);
        return bits + corpus_.words * std::log2(double(std::max<std::size_t>(1, members.size())));
    }

    std::pair<std::size_t, std::size_t> best_merge(const Classes &members, std::size_t apart) const {
        const std::size_t k = members.size();
        std::vector<std::vector<double>> change(k, std::vector<double>(k, 0.0));
        const Matrix m = matrix(members);
        add_changes(m, change);
        if (both_) add_changes(transposed(m), change);
        std::vector<double> own;
        for (const auto &words : members) own.push_back(word_bits(words));
        double best = NEVER;
        std::pair<std::size_t, std::size_t> chosen{0, 1};
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t b = std::max(a + 1, apart); b < k; ++b) {
                std::vector<std::uint16_t> together = members[a];
                together.insert(together.end(), members[b].begin(), members[b].end());
                const double bits = change[a][b] + word_bits(together) - own[a] - own[b];
                if (bits < best) {
                    best = bits;
                    chosen = {a, b};
                }
            }
        pulse_.work += k * k * k;
        return chosen;
    }

    // The bits of all rows after merging a and b, for each pair.
    void add_changes(const Matrix &m, std::vector<std::vector<double>> &change) const {
        const std::size_t k = m.size() - 1;
        const Tables &tables = corpus_.tables;
        std::vector<int> occurring(k + 1), n(k + 1);
        std::vector<double> saved(k + 1), bits(k + 1);
        double all = 0;
        for (std::size_t i = 0; i <= k; ++i) {
            for (int count : m[i]) {
                occurring[i] += count > 0;
                n[i] += count;
                saved[i] += tables.seen(std::size_t(count));
            }
            bits[i] = row_bits(occurring[i], n[i], saved[i], k);
            all += bits[i];
        }
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t b = a + 1; b < k; ++b) {
                double sum = all - bits[a] - bits[b];
                const auto joined = [&](int x, int y) {
                    return tables.seen(std::size_t(x + y)) - tables.seen(std::size_t(x)) - tables.seen(std::size_t(y));
                };
                for (std::size_t i = 0; i <= k; ++i)
                    if (i != a && i != b && m[i][a] && m[i][b])
                        sum += row_bits(occurring[i] - 1, n[i], saved[i] + joined(m[i][a], m[i][b]), k) - bits[i];
                int there = 0;
                double save = 0;
                for (std::size_t j = 0; j <= k; ++j) {
                    const int count = m[a][j] + m[b][j];
                    there += count > 0;
                    save += tables.seen(std::size_t(count));
                }
                const int ra = m[a][a] + m[b][a], rb = m[a][b] + m[b][b];
                if (ra && rb) {
                    --there;
                    save += joined(ra, rb);
                }
                change[a][b] += sum + row_bits(there, n[a] + n[b], save, k);
            }
    }

    Classes exchanged(Classes members) const {
        double value = total(members);
        for (bool moved = true; moved && !pulse_.tick();) {
            moved = false;
            for (std::size_t from = 0; from < members.size(); ++from)
                for (std::size_t at = 0; at < members[from].size(); ++at) {
                    if (members[from].size() == 1 || pulse_.tick()) break;
                    const auto word = members[from][at];
                    for (std::size_t to = 0; to < members.size(); ++to) {
                        if (to == from) continue;
                        Classes other = members;
                        other[from].erase(other[from].begin() + std::ptrdiff_t(at));
                        other[to].push_back(word);
                        const double bits = total(other);
                        pulse_.work += pairs_.size() * pairs_.size() / 8;
                        if (bits < value - 1e-9) {
                            value = bits;
                            members = other;
                            moved = true;
                            --at;
                            break;
                        }
                    }
                    if (at == std::size_t(-1)) break;
                }
        }
        return members;
    }

    const Corpus &corpus_;
    bool both_;
    Pulse &pulse_;
    Matrix pairs_;
};

}  // namespace

Classes cluster(const Corpus &corpus, bool both, int more, Pulse &pulse) {
    return Clustering(corpus, both, pulse).run(more);
}

Classes attach_words(const Corpus &corpus, const Classes &known, bool both, int more, Pulse &pulse) {
    return Clustering(corpus, both, pulse).attach(known, more);
}

Lexicon lexicon_of(const Corpus &corpus, const Classes &classes, bool root_words) {
    Lexicon lexicon;
    lexicon.home.assign(std::size_t(corpus.words), 0);
    for (const auto &words : classes) {
        if (words.empty()) continue;
        ++lexicon.classes;
        for (auto word : words) lexicon.home[word] = std::uint8_t(lexicon.classes);
    }
    for (std::size_t w = 0; w < lexicon.home.size(); ++w) {
        if (!corpus.alone[w]) continue;
        if (root_words)
            lexicon.home[w] = 0;
        else if (lexicon.home[w])
            lexicon.extra.push_back({std::uint16_t(w), 0});
    }
    // A class whose words have all become those of the start symbol is gone.
    std::vector<int> size(CATEGORIES, 0), number(CATEGORIES, 0);
    for (auto home : lexicon.home) ++size[home];
    int next = 0;
    for (int c = 1; c <= lexicon.classes; ++c) number[std::size_t(c)] = size[std::size_t(c)] ? ++next : 0;
    for (auto &home : lexicon.home) home = std::uint8_t(number[home]);
    lexicon.classes = next;
    return lexicon;
}

Classes classes_of(const Lexicon &lexicon) {
    Classes classes(std::size_t(lexicon.classes));
    for (std::size_t w = 0; w < lexicon.home.size(); ++w)
        if (lexicon.home[w]) classes[std::size_t(lexicon.home[w] - 1)].push_back(std::uint16_t(w));
    return classes;
}

}  // namespace brillig::grow
