// Several islands on the cores at hand, in rounds of equal work: the same answer whatever the number of threads.
#pragma once
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "grow_island.hpp"

namespace brillig::grow {

struct Plan {
    std::vector<Settings> islands;  // what each may do
    std::uint64_t seed = 0;
    int jobs = 1;
    std::uint64_t round = 1'000'000;  // work of an island between two looks at all of them
    std::uint64_t least = 0;          // work of each island before the search may end by itself
    std::uint64_t enough = ~std::uint64_t(0);  // work after which it ends even where something better was found late
    std::uint64_t most = ~std::uint64_t(0);
    std::uint64_t branches = 0;  // work up to which an island that is stuck begins again in other ways
    int meetings = 4;  // beginnings that come to the same best, after which it ends if nothing was better in any way
    int first = 0;           // the number of the first island, where the others are elsewhere
    bool stepwise = false;   // one island that rests after each step of SHARE rounds, and never ends by itself
};

constexpr int SHARE = 6;  // rounds after which the worst island goes on from the best grammar

enum class Ended { running, answered, iterations, cancelled };

// What an island had at the end of a round, when it had found it, whether it had begun in every way it knows, how
// many beginnings had come to it (`Island::met`), and what else it had found.
struct Look {
    Found best;
    std::uint64_t reached = 0;
    bool done = false;
    int met = -1;
    std::vector<Found> runners_up = {};
};

// The end of a round, when all islands stand still: the best of them (of equal ones what was found first), the worst,
// and whether the search ends. -1 where no island has anything.
struct Verdict {
    int best = -1, worst = -1;
    Ended ended = Ended::running;
};
// It ends when half of the work brought nothing better, but not before `least` and not after `enough` of it.
Verdict judge_round(const std::vector<Look> &looks, double miss_weight, std::uint64_t work, const Plan &plan);

class Growth {
public:
    // `joins`: see Corpus.
    Growth(int words, std::vector<Sentence> sentences, std::vector<Sentence> rejected, std::vector<std::uint8_t> joins,
           Plan plan);
    ~Growth();
    Growth(const Growth &) = delete;
    Growth &operator=(const Growth &) = delete;

    void cancel();
    // While held no island works.
    void hold(bool held);
    // Whether it has ended within the given seconds.
    bool wait(double seconds);

    struct Report {
        Found found;
        int island = -1;
        std::uint64_t work = 0;     // of one island so far
        std::uint64_t reached = 0;  // when the best was found
        int improvements = 0;
        Ended ended = Ended::running;
    };
    Report report();
    // The best of each island, by its number, bits NEVER where it has none; then what else they had found.
    std::vector<Found> bests();

    // Stepwise: go on, with the best grammar of all islands where there is one, and say how each round ended.
    std::vector<Look> step(const Found &received, bool worst);

private:
    struct Member {
        Pulse pulse;
        std::unique_ptr<Island> island;
        Found best;
        std::uint64_t reached = 0;
        std::thread thread;
    };

    void run(Member &member, int number);
    void pause(Member &member);
    void take_turn(std::unique_lock<std::mutex> &lock);
    void finish_round();

    Corpus corpus_;
    Plan plan_;
    std::vector<std::unique_ptr<Member>> members_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::atomic<bool> cancelled_{false}, held_{false};
    int waiting_ = 0, running_ = 0, alive_ = 0;
    std::uint64_t round_ = 0, round_end_ = 0;
    Report best_;
    std::vector<Look> looks_;
    bool resting_ = false;
    int steps_ = 0;
};

}  // namespace brillig::grow
