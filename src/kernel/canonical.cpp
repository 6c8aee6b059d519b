// Canonical numbering of categories: two rule sets that differ in numbering only get the same relabelled rules.
//
// Colour refinement first: categories are told apart by the colours of those they share rules with. Where that
// leaves several alike, one of them is singled out and refinement goes on, for each in turn; the numbering whose
// relabelled rules come first is the canonical one. Two numberings with equal rules show a symmetry, and
// symmetries already known spare the search the branches they make alike (McKay), so that even a fully
// symmetric rule set takes about as many branches as it has categories.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace nb = nanobind;

namespace {

using Rule = std::array<int, 3>;
using Colours = std::vector<int>;
using Numbering = std::vector<int>;  // old number -> new number

class Search {
public:
    Search(const std::vector<Rule> &rules, const Colours &colours)
        : rules_(rules), size_(colours.size()), places_(colours.size()) {
        for (const Rule &rule : rules_)
            for (int place = 0; place < 3; ++place) {
                if (rule[at(place)] < 0 || at(rule[at(place)]) >= size_)
                    throw std::invalid_argument("a category out of range");
                places_[at(rule[at(place)])].push_back({&rule, place});
            }
        Colours start = dense(colours);
        const std::uint64_t trace = refine(start);
        visit(start, {trace});
    }

    const Numbering &numbering() const { return best_; }

private:
    struct Place {
        const Rule *rule;
        int place;
    };
    using Signature = std::vector<int>;

    static std::size_t at(int number) { return static_cast<std::size_t>(number); }

    static Colours dense(const Colours &colours) {
        std::map<int, int> order;
        for (int colour : colours) order[colour];
        int next = 0;
        for (auto &[colour, number] : order) number = next++;
        Colours result;
        for (int colour : colours) result.push_back(order[colour]);
        return result;
    }

    static std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
        hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
        return hash * 0xbf58476d1ce4e5b9ULL;
    }

    // Split colours until nothing splits. The result and the number returned depend on structure alone.
    std::uint64_t refine(Colours &colours) const {
        std::uint64_t trace = 0;
        std::vector<Signature> signatures(size_);
        std::vector<std::size_t> order(size_);
        for (int before = number_of(colours);;) {
            for (std::size_t v = 0; v < size_; ++v) signatures[v] = signature(colours, v);
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::sort(order.begin(), order.end(),
                      [&](std::size_t a, std::size_t b) { return signatures[a] < signatures[b]; });
            int colour = -1;
            for (std::size_t i = 0; i < size_; ++i) {
                if (i == 0 || signatures[order[i]] != signatures[order[i - 1]]) ++colour;
                colours[order[i]] = colour;
                for (int value : signatures[order[i]]) trace = mix(trace, static_cast<std::uint64_t>(value));
            }
            if (colour + 1 == before) return trace;
            before = colour + 1;
        }
    }

    static int number_of(const Colours &colours) {
        return colours.empty() ? 0 : *std::max_element(colours.begin(), colours.end()) + 1;
    }

    // A category's own colour, then what it meets in its rules, in an order that forgets the numbering.
    Signature signature(const Colours &colours, std::size_t v) const {
        std::vector<std::array<int, 4>> met;
        for (const auto &[rule, place] : places_[v])
            met.push_back({place, colours[at((*rule)[0])], colours[at((*rule)[1])], colours[at((*rule)[2])]});
        std::sort(met.begin(), met.end());
        Signature result{colours[v], static_cast<int>(met.size())};
        for (const auto &entry : met) result.insert(result.end(), entry.begin(), entry.end());
        return result;
    }

