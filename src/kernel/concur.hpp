// P_B, appendix B, together with the step x += beta (P_B(2 P_A(x) - x) - P_A(x)).
#pragma once
#include <cmath>

#include "rows.hpp"

namespace {

template <class Real, int NV>
struct Concur : Rows<Real, NV> {
    using Base = Rows<Real, NV>;
    using V = Vec<Real>;
    using Base::at, Base::FAR, Base::find, Base::least, Base::onehot_part, Base::row, Base::W;

    // P_B and the update at the inner nodes of a sentence: the up and the down copy agree on their mean.
    struct Usage {
        V value[NV], node[NV];
    };

    static void concur_nodes(Net<Real> &net, int sentence, V *gap2, Usage &usage) {
        const int first = net.sentence_first[sentence], last = net.sentence_first[sentence + 1];
        const V half = splat<Real>(Real(0.5)), beta = splat<Real>(Real(net.beta)), two = splat<Real>(2);
        for (int number = first + 1; number < last; ++number) {
            const Transition &tr = net.transition[number];
            const int64_t below = net.transition[number - 1].down;
            for (int j = 0; j < tr.layer; ++j) {
                V *xu = row(net, tr.up + j), *xd = row(net, below + j);
                const int cu = net.category[tr.up + j], cd = net.category[below + j];
                for (int k = 0; k < NV; ++k) {
                    const V au = onehot_part(cu, k), ad = onehot_part(cd, k);
                    const V b = half * ((two * au - xu[k]) + (two * ad - xd[k]));
                    const V gu = b - au, gd = b - ad;
                    xu[k] += beta * gu;
                    xd[k] += beta * gd;
                    gap2[k] += gu * gu + gd * gd;
                    const auto more = b > usage.value[k];
                    usage.value[k] = more ? b : usage.value[k];
                    // Counted within the sentence, so that a float holds it exactly.
                    usage.node[k] = more ? splat<Real>(Real((number - first) * net.longest + j)) : usage.node[k];
                }
            }
        }
    }

    // An inner node, by its transition and position, and what its copies were before the step.
    struct Node {
        int32_t number = -1, position = 0;
        Real up = 0, down = 0;
    };

    static int64_t up_row(const Net<Real> &net, const Node &node) {
        return int64_t(net.transition[node.number].up) + node.position;
    }
    static int64_t down_row(const Net<Real> &net, const Node &node) {
        return int64_t(net.transition[node.number - 1].down) + node.position;
    }

    // Where unused categories will be put whatever P_B sees: where they were put last time, or where x is largest.
    static void aim(const Net<Real> &net, Node *node) {
        for (int x = 0; x < net.root; ++x) {
            node[x] = Node();
            if (net.lift == Lift::KEPT) {
                node[x].number = net.kept_node[2 * x];
                node[x].position = net.kept_node[2 * x + 1];
            }
        }
        if (net.lift == Lift::AT_X) aim_at_largest(net, node);
        for (int x = 0; x < net.root; ++x)
            if (node[x].number >= 0) {
                node[x].up = net.x[up_row(net, node[x]) * W + x];
                node[x].down = net.x[down_row(net, node[x]) * W + x];
            }
    }

    static void aim_at_largest(const Net<Real> &net, Node *node) {
        Real most[W];
        for (int x = 0; x < net.root; ++x) most[x] = -FAR;
        for (int sentence = 0; sentence < net.sentences; ++sentence)
            for (int number = net.sentence_first[sentence] + 1; number < net.sentence_first[sentence + 1]; ++number)
                for (int j = 0; j < net.transition[number].layer; ++j) {
                    const Real *up = net.x + (int64_t(net.transition[number].up) + j) * W;
                    const Real *down = net.x + (int64_t(net.transition[number - 1].down) + j) * W;
                    for (int x = 0; x < net.root; ++x)
                        if (up[x] + down[x] > most[x]) {
                            most[x] = up[x] + down[x];
                            node[x].number = number;
                            node[x].position = j;
                        }
                }
    }

