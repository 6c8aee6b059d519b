// Features that save bits, sought in the trees of a plain grammar.
//
// The trees stay. A split gives a category's words one of a few values; phrases take theirs from a child, and what rules
// then say of their places follows from the values that stand there. Splits begin with values that predict each other
// (expectation maximisation over all categories at once) or with one word that is unlike the others of its class, and
// change word by word, category by category, as long as bits are saved.
#pragma once
#include <chrono>
#include <functional>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "feature_code.hpp"
#include "feature_frames.hpp"
#include "feature_units.hpp"
#include "random.hpp"

namespace brillig::feature {

struct Node {
    int category;
    std::size_t alternative;    // a rule; of a leaf, a lexical rule
    int left = -1, right = -1;  // places in the forest; children come after their parents
    int times = 1;              // how often the sentence occurs
};

// Where a phrase has its value from; a value fixes it, ANY leaves it open.
constexpr std::int8_t FROM_LEFT = -4, FROM_RIGHT = -5;

constexpr double LEAST_SAVING = 1e-6;  // bits
constexpr std::size_t NEW = std::size_t(-1);  // the place of a feature that is not there yet

struct Split {
    int values = 2;
    std::uint64_t carriers = 0;
    std::vector<std::int8_t> words;    // of each lexical rule: a value or ANY
    std::vector<std::int8_t> sources;  // of each rule: where its parent has its value from
    int frame = -1;                    // the frame that gives places their values; then nothing else does
};

// Values of the nodes whose categories are among `carriers` that predict each other well; NONE for the others. The two
// lexical rules of `apart`, unless they are negative, begin with different values.
std::vector<std::int8_t> predict_values(const std::vector<Node> &forest, std::size_t rules, std::size_t words,
                                        std::uint64_t carriers, std::pair<int, int> apart, Random &random);

class FeatureSearch {
public:
    // The trees are those of the sentences, in preorder: (category, number of children) a node. Each round begins `starts`
    // times with two words of a class apart and values that predict each other, as far as there are such pairs, and at least a
    // third as often with random values.
    // `stopped` is asked now and then; once it says so, nothing more is found.
    FeatureSearch(Folded skeleton, const std::vector<grow::Sentence> &sentences,
                  const std::vector<std::vector<int>> &trees, std::uint64_t seed, std::size_t starts,
                  std::function<bool()> stopped);

    // One start more; false where the search has come to its end.
    bool step();
    const Folded &best() const { return folded_; }
    double bits() const { return bits_; }
    std::uint64_t work() const { return work_; }  // nodes looked at

private:
    struct Found {
        double bits;
        Split split;
    };

    // Bits with this split in place of feature `at`, or beside all of them; `feature` and `values` of the nodes.
    double attempt(const Split &split, std::size_t at, Feature *feature = nullptr,
                   std::vector<std::int8_t> *values = nullptr);
    std::string key_of(const Split &split, std::size_t at) const;
    void forget();
    // With `known`, only what follows from words: ANY where nothing does.
    void assign(const Split &split, std::vector<std::int8_t> &values, bool known = false) const;
    Feature derive(const Split &split, const std::vector<std::int8_t> &values) const;
    double bits_with(const std::vector<const Feature *> &features,
                     const std::vector<const std::vector<std::int8_t> *> &values);

    Found climb(Split split, std::size_t at);
    Found climb_in_frame(Split split, std::size_t at);
    bool drop_categories(Found &found, std::size_t at);
    bool add_categories(Found &found, std::size_t at);
    bool change_words(Found &found, std::size_t at);
    bool change_sources(Found &found, std::size_t at);
    bool turn_categories(Found &found, std::size_t at);
    bool take(Found &found, const Split &split, std::size_t at);
    Found climb_in_one_piece(const Found &found);
    Split within(Split split, std::uint64_t carriers) const;
    Split without(const Split &split, int category) const;
    Split spread(Split split) const;
    Split with(const Split &split, int category, const std::vector<std::int8_t> &values, double *clear = nullptr) const;

    bool is_over();
    void begin_round();
    bool end_round();
    void polish_patterns();
    Split split_by_prediction(std::uint64_t carriers, std::pair<int, int> apart);

    std::size_t most_pairs_, random_starts_ = 0;
    Folded folded_;
    std::vector<Unit> units_;
    std::vector<Frame> frames_;
    std::vector<Split> splits_;                     // of the features that were taken
    std::vector<std::vector<std::int8_t>> values_;  // of every node, for each feature
    std::vector<Node> forest_;
    std::vector<std::vector<std::size_t>> rules_of_;  // of each category, by parent
    std::vector<std::vector<std::size_t>> words_of_;
    std::vector<int> word_uses_;  // of each lexical rule
    grow::Tables tables_;
    Random random_;
    double skeleton_ = 0, bits_ = 0;
    std::unordered_map<std::string, double> known_;  // bits of attempts beside the features that there are
    std::size_t known_size_ = 0;
    std::uint64_t work_ = 0, all_ = 0;
    std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
    std::function<bool()> stopped_;
    bool over_ = false;
    std::vector<Split> starts_;
    std::vector<std::pair<int, int>> pairs_;  // of words of one class, to begin with different values
    std::size_t next_ = 0;
    std::vector<Found> found_;
    std::vector<Split> pieces_;  // of what was taken apart: starts of the next round
};

}  // namespace brillig::feature
