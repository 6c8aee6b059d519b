// CYK parsing on integers: categories and words are numbered by the caller.
//
// Rules are binary (x -> y z), unary (x -> y, without cycles, given in such an order that every rule of y
// stands before every use of y) and lexical (word -> categories). An object never changes after it is built,
// so any number of threads may use it; every call works without the interpreter's lock.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "build.hpp"

namespace nb = nanobind;

namespace {

using Sentence = std::vector<int>;
using Mask = std::uint64_t;

// A tree in preorder, two numbers a node: its category and how many children it has (0: a word, 1, 2).
using Code = std::vector<int>;

constexpr std::uint64_t kManyTrees = std::numeric_limits<std::uint64_t>::max();

std::uint64_t add(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? kManyTrees : sum;
}

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? kManyTrees : product;
}

// One value for each category over each part [i, j) of a sentence.
template <typename Value>
class Chart {
public:
    Chart(std::size_t length, std::size_t width)
        : length_(length), width_(width), values_(length * (length + 1) / 2 * width, Value{}) {}

    Value *at(std::size_t i, std::size_t j) { return values_.data() + index(i, j) * width_; }
    const Value *at(std::size_t i, std::size_t j) const { return values_.data() + index(i, j) * width_; }

private:
    // Parts with the same end lie next to each other.
    std::size_t index(std::size_t i, std::size_t j) const { return (j - 1) * j / 2 + i; }

    std::size_t length_, width_;
    std::vector<Value> values_;
};

struct Binary {
    int x, y, z;
};
struct Unary {
    int x, y;
};

class Parser {
public:
    Parser(int categories, int start, const std::vector<std::array<int, 3>> &binary,
           const std::vector<std::array<int, 2>> &unary, const std::vector<std::vector<int>> &lexical)
        : categories_(categories), start_(start), lexical_(lexical), binary_of_(size(categories)),
          unary_of_(size(categories)) {
        check(start);
        for (auto [x, y, z] : binary) {
            check(x), check(y), check(z);
            binary_.push_back({x, y, z});
            binary_of_[size(x)].push_back({x, y, z});
        }
        for (auto [x, y] : unary) {
            check(x), check(y);
            unary_.push_back({x, y});
            unary_of_[size(x)].push_back(y);
        }
        for (auto &list : lexical_)
            for (int x : list) check(x);
    }

    std::vector<bool> accepts(const std::vector<Sentence> &sentences) const {
        nb::gil_scoped_release release;
        std::vector<bool> answers;
        for (const auto &sentence : sentences)
            answers.push_back(!sentence.empty() && derives(bits(sentence), 0, sentence.size(), start_));
        return answers;
    }

    // The number of trees of each sentence; kManyTrees stands for that number or more.
    std::vector<std::uint64_t> counts(const std::vector<Sentence> &sentences) const {
        nb::gil_scoped_release release;
        std::vector<std::uint64_t> answers;
        for (const auto &sentence : sentences)
            answers.push_back(sentence.empty() ? 0 : numbers(sentence).at(0, sentence.size())[start_]);
        return answers;
    }

    // The first tree of each sentence; empty where there is none.
    std::vector<Code> first_trees(const std::vector<Sentence> &sentences) const {
        nb::gil_scoped_release release;
        std::vector<Code> answers;
        for (const auto &sentence : sentences) {
            Code code;
            if (!sentence.empty()) {
                const auto chart = bits(sentence);
                if (derives(chart, 0, sentence.size(), start_))
                    write_first(chart, sentence, 0, sentence.size(), start_, code);
            }
            answers.push_back(std::move(code));
        }
        return answers;
    }

    // The same from words to trees as Python values, without a list of numbers for every sentence in between.
    nb::list parse(nb::list sentences, nb::dict word_numbers, nb::list names, nb::handle type) const {
        std::vector<Sentence> numbers;
        for (nb::handle words : sentences) {
            Sentence sentence;
            for (nb::handle word : nb::cast<nb::tuple>(words)) {
                PyObject *number = PyDict_GetItemWithError(word_numbers.ptr(), word.ptr());
                if (!number && PyErr_Occurred()) throw nb::python_error();
                sentence.push_back(number ? nb::cast<int>(nb::handle(number)) : -1);
            }
            numbers.push_back(std::move(sentence));
        }
        return build_trees(first_trees(numbers), sentences, names, type);
    }