    // Every category that is not designated lexical, but for S, is used somewhere: put it where it nearly is, or where
    // `aimed` says. `nearest` is where P_B sees it largest.
    static void use_plain(Net<Real> &net, const Usage &usage, const Node *nearest, const Node *aimed, double *gap2) {
        for (int x = 0; x < net.root; ++x) {
            Real value = at(usage.value, x);
            if (value >= 1 || value < -FAR / 2) {
                net.kept_node[2 * x] = -1;
                continue;
            }
            Node node = nearest[x];
            if (aimed[x].number >= 0) {
                node = aimed[x];
                const Real au = net.category[up_row(net, node)] == x, ad = net.category[down_row(net, node)] == x;
                value = Real(0.5) * ((2 * au - node.up) + (2 * ad - node.down));
            } else if (net.lift == Lift::KEPT) {
                net.kept_node[2 * x] = node.number;
                net.kept_node[2 * x + 1] = node.position;
            }
            const Real add = Real(net.beta) * (1 - value);
            const int64_t copies[2] = {up_row(net, node), down_row(net, node)};
            for (const int64_t r : copies) {
                const Real a = net.category[r] == x ? Real(1) : Real(0);
                net.x[r * W + x] += add;
                gap2[x] += double(1 - a) * double(1 - a) - double(value - a) * double(value - a);
            }
        }
    }

    // P_B and the update at the words: all occurrences of a word agree.
    static void concur_words(Net<Real> &net, double *gap2) {
        V *mean = reinterpret_cast<V *>(net.word_mean);
        const bool rounding = net.rounding;
        const V one = splat<Real>(1), zero = splat<Real>(0);
        V half[NV];  // from here on a component is rounded to one; S never is if it has no words
        for (int k = 0; k < NV; ++k) half[k] = splat<Real>(Real(0.5));
        if (brillig::root_inside(net) && !net.root_words) reinterpret_cast<Real *>(half)[net.root] = FAR;
        const V beta = splat<Real>(Real(net.beta)), two = splat<Real>(2);
        for (int w = 0; w < net.words; ++w) {
            V sum[NV];
            for (int k = 0; k < NV; ++k) sum[k] = zero;
            for (int o = net.word_first[w]; o < net.word_first[w + 1]; ++o) {
                const int64_t r = net.occurrence[o];
                const V *x = row(net, r);
                for (int k = 0; k < NV; ++k) {
                    V a = onehot_part(net.category[r], k);
                    if (rounding) a = x[k] >= half[k] ? one : a;
                    sum[k] += two * a - x[k];
                }
            }
            const V scale = splat<Real>(Real(1) / Real(net.word_first[w + 1] - net.word_first[w]));
            const V *given = net.known && net.known[w] ? reinterpret_cast<const V *>(net.known_words) + w * NV : nullptr;
            for (int k = 0; k < NV; ++k) mean[w * NV + k] = given ? given[k] : sum[k] * scale;
        }
        agree_words(net);
        V total[NV];
        for (int k = 0; k < NV; ++k) total[k] = zero;
        for (int w = 0; w < net.words; ++w)
            for (int o = net.word_first[w]; o < net.word_first[w + 1]; ++o) {
                const int64_t r = net.occurrence[o];
                V *x = row(net, r);
                for (int k = 0; k < NV; ++k) {
                    V a = onehot_part(net.category[r], k);
                    if (rounding) a = x[k] >= half[k] ? one : a;
                    const V g = mean[w * NV + k] - a;
                    x[k] += beta * g;
                    total[k] += g * g;
                }
            }
        for (int z = 0; z < W; ++z) gap2[z] += at(total, z);
    }

    // Every designated category is that of some word: put it where it nearly is. `x` are the rows before the step. `lifted`
    // are the words that were given a category, or -1.
    static void use_designated(Net<Real> &net, int *lifted) {
        for (int x = net.plain; x < net.n; ++x) {
            lifted[x] = -1;
            Real most = -FAR;
            for (int w = 0; w < net.words; ++w) {
                const Real value = net.word_mean[int64_t(w) * W + x];
                most = value > most ? value : most;
            }
            if (most >= 1) {
                net.kept_word[x] = -1;
                continue;
            }
            int best = net.lift == Lift::KEPT ? net.kept_word[x] : -1;
            if (best < 0) best = nearest_word(net, x);
            if (net.lift == Lift::KEPT) net.kept_word[x] = best;
            net.word_mean[int64_t(best) * W + x] = 1;
            lifted[x] = best;
        }
    }

    static int nearest_word(const Net<Real> &net, int x) {
        const bool before = net.lift == Lift::AT_X && !net.concur_first;
        Real least_cost = FAR;
        int best = 0;
        for (int w = 0; w < net.words; ++w) {
            Real cost = 1 - (before ? mean_before(net, w, x) : net.word_mean[int64_t(w) * W + x]);
            if (net.strict_word_choice) {
                cost = cost > 0 ? cost : Real(0);
                cost = cost * cost * Real(net.word_first[w + 1] - net.word_first[w]);
            }
            if (cost < least_cost) {
                least_cost = cost;
                best = w;
            }
        }
        return best;
    }

