// P_A, appendix A: at each transition, the nearest way to get layer l + 1 from layer l by one rule.
//
// All costs are half the squared distances of the appendix, which saves a multiplication: an entry of a category
// vector costs mu^2 (1/2 - x), a rule costs max(bv, theta) - t.
#pragma once
#include "rows.hpp"

namespace {

template <class Real, int NV>
struct Divide : Rows<Real, NV> {
    using Base = Rows<Real, NV>;
    using V = Vec<Real>;
    using Base::at, Base::FAR, Base::find, Base::least, Base::onehot_part, Base::row, Base::W;

    // Pointers into net.scratch.
    struct Space {
        V *up, *down;        // costs of the rows of one transition
        V *t;                // the dense copy of one tensor
        V *best;             // max over parents, by pair of children
        Real *left, *right, *keep, *least_down;
        V *base, *weight;    // of the costs
        V *top_base, *top_weight;  // at the words, where S may be ruled out
        uint64_t parents;    // bits of the categories that can be parents, for as many positions as fit
        Real *value;         // pairs with t of one half or more
        int32_t *place, *order;
        Real *spare;
    };

    static Space space(Net<Real> &net) {
        Space s;
        auto *p = reinterpret_cast<V *>(net.scratch);
        s.up = p;          p += NV * (net.longest + 1);
        s.down = p;        p += NV * (net.longest + 2);
        s.t = p;           p += net.entries / LANES;
        s.best = p;        p += NV * net.n;
        s.base = p;        p += NV;
        s.weight = p;      p += NV;
        s.top_base = p;    p += NV;
        s.top_weight = p;  p += NV;
        auto *r = reinterpret_cast<Real *>(p);
        const int64_t places = rule_places(net);
        s.value = r;       r += places + LANES;
        s.left = r;        r += net.longest + 1;
        s.right = r;       r += net.longest + 1;
        s.keep = r;        r += net.longest + 1;
        s.least_down = r;  r += net.longest + 2;
        s.place = reinterpret_cast<int32_t *>(r);
        s.order = s.place + places + LANES;
        s.spare = reinterpret_cast<Real *>(s.order + places + LANES);
        return s;
    }

    // The costs that depend on the metric only.
    static void prepare(Net<Real> &net, Space &s) {
        auto *base = reinterpret_cast<Real *>(s.base);
        auto *weight = reinterpret_cast<Real *>(s.weight);
        for (int z = 0; z < W; ++z) {
            Real m2 = z < net.n ? net.mu[z] * net.mu[z] : Real(0);
            weight[z] = m2;
            base[z] = z < net.n ? m2 / 2 : FAR;
        }
        for (int k = 0; k < NV; ++k) {
            s.top_base[k] = s.base[k];
            s.top_weight[k] = s.weight[k];
        }
        if (root_inside(net)) {
            const bool inner = net.inner_parents > net.root;
            if (!inner) rule_out(s.base, s.weight, net.root);
            if (!inner || !net.root_words) rule_out(s.top_base, s.top_weight, net.root);
        }
        s.parents = 0;
        for (int bit = 0; bit < 64; ++bit) s.parents |= uint64_t(bit % W < net.inner_parents) << bit;
    }

    static void rule_out(V *base, V *weight, int category) {
        reinterpret_cast<Real *>(base)[category] = FAR;
        reinterpret_cast<Real *>(weight)[category] = 0;
    }

    // Make the copy t = T - K and find the pairs of children that hold a rule (appendix A, syntax tensor).
    // Returns how many; s.best becomes max(bv, theta).
    static int open_tensor(Net<Real> &net, Space &s, int64_t transition) {
        const int n = net.n, plain = net.plain;
        const V *T = reinterpret_cast<const V *>(net.T);
        const V *K = reinterpret_cast<const V *>(net.K + transition * net.entries);
        const V half = splat<Real>(Real(0.5));
        uint64_t held[NV * NV];  // a bit for each pair of children with a rule, 64 pairs a word
        for (auto &bits : held) bits = 0;
        for (int y = 0; y < n; ++y) {
            // S has no rule with a designated lexical child: those rows need not be looked at.
            const int parents = net.root_plain && y >= plain ? plain : net.parents;
            for (int k = 0; k < NV; ++k) {
                int q = y * NV + k;
                V m = T[q] - K[q];
                s.t[q] = m;
                for (int x = 1; x < parents; ++x) {
                    q += n * NV;
                    const V t = T[q] - K[q];
                    s.t[q] = t;
                    m = vmax<Real>(m, t);
                }
                const int row = y * NV + k;
                s.best[row] = m;
                held[row / 8] |= uint64_t(mask_of<Real>(m >= half)) << (row % 8 * 8);
            }
        }
        const Real *best = reinterpret_cast<const Real *>(s.best);
        int count = 0;
        for (int word = 0; word < NV * NV; ++word)
            for (uint64_t bits = held[word]; bits; bits &= bits - 1) {
                const int place = word * 64 + __builtin_ctzll(bits);
                s.place[count] = place;
                s.value[count] = best[place];
                ++count;
            }
        const V floor = splat<Real>(threshold(net, s, count));
        for (int q = 0; q < n * NV; ++q) s.best[q] = vmax<Real>(s.best[q], floor);
        return count;
    }

