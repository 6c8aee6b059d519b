// The projections in the other order: x' = x + beta (P_A(2 P_B(x) - x) - P_B(x)).
//
// P_B sees the state itself, not what P_A has reflected. A tensor copy is t = T + K here, so that P_A finds its
// reflection 2 P_B(t) - t = (2 P_B(t) - T) - K in the form that it knows, and adds its ones to K as ever. Between
// iterations the rows are the state; while P_A looks at them they are its reflection.
#pragma once
#include "concur.hpp"
#include "divide.hpp"

namespace {

template <class Real, int NV>
struct ConcurFirst : Rows<Real, NV> {
    using C = Concur<Real, NV>;
    using D = Divide<Real, NV>;
    using V = Vec<Real>;
    using Node = typename C::Node;
    using Rows<Real, NV>::FAR;
    using Rows<Real, NV>::W;

    // Leaves the sums of squared gaps in `gap2`, and in net.gap2[W] for the tensor.
    static void iterate(Net<Real> &net, typename D::Space &space, double *gap2) {
        agree_nodes(net);
        agree_words(net);
        agree_tensor(net);
        for (int64_t i = 0; i < net.rows * W; ++i) net.x[i] = 2 * net.agreed[i] - net.x[i];
        for (int64_t q = 0; q < net.entries; ++q)
            if (net.allowed[q]) net.T[q] = Real(2 * net.estimate[q] - net.T_exact[q]);
        for (int64_t number = 0; number < net.transitions; ++number) D::divide(net, space, number);
        move_rows(net, gap2);
        move_tensor(net);
    }

    // Keep K small, so that T + K loses nothing to rounding.
    static void rebase(Net<Real> &net) {
        for (int64_t q = 0; q < net.entries; ++q) {
            if (!net.allowed[q]) continue;
            const Real mean = Real(net.K_sum[q] / net.transitions);
            double sum = 0;
            for (int64_t c = 0; c < net.transitions; ++c) {
                net.K[c * net.entries + q] -= mean;
                sum += net.K[c * net.entries + q];
            }
            net.K_sum[q] = sum;
            net.T_exact[q] += mean;
            net.T[q] = Real(net.T_exact[q]);
        }
    }

  private:
    static Real *agreed(Net<Real> &net, int64_t row) { return net.agreed + row * W; }

    // Both copies of an inner node become their mean; each category but S that is not designated is used.
    static void agree_nodes(Net<Real> &net) {
        Real most[W];
        Node best[W];
        for (int z = 0; z < W; ++z) most[z] = -FAR;
        for (int sentence = 0; sentence < net.sentences; ++sentence)
            for (int number = net.sentence_first[sentence] + 1; number < net.sentence_first[sentence + 1]; ++number)
                for (int j = 0; j < net.transition[number].layer; ++j) {
                    const int64_t up = int64_t(net.transition[number].up) + j;
                    const int64_t down = int64_t(net.transition[number - 1].down) + j;
                    for (int z = 0; z < W; ++z) {
                        const Real value = Real(0.5) * (net.x[up * W + z] + net.x[down * W + z]);
                        agreed(net, up)[z] = agreed(net, down)[z] = value;
                        if (value > most[z]) {
                            most[z] = value;
                            best[z].number = number;
                            best[z].position = j;
                        }
                    }
                }
        if (net.known_tensor) return;
        for (int x = 0; x < net.root; ++x) {
            int32_t *kept = net.kept_node + 2 * x;
            if (best[x].number < 0 || most[x] >= 1) {
                kept[0] = -1;
                continue;
            }
            if (net.lift == Lift::KEPT) {
                if (kept[0] < 0) {
                    kept[0] = best[x].number;
                    kept[1] = best[x].position;
                }
                best[x].number = kept[0];
                best[x].position = kept[1];
            }
            agreed(net, C::up_row(net, best[x]))[x] = agreed(net, C::down_row(net, best[x]))[x] = 1;
        }
    }

