// Early decoding: rule sets that a network in mid-search may already be using.
#pragma once
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "network.hpp"

namespace brillig {

using Rule = std::tuple<int, int, int>;

template <class Real>
Rule rule_of(const Net<Real> &net, int64_t entry) {
    const int64_t pair = int64_t(net.n) * net.width;
    return {int(entry / pair), int(entry % pair / net.width), int(entry % net.width)};
}

// Sets of r_s rules among the r_s + extra most used ones that could be a grammar, each offered once a start.
class Candidates {
  public:
    void set(int every, int extra, bool by_ones) {
        every_ = every;
        extra_ = extra;
        by_ones_ = by_ones;
    }

    void forget() {
        seen_.clear();
        found_.clear();
    }

    // What has been offered, as hashes: all that the next look depends on.
    std::vector<uint64_t> offered() const {
        std::vector<uint64_t> hashes(seen_.begin(), seen_.end());
        std::sort(hashes.begin(), hashes.end());
        return hashes;
    }

    void remember(const std::vector<uint64_t> &hashes) {
        forget();
        seen_.insert(hashes.begin(), hashes.end());
    }

    std::vector<std::vector<Rule>> take() { return std::exchange(found_, {}); }

    // Every `every_` iterations: true when there is something new to take.
    template <class Real>
    bool look(const Net<Real> &net) {
        if (!every_ || net.iterations % every_ != 0) return false;
        const int32_t *use = by_ones_ ? net.ones : net.applied;
        ranked_.clear();
        for (int64_t q = 0; q < net.entries; ++q)
            if (use[q] > 0) ranked_.push_back({use[q], int32_t(q)});
        const size_t keep = std::min(ranked_.size(), size_t(net.rules + extra_));
        std::partial_sort(ranked_.begin(), ranked_.begin() + long(keep), ranked_.end(), [](auto &a, auto &b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        });
        ranked_.resize(keep);
        chosen_.clear();
        choose(net, 0);
        return !found_.empty();
    }

  private:
    template <class Real>
    void choose(const Net<Real> &net, size_t next) {
        if (chosen_.size() == size_t(net.rules) || next == ranked_.size()) {
            offer(net);
            return;
        }
        chosen_.push_back(ranked_[next].second);
        choose(net, next + 1);
        chosen_.pop_back();
        const size_t left = ranked_.size() - next - 1;
        if (chosen_.size() + left >= std::min(size_t(net.rules), ranked_.size())) choose(net, next + 1);
    }

    template <class Real>
    void offer(const Net<Real> &net) {
        sorted_ = chosen_;
        std::sort(sorted_.begin(), sorted_.end());
        uint64_t hash = 0x9e3779b97f4a7c15ull;
        for (int32_t q : sorted_) hash = (hash ^ uint64_t(q + 1)) * 0x100000001b3ull;
        if (!seen_.insert(hash).second || (net.one_parent && !injective(net)) || !reaches_every_category(net)) return;
        std::vector<Rule> rules;
        for (int32_t q : sorted_) rules.push_back(rule_of(net, q));
        found_.push_back(std::move(rules));
    }

    template <class Real>
    bool injective(const Net<Real> &net) const {
        const int64_t pairs = int64_t(net.n) * net.width;
        for (size_t a = 0; a < sorted_.size(); ++a)
            for (size_t b = a + 1; b < sorted_.size(); ++b)
                if (sorted_[a] % pairs == sorted_[b] % pairs) return false;
        return true;
    }

    // Restriction 1 as far as rules alone show it.
    template <class Real>
    bool reaches_every_category(const Net<Real> &net) const {
        // As children categories have other bits than as parents, unless S is among them.
        const uint64_t start = uint64_t(1) << net.root, plain = (uint64_t(1) << net.plain) - 1;
        uint64_t every = net.n == 64 ? ~uint64_t(0) : (uint64_t(1) << net.n) - 1;
        if (root_inside(net)) every &= ~start;  // S is used at the base
        uint64_t parents = start, children = 0;
        for (bool more = true; more;) {
            more = false;
            for (int32_t q : sorted_) {
                auto [x, y, z] = rule_of(net, q);
                if (!(parents >> x & 1)) continue;
                const uint64_t both = uint64_t(1) << y | uint64_t(1) << z;
                if (both & ~children) {
                    children |= both;
                    parents |= both & plain;
                    more = true;
                }
            }
        }
        return (children & every) == every;
    }

    int every_ = 0, extra_ = 0;
    bool by_ones_ = false;
    std::unordered_set<uint64_t> seen_;
    std::vector<std::pair<int32_t, int32_t>> ranked_;
    std::vector<int32_t> chosen_, sorted_;
    std::vector<std::vector<Rule>> found_;
};

}  // namespace brillig