    // The first trees of one sentence, at most `most`, in the order that begins with first_trees.
    std::vector<Code> trees(const Sentence &sentence, std::uint64_t most) const {
        nb::gil_scoped_release release;
        std::vector<Code> answers;
        if (sentence.empty()) return answers;
        const auto chart = numbers(sentence);
        const auto number = std::min(most, chart.at(0, sentence.size())[start_]);
        for (std::uint64_t rank = 0; rank < number; ++rank) {
            Code code;
            write_ranked(chart, sentence, 0, sentence.size(), start_, rank, code);
            answers.push_back(std::move(code));
        }
        return answers;
    }

    // The categories that stand in some tree of some of the sentences.
    std::vector<int> occurring(const std::vector<Sentence> &sentences) const {
        nb::gil_scoped_release release;
        std::vector<char> found(size(categories_), 0);
        for (const auto &sentence : sentences)
            if (!sentence.empty()) mark_occurring(sentence, found);
        std::vector<int> answer;
        for (int x = 0; x < categories_; ++x)
            if (found[size(x)]) answer.push_back(x);
        return answer;
    }

    // A tree of the sentence that uses every one of at most six target categories; empty where there is none.
    Code tree_covering(const Sentence &sentence, const std::vector<int> &targets) const {
        if (targets.size() > 6) throw std::invalid_argument("at most six targets");
        for (int x : targets) check(x);
        nb::gil_scoped_release release;
        Code code;
        if (sentence.empty()) return code;
        const Covers covers = cover(sentence, targets);
        const int full = (1 << targets.size()) - 1;
        if (covers.chart.at(0, sentence.size())[start_] >> full & 1)
            write_covering(covers, sentence, 0, sentence.size(), start_, full, code);
        return code;
    }

private:
    static std::size_t size(int number) { return static_cast<std::size_t>(number); }

    void check(int x) const {
        if (x < 0 || x >= categories_) throw std::invalid_argument("a category out of range");
    }

    const std::vector<int> &categories_of(int word) const {
        static const std::vector<int> none;
        return word < 0 || size(word) >= lexical_.size() ? none : lexical_[size(word)];
    }

    bool has_word(int x, int word) const {
        const auto &list = categories_of(word);
        return std::find(list.begin(), list.end(), x) != list.end();
    }

    // -- which categories derive which parts --------------------------------------------------------

    std::size_t bit_words() const { return (size(categories_) + 63) / 64; }
    static bool test(const Mask *cell, int x) { return cell[x >> 6] >> (x & 63) & 1; }
    static void set(Mask *cell, int x) { cell[x >> 6] |= Mask{1} << (x & 63); }

    static bool derives(const Chart<Mask> &chart, std::size_t i, std::size_t j, int x) {
        return test(chart.at(i, j), x);
    }

    Chart<Mask> bits(const Sentence &sentence) const {
        const std::size_t n = sentence.size(), words = bit_words();
        Chart<Mask> chart(n, words);
        for (std::size_t j = 1; j <= n; ++j)
            for (std::size_t i = j; i-- > 0;) {
                Mask *cell = chart.at(i, j);
                if (j - i == 1)
                    for (int x : categories_of(sentence[i])) set(cell, x);
                for (std::size_t k = i + 1; k < j; ++k) {
                    const Mask *left = chart.at(i, k), *right = chart.at(k, j);
                    if (std::all_of(left, left + words, [](Mask m) { return m == 0; })) continue;
                    if (std::all_of(right, right + words, [](Mask m) { return m == 0; })) continue;
                    for (const Binary &rule : binary_)
                        if (test(left, rule.y) && test(right, rule.z)) set(cell, rule.x);
                }
                for (const Unary &rule : unary_)
                    if (test(cell, rule.y)) set(cell, rule.x);
            }
        return chart;
    }

