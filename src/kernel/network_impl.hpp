// One iteration of RRR on an inference network. Included once for each instruction set, inside a translation unit
// of its own; it uses nothing of the standard library that the linker could share between them.
#include "concur.hpp"
#include "divide.hpp"
#include "metric.hpp"

namespace {

template <class Real, int NV>
struct Step : Rows<Real, NV> {
    using D = Divide<Real, NV>;
    using C = Concur<Real, NV>;
    using V = Vec<Real>;
    using Rows<Real, NV>::at;
    using Rows<Real, NV>::FAR;
    using Rows<Real, NV>::W;

    static void iterate(Net<Real> &net) {
        typename D::Space s = D::space(net);
        D::prepare(net, s);
        for (int64_t q = 0; q < net.entries; ++q) net.ones[q] = net.applied[q] = 0;
        double gap2[W];
        for (int z = 0; z < W; ++z) gap2[z] = 0;
        typename C::Usage usage;
        for (int k = 0; k < NV; ++k) {
            usage.value[k] = splat<Real>(-FAR);
            usage.node[k] = splat<Real>(0);
        }
        int64_t node_up[W], node_down[W];
        for (int z = 0; z < W; ++z) node_up[z] = node_down[z] = 0;
        for (int sentence = 0; sentence < net.sentences; ++sentence) {
            const int first = net.sentence_first[sentence], last = net.sentence_first[sentence + 1];
            for (int number = first; number < last; ++number) D::divide(net, s, number);
            V gaps[NV];
            typename C::Usage local;
            for (int k = 0; k < NV; ++k) {
                gaps[k] = splat<Real>(0);
                local.value[k] = usage.value[k];
                local.node[k] = splat<Real>(-1);
            }
            C::concur_nodes(net, sentence, gaps, local);
            for (int z = 0; z < W; ++z) gap2[z] += at(gaps, z);
            for (int x = 0; x < net.root; ++x) {
                const Real code = at(local.node, x);
                if (code < 0) continue;
                const int number = first + int(code) / net.longest, j = int(code) % net.longest;
                node_up[x] = net.transition[number].up + j;
                node_down[x] = net.transition[number - 1].down + j;
            }
            for (int k = 0; k < NV; ++k) usage.value[k] = local.value[k];
        }
        if (!net.known_tensor) C::use_plain(net, usage, node_up, node_down, gap2);
        C::concur_words(net, gap2);
        // use_plain corrects the sums by differences, which rounding can leave just below zero.
        for (int z = 0; z < W; ++z) net.gap2[z] = gap2[z] > 0 ? gap2[z] : 0.0;
        C::concur_tensor(net);
        Metric<Real>::update(net);
        ++net.iterations;
        if (net.iterations % 256 == 0) C::rebase(net);
    }
};

template <class Real>
void iterate_any(Net<Real> &net) {
    switch (net.width / LANES) {
        case 1: Step<Real, 1>::iterate(net); break;
        case 2: Step<Real, 2>::iterate(net); break;
        case 4: Step<Real, 4>::iterate(net); break;
        default: Step<Real, 8>::iterate(net); break;
    }
}

}  // namespace