    static void agree_words(Net<Real> &net) {
        for (int w = 0; w < net.words; ++w) {
            Real *mean = net.word_mean + int64_t(w) * W;
            const Real scale = Real(1) / Real(net.word_first[w + 1] - net.word_first[w]);
            for (int z = 0; z < W; ++z) mean[z] = 0;
            for (int o = net.word_first[w]; o < net.word_first[w + 1]; ++o)
                for (int z = 0; z < W; ++z) mean[z] += net.x[int64_t(net.occurrence[o]) * W + z];
            for (int z = 0; z < W; ++z)
                mean[z] = net.known && net.known[w] ? net.known_words[int64_t(w) * W + z] : scale * mean[z];
        }
        if (!net.known_tensor) C::use_designated(net);
        if (net.rounding) C::bound_lexicon(net);
        for (int w = 0; w < net.words; ++w)
            for (int o = net.word_first[w]; o < net.word_first[w + 1]; ++o)
                for (int z = 0; z < W; ++z)
                    agreed(net, net.occurrence[o])[z] = net.word_mean[int64_t(w) * W + z];
    }

    static void agree_tensor(Net<Real> &net) {
        double norm = 0;
        for (int64_t q = 0; q < net.entries; ++q) {
            double mean = net.allowed[q] ? net.T_exact[q] + net.K_sum[q] / net.transitions : 0.0;
            if (net.known_tensor) mean = net.known_tensor[q];
            net.estimate[q] = mean;
            norm += mean * mean;
        }
        if (!net.bound_norm || net.known_tensor || norm <= net.rules) return;
        const double scale = std::sqrt(net.rules / norm);
        for (int64_t q = 0; q < net.entries; ++q) net.estimate[q] *= scale;
    }

    static void move_rows(Net<Real> &net, double *gap2) {
        Real half[W];  // from here on a component is rounded to one: of words that may have several categories
        for (int z = 0; z < W; ++z) half[z] = net.rounding ? Real(0.5) : FAR;
        if (brillig::root_inside(net) && !net.root_words) half[net.root] = FAR;
        Real never[W];
        for (int z = 0; z < W; ++z) never[z] = FAR;
        int64_t next = 0;
        for (int number = 0; number < net.transitions; ++number) {
            const Transition &tr = net.transition[number];
            for (int64_t r = tr.up; r < tr.down; ++r) move_row(net, r, never, gap2);
            next = int64_t(tr.down) + tr.layer + 1;
            for (int64_t r = tr.down; r < next; ++r) move_row(net, r, tr.top ? half : never, gap2);
        }
        for (int64_t r = next; r < net.rows; ++r) move_row(net, r, half, gap2);  // sentences of one word
    }

    static void move_row(Net<Real> &net, int64_t row, const Real *half, double *gap2) {
        const Real beta = Real(net.beta);
        Real *x = net.x + row * W;
        const Real *b = agreed(net, row);
        for (int z = 0; z < W; ++z) {
            const Real a = z == net.category[row] || x[z] >= half[z] ? Real(1) : Real(0), gap = a - b[z];
            x[z] = (2 * b[z] - x[z]) + beta * gap;
            gap2[z] += double(gap) * double(gap);
        }
    }

    static void move_tensor(Net<Real> &net) {
        const double copies = net.transitions, share = 1 / copies, step = double(Real(net.beta));
        double gap2 = 0, shared_gap2 = 0;
        for (int64_t q = 0; q < net.entries; ++q) {
            if (!net.allowed[q]) continue;
            const double ones = net.ones[q], mean = net.estimate[q];
            gap2 += ones * (mean - 1) * (mean - 1) + (copies - ones) * mean * mean;
            shared_gap2 += (mean - ones * share) * (mean - ones * share);
            net.T_exact[q] -= net.beta * mean;
            net.K_sum[q] += step * ones;
            net.T[q] = Real(net.T_exact[q]);
        }
        net.gap2[W] = gap2;
        net.shared_gap2 = shared_gap2;
    }
};

}  // namespace
