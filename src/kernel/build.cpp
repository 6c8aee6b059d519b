// Trees as Python objects, from the parser's numbers: most of the time of parsing many sentences went into this.
#include "build.hpp"

#include <nanobind/stl/vector.h>

#include <structmember.h>  // PyMemberDef, which Python.h has from 3.12 on

#include <cstddef>
#include <stdexcept>
#include <vector>

namespace nb = nanobind;

namespace {

class Builder {
public:
    Builder(nb::list names, nb::handle type)
        : names_(names), type_(reinterpret_cast<PyTypeObject *>(type.ptr())), label_(slot(type, "label")),
          children_(slot(type, "children")) {}

    // `code` is a tree in preorder, (category, number of children) a node. A category named None is no node of
    // its own: what is below it stands in its place.
    nb::object build(const std::vector<int> &code, nb::handle words) {
        if (code.empty()) return nb::none();
        // Subtrees that wait for their parent: the leftmost is on top, so a group is read off from left to right.
        // A group is one subtree, or all that is below a node of no name.
        waiting_.clear();
        groups_.clear();
        std::size_t word = nb::len(words);
        // Backwards, so that the children of a node are complete when it is met.
        for (std::size_t place = code.size(); place >= 2; place -= 2) {
            const int category = code[place - 2], children = code[place - 1];
            std::size_t size = 0;
            if (children == 0) {
                if (word == 0) throw std::invalid_argument("more leaves than words");
                waiting_.push_back(words[--word]);
                size = 1;
            }
            for (int child = 0; child < children; ++child) {
                if (groups_.empty()) throw std::invalid_argument("a node without its children");
                size += groups_.back();
                groups_.pop_back();
            }
            const nb::object name = names_[static_cast<std::size_t>(category)];
            if (!name.is_none()) {
                nb::object made = node(name, size);
                waiting_.push_back(std::move(made));
                size = 1;
            }
            groups_.push_back(size);
        }
        if (waiting_.size() != 1 || groups_.size() != 1 || word != 0)
            throw std::invalid_argument("not one tree over these words");
        nb::object tree = std::move(waiting_.back());
        waiting_.clear();
        return tree;
    }

private:
    // Where values of the type keep a field. They are frozen, so a field cannot be set in the usual way, and
    // looking it up anew for every node would take longer than all the rest.
    static Py_ssize_t slot(nb::handle type, const char *name) {
        if (!PyType_Check(type.ptr())) throw std::invalid_argument("not a type");
        const nb::object descriptor = nb::getattr(type, name);
        if (!Py_IS_TYPE(descriptor.ptr(), &PyMemberDescr_Type))
            throw std::invalid_argument("the type keeps its fields in slots");
        return reinterpret_cast<PyMemberDescrObject *>(descriptor.ptr())->d_member->offset;
    }

    static void set(PyObject *value, Py_ssize_t offset, PyObject *field) {
        *reinterpret_cast<PyObject **>(reinterpret_cast<char *>(value) + offset) = field;
    }

    // A node over the last `size` subtrees that wait.
    nb::object node(const nb::object &name, std::size_t size) {
        PyObject *children = PyTuple_New(static_cast<Py_ssize_t>(size));
        if (!children) throw nb::python_error();
        for (std::size_t i = 0; i < size; ++i) {
            PyTuple_SET_ITEM(children, static_cast<Py_ssize_t>(i), waiting_.back().release().ptr());
            waiting_.pop_back();
        }
        PyObject *made = type_->tp_alloc(type_, 0);
        if (!made) {
            Py_DECREF(children);
            throw nb::python_error();
        }
        set(made, label_, nb::object(name).release().ptr());
        set(made, children_, children);
        // A tree is never part of a circle, so the collector of circles need not look at it; looking at many
        // trees again and again would take longer than building them.
        PyObject_GC_UnTrack(children);
        if (PyType_IS_GC(type_)) PyObject_GC_UnTrack(made);
        return nb::steal(made);
    }

    nb::list names_;
    PyTypeObject *type_;
    Py_ssize_t label_, children_;
    std::vector<nb::object> waiting_;
    std::vector<std::size_t> groups_;
};

}  // namespace

nb::list build_trees(const std::vector<std::vector<int>> &codes, nb::list sentences, nb::list names,
                     nb::handle type) {
    if (codes.size() != nb::len(sentences)) throw std::invalid_argument("as many trees as sentences");
    Builder builder(names, type);
    nb::list trees;
    nb::dict first;  // where each sentence came first: what comes again is the same tree
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const nb::object known = first.attr("setdefault")(sentences[i], i);
        const auto place = nb::cast<std::size_t>(known);
        if (place < i && codes[place] == codes[i])
            trees.append(trees[place]);
        else
            trees.append(builder.build(codes[i], sentences[i]));
    }
    return trees;
}

void bind_build(nb::module_ &module) {
    module.def("build_trees", &build_trees, nb::arg("codes"), nb::arg("sentences"), nb::arg("names"),
               nb::arg("type"), "The trees as values with `label` and `children`; None for an empty code.");
}