    // The same where pairs may be shared: each rule stands for itself. A rule that is held costs nothing and any
    // other one theta - t, so s.t becomes min(t, theta) and s.best is theta throughout.
    static int open_shared(Net<Real> &net, Space &s, int64_t transition) {
        const V *T = reinterpret_cast<const V *>(net.T);
        const V *K = reinterpret_cast<const V *>(net.K + transition * net.entries);
        const V half = splat<Real>(Real(0.5));
        const int parts = int(net.entries / LANES);
        int count = 0;
        for (int q = 0; q < parts; ++q) {
            const V t = T[q] - K[q];
            s.t[q] = t;
            for (unsigned bits = mask_of<Real>(t >= half); bits; bits &= bits - 1) {
                const int lane = __builtin_ctz(bits);
                s.place[count] = q * LANES + lane;
                s.value[count] = at(&t, lane);
                ++count;
            }
        }
        const V floor = splat<Real>(threshold(net, s, count));
        for (int q = 0; q < parts; ++q) s.t[q] = vmin<Real>(s.t[q], floor);
        for (int q = 0; q < net.n * NV; ++q) s.best[q] = floor;
        return count;
    }

    // theta, from which on a rule is held; of more than may be, the largest are kept.
    static inline Real threshold(const Net<Real> &net, Space &s, int &count) {
        if (count < net.ones_limit) return Real(0.5);
        if (count > net.ones_limit) count = keep_largest(s, count, net.ones_limit);
        Real theta = s.value[0];
        for (int a = 1; a < count; ++a) theta = s.value[a] < theta ? s.value[a] : theta;
        return theta;
    }

    static constexpr int MANY = 32;  // pairs to choose from, beyond which counting takes longer than selecting

    // Keep the `most` largest of the pairs, in their order. Of few, ranks by counting: branches would be guessed wrong.
    static inline int keep_largest(Space &s, int count, int most) {
        int kept = count > MANY && most > 0 ? select_largest(s, count, most) : rank_largest(s, count, most);
        for (int a = 0; a < kept; ++a) {
            s.value[a] = s.value[s.order[a]];
            s.place[a] = s.place[s.order[a]];
        }
        return kept;
    }

    // The largest so far in a sorted list; few of the others are larger than its last.
    static int select_largest(Space &s, int count, int most) {
        Real *top = s.spare;
        int held = 0;
        const auto insert = [&](Real value) {
            int at = held < most ? held++ : most - 1;
            for (; at > 0 && top[at - 1] < value; --at) top[at] = top[at - 1];
            top[at] = value;
        };
        const int parts = (count + LANES - 1) / LANES;
        for (int a = count; a < parts * LANES; ++a) s.value[a] = -FAR;
        const V *value = reinterpret_cast<const V *>(s.value);
        for (int a = 0; a < most; ++a) insert(s.value[a]);
        for (int part = most / LANES; part < parts; ++part) {
            unsigned bits = mask_of<Real>(value[part] > splat<Real>(top[most - 1]));
            if (part == most / LANES) bits &= ~0u << most % LANES;
            for (; bits; bits &= bits - 1) {
                const Real one = s.value[part * LANES + __builtin_ctz(bits)];
                if (one > top[most - 1]) insert(one);
            }
        }
        const V least = splat<Real>(top[most - 1]);
        int kept = 0;
        for (int part = 0; part < parts && kept < most; ++part)
            for (unsigned bits = mask_of<Real>(value[part] >= least); bits && kept < most; bits &= bits - 1)
                s.order[kept++] = part * LANES + __builtin_ctz(bits);
        return kept;
    }