    Chart<std::uint64_t> numbers(const Sentence &sentence) const {
        const std::size_t n = sentence.size();
        Chart<std::uint64_t> chart(n, size(categories_));
        for (std::size_t j = 1; j <= n; ++j)
            for (std::size_t i = j; i-- > 0;) {
                std::uint64_t *cell = chart.at(i, j);
                if (j - i == 1)
                    for (int x : categories_of(sentence[i])) cell[x] = 1;
                for (std::size_t k = i + 1; k < j; ++k) {
                    const std::uint64_t *left = chart.at(i, k), *right = chart.at(k, j);
                    for (const Binary &rule : binary_)
                        if (left[rule.y] && right[rule.z])
                            cell[rule.x] = add(cell[rule.x], multiply(left[rule.y], right[rule.z]));
                }
                for (const Unary &rule : unary_) cell[rule.x] = add(cell[rule.x], cell[rule.y]);
            }
        return chart;
    }

    // -- writing trees: the word first, then the earliest split with the first rule, then unary rules ---

    static void put(Code &code, int category, int children) {
        code.push_back(category);
        code.push_back(children);
    }

    void write_first(const Chart<Mask> &chart, const Sentence &sentence, std::size_t i, std::size_t j, int x,
                     Code &code) const {
        if (j - i == 1 && has_word(x, sentence[i])) return put(code, x, 0);
        for (std::size_t k = i + 1; k < j; ++k)
            for (const Binary &rule : binary_of_[size(x)])
                if (derives(chart, i, k, rule.y) && derives(chart, k, j, rule.z)) {
                    put(code, x, 2);
                    write_first(chart, sentence, i, k, rule.y, code);
                    return write_first(chart, sentence, k, j, rule.z, code);
                }
        for (int y : unary_of_[size(x)])
            if (derives(chart, i, j, y)) {
                put(code, x, 1);
                return write_first(chart, sentence, i, j, y, code);
            }
    }

    void write_ranked(const Chart<std::uint64_t> &chart, const Sentence &sentence, std::size_t i, std::size_t j,
                      int x, std::uint64_t rank, Code &code) const {
        if (j - i == 1 && has_word(x, sentence[i])) {
            if (rank == 0) return put(code, x, 0);
            --rank;
        }
        for (std::size_t k = i + 1; k < j; ++k)
            for (const Binary &rule : binary_of_[size(x)]) {
                const std::uint64_t left = chart.at(i, k)[rule.y], right = chart.at(k, j)[rule.z];
                const std::uint64_t both = multiply(left, right);
                if (rank < both) {
                    put(code, x, 2);
                    write_ranked(chart, sentence, i, k, rule.y, rank / right, code);
                    return write_ranked(chart, sentence, k, j, rule.z, rank % right, code);
                }
                rank -= both;
            }
        for (int y : unary_of_[size(x)]) {
            const std::uint64_t number = chart.at(i, j)[y];
            if (rank < number) {
                put(code, x, 1);
                return write_ranked(chart, sentence, i, j, y, rank, code);
            }
            rank -= number;
        }
    }

    // -- trees that use given categories ------------------------------------------------------------

    void mark_occurring(const Sentence &sentence, std::vector<char> &found) const {
        const std::size_t n = sentence.size();
        const auto chart = bits(sentence);
        if (!derives(chart, 0, n, start_)) return;
        Chart<Mask> used(n, bit_words());
        set(used.at(0, n), start_);
        for (std::size_t j = n; j > 0; --j)
            for (std::size_t i = 0; i < j; ++i) {
                Mask *cell = used.at(i, j);
                for (auto rule = unary_.rbegin(); rule != unary_.rend(); ++rule)
                    if (test(cell, rule->x) && derives(chart, i, j, rule->y)) set(cell, rule->y);
                for (std::size_t k = i + 1; k < j; ++k)
                    for (const Binary &rule : binary_)
                        if (test(cell, rule.x) && derives(chart, i, k, rule.y) && derives(chart, k, j, rule.z)) {
                            set(used.at(i, k), rule.y);
                            set(used.at(k, j), rule.z);
                        }
                for (int x = 0; x < categories_; ++x)
                    if (test(cell, x)) found[size(x)] = 1;
            }
    }

    // For each category over each part, the sets of targets that some tree of it uses: bit s of a mask is set s.
    struct Covers {
        Chart<Mask> chart;
        std::vector<int> own;  // the set a node of this category adds by itself
    };