    static Real mean_before(const Net<Real> &net, int word, int x) {
        Real sum = 0;
        for (int o = net.word_first[word]; o < net.word_first[word + 1]; ++o)
            sum += net.x[int64_t(net.occurrence[o]) * W + x];
        return sum / Real(net.word_first[word + 1] - net.word_first[word]);
    }

    // P_B of the words, from their means.
    static void agree_words(Net<Real> &net) {
        int lifted[W];
        for (int &word : lifted) word = -1;
        if (!net.known_tensor) use_designated(net, lifted);
        if (!net.rounding) return;
        if (net.strict_word_choice)
            bound_nearest(net, lifted);
        else
            bound_lexicon(net);
    }

    // h > 0: at most |words| + h lexical rules, by the norm; as printed all words shrink by one factor.
    static void bound_lexicon(Net<Real> &net) {
        double norm = 0;
        int free_words = 0;
        for (int w = 0; w < net.words; ++w) {
            if (net.known && net.known[w]) continue;
            ++free_words;
            for (int z = 0; z < net.n; ++z) {
                const double value = net.word_mean[int64_t(w) * W + z];
                norm += value * value;
            }
        }
        const double most = free_words + net.homographs;
        if (norm <= most) return;
        const Real scale = Real(std::sqrt(most / norm));
        for (int w = 0; w < net.words; ++w) {
            if (net.known && net.known[w]) continue;
            for (int z = 0; z < W; ++z) net.word_mean[int64_t(w) * W + z] *= scale;
        }
    }

    // The nearest words within that norm: X of a word that occurs p times weighs p mu_X^2 and shrinks to
    // v / (1 + lambda / (p mu_X^2)), one lambda for all. What was lifted stays at one.
    static void bound_nearest(Net<Real> &net, const int *lifted) {
        double most = net.homographs;
        for (int w = 0; w < net.words; ++w) most += !(net.known && net.known[w]);
        for (int x = 0; x < net.n; ++x) most -= lifted[x] >= 0;
        if (shrunk(net, lifted, 0, false) <= most) return;
        double low = 0, high = 1;
        while (shrunk(net, lifted, high, false) > most && high < 1e12) high *= 2;
        for (int halving = 0; halving < 60; ++halving) {
            const double middle = (low + high) / 2;
            (shrunk(net, lifted, middle, false) > most ? low : high) = middle;
        }
        shrunk(net, lifted, high, true);
    }

    // The squared norm of what is free, shrunk by lambda.
    static double shrunk(Net<Real> &net, const int *lifted, double lambda, bool write) {
        double norm = 0;
        for (int w = 0; w < net.words; ++w) {
            if (net.known && net.known[w]) continue;
            const double times = net.word_first[w + 1] - net.word_first[w];
            for (int z = 0; z < net.n; ++z) {
                if (lifted[z] == w) continue;
                Real &value = net.word_mean[int64_t(w) * W + z];
                const double small = value / (1 + lambda / (times * double(net.mu[z]) * double(net.mu[z])));
                norm += small * small;
                if (write) value = Real(small);
            }
        }
        return norm;
    }

    // What brings the mean tensor to a squared norm of at most r_s.
    static double norm_scale(const Net<Real> &net) {
        const double share = 1.0 / net.transitions;
        double norm = 0;
        for (int64_t q = 0; q < net.entries; ++q) {
            const double mean = (2 * double(net.ones[q]) + net.K_sum[q]) * share - net.T_exact[q];
            norm += net.allowed[q] ? mean * mean : 0.0;
        }
        return norm > net.rules ? std::sqrt(net.rules / norm) : 1.0;
    }

    // P_B and the update of the tensor, from shared sums alone.
    static void concur_tensor(Net<Real> &net) {
        const double copies = net.transitions, share = 1 / copies, beta = net.beta, step = double(Real(net.beta));
        const double scale = net.bound_norm ? norm_scale(net) : 1.0;
        double gap2 = 0, shared_gap2 = 0;
        for (int64_t q = 0; q < net.entries; ++q) {
            const double ones = net.ones[q];
            double mean = scale * ((2 * ones + net.K_sum[q]) * share - net.T_exact[q]);
            if (net.known_tensor) mean = net.known_tensor[q];
            mean = net.allowed[q] ? mean : 0.0;
            net.estimate[q] = mean;
            gap2 += ones * (mean - 1) * (mean - 1) + (copies - ones) * mean * mean;
            shared_gap2 += (mean - ones * share) * (mean - ones * share);
            net.T_exact[q] += beta * mean;
            net.K_sum[q] += step * ones;
            net.T[q] = Real(net.T_exact[q]);
        }
        net.gap2[W] = gap2;
        net.shared_gap2 = shared_gap2;
    }
};

}  // namespace
