// CYK parsing on integers: categories and words are numbered by the caller.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_cyk(nb::module_ &) {}
