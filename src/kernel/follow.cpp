// A process that stands still while its parent is stopped (Ctrl-Z, SIGSTOP), and ends with it: the exact engine's.
//
// A thread looks at the parent several times a second. SIGSTOP would stop this thread along with the one that
// computes, so the latter gets a signal instead whose handler waits. No Python is involved: the solver never
// lets go of the interpreter. (Linux can send a signal when the parent ends, but means the thread that started this.)
#include <fcntl.h>
#include <nanobind/nanobind.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <string>
#include <thread>

namespace nb = nanobind;

namespace {

constexpr long LOOK = 50'000'000, GLANCE = 10'000'000;  // nanoseconds between two looks: at the parent, in the handler

std::atomic<bool> held{false};

void wait_for(long nanoseconds) {
    timespec time{0, nanoseconds};
    nanosleep(&time, nullptr);
}

void stand_still(int) {
    while (held.load()) wait_for(GLANCE);
}

// The letter that Linux has for the state of a process; 0 where there is none.
char state_of(const std::string &path) {
    char text[512];
    int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    if (size <= 0) return 0;
    text[size] = 0;
    const char *name = std::strrchr(text, ')');  // which may have any character in it
    return name != nullptr && name[1] == ' ' ? name[2] : 0;
}

void follow(int parent) {
    struct sigaction action {};
    action.sa_handler = stand_still;
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR1, &action, nullptr);
    const std::string path = "/proc/" + std::to_string(parent) + "/stat";
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);  // signals are for the thread that computes
    std::thread([parent, path, computing = pthread_self()] {
        while (getppid() == parent) {
            const char state = state_of(path);
            const bool stopped = state == 'T' || state == 't';
            if (held.exchange(stopped) != stopped && stopped) pthread_kill(computing, SIGUSR1);
            wait_for(LOOK);
        }
        kill(getpid(), SIGKILL);
    }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace

void bind_follow(nb::module_ &module) {
    module.def("follow", &follow, nb::arg("parent"),
               "From now on this process ends when its parent does, and the calling thread stands still whenever the "
               "parent is stopped (where there is /proc).");
}
