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

const char *const NAMES[] = {"running", "answered", "iterations", "cancelled"};  // of `Ended`

// (recursive root, shared pairs, equal children, weight of a missed sentence, how it begins) of an island.
using IslandOptions = std::tuple<bool, bool, bool, double, int>;
using Answer = std::tuple<double, int, std::vector<std::array<int, 3>>, std::vector<int>,
                          std::vector<std::pair<int, int>>, int>;

// A `Look`: the best, the work when it was found, whether the island began in every way, how many beginnings came to it,
// and what else it had found.
using BoundLook = std::tuple<Answer, std::uint64_t, bool, int, std::vector<Answer>>;

// A grammar that is known: rules, the class of each word (-1 where it does not have the word), further lexical
// rules, number of classes.
using BoundKnown = std::tuple<std::vector<std::array<int, 3>>, std::vector<int>, std::vector<std::pair<int, int>>, int>;

std::uint8_t category(int number) {
    if (number < 0 || number >= CATEGORIES) throw std::invalid_argument("a category out of range");
    return std::uint8_t(number);
}

Known known_of(const BoundKnown &bound, int words) {
    const auto &[rules, homes, extra, classes] = bound;
    Known known;
    if (homes.empty()) return known;
    if (homes.size() != std::size_t(words)) throw std::invalid_argument("a known grammar has a class for each word");
    for (const auto &[x, y, z] : rules) known.rules.push_back({category(x), category(y), category(z)});
    for (int home : homes) {
        if (home > classes) throw std::invalid_argument("a class out of range");
        known.words.push_back(home >= 0);
        known.lexicon.home.push_back(home < 0 ? std::uint8_t(0) : category(home));
    }
    for (const auto &[word, c] : extra) {
        if (word < 0 || word >= words || c > classes) throw std::invalid_argument("a lexical rule out of range");
        known.lexicon.extra.push_back({std::uint16_t(word), category(c)});
    }
    known.lexicon.classes = category(classes);
    return known;
}

Answer answer_of(const Found &found) {
    std::vector<std::array<int, 3>> rules;
    for (const Rule &r : found.rules) rules.push_back({r.x, r.y, r.z});
    std::vector<std::pair<int, int>> extra;
    for (const Extra &entry : found.lexicon.extra) extra.push_back({entry.word, entry.category});
    return {found.bits, found.missed, rules, {found.lexicon.home.begin(), found.lexicon.home.end()}, extra,
            found.lexicon.classes};
}

std::vector<Answer> answers_of(const std::vector<Found> &found) {
    std::vector<Answer> answers;
    for (const Found &one : found) answers.push_back(answer_of(one));
    return answers;
}

Found found_of(const Answer &answer) {
    const auto &[bits, missed, rules, homes, extra, classes] = answer;
    Found found;
    found.bits = bits;
    found.missed = missed;
    for (const auto &[x, y, z] : rules) found.rules.push_back({category(x), category(y), category(z)});
    for (int home : homes) found.lexicon.home.push_back(category(home));
    for (const auto &[word, c] : extra) found.lexicon.extra.push_back({std::uint16_t(word), category(c)});
    found.lexicon.classes = category(classes);
    return found;
}

// A `Plan` as Python fills it in.
struct BoundPlan : Plan {
    std::vector<IslandOptions> options;
    std::tuple<bool, bool, bool> lifted;  // the widest model: recursive root, shared pairs, equal children

    Plan with_islands(const BoundKnown &known, int words) const {
        Plan plan = *this;
        const auto &[widest_recursive, widest_shared, widest_equal] = lifted;
        for (const auto &[recursive, shared, equal, weight, begin] : options) {
            Settings settings;
            settings.model = {recursive, shared, equal};
            settings.widest = {widest_recursive, widest_shared, widest_equal};
            settings.miss_weight = weight;
            if (begin != 0) {
                settings.begin = begin == 1 ? Begin::warm : Begin::near;
                settings.known = known_of(known, words);
                if (settings.known.words.empty()) throw std::invalid_argument("nothing known to begin with");
            }
            plan.islands.push_back(std::move(settings));
        }
        return plan;
    }
};

