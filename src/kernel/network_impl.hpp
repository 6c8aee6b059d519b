// One iteration of RRR on an inference network. Included once for each instruction set, inside a translation unit
// of its own; it uses nothing of the standard library that the linker could share between them.
#include "concur.hpp"
#include "concur_first.hpp"
#include "divide.hpp"
#include "metric.hpp"

namespace {

template <class Real, int NV>
struct Step : Rows<Real, NV> {
    using D = Divide<Real, NV>;
    using C = Concur<Real, NV>;
    using F = ConcurFirst<Real, NV>;
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
        if (net.concur_first) {
            F::iterate(net, s, gap2);
            for (int z = 0; z < W; ++z) net.gap2[z] = gap2[z] > 0 ? gap2[z] : 0.0;
            return finish(net);
        }
        typename C::Usage usage;
        for (int k = 0; k < NV; ++k) {
            usage.value[k] = splat<Real>(-FAR);
            usage.node[k] = splat<Real>(0);
        }
        typename C::Node nearest[W], aimed[W];
        const bool aims = !net.known_tensor && net.lift != Lift::PRINTED;
        if (aims) C::aim(net, aimed);
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
                nearest[x].number = first + int(code) / net.longest;
                nearest[x].position = int(code) % net.longest;
            }
            for (int k = 0; k < NV; ++k) usage.value[k] = local.value[k];
        }
        if (!net.known_tensor) C::use_plain(net, usage, nearest, aimed, gap2);
        C::concur_words(net, gap2);
        // use_plain corrects the sums by differences, which rounding can leave just below zero.
        for (int z = 0; z < W; ++z) net.gap2[z] = gap2[z] > 0 ? gap2[z] : 0.0;
        C::concur_tensor(net);
        finish(net);
    }

    static void finish(Net<Real> &net) {
        Metric<Real>::update(net);
        ++net.iterations;
        if (net.iterations % 256 == 0) C::rebase(net, net.concur_first ? 1 : -1);
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
