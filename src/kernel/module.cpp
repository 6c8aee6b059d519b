// The door between Python and the compiled kernel: one bind function for each translation unit.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_canonical(nb::module_ &module);
void bind_cyk(nb::module_ &module);

NB_MODULE(_kernel, module) {
    module.doc() = "Compiled parts of Brillig: CYK parsing and the divide-and-concur networks.";
    bind_canonical(module);
    bind_cyk(module);
}
