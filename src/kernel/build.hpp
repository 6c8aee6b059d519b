// Trees as Python objects; see build.cpp.
#pragma once
#include <nanobind/nanobind.h>

#include <vector>

// The trees of the codes over their words, as values of `type`; None for an empty code.
nanobind::list build_trees(const std::vector<std::vector<int>> &codes, nanobind::list sentences, nanobind::list names,
                           nanobind::handle type);
