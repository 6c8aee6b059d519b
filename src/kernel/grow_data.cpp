#include "grow_data.hpp"

#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

namespace brillig::grow {

namespace {

constexpr char16_t JOINED = 0x8000;  // beside the class of a position, in the name of a string
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
    const auto number_of = [&](const Sentence &sentence) {
        std::u16string string;
        for (auto w : sentence)
            string.push_back(char16_t(homograph_of[w] < 0 ? with.home[w] : CATEGORIES + homograph_of[w]));
        std::vector<char> of_string(data.joins.empty() ? 0 : sentence.size(), 0);
        std::u16string name = string;
        for (std::size_t a = 1; a < of_string.size(); ++a) {
            of_string[a] = data.joins[sentence[a]] & 1 || data.joins[sentence[a - 1]] & 2;
            if (of_string[a]) name[a] |= JOINED;
        }
        const auto [entry, fresh] = known.try_emplace(name, int(times.size()));
        if (fresh) {
            tokens.insert(tokens.end(), string.begin(), string.end());
            joints.insert(joints.end(), of_string.begin(), of_string.end());
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
        const int string = number_of(sentence);
        if (times[std::size_t(string)] == 0)
            miss[std::size_t(string)] += REJECTED;
        else
            ++clashes;
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
    if (const char *joint = joined(i))
        for (std::size_t a = 0; a < result.size(); ++a)
            if (joint[a]) result[a] |= JOINED;
    return result;
}

}  // namespace brillig::grow
