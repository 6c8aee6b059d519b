// Trees as Python objects, from the parser's numbers: most of the time of parsing many sentences went into this.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <stdexcept>
#include <vector>

namespace nb = nanobind;

namespace {

using Row = std::vector<nb::object>;

class Builder {
public:
    Builder(nb::list names, nb::handle type)
        : names_(names), type_(reinterpret_cast<PyTypeObject *>(type.ptr())), label_("label"), children_("children") {
        if (!PyType_Check(type.ptr())) throw std::invalid_argument("not a type");
    }

    // `code` is a tree in preorder, (category, number of children) a node. A category named None is no node of
    // its own: what is below it stands in its place.
    nb::object build(const std::vector<int> &code, nb::handle words) const {
        if (code.empty()) return nb::none();
        std::vector<Row> stack;
        std::size_t word = nb::len(words);
        // Backwards, so that the children of a node are complete when it is met.
        for (std::size_t place = code.size(); place >= 2; place -= 2) {
            const int category = code[place - 2], children = code[place - 1];
            Row row;
            if (children == 0) {
                if (word == 0) throw std::invalid_argument("more leaves than words");
                row.push_back(words[--word]);
            }
            for (int child = 0; child < children; ++child) {
                if (stack.empty()) throw std::invalid_argument("a node without its children");
                row.insert(row.end(), stack.back().begin(), stack.back().end());
                stack.pop_back();
            }
            const nb::object name = names_[static_cast<std::size_t>(category)];
            if (name.is_none())
                stack.push_back(std::move(row));
            else
                stack.push_back({node(name, row)});
        }
        if (stack.size() != 1 || stack.back().size() != 1 || word != 0)
            throw std::invalid_argument("not one tree over these words");
        return stack.back().front();
    }

private:
    // The values are frozen: their own way of setting a field refuses, and this is how __init__ gets round it.
    nb::object node(const nb::object &name, const Row &row) const {
        PyObject *tuple = PyTuple_New(static_cast<Py_ssize_t>(row.size()));
        if (!tuple) throw nb::python_error();
        for (std::size_t i = 0; i < row.size(); ++i)
            PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), nb::object(row[i]).release().ptr());
        const nb::object children = nb::steal(tuple);
        const nb::object made = nb::steal(type_->tp_new(type_, empty_.ptr(), nullptr));
        if (!made.is_valid()) throw nb::python_error();
        if (PyObject_GenericSetAttr(made.ptr(), label_.ptr(), name.ptr()) != 0 ||
            PyObject_GenericSetAttr(made.ptr(), children_.ptr(), children.ptr()) != 0)
            throw nb::python_error();
        // A tree is never part of a circle, so the collector of circles need not look at it; looking at many
        // trees again and again would take longer than building them.
        PyObject_GC_UnTrack(children.ptr());
        PyObject_GC_UnTrack(made.ptr());
        return made;
    }

    nb::list names_;
    PyTypeObject *type_;
    nb::str label_, children_;
    nb::tuple empty_ = nb::make_tuple();
};

nb::list build_trees(const std::vector<std::vector<int>> &codes, nb::list sentences, nb::list names,
                     nb::handle type) {
    if (codes.size() != nb::len(sentences)) throw std::invalid_argument("as many trees as sentences");
    const Builder builder(names, type);
    nb::list trees;
    for (std::size_t i = 0; i < codes.size(); ++i) trees.append(builder.build(codes[i], sentences[i]));
    return trees;
}

}  // namespace

void bind_build(nb::module_ &module) {
    module.def("build_trees", &build_trees, nb::arg("codes"), nb::arg("sentences"), nb::arg("names"),
               nb::arg("type"), "The trees as values with `label` and `children`; None for an empty code.");
}