    static inline int rank_largest(Space &s, int count, int most) {
        const int parts = (count + LANES - 1) / LANES;
        for (int a = count; a < parts * LANES; ++a) s.value[a] = -FAR;
        V *value = reinterpret_cast<V *>(s.value);
        int kept = 0;
        for (int part = 0; part < parts; ++part) {
            const V mine = value[part];
            V rank = splat<Real>(0);
            for (int b = 0; b < count; ++b)
                rank += s.value[b] > mine ? splat<Real>(1) : splat<Real>(0);
            for (unsigned bits = mask_of<Real>(rank < splat<Real>(Real(most))); bits && kept < most; bits &= bits - 1) {
                s.order[kept++] = part * LANES + __builtin_ctz(bits);
            }
        }
        return kept;
    }

    // For a position and a parent, the least cost over both children, without what does not depend on them.
    static inline Real try_parent(Net<Real> &net, Space &s, int i, int parent, V *column) {
        const int n = net.n;
        const Real *left = reinterpret_cast<const Real *>(s.down + i * NV);
        const V *right = s.down + (i + 1) * NV;
        const int children = parent == net.root && net.root_plain ? net.plain : n;
        for (int k = 0; k < NV; ++k) column[k] = splat<Real>(FAR);
        const V *t = s.t + parent * n * NV;
        for (int y = 0; y < children; ++y) {
            const V cost = splat<Real>(left[y]);
            for (int k = 0; k < NV; ++k)
                column[k] = vmin<Real>(column[k], (s.best[y * NV + k] - t[y * NV + k]) + cost);
        }
        for (int k = 0; k < NV; ++k) column[k] = column[k] + right[k];
        return least(column);
    }

    // P_A at one transition: the nearest way to get layer l + 1 from layer l by one rule.
    static void divide(Net<Real> &net, Space &s, int64_t number) {
        Transition &tr = net.transition[number];
        const int l = tr.layer, n = net.n, plain = net.plain;
        const V *down = row(net, tr.down);
        const V *up = l > 1 ? row(net, tr.up) : nullptr;
        const V *down_base = tr.top ? s.top_base : s.base, *down_weight = tr.top ? s.top_weight : s.weight;
        for (int k = 0; k < NV; ++k) {
            const V base = s.base[k], weight = s.weight[k], first = down_base[k], second = down_weight[k];
            for (int j = 0; j <= l; ++j) s.down[j * NV + k] = first - second * down[j * NV + k];
            if (up)
                for (int j = 0; j < l; ++j) s.up[j * NV + k] = base - weight * up[j * NV + k];
        }
        if (tr.top && net.rounding && !net.literal)  // these components are free to round: only forcing one costs
            for (int j = 0; j < (l + 1) * NV; ++j) s.down[j] = vmax<Real>(s.down[j], splat<Real>(0));

        const int count = net.one_parent ? open_tensor(net, s, number) : open_shared(net, s, number);

        int at_i = 0, at_parent = net.root;
        V column[NV];
        Real best;
        if (l == 1) {
            best = try_parent(net, s, 0, net.root, column);
        } else {
            V sum[NV];
            for (int j = 0; j < l; ++j) {
                for (int k = 0; k < NV; ++k) sum[k] = s.up[j * NV + k] + s.down[j * NV + k];
                s.left[j] = least(sum);
                for (int k = 0; k < NV; ++k) sum[k] = s.up[j * NV + k] + s.down[(j + 1) * NV + k];
                s.right[j] = least(sum);
            }
            for (int j = 0; j <= l; ++j) s.least_down[j] = least(s.down + j * NV);
            // d^i: what preserving costs left and right of position i.
            Real d = 0;
            for (int j = 1; j < l; ++j) d += s.right[j];
            s.keep[0] = d;
            for (int i = 1; i < l; ++i) s.keep[i] = d += s.left[i - 1] - s.right[i];
            // Look first where the rule was applied last time: a good bound rules out most other places.
            at_i = tr.position;
            at_parent = tr.parent;
            best = s.keep[at_i] + at(s.up + at_i * NV, at_parent) + try_parent(net, s, at_i, at_parent, column);
            const int first = at_i * W + at_parent;
            constexpr int CHUNK = LANES / NV;  // this many positions have their parents in one word of bits
            for (int from = 0; from < l; from += CHUNK) {
                uint64_t open = 0;
                const int to = from + CHUNK < l ? from + CHUNK : l;
                for (int i = from; i < to; ++i) {
                    const V children = splat<Real>(s.keep[i] + (s.least_down[i] + s.least_down[i + 1]));
                    for (int k = 0; k < NV; ++k)
                        open |= uint64_t(mask_of<Real>(s.up[i * NV + k] + children < splat<Real>(best)))
                                << ((i - from) * W + k * LANES);
                }
                for (open &= s.parents; open; open &= open - 1) {
                    const int bit = __builtin_ctzll(open), i = from + bit / W, x = bit % W;
                    if (i * W + x == first) continue;
                    V other[NV];
                    const Real cost = s.keep[i] + at(s.up + i * NV, x) + try_parent(net, s, i, x, other);
                    if (cost < best) {
                        best = cost;
                        at_i = i;
                        at_parent = x;
                        for (int k = 0; k < NV; ++k) column[k] = other[k];
                    }
                }
            }
            tr.position = at_i;
            tr.parent = at_parent;
        }

        // Which children: the lane of the least cost, then the row that gave it.
        const int z = find(column, least(column));
        int y = 0;
        {
            const int children = at_parent == net.root && net.root_plain ? plain : n;
            const Real *left = reinterpret_cast<const Real *>(s.down + at_i * NV);
            const Real *t = reinterpret_cast<const Real *>(s.t + at_parent * n * NV);
            const Real *b = reinterpret_cast<const Real *>(s.best);
            Real least_cost = FAR * 4;
            for (int c = 0; c < children; ++c) {
                const Real cost = (b[c * W + z] - t[c * W + z]) + left[c];
                y = cost < least_cost ? c : y;
                least_cost = cost < least_cost ? cost : least_cost;
            }
        }

        uint8_t *cat_down = net.category + tr.down;
        uint8_t *cat_up = net.category + tr.up;
        V sum[NV];
        for (int j = 0; j < at_i; ++j) {
            for (int k = 0; k < NV; ++k) sum[k] = s.up[j * NV + k] + s.down[j * NV + k];
            cat_up[j] = cat_down[j] = uint8_t(find(sum, s.left[j]));
        }
        for (int j = at_i + 1; j < l; ++j) {
            for (int k = 0; k < NV; ++k) sum[k] = s.up[j * NV + k] + s.down[(j + 1) * NV + k];
            cat_up[j] = cat_down[j + 1] = uint8_t(find(sum, s.right[j]));
        }
        if (l > 1) cat_up[at_i] = uint8_t(at_parent);
        cat_down[at_i] = uint8_t(y);
        cat_down[at_i + 1] = uint8_t(z);

        const int64_t rule = (int64_t(at_parent) * n + y) * W + z;
        ++net.applied[rule];
        if (net.one_parent)
            set_ones(net, s, number, count, rule, y * W + z);
        else
            set_shared(net, s, number, count, rule);
    }

