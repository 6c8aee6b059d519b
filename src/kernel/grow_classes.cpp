// Classes of words from their neighbours alone: the start of the search.
#include <algorithm>
#include <cmath>
#include <map>

#include "grow_island.hpp"

namespace brillig::grow {

namespace {

constexpr std::size_t MANY = 300;         // classes among which the best of all pairs is looked for

using Matrix = std::vector<std::vector<int>>;

// How often each class follows another, as lists of those that do: most pairs never occur.
struct Follower {
    std::size_t column;
    int count;
};
using Row = std::vector<Follower>;
using Rows = std::vector<Row>;

Rows transposed(const Rows &rows) {
    Rows result(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const Follower &entry : rows[i]) result[entry.column].push_back({i, entry.count});
    return result;
}

Matrix transposed(const Matrix &m) {
    Matrix result(m.size(), std::vector<int>(m.size()));
    for (std::size_t i = 0; i < m.size(); ++i)
        for (std::size_t j = 0; j < m.size(); ++j) result[j][i] = m[i][j];
    return result;
}

// The code: for each class, which classes follow it and how often; the words of each class; the class of each word.
class Clustering {
public:
    Clustering(const Corpus &corpus, bool both, Pulse &pulse) : corpus_(corpus), both_(both), pulse_(pulse) {
        const auto words = std::size_t(corpus.words);
        std::map<std::pair<std::size_t, std::size_t>, int> pairs;
        for (std::size_t i = 0; i < corpus.sentences.size(); ++i) {
            if (corpus.sentences[i].size() == 1) continue;
            std::size_t before = words;  // the edge, as a row: the beginning; as a column: the end
            for (auto word : corpus.sentences[i]) {
                pairs[{before, word}] += corpus.times[i];
                before = word;
            }
            pairs[{before, words}] += corpus.times[i];
        }
        pairs_.resize(words + 1);
        for (const auto &[pair, count] : pairs) pairs_[pair.first].push_back({pair.second, count});
        before_ = transposed(pairs_);
    }

    Classes run(int more) { return exchanged(best_of_merges({}, more)); }

    // Classes that are known come first and stay apart; the other words join them or one another.
    Classes attach(const Classes &known, int more) { return best_of_merges(known, more); }

private:
    Classes best_of_merges(const Classes &known, int more) const {
        const std::size_t apart = known.size(), fewest = std::max<std::size_t>(2, apart);
        Classes members = first_classes(known);
        if (members.empty()) return members;
        std::vector<Classes> history;
        std::vector<double> values;
        while (true) {
            const bool last = members.size() <= fewest;
            if (members.size() <= MAX_CLASSES || last) {
                history.push_back(members);
                values.push_back(total(matrix(members), members));
            }
            const bool stopped = pulse_.tick();
            if (last || (stopped && !history.empty())) break;
            // Whoever stops does not wait for the best: what is left over goes to one class.
            const auto [a, b] = stopped ? std::pair(members.size() - 2, members.size() - 1) : best_merge(members, apart);
            members[a].insert(members[a].end(), members[b].begin(), members[b].end());
            members.erase(members.begin() + std::ptrdiff_t(b));
        }
        auto best = std::size_t(std::min_element(values.begin(), values.end()) - values.begin());
        best -= std::min(best, std::size_t(more));
        return history[best];
    }

    // Each word by itself, after the classes that are known. Of a large vocabulary the frequent words, with each of
    // the others at the best place.
    Classes first_classes(const Classes &known) const {
        std::vector<char> placed(std::size_t(corpus_.words), 0);
        for (const auto &words : known)
            for (auto word : words) placed[word] = 1;
        std::vector<std::uint16_t> words;
        for (int w = 0; w < corpus_.words; ++w)
            if (corpus_.inside[std::size_t(w)] && !placed[std::size_t(w)]) words.push_back(std::uint16_t(w));
        std::stable_sort(words.begin(), words.end(),
                         [&](auto a, auto b) { return corpus_.counts[a] > corpus_.counts[b]; });
        const std::size_t frequent = std::min(words.size(), MANY);
        std::vector<std::uint16_t> own(words.begin(), words.begin() + std::ptrdiff_t(frequent));
        std::sort(own.begin(), own.end());
        Classes members = known;
        for (auto word : own) members.push_back({word});
        for (std::size_t i = frequent; i < words.size(); ++i) {
            const std::size_t last = members.size();
            if (pulse_.tick()) {
                members[last - 1].push_back(words[i]);
                continue;
            }
            members.push_back({words[i]});
            const std::size_t home = best_merge(members, last).first;
            members.pop_back();
            members[home].push_back(words[i]);
        }
        return members;
    }

