// The door between Python and the compiled kernel: one bind function for each translation unit.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_build(nb::module_ &module);
void bind_canonical(nb::module_ &module);
void bind_cyk(nb::module_ &module);
void bind_feature(nb::module_ &module);
void bind_grow(nb::module_ &module);
void bind_grow_bits(nb::module_ &module);
void bind_network(nb::module_ &module);
void bind_chart(nb::module_ &module);
void bind_extend(nb::module_ &module);
void bind_follow(nb::module_ &module);
void bind_refine(nb::module_ &module);
void bind_score(nb::module_ &module);

NB_MODULE(_kernel, module) {
    module.doc() = "Compiled parts of Brillig: CYK parsing, the divide-and-concur networks, bits and growing.";
    // Caches of the Python side may outlive the interpreter; that is no leak worth a warning at every exit.
    nb::set_leak_warnings(false);
    // The grammars parsed last stay in a cache until the program ends; that is no leak.
    nb::set_leak_warnings(false);
    bind_build(module);
    bind_canonical(module);
    bind_cyk(module);
    bind_feature(module);
    bind_grow(module);
    bind_grow_bits(module);
    bind_network(module);
    bind_chart(module);
    bind_extend(module);
    bind_follow(module);
    bind_refine(module);
    bind_score(module);
}
