#include "grow_data.hpp"

#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

namespace brillig::grow {

namespace {

constexpr double REJECTED = 200.0;  // bits that accepting a rejected sentence costs in the search

std::size_t token_count(const std::vector<Sentence> &all) {
    std::size_t tokens = 0;
    for (const Sentence &sentence : all) tokens += sentence.size();
    return tokens;
}

}  // namespace

Corpus::Corpus(int number, std::vector<Sentence> all, std::vector<Sentence> not_these, std::vector<std::uint8_t> joined)
    : words(number), total(all.size()), counts(std::size_t(number), 0), alone(std::size_t(number), 0),
      inside(std::size_t(number), 0), tokens(token_count(all)),
      tables(2 * tokens + 2 * all.size() + 2, std::size_t(number) + CATEGORIES * CATEGORIES), joins(std::move(joined)) {
    rejected = std::move(not_these);
    std::map<std::pair<std::size_t, Sentence>, int> different;
    for (const Sentence &sentence : all) {
        ++different[{sentence.size(), sentence}];
        if (sentence.size() >= lengths.size()) lengths.resize(sentence.size() + 1, 0);
        ++lengths[sentence.size()];
        for (auto word : sentence) {
            ++counts[word];
            (sentence.size() > 1 ? inside : alone)[word] = 1;
        }
    }
    for (std::size_t w = 0; w < joins.size(); ++w)
        if (joins[w] & 12 && counts[w] > 0) brackets.push_back(std::uint16_t(w));
    for (const auto &[entry, number_of] : different) {
        sentences.push_back(entry.second);
        times.push_back(number_of);
        distinct &= number_of == 1;
        spelled.push_back(bits_written_out(entry.second));
    }
}

// As one of few exceptions, after all other sentences.
double Corpus::bits_written_out(const Sentence &sentence) const {
    double bits = std::log2(double(total) + 1) + std::log2((double(total) + 0.5 * double(lengths.size())) /
                                                           (double(lengths[sentence.size()]) - 0.5));
    std::map<std::uint16_t, int> left;
    for (auto word : sentence) left.try_emplace(word, counts[word]).first->second -= 1;
    double n = double(tokens - sentence.size());
    for (auto word : sentence) bits += std::log2((n++ + 0.5 * words) / (left[word]++ + 0.5));
    return bits;
}

Strings::Strings(const Corpus &data, const Lexicon &with)
    : corpus(data), lexicon(with), homograph_of(std::size_t(data.words), -1), class_words(CATEGORIES, 0),
      class_count(CATEGORIES, 0), class_saved(CATEGORIES, 0.0) {
    for (const Extra &extra : with.extra) {
        int &number = homograph_of[extra.word];
        if (number < 0) {
            number = int(senses.size());
            senses.push_back({{with.home[extra.word], 0, 1.0}});
        }
        senses[std::size_t(number)].push_back({extra.category, 0, 1.0});
    }
    for (std::size_t h = 0; h < senses.size(); ++h)
        for (Sense &sense : senses[h]) sense.key = RULE_KEYS + std::uint32_t(h) * CATEGORIES + sense.category;
    for (std::size_t w = 0; w < std::size_t(data.words); ++w)
        if (homograph_of[w] < 0 && data.counts[w] > 0) {
            const std::size_t c = with.home[w];
            ++class_words[c];
            class_count[c] += data.counts[w];
            class_saved[c] += data.tables.seen(std::size_t(data.counts[w]));
        }
    std::unordered_map<std::u16string, int> known;
    begin.push_back(0);
    // A rejected sentence has to stay without any tree, so that nothing is marked in it.
    const auto number_of = [&](const Sentence &sentence, bool rejected = false) {
        std::u16string string;
        for (auto w : sentence)
            string.push_back(char16_t(homograph_of[w] < 0 ? with.home[w] : CATEGORIES + homograph_of[w]));
        std::vector<char> of_string(data.joins.empty() ? 0 : sentence.size(), 0);
        if (!rejected)
            for (std::size_t a = 0; a < of_string.size(); ++a) {
                const auto join = data.joins[sentence[a]];
                if (a && (join & 1 || data.joins[sentence[a - 1]] & 2)) of_string[a] |= JOINED;
                of_string[a] |= char((join & 4 ? OPENS : 0) | (join & 8 ? CLOSES : 0));
            }
        const std::u16string name = string + std::u16string(of_string.begin(), of_string.end());
        const auto [entry, fresh] = known.try_emplace(name, int(times.size()));
        if (fresh) {
            tokens.insert(tokens.end(), string.begin(), string.end());
            marked.insert(marked.end(), of_string.begin(), of_string.end());
            begin.push_back(int(tokens.size()));
            times.push_back(0);
            miss.push_back(0.0);
        }
        return entry->second;
    };
    for (std::size_t i = 0; i < data.sentences.size(); ++i) {
        const int string = number_of(data.sentences[i]);
        string_of.push_back(string);
        double weight = 0;
        if (data.distinct)
            for (auto w : data.sentences[i])
                if (homograph_of[w] < 0) weight += std::log2(data.counts[w] + 0.5);
        word_weights.push_back(weight);
        times[std::size_t(string)] += data.times[i];
        miss[std::size_t(string)] += data.times[i] * data.spelled[i];
    }
    // One that shares its classes with a sentence can only be rejected once these are split.
    for (const Sentence &sentence : data.rejected) {
        const int string = number_of(sentence, true);
        if (times[std::size_t(string)] == 0)
            miss[std::size_t(string)] += REJECTED;
        else
            ++clashes;
    }
    for (auto bracket : data.brackets) {
        const auto own = with.home[bracket];
        bool shares = homograph_of[bracket] >= 0 || class_words[own] > 1;
        for (const Extra &extra : with.extra) shares |= extra.category == own;
        for (std::size_t w = 0; w < with.home.size(); ++w) shares |= w != bracket && homograph_of[w] >= 0 && with.home[w] == own;
        clashes += shares;
    }
}

std::vector<char> Strings::of_known_words(const std::vector<int> &known) const {
    std::vector<char> result(std::size_t(number()), 1);
    for (std::size_t s = 0; s < corpus.sentences.size(); ++s)
        for (auto word : corpus.sentences[s])
            if (!known[word]) result[std::size_t(string_of[s])] = 0;
    return result;
}

std::u16string Strings::name(int i) const {
    std::u16string result(string(i), string(i) + length(i));
    if (const char *of_string = marks(i)) result.append(of_string, of_string + length(i));
    return result;
}

}  // namespace brillig::grow
