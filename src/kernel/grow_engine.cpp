#include "grow_engine.hpp"

#include <chrono>

namespace brillig::grow {

namespace {

constexpr std::uint64_t SLICE = 50'000;  // work between two looks at whether to stop
constexpr double TIE = LEAST_SAVED;

// Sentences without a tree come first, unless they may be exceptions.
double worth(const Found &found, double miss_weight) {
    return miss_weight > 1 ? found.bits + 1e6 * found.missed : found.bits;
}

}  // namespace

Verdict judge_round(const std::vector<Look> &looks, double miss_weight, std::uint64_t work, const Plan &plan) {
    Verdict verdict;
    bool done = true;
    for (std::size_t i = 0; i < looks.size(); ++i) {
        done &= looks[i].done;
        if (looks[i].best.bits == NEVER) continue;
        const auto more_than = [&](int other) {
            return worth(looks[i].best, miss_weight) - worth(looks[std::size_t(other)].best, miss_weight);
        };
        if (verdict.best < 0 || more_than(verdict.best) < -TIE ||
            (more_than(verdict.best) < TIE && looks[i].reached < looks[std::size_t(verdict.best)].reached))
            verdict.best = int(i);
        if (verdict.worst < 0 || more_than(verdict.worst) > TIE) verdict.worst = int(i);
    }
    bool tried = verdict.best >= 0;
    int met = 0;
    for (const Look &look : looks) {
        tried &= look.met >= 0;
        if (tried && worth(look.best, miss_weight) < worth(looks[std::size_t(verdict.best)].best, miss_weight) + TIE)
            met += look.met;
    }
    const std::uint64_t reached = verdict.best < 0 ? 0 : looks[std::size_t(verdict.best)].reached;
    if ((tried && met >= plan.meetings) || (done && work >= std::max(plan.least, std::min(plan.enough, 2 * reached))))
        verdict.ended = Ended::answered;
    else if (work >= plan.most)
        verdict.ended = Ended::iterations;
    return verdict;
}

Growth::Growth(int words, std::vector<Sentence> sentences, std::vector<Sentence> rejected,
               std::vector<std::uint8_t> joins, Plan plan)
    : corpus_(words, std::move(sentences), std::move(rejected), std::move(joins)), plan_(std::move(plan)), round_end_(plan_.round) {
    alive_ = int(plan_.islands.size());
    for (Settings &settings : plan_.islands) settings.branches = plan_.branches;
    for (std::size_t i = 0; i < plan_.islands.size(); ++i) {
        members_.push_back(std::make_unique<Member>());
        Member &member = *members_.back();
        member.pulse.until = 0;
        member.pulse.cancelled = &cancelled_;
        member.pulse.pause = [this, &member](Pulse &) { pause(member); };
        member.island = std::make_unique<Island>(corpus_, plan_.islands[i], plan_.seed, plan_.first + int(i), member.pulse);
    }
    for (std::size_t i = 0; i < members_.size(); ++i)
        members_[i]->thread = std::thread([this, i] { run(*members_[i], int(i)); });
}

Growth::~Growth() {
    cancel();
    for (auto &member : members_)
        if (member->thread.joinable()) member->thread.join();
}

void Growth::cancel() {
    {
        std::unique_lock lock(mutex_);  // so that no one who is about to wait misses it
        cancelled_ = true;
    }
    changed_.notify_all();
}

void Growth::hold(bool held) {
    {
        std::unique_lock lock(mutex_);
        held_ = held;
    }
    changed_.notify_all();
}

void Growth::take_turn(std::unique_lock<std::mutex> &lock) {
    changed_.wait(lock, [&] { return running_ < plan_.jobs || cancelled_; });
    ++running_;
}

void Growth::run(Member &member, int number) {
    {
        std::unique_lock lock(mutex_);
        take_turn(lock);
    }
    member.island->run([&](const Found &found) {
        std::unique_lock lock(mutex_);
        member.best = found;
        member.reached = member.pulse.work;
        // Shown while the search goes on; the answer itself is settled at the ends of rounds.
        const double weight = plan_.islands[0].miss_weight;
        if (best_.island < 0 || worth(found, weight) < worth(best_.found, weight)) {
            best_.found = found;
            best_.island = number;
            best_.reached = member.pulse.work;
            ++best_.improvements;
        }
    });
    std::unique_lock lock(mutex_);
    --running_;
    --alive_;
    if (best_.ended == Ended::running && waiting_ == alive_) finish_round();
    changed_.notify_all();
}

// Called every slice of work: stop when asked to, and wait for the others at the end of a round.
void Growth::pause(Member &member) {
    Pulse &pulse = member.pulse;
    if (cancelled_) {
        pulse.stopped = true;
        return;
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !held_ || cancelled_; });
    if (pulse.work >= round_end_) {
        const std::uint64_t mine = round_;
        --running_;
        if (++waiting_ == alive_) finish_round();
        changed_.notify_all();
        changed_.wait(
            lock, [&] { return (round_ > mine && !resting_) || best_.ended != Ended::running || cancelled_; });
        take_turn(lock);
    }
    pulse.stopped = cancelled_ || best_.ended != Ended::running;
    pulse.until = std::min(pulse.work + SLICE, std::max(round_end_, pulse.work + 1));
}

// All islands stand still.
void Growth::finish_round() {
    waiting_ = 0;
    ++round_;
    std::vector<Look> looks;
    for (const auto &member : members_) 
        looks.push_back({member->best, member->reached, member->island->done(), member->island->met(),
                         plan_.stepwise ? member->island->runners_up() : std::vector<Found>()});
    best_.work = round_end_;
    if (plan_.stepwise) {
        looks_.push_back(looks[0]);
        resting_ = round_ % SHARE == 0;
        round_end_ += plan_.round;
        return;
    }
    const Verdict verdict = judge_round(looks, plan_.islands[0].miss_weight, round_end_, plan_);
    if (verdict.best >= 0) {
        const Look &best = looks[std::size_t(verdict.best)];
        best_.found = best.best;
        best_.island = verdict.best;
        best_.reached = best.reached;
        for (std::size_t i = 0; round_ % SHARE == 0 && i < members_.size(); ++i)
            if (int(i) != verdict.best) members_[i]->island->receive(best.best, int(i) == verdict.worst);
    }
    best_.ended = alive_ == 0 ? Ended::answered : verdict.ended;
    round_end_ += plan_.round;
}

bool Growth::wait(double seconds) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return alive_ == 0; });
}

Growth::Report Growth::report() {
    std::unique_lock lock(mutex_);
    Report report = best_;
    if (report.ended == Ended::running && cancelled_ && alive_ == 0) report.ended = Ended::cancelled;
    return report;
}

std::vector<Look> Growth::step(const Found &received, bool worst) {
    std::unique_lock lock(mutex_);
    if (steps_++) {
        if (received.bits < NEVER) members_[0]->island->receive(received, worst);
        looks_.clear();
        resting_ = false;
        changed_.notify_all();
    }
    changed_.wait(lock, [&] { return resting_ || cancelled_ || alive_ == 0; });
    return looks_;
}

std::vector<Found> Growth::bests() {
    std::unique_lock lock(mutex_);
    std::vector<Found> found;
    for (const auto &member : members_) found.push_back(member->best);
    if (alive_ == 0)  // else they are at work on these
        for (const auto &member : members_)
            found.insert(found.end(), member->island->runners_up().begin(), member->island->runners_up().end());
    return found;
}

}  // namespace brillig::grow
