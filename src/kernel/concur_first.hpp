// The projections in the other order: x' = x + beta (P_A(2 P_B(x) - x) - P_B(x)).
//
// P_B sees the state itself, not what P_A has reflected. A tensor copy is t = T + K here, so that P_A finds its
// reflection 2 P_B(t) - t = (2 P_B(t) - T) - K in the form that it knows, and adds its ones to K as ever. Between
// iterations the rows are the state; while P_A looks at them they are its reflection. Reflected at their mean, the
// two copies of an inner node change places, so that P_B need not be kept beside them.
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
    using Base = Rows<Real, NV>;
    using Base::at, Base::FAR, Base::onehot_part, Base::row, Base::W;

    // Leaves the sums of squared gaps in `gap2`, and in net.gap2[W] for the tensor.
    static void iterate(Net<Real> &net, typename D::Space &space, double *gap2) {
        Node lifted[W];
        reflect_nodes(net, lifted);
        if (!net.known_tensor) lift_nodes(net, lifted);
        reflect_words(net);
        agree_tensor(net);
        for (int64_t q = 0; q < net.entries; ++q)
            if (net.allowed[q]) net.T[q] = Real(2 * net.estimate[q] - net.T_exact[q]);
        for (int sentence = 0; sentence < net.sentences; ++sentence) {
            const int first = net.sentence_first[sentence], last = net.sentence_first[sentence + 1];
            for (int number = first; number < last; ++number) D::divide(net, space, number);
            V gaps[NV];
            for (int k = 0; k < NV; ++k) gaps[k] = splat<Real>(0);
            move_nodes(net, first, last, gaps);
            for (int z = 0; z < W; ++z) gap2[z] += at(gaps, z);
        }
        if (!net.known_tensor) move_lifted(net, lifted, gap2);
        move_words(net, gap2);
        move_tensor(net);
    }

  private:
    // Both copies of an inner node change places; `best` are the nodes where categories are largest, with up + down.
    static void reflect_nodes(Net<Real> &net, Node *best) {
        V most[NV];
        for (int k = 0; k < NV; ++k) most[k] = splat<Real>(-FAR);
        for (int sentence = 0; sentence < net.sentences; ++sentence) {
            const int first = net.sentence_first[sentence], last = net.sentence_first[sentence + 1];
            V code[NV];  // counted within the sentence, so that a float holds it exactly
            for (int k = 0; k < NV; ++k) code[k] = splat<Real>(-1);
            for (int number = first + 1; number < last; ++number)
                for (int j = 0; j < net.transition[number].layer; ++j) {
                    V *up = row(net, int64_t(net.transition[number].up) + j);
                    V *down = row(net, int64_t(net.transition[number - 1].down) + j);
                    const V here = splat<Real>(Real((number - first) * net.longest + j));
                    for (int k = 0; k < NV; ++k) {
                        const V u = up[k], d = down[k], sum = u + d;
                        up[k] = d;
                        down[k] = u;
                        const auto more = sum > most[k];
                        most[k] = more ? sum : most[k];
                        code[k] = more ? here : code[k];
                    }
                }
            for (int x = 0; x < net.root; ++x) {
                const Real found = at(code, x);
                if (found < 0) continue;
                best[x].number = first + int(found) / net.longest;
                best[x].position = int(found) % net.longest;
            }
        }
        for (int x = 0; x < net.root; ++x) best[x].up = at(most, x);
    }

    // A category that no inner node has is put to one: the reflection there is 2 - x. Afterwards `node` are those nodes,
    // with what the reflection is, and no others.
    static void lift_nodes(Net<Real> &net, Node *node) {
        for (int x = 0; x < net.root; ++x) {
            int32_t *kept = net.kept_node + 2 * x;
            if (node[x].number < 0 || Real(0.5) * node[x].up >= 1) {
                kept[0] = node[x].number = -1;
                continue;
            }
            if (net.lift == Lift::KEPT) {
                if (kept[0] < 0) {
                    kept[0] = node[x].number;
                    kept[1] = node[x].position;
                }
                node[x].number = kept[0];
                node[x].position = kept[1];
            }
            Real &up = net.x[C::up_row(net, node[x]) * W + x], &down = net.x[C::down_row(net, node[x]) * W + x];
            const Real was_up = down, was_down = up;
            up = node[x].up = 2 - was_up;
            down = node[x].down = 2 - was_down;
        }
    }

    static void reflect_words(Net<Real> &net) {
        const V two = splat<Real>(2);
        V *mean = reinterpret_cast<V *>(net.word_mean);
        for (int w = 0; w < net.words; ++w) {
            const V scale = splat<Real>(Real(1) / Real(net.word_first[w + 1] - net.word_first[w]));
            const V *given = net.known && net.known[w] ? reinterpret_cast<const V *>(net.known_words) + w * NV : nullptr;
            V sum[NV];
            for (int k = 0; k < NV; ++k) sum[k] = splat<Real>(0);
            for (int o = net.word_first[w]; o < net.word_first[w + 1]; ++o) {
                const V *x = row(net, net.occurrence[o]);
                for (int k = 0; k < NV; ++k) sum[k] += x[k];
            }
            for (int k = 0; k < NV; ++k) mean[w * NV + k] = given ? given[k] : scale * sum[k];
        }
        C::agree_words(net);
        for (int w = 0; w < net.words; ++w)
            for (int o = net.word_first[w]; o < net.word_first[w + 1]; ++o) {
                V *x = row(net, net.occurrence[o]);
                for (int k = 0; k < NV; ++k) x[k] = two * mean[w * NV + k] - x[k];
            }
    }

    static void agree_tensor(Net<Real> &net) {
        const double share = 1.0 / net.transitions;
        double norm = 0;
        for (int64_t q = 0; q < net.entries; ++q) {
            double mean = net.allowed[q] ? net.T_exact[q] + net.K_sum[q] * share : 0.0;
            if (net.known_tensor) mean = net.known_tensor[q];
            net.estimate[q] = mean;
            norm += mean * mean;
        }
        if (!net.bound_norm || net.known_tensor || norm <= net.rules) return;
        const double scale = std::sqrt(net.rules / norm);
        for (int64_t q = 0; q < net.entries; ++q) net.estimate[q] *= scale;
    }

    static void move_nodes(Net<Real> &net, int first, int last, V *gap2) {
        const V half = splat<Real>(Real(0.5)), beta = splat<Real>(Real(net.beta));
        for (int number = first + 1; number < last; ++number)
            for (int j = 0; j < net.transition[number].layer; ++j) {
                const int64_t u = int64_t(net.transition[number].up) + j;
                const int64_t d = int64_t(net.transition[number - 1].down) + j;
                V *up = row(net, u), *down = row(net, d);
                const int cu = net.category[u], cd = net.category[d];
                for (int k = 0; k < NV; ++k) {
                    const V was_up = down[k], was_down = up[k], b = half * (was_up + was_down);
                    const V gu = onehot_part(cu, k) - b, gd = onehot_part(cd, k) - b;
                    up[k] = was_up + beta * gu;
                    down[k] = was_down + beta * gd;
                    gap2[k] += gu * gu + gd * gd;
                }
            }
    }

    // `move_nodes` took the reflection of lifted categories for one at their mean.
    static void move_lifted(Net<Real> &net, const Node *node, double *gap2) {
        for (int x = 0; x < net.root; ++x) {
            if (node[x].number < 0) continue;
            const int64_t rows[2] = {C::up_row(net, node[x]), C::down_row(net, node[x])};
            const Real reflected[2] = {node[x].up, node[x].down}, b = Real(0.5) * (reflected[0] + reflected[1]);
            for (int copy = 0; copy < 2; ++copy) {
                const Real a = net.category[rows[copy]] == x ? Real(1) : Real(0);
                net.x[rows[copy] * W + x] = (2 - reflected[copy]) + Real(net.beta) * (a - 1);
                gap2[x] += double(a - 1) * double(a - 1) - double(a - b) * double(a - b);
            }
        }
    }

    static void move_words(Net<Real> &net, double *gap2) {
        const V one = splat<Real>(1), two = splat<Real>(2), beta = splat<Real>(Real(net.beta));
        const bool rounding = net.rounding;
        const V *mean = reinterpret_cast<const V *>(net.word_mean);
        V half[NV], total[NV];  // from here on a component is rounded to one; S never is if it has no words
        for (int k = 0; k < NV; ++k) {
            half[k] = splat<Real>(Real(0.5));
            total[k] = splat<Real>(0);
        }
        if (brillig::root_inside(net) && !net.root_words) reinterpret_cast<Real *>(half)[net.root] = FAR;
        for (int w = 0; w < net.words; ++w)
            for (int o = net.word_first[w]; o < net.word_first[w + 1]; ++o) {
                const int64_t r = net.occurrence[o];
                V *x = row(net, r);
                for (int k = 0; k < NV; ++k) {
                    V a = onehot_part(net.category[r], k);
                    if (rounding) a = x[k] >= half[k] ? one : a;
                    const V b = mean[w * NV + k], gap = a - b;
                    x[k] = (two * b - x[k]) + beta * gap;
                    total[k] += gap * gap;
                }
            }
        for (int z = 0; z < W; ++z) gap2[z] += at(total, z);
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
