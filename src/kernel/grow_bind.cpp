// The door to the growing engine.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <stdexcept>
#include <string>
#include <tuple>

#include "grow_engine.hpp"

namespace nb = nanobind;

namespace {

using namespace brillig::grow;

// (recursive root, shared pairs, equal children, weight of a missed sentence) of an island.
using IslandOptions = std::tuple<bool, bool, bool, double>;
using Answer = std::tuple<double, int, std::vector<std::array<int, 3>>, std::vector<int>,
                          std::vector<std::pair<int, int>>, int>;

class BoundGrowth {
public:
    BoundGrowth(int words, std::vector<Sentence> sentences, std::vector<Sentence> rejected, const std::vector<IslandOptions> &islands,
                std::uint64_t seed, int jobs, std::uint64_t round, std::uint64_t least, std::uint64_t most) {
        if (words < 1 || words > 65535 || sentences.empty() || islands.empty() || jobs < 1)
            throw std::invalid_argument("a search needs words, sentences, islands and a thread");
        for (const auto *list : {&sentences, &rejected})
            for (const Sentence &sentence : *list) {
                if (sentence.empty()) throw std::invalid_argument("a sentence without words");
                for (auto word : sentence)
                    if (int(word) >= words) throw std::invalid_argument("a word out of range");
            }
        Plan plan;
        for (const auto &[recursive, shared, equal, weight] : islands)
            plan.islands.push_back({Model{recursive, shared, equal}, weight});
        plan.seed = seed;
        plan.jobs = jobs;
        plan.round = round;
        plan.least = least;
        plan.most = most;
        nb::gil_scoped_release release;
        growth_ = std::make_unique<Growth>(words, std::move(sentences), std::move(rejected), std::move(plan));
    }
    ~BoundGrowth() {
        nb::gil_scoped_release release;
        growth_.reset();
    }

    void cancel() { growth_->cancel(); }
    void hold(bool held) { growth_->hold(held); }
    bool wait(double seconds) {
        nb::gil_scoped_release release;
        return growth_->wait(seconds);
    }

    // Bits (infinite before the first grammar), sentences missed, rules, class of each word, further lexical rules,
    // number of classes.
    Answer best() {
        const Growth::Report report = growth_->report();
        std::vector<std::array<int, 3>> rules;
        for (const Rule &r : report.found.rules) rules.push_back({r.x, r.y, r.z});
        std::vector<std::pair<int, int>> extra;
        for (const Extra &entry : report.found.lexicon.extra) extra.push_back({entry.word, entry.category});
        return {report.found.bits, report.found.missed, rules,
                {report.found.lexicon.home.begin(), report.found.lexicon.home.end()}, extra,
                report.found.lexicon.classes};
    }

    // (island, work of one island, work when the best was reached, improvements, how it ended).
    std::tuple<int, std::uint64_t, std::uint64_t, int, std::string> progress() {
        const Growth::Report report = growth_->report();
        static const char *const names[] = {"running", "answered", "iterations", "cancelled"};
        return {report.island, report.work, report.reached, report.improvements, names[int(report.ended)]};
    }

private:
    std::unique_ptr<Growth> growth_;
};

}  // namespace

void bind_grow(nb::module_ &module) {
    nb::class_<BoundGrowth>(module, "Growth", "Grammars grown by bits; see src/kernel/grow_engine.hpp.")
        .def(nb::init<int, std::vector<Sentence>, std::vector<Sentence>, const std::vector<IslandOptions> &, std::uint64_t, int,
                      std::uint64_t, std::uint64_t, std::uint64_t>(),
             nb::arg("words"), nb::arg("sentences"), nb::arg("rejected"), nb::arg("islands"), nb::arg("seed"), nb::arg("jobs"),
             nb::arg("round"), nb::arg("least"), nb::arg("most"))
        .def("cancel", &BoundGrowth::cancel)
        .def("hold", &BoundGrowth::hold, nb::arg("held"))
        .def("wait", &BoundGrowth::wait, nb::arg("seconds"))
        .def("best", &BoundGrowth::best)
        .def("progress", &BoundGrowth::progress);
}