class BoundGrowth {
public:
    BoundGrowth(int words, std::vector<Sentence> sentences, std::vector<Sentence> rejected,
                const BoundKnown &known, std::vector<std::uint8_t> joins, const BoundPlan &bound) {
        if (!joins.empty() && joins.size() != std::size_t(words)) throw std::invalid_argument("joins of each word");
        if (words < 1 || words > 65535 || sentences.empty() || bound.options.empty() || bound.jobs < 1)
            throw std::invalid_argument("a search needs words, sentences, islands and a thread");
        for (const auto *list : {&sentences, &rejected})
            for (const Sentence &sentence : *list) {
                if (sentence.empty()) throw std::invalid_argument("a sentence without words");
                for (auto word : sentence)
                    if (int(word) >= words) throw std::invalid_argument("a word out of range");
            }
        if (bound.stepwise && bound.options.size() != 1) throw std::invalid_argument("one island at a time goes in steps");
        Plan plan = bound.with_islands(known, words);
        nb::gil_scoped_release release;
        growth_ = std::make_unique<Growth>(words, std::move(sentences), std::move(rejected), std::move(joins),
                                           std::move(plan));
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
    Answer best() { return answer_of(growth_->report().found); }

    // Stepwise: the looks at the ends of the rounds of the next step; before it the island gets the best of all, if it is
    // given, and whether it is itself the worst.
    std::vector<BoundLook> step(const std::vector<std::pair<Answer, bool>> &received) {
        const Found found = received.empty() ? Found() : found_of(received[0].first);
        std::vector<Look> looks;
        {
            nb::gil_scoped_release release;
            looks = growth_->step(found, !received.empty() && received[0].second);
        }
        std::vector<BoundLook> answers;
        for (const Look &look : looks)
            answers.push_back({answer_of(look.best), look.reached, look.done, look.met, answers_of(look.runners_up)});
        return answers;
    }

    // The same of each island, then what else they had found.
    std::vector<Answer> bests() { return answers_of(growth_->bests()); }

    // (island, work of one island, work when the best was reached, improvements, how it ended).
    std::tuple<int, std::uint64_t, std::uint64_t, int, std::string> progress() {
        const Growth::Report report = growth_->report();
        return {report.island, report.work, report.reached, report.improvements, NAMES[int(report.ended)]};
    }

private:
    std::unique_ptr<Growth> growth_;
};

}  // namespace

void bind_grow(nb::module_ &module) {
    module.attr("ROUNDS_A_STEP") = SHARE;
    module.def(
        "judge_round",
        [](const std::vector<BoundLook> &looks, double miss_weight, std::uint64_t work, const BoundPlan &plan) {
            std::vector<Look> found;
            for (const auto &[answer, reached, done, met, _] : looks) found.push_back({found_of(answer), reached, done, met});
            const Verdict verdict = judge_round(found, miss_weight, work, plan);
            return std::tuple(verdict.best, verdict.worst, std::string(NAMES[int(verdict.ended)]));
        },
        nb::arg("looks"), nb::arg("miss_weight"), nb::arg("work"), nb::arg("plan"),
        "The end of a round: (best, worst, how it ended); -1 where no island has anything.");
    module.def(
        "merge_states",
        [](int words, const std::vector<Sentence> &sentences, bool recursive_root, bool shared_pairs) {
            constexpr std::uint64_t MOST = 100'000'000;  // about a second
            nb::gil_scoped_release release;
            Pulse pulse;
            pulse.until = MOST;
            pulse.pause = [](Pulse &own) { own.stopped = true; };
            const Corpus corpus(words, sentences);
            return answer_of(merged_states(corpus, {false, 6.0}, Model{recursive_root, shared_pairs, false}, pulse));
        },
        nb::arg("words"), nb::arg("sentences"), nb::arg("recursive_root"), nb::arg("shared_pairs"),
        "The grammar of an automaton that reads every sentence; infinite bits where it is too large or not allowed.");
    nb::class_<BoundPlan>(module, "GrowthPlan", "How islands work; see `Plan` in src/kernel/grow_engine.hpp.")
        .def(nb::init<>())
        .def_rw("islands", &BoundPlan::options)
        .def_rw("widest", &BoundPlan::lifted)
        .def_rw("seed", &BoundPlan::seed)
        .def_rw("jobs", &BoundPlan::jobs)
        .def_rw("round", &BoundPlan::round)
        .def_rw("least", &BoundPlan::least)
        .def_rw("enough", &BoundPlan::enough)
        .def_rw("most", &BoundPlan::most)
        .def_rw("branches", &BoundPlan::branches)
        .def_rw("meetings", &BoundPlan::meetings)
        .def_rw("first", &BoundPlan::first)
        .def_rw("stepwise", &BoundPlan::stepwise);
    nb::class_<BoundGrowth>(module, "Growth", "Grammars grown by bits; see src/kernel/grow_engine.hpp.")
        .def(nb::init<int, std::vector<Sentence>, std::vector<Sentence>, const BoundKnown &, std::vector<std::uint8_t>,
                      const BoundPlan &>(),
             nb::arg("words"), nb::arg("sentences"), nb::arg("rejected"), nb::arg("known"), nb::arg("joins"),
             nb::arg("plan"))
        .def("cancel", &BoundGrowth::cancel)
        .def("hold", &BoundGrowth::hold, nb::arg("held"))
        .def("wait", &BoundGrowth::wait, nb::arg("seconds"))
        .def("best", &BoundGrowth::best)
        .def("bests", &BoundGrowth::bests)
        .def("step", &BoundGrowth::step, nb::arg("received"))
        .def("progress", &BoundGrowth::progress);
}