    // Searches the numberings below a node. Returns the depth to go back to: its own, or a lower one once a
    // symmetry has shown the rest of the subtree to repeat what has been seen.
    std::size_t visit(const Colours &colours, const std::vector<std::uint64_t> &traces) {
        const std::size_t depth = path_.size();
        if (!best_.empty() && std::lexicographical_compare(best_traces_.begin(), best_traces_.end(),
                                                           traces.begin(), traces.end()) &&
            !is_prefix(traces, best_traces_))
            return depth;
        const std::vector<std::size_t> cell = first_cell(colours);
        if (cell.empty()) return finish(colours, traces);
        std::vector<std::size_t> tried;
        for (std::size_t v : cell) {
            if (alike(v, tried)) continue;
            tried.push_back(v);
            Colours next = colours;
            for (std::size_t w = 0; w < size_; ++w)
                if (w != v && next[w] >= colours[v]) ++next[w];
            std::vector<std::uint64_t> longer = traces;
            longer.push_back(refine(next));
            path_.push_back(v);
            const std::size_t back = visit(next, longer);
            path_.pop_back();
            if (back < depth) return back;
        }
        return depth;
    }

    static bool is_prefix(const std::vector<std::uint64_t> &part, const std::vector<std::uint64_t> &whole) {
        return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
    }

    // The categories of the smallest colour that several share; empty when every colour is one category's.
    std::vector<std::size_t> first_cell(const Colours &colours) const {
        std::vector<std::vector<std::size_t>> cells(at(number_of(colours)));
        for (std::size_t v = 0; v < size_; ++v) cells[at(colours[v])].push_back(v);
        for (const auto &cell : cells)
            if (cell.size() > 1) return cell;
        return {};
    }

    // A complete numbering: keep it if it comes first, learn a symmetry if it equals the best.
    std::size_t finish(const Colours &colours, const std::vector<std::uint64_t> &traces) {
        const std::vector<Rule> rules = relabel(colours);
        const bool first = best_.empty();
        if (first || traces < best_traces_ || (traces == best_traces_ && rules < best_rules_)) {
            best_ = colours;
            best_rules_ = rules;
            best_traces_ = traces;
            best_path_ = path_;
            return path_.size();
        }
        if (traces != best_traces_ || rules != best_rules_) return path_.size();
        std::vector<std::size_t> holder(size_), symmetry(size_);
        for (std::size_t v = 0; v < size_; ++v) holder[at(best_[v])] = v;
        for (std::size_t v = 0; v < size_; ++v) symmetry[v] = holder[at(colours[v])];
        symmetries_.push_back(symmetry);
        std::size_t common = 0;
        while (common < path_.size() && path_[common] == best_path_[common]) ++common;
        return common;
    }

    std::vector<Rule> relabel(const Numbering &numbering) const {
        std::vector<Rule> rules;
        for (const Rule &rule : rules_)
            rules.push_back({numbering[at(rule[0])], numbering[at(rule[1])], numbering[at(rule[2])]});
        std::sort(rules.begin(), rules.end());
        return rules;
    }

    // Whether a known symmetry that leaves the path as it is takes v to a category already tried here.
    bool alike(std::size_t v, const std::vector<std::size_t> &tried) const {
        if (tried.empty() || symmetries_.empty()) return false;
        std::vector<std::size_t> root(size_);
        std::iota(root.begin(), root.end(), std::size_t{0});
        const auto find = [&](std::size_t x) {
            while (root[x] != x) x = root[x] = root[root[x]];
            return x;
        };
        for (const auto &symmetry : symmetries_) {
            if (!std::all_of(path_.begin(), path_.end(), [&](std::size_t p) { return symmetry[p] == p; })) continue;
            for (std::size_t x = 0; x < size_; ++x) root[find(x)] = find(symmetry[x]);
        }
        return std::any_of(tried.begin(), tried.end(), [&](std::size_t t) { return find(t) == find(v); });
    }

    const std::vector<Rule> rules_;
    std::size_t size_;
    std::vector<std::vector<Place>> places_;
    std::vector<std::size_t> path_, best_path_;
    std::vector<std::uint64_t> best_traces_;
    Numbering best_;
    std::vector<Rule> best_rules_;
    std::vector<std::vector<std::size_t>> symmetries_;
};

Numbering canonical_numbering(const std::vector<Rule> &rules, const Colours &colours) {
    nb::gil_scoped_release release;
    if (colours.empty()) return {};
    return Search(rules, colours).numbering();
}

}  // namespace

void bind_canonical(nb::module_ &module) {
    module.def("canonical_numbering", &canonical_numbering, nb::arg("rules"), nb::arg("colours"),
               "The canonical new number of each category; smaller colours get smaller numbers.");
}
