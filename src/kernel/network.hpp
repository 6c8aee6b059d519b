// The state of a divide-and-concur network for inference, as plain arrays.
//
// Names follow the paper: v are category vectors, t the syntax tensor, mu the metric. Categories other
// than S are numbered 0..n-1, the first `plain` of them not designated lexical; as the parent of a rule S
// has the number `root`, which is `plain`. A category vector is a row of `width` numbers, the first n of them used.
//
// Where S may stand inside or have words it is one of the n, and `root` is plain - 1: the last one that is not
// designated lexical. Above the base the parents are those below `inner_parents`. Sentences of one word have no
// transition, only a row that holds S.
//
// The tensor copies are never stored dense. P_A of a copy has at most r_s ones and P_B is one tensor for
// all, so every copy is t = T - K with a shared T and a K of its own that changes in at most r_s places an
// iteration. Forbidden entries of T hold FORBIDDEN, so that no mask is needed.
#pragma once
#include <cstdint>

namespace brillig {

constexpr int LANES = 8;
constexpr double FORBIDDEN = -1e9;

struct Transition {
    int32_t layer;     // l: from layer l to layer l + 1
    int32_t up;        // first row of the up copies of layer l (none when l = 1: that is S, fixed)
    int32_t down;      // first row of the down copies of layer l + 1
    int32_t top;       // whether layer l + 1 is the words
    int32_t position;  // where the rule was applied last time
    int32_t parent;    // and which parent: where to look first next time
};

// The rule of the metric (metric.hpp). What the mu do with a gap relative to the reference: integrate it, move towards
// it, or follow weights of all kinds of variables, the tensor's among them. And what the reference is: the mean over
// the categories and the tensor, over the categories alone, or the tensor.
enum class Follow : int32_t { MULTIPLY, RELAX, WEIGH };
enum class Against : int32_t { MEAN, NODES, TENSOR };

struct MetricRule {
    Follow follow;
    Against against;
    bool squared;
    bool shared;  // the tensor's gap is that of the value its copies share, not that of the copies
};

// Where P_B puts a category that nothing has: where what it projects is largest, as printed; there, and then at the
// same place until something has the category; or where the state is largest, before P_A reflected it.
enum class Lift : int32_t { PRINTED, KEPT, AT_X };

template <class Real>
struct Net {
    // sizes
    int32_t n, plain, root, parents, inner_parents, width, rules, homographs;
    int32_t sentences, transitions, words, longest;
    int64_t rows, entries;  // entries of one tensor: parents * n * width
    int32_t ones_limit;  // ones in a copy of P_A(t): r_s, or no limit where P_B bounds the norm
    bool strict_word_choice, root_plain, one_parent, root_words;
    bool rounding;  // a word may have several categories
    bool literal;   // a category of such a word costs 1 - 2 v, as printed, though the others are rounded
    bool bound_norm;  // P_B(t) has a squared norm of at most r_s
    bool concur_first;  // x' = x + beta (P_A(2 P_B(x) - x) - P_B(x)); a tensor copy is then t = T + K
    Lift lift;

    // the layout, in the order of layout.py
    Transition *transition;
    const int32_t *sentence_first;  // first transition of each sentence, and the end
    const int32_t *word_first;      // first occurrence of each word, and the end
    const int32_t *occurrence;      // row of each occurrence
    const int32_t *length;          // words in each sentence

    // what is known, null where nothing is: it takes the place of the concur values
    const uint8_t *known;         // words whose categories are given
    const Real *known_words;      // their category vectors
    const double *known_tensor;   // entries

    // the state
    Real *x;          // rows * width
    Real *T;          // entries, rounded from T_exact
    double *T_exact;  // entries
    Real *K;          // transitions * entries
    double *K_sum;    // entries: sum of K over the copies
    const uint8_t *allowed;  // entries
    int64_t allowed_count;
    Real *mu;         // width
    uint8_t *category;  // rows: the category that P_A chose
    int32_t *kept_word;  // width: the word of a designated category that no word has, or -1
    int32_t *kept_node;  // 2 * width: the same for other categories and inner nodes: transition and position

    // of the last iteration
    int32_t *ones;      // entries: in how many copies P_A has a one
    int32_t *applied;   // entries: in how many transitions the rule was applied
    Real *word_mean;    // words * width: P_B at the words
    double *estimate;   // entries: P_B(t)
    double *gap2;       // width: sum of squared gaps by category, then [width] for t
    double shared_gap2;  // squared norm of P_B(t) less the mean of P_A(t) over the copies

    // settings
    double beta, gamma, kappa;
    MetricRule metric;

    // work space
    Real *scratch;
    int64_t iterations;
};

// Whether S is a component of category vectors.
template <class Real>
inline bool root_inside(const Net<Real> &net) {
    return net.root < net.plain;
}

// Where a one of the tensor may have to be remembered: a place for each pair, or each rule where pairs are shared.
template <class Real>
inline int64_t rule_places(const Net<Real> &net) {
    return net.one_parent ? int64_t(net.n) * net.width : net.entries;
}

// How large `scratch` has to be, in numbers.
template <class Real>
inline int64_t scratch_size(const Net<Real> &net) {
    return int64_t(net.width) * (2 * net.longest + 10) + net.entries + int64_t(net.n) * net.width +
           4 * rule_places(net) + 8 * int64_t(net.longest + 2) + 16 * net.width + 4096;
}

template <class Real>
using Iterate = void (*)(Net<Real> &net);

// One for each instruction set; `null` where this machine or compiler does not have it.
struct Kernels {
    const char *name;
    Iterate<float> iterate32;
    Iterate<double> iterate64;
};

Kernels kernels_baseline();
#if defined(BRILLIG_X86)
Kernels kernels_avx2();
Kernels kernels_avx512();
#endif

}  // namespace brillig