    // The ones of P_A(t): the pairs that hold a rule anyway, changed so that the applied rule is among them.
    static inline void set_ones(Net<Real> &net, Space &s, int64_t number, int count, int64_t rule, int pair) {
        const int64_t layer = int64_t(net.n) * W;
        Real *K = net.K + number * net.entries;
        const Real beta = Real(net.beta);
        int64_t same_pair = -1, weakest = 0;
        Real least_value = FAR;
        for (int a = 0; a < count; ++a) {
            const Real value = s.value[a];
            int64_t q = s.place[a], held = q;
            const Real *t = reinterpret_cast<const Real *>(s.t);
            for (int x = 1; x < net.parents; ++x) {
                q += layer;
                held = t[q] == value ? q : held;
            }
            K[held] += beta;
            ++net.ones[held];
            same_pair = s.place[a] == pair ? held : same_pair;
            weakest = value < least_value ? held : weakest;
            least_value = value < least_value ? value : least_value;
        }
        if (same_pair == rule) return;
        if (same_pair >= 0 || count == net.ones_limit) {
            const int64_t out = same_pair >= 0 ? same_pair : weakest;
            K[out] -= beta;
            --net.ones[out];
        }
        K[rule] += beta;
        ++net.ones[rule];
    }

    // The same where pairs may be shared.
    static inline void set_shared(Net<Real> &net, Space &s, int64_t number, int count, int64_t rule) {
        Real *K = net.K + number * net.entries;
        const Real beta = Real(net.beta);
        int64_t weakest = 0;
        Real least_value = FAR;
        bool held = false;
        for (int a = 0; a < count; ++a) {
            const int64_t q = s.place[a];
            K[q] += beta;
            ++net.ones[q];
            held = held || q == rule;
            weakest = s.value[a] < least_value ? q : weakest;
            least_value = s.value[a] < least_value ? s.value[a] : least_value;
        }
        if (held) return;
        if (count == net.ones_limit) {
            K[weakest] -= beta;
            --net.ones[weakest];
        }
        K[rule] += beta;
        ++net.ones[rule];
    }
};

}  // namespace