    std::vector<std::size_t> homes(const Classes &members) const {
        std::vector<std::size_t> home(pairs_.size(), members.size());
        for (std::size_t c = 0; c < members.size(); ++c)
            for (auto word : members[c]) home[word] = c;
        return home;
    }

    Rows rows(const Classes &members) const {
        const std::size_t k = members.size();
        const std::vector<std::size_t> home = homes(members);
        const std::size_t edge = pairs_.size() - 1;
        Rows result(k + 1);
        std::vector<int> counts(k + 1, 0);
        const auto add = [&](std::size_t word) {
            for (const Follower &entry : pairs_[word])
                if (home[entry.column] < k || entry.column == edge) counts[home[entry.column]] += entry.count;
        };
        for (std::size_t c = 0; c <= k; ++c) {
            std::fill(counts.begin(), counts.end(), 0);
            if (c == k)
                add(pairs_.size() - 1);
            else
                for (auto word : members[c]) add(word);
            for (std::size_t j = 0; j <= k; ++j)
                if (counts[j]) result[c].push_back({j, counts[j]});
        }
        return result;
    }

    Matrix matrix(const Classes &members) const {
        Matrix result(members.size() + 1, std::vector<int>(members.size() + 1, 0));
        const Rows sparse = rows(members);
        for (std::size_t i = 0; i < sparse.size(); ++i)
            for (const Follower &entry : sparse[i]) result[i][entry.column] = entry.count;
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

    double total(const Matrix &m, const Classes &members) const {
        double bits = 0;
        for (const auto &row : m) bits += row_bits(row, m.size());
        if (both_)
            for (const auto &row : transposed(m)) bits += row_bits(row, m.size());
        for (const auto &words : members) bits += word_bits(words);
        return bits + corpus_.words * std::log2(double(std::max<std::size_t>(1, members.size())));
    }

    // Of all pairs whose second has at least the number `from`.
    std::pair<std::size_t, std::size_t> best_merge(const Classes &members, std::size_t from) const {
        const std::size_t k = members.size();
        std::vector<std::vector<double>> change(k, std::vector<double>(k, 0.0));
        const Rows followers = rows(members);
        add_changes(followers, from, change);
        if (both_) add_changes(transposed(followers), from, change);
        // Words of two classes together, by what each class has: how often, how many, what they save.
        std::vector<std::size_t> n(k, 0);
        std::vector<double> saved(k, 0.0), own(k);
        for (std::size_t c = 0; c < k; ++c) {
            for (auto word : members[c]) {
                n[c] += std::size_t(corpus_.counts[word]);
                saved[c] += corpus_.tables.seen(std::size_t(corpus_.counts[word]));
            }
            own[c] = corpus_.tables.choices(n[c], members[c].size(), saved[c]);
        }
        double best = NEVER;
        std::pair<std::size_t, std::size_t> chosen{0, std::max<std::size_t>(1, from)};
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t b = std::max(a + 1, from); b < k; ++b) {
                const double together =
                    corpus_.tables.choices(n[a] + n[b], members[a].size() + members[b].size(), saved[a] + saved[b]);
                const double bits = change[a][b] + together - own[a] - own[b];
                if (bits < best) {
                    best = bits;
                    chosen = {a, b};
                }
            }
        pulse_.work += k * (k - std::min(k - 1, from)) * 4;
        return chosen;
    }

