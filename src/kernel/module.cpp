// The door between Python and the compiled kernel: one bind function for each translation unit.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

using Bind = void(nb::module_ &);
Bind bind_build, bind_canonical, bind_cyk, bind_feature, bind_grow, bind_grow_bits, bind_network,
    bind_chart, bind_extend, bind_follow, bind_refine, bind_score;

NB_MODULE(_kernel, module) {
    module.doc() = "Compiled parts of Brillig: CYK parsing, the divide-and-concur networks, bits and growing.";
    // Caches of the Python side, and the grammars parsed last, may outlive the interpreter; that is no leak worth a
    // warning at every exit.
    nb::set_leak_warnings(false);
    for (Bind *bind : {bind_build, bind_canonical, bind_cyk, bind_feature, bind_grow, bind_grow_bits, bind_network, bind_chart,
                       bind_extend, bind_follow, bind_refine, bind_score})
        bind(module);
}