    static Mask join(Mask left, Mask right, int own) {
        Mask sets = 0;
        for (Mask a = left; a; a &= a - 1)
            for (Mask b = right; b; b &= b - 1)
                sets |= Mask{1} << (__builtin_ctzll(a) | __builtin_ctzll(b) | own);
        return sets;
    }

    Covers cover(const Sentence &sentence, const std::vector<int> &targets) const {
        const std::size_t n = sentence.size();
        Covers covers{Chart<Mask>(n, size(categories_)), std::vector<int>(size(categories_), 0)};
        for (std::size_t t = 0; t < targets.size(); ++t) covers.own[size(targets[t])] |= 1 << t;
        for (std::size_t j = 1; j <= n; ++j)
            for (std::size_t i = j; i-- > 0;) {
                Mask *cell = covers.chart.at(i, j);
                if (j - i == 1)
                    for (int x : categories_of(sentence[i])) cell[x] |= Mask{1} << covers.own[size(x)];
                for (std::size_t k = i + 1; k < j; ++k) {
                    const Mask *left = covers.chart.at(i, k), *right = covers.chart.at(k, j);
                    for (const Binary &rule : binary_)
                        if (left[rule.y] && right[rule.z])
                            cell[rule.x] |= join(left[rule.y], right[rule.z], covers.own[size(rule.x)]);
                }
                for (const Unary &rule : unary_) cell[rule.x] |= join(cell[rule.y], 1, covers.own[size(rule.x)]);
            }
        return covers;
    }

    void write_covering(const Covers &covers, const Sentence &sentence, std::size_t i, std::size_t j, int x,
                        int wanted, Code &code) const {
        const int own = covers.own[size(x)];
        if (j - i == 1 && own == wanted && has_word(x, sentence[i])) return put(code, x, 0);
        for (std::size_t k = i + 1; k < j; ++k)
            for (const Binary &rule : binary_of_[size(x)]) {
                const Mask left = covers.chart.at(i, k)[rule.y], right = covers.chart.at(k, j)[rule.z];
                for (Mask a = left; a; a &= a - 1)
                    for (Mask b = right; b; b &= b - 1) {
                        const int of_left = __builtin_ctzll(a), of_right = __builtin_ctzll(b);
                        if ((of_left | of_right | own) != wanted) continue;
                        put(code, x, 2);
                        write_covering(covers, sentence, i, k, rule.y, of_left, code);
                        return write_covering(covers, sentence, k, j, rule.z, of_right, code);
                    }
            }
        for (int y : unary_of_[size(x)])
            for (Mask a = covers.chart.at(i, j)[y]; a; a &= a - 1)
                if ((__builtin_ctzll(a) | own) == wanted) {
                    put(code, x, 1);
                    return write_covering(covers, sentence, i, j, y, __builtin_ctzll(a), code);
                }
    }

    int categories_, start_;
    std::vector<std::vector<int>> lexical_;
    std::vector<Binary> binary_;
    std::vector<Unary> unary_;
    std::vector<std::vector<Binary>> binary_of_;
    std::vector<std::vector<int>> unary_of_;
};

}  // namespace

void bind_cyk(nb::module_ &module) {
    nb::class_<Parser>(module, "Parser", "CYK parsing on integers.")
        .def(nb::init<int, int, const std::vector<std::array<int, 3>> &, const std::vector<std::array<int, 2>> &,
                      const std::vector<std::vector<int>> &>(),
             nb::arg("categories"), nb::arg("start"), nb::arg("binary"), nb::arg("unary"), nb::arg("lexical"))
        .def("accepts", &Parser::accepts, nb::arg("sentences"))
        .def("counts", &Parser::counts, nb::arg("sentences"))
        .def("first_trees", &Parser::first_trees, nb::arg("sentences"))
        .def("parse", &Parser::parse, nb::arg("sentences"), nb::arg("word_numbers"), nb::arg("names"), nb::arg("type"))
        .def("trees", &Parser::trees, nb::arg("sentence"), nb::arg("most"))
        .def("occurring", &Parser::occurring, nb::arg("sentences"))
        .def("tree_covering", &Parser::tree_covering, nb::arg("sentence"), nb::arg("targets"));
    module.attr("MANY_TREES") = kManyTrees;
}