    // The bits of all rows after merging a and b, for each pair.
    void add_changes(const Rows &rows, std::size_t from, std::vector<std::vector<double>> &change) const {
        const std::size_t k = rows.size() - 1;
        const Tables &tables = corpus_.tables;
        std::vector<int> occurring(k + 1), n(k + 1);
        std::vector<double> saved(k + 1), bits(k + 1);
        double all = 0;
        for (std::size_t i = 0; i <= k; ++i) {
            for (const Follower &entry : rows[i]) {
                ++occurring[i];
                n[i] += entry.count;
                saved[i] += tables.seen(std::size_t(entry.count));
            }
            bits[i] = row_bits(occurring[i], n[i], saved[i], k);
            all += bits[i];
        }
        const auto joined = [&](int x, int y) {
            return tables.seen(std::size_t(x + y)) - tables.seen(std::size_t(x)) - tables.seen(std::size_t(y));
        };
        // Rows in which both occur.
        for (std::size_t i = 0; i <= k; ++i)
            for (std::size_t p = 0; p < rows[i].size(); ++p)
                for (std::size_t q = p + 1; q < rows[i].size(); ++q) {
                    const std::size_t a = rows[i][p].column, b = rows[i][q].column;
                    if (b < from || b == k || i == a || i == b) continue;
                    const double save = saved[i] + joined(rows[i][p].count, rows[i][q].count);
                    change[a][b] += row_bits(occurring[i] - 1, n[i], save, k) - bits[i];
                }
        // The rows of the two themselves.
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t b = std::max(a + 1, from); b < k; ++b) {
                int there = occurring[a] + occurring[b], to_a = 0, to_b = 0;
                double save = saved[a] + saved[b];
                const Row &one = rows[a], &other = rows[b];
                for (std::size_t p = 0, q = 0; p < one.size() || q < other.size();) {
                    const std::size_t left = p < one.size() ? one[p].column : k + 1;
                    const std::size_t right = q < other.size() ? other[q].column : k + 1;
                    const std::size_t column = std::min(left, right);
                    const int x = left == column ? one[p++].count : 0;
                    const int y = right == column ? other[q++].count : 0;
                    if (x && y) {
                        --there;
                        save += joined(x, y);
                    }
                    if (column == a) to_a = x + y;
                    if (column == b) to_b = x + y;
                }
                if (to_a && to_b) {
                    --there;
                    save += joined(to_a, to_b);
                }
                change[a][b] += all - bits[a] - bits[b] + row_bits(there, n[a] + n[b], save, k);
            }
    }

    // Single words moved to other classes as long as bits are saved.
    Classes exchanged(Classes members) const {
        Matrix now = matrix(members);
        double value = total(now, members);
        for (bool moved = true; moved && !pulse_.tick();) {
            moved = false;
            for (std::size_t from = 0; from < members.size(); ++from)
                for (std::size_t at = 0; at < members[from].size();) {
                    if (members[from].size() == 1 || pulse_.tick()) break;
                    const auto word = members[from][at];
                    members[from].erase(members[from].begin() + std::ptrdiff_t(at));
                    std::size_t chosen = from;
                    for (std::size_t to = 0; to < members.size() && chosen == from; ++to) {
                        if (to == from) continue;
                        members[to].push_back(word);
                        Matrix other = now;
                        shift(other, word, from, to, members);
                        const double bits = total(other, members);
                        pulse_.work += now.size() * now.size() / 8;
                        if (bits < value - 1e-9) {
                            value = bits;
                            now = std::move(other);
                            chosen = to;
                            moved = true;
                        } else {
                            members[to].pop_back();
                        }
                    }
                    if (chosen == from) {
                        members[from].insert(members[from].begin() + std::ptrdiff_t(at), word);
                        ++at;
                    }
                }
        }
        return members;
    }

    // The matrix after a word has gone from one class to another, where `members` has it already.
    void shift(Matrix &m, std::size_t word, std::size_t from, std::size_t to, const Classes &members) const {
        const std::vector<std::size_t> home = homes(members);
        for (const Follower &entry : pairs_[word]) {
            const bool self = entry.column == word;
            m[from][self ? from : home[entry.column]] -= entry.count;
            m[to][self ? to : home[entry.column]] += entry.count;
        }
        for (const Follower &entry : before_[word]) {
            if (entry.column == word) continue;
            m[home[entry.column]][from] -= entry.count;
            m[home[entry.column]][to] += entry.count;
        }
    }

    const Corpus &corpus_;
    bool both_;
    Pulse &pulse_;
    Rows pairs_, before_;  // words that follow each word, and words before it; the last is the edge
};

// Brackets have classes of their own, whatever stands beside them; the others keep their order.
Classes with_brackets_apart(const Corpus &corpus, Classes classes) {
    for (auto bracket : corpus.brackets) {
        bool shared = false;
        for (auto &words : classes) shared |= words.size() > 1 && std::erase(words, bracket);
        if (shared) classes.push_back({bracket});
    }
    return classes;
}

}  // namespace

Classes cluster(const Corpus &corpus, bool both, int more, Pulse &pulse) {
    return with_brackets_apart(corpus, Clustering(corpus, both, pulse).run(more));
}

Classes attach_words(const Corpus &corpus, const Classes &known, bool both, int more, Pulse &pulse) {
    return with_brackets_apart(corpus, Clustering(corpus, both, pulse).attach(known, more));
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
