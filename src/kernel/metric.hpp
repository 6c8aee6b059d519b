// How the metric follows the gaps of the last iteration: the text of the paper leaves the rule open, so it is a choice.
//
// d_X is the rms gap of component X over all category vectors, d_t that of the tensor's copies, or with `shared` the
// norm of the gap of what they share, counted kappa times; with `squared` both are squared, and so is mu wherever it
// is compared with them.
#pragma once
#include <cmath>
#include <cstdint>

#include "network.hpp"

namespace {

using brillig::Against;
using brillig::Follow;
using brillig::Net;

// With a larger mu costs would come near those of what is ruled out.
constexpr double MIN_MU = 1e-3, MAX_MU = 1e3;

template <class Real>
struct Metric {
    static void update(Net<Real> &net) {
        if (net.gamma <= 0) return;
        double gap[64], sum = 0;
        for (int z = 0; z < net.n; ++z) {
            gap[z] = std::sqrt(net.gap2[z] / double(net.rows));
            if (net.metric.squared) gap[z] *= gap[z];
            sum += gap[z];
        }
        const double copies = net.transitions, allowed = double(net.allowed_count);
        const double mean_square = net.gap2[net.width] / (copies * allowed);
        double tensor = net.kappa * std::sqrt(net.metric.shared ? net.shared_gap2 : mean_square);
        if (net.metric.squared) tensor *= tensor;
        if (net.metric.against == Against::NODES)
            follow(net, gap, tensor, sum / net.n);
        else if (net.metric.against == Against::MEAN)
            follow(net, gap, tensor, (sum + tensor) / (net.n + 1));
        else
            follow(net, gap, tensor, tensor);
    }

  private:
    static void follow(Net<Real> &net, const double *gap, double tensor, double reference) {
        if (net.metric.follow == Follow::MULTIPLY && net.metric.against == Against::MEAN && !net.metric.squared) {
            if (reference <= 0) return;
            for (int z = 0; z < net.n; ++z) {
                const Real mu = net.mu[z] * Real(1 + net.gamma * (gap[z] / reference - 1));
                net.mu[z] = mu < Real(MIN_MU) ? Real(MIN_MU) : mu > Real(MAX_MU) ? Real(MAX_MU) : mu;
            }
            return;
        }
        if (net.metric.follow == Follow::WEIGH) return weigh(net, gap, tensor, reference);
        for (int z = 0; z < net.n; ++z) {
            const double mu = power(net, z), by = net.gamma * ratio(net, gap[z], reference);
            set(net, z, net.metric.follow == Follow::MULTIPLY ? mu * (1 - net.gamma + by) : mu - net.gamma * mu + by);
        }
    }

    // A weight for each kind of variable moves towards its gap over the mean gap; mu is a weight over the tensor's.
    // The weights always have the sum n + 1, so that they can be read off the mu.
    static void weigh(Net<Real> &net, const double *gap, double tensor, double reference) {
        if (reference <= 0) return;
        double sum = 1;
        for (int z = 0; z < net.n; ++z) sum += power(net, z);
        const double keep = (1 - net.gamma) * (net.n + 1) / sum;
        const double weight = keep + net.gamma * tensor / reference;
        for (int z = 0; z < net.n; ++z)
            set(net, z, (keep * power(net, z) + net.gamma * gap[z] / reference) / weight);
    }

    // A gap against none: no step may add more than one to mu, or more than double it.
    static double ratio(const Net<Real> &net, double gap, double reference) {
        if (gap <= 0) return reference > 0 ? 0 : 1;
        const double most = 1 / net.gamma;
        return gap < most * reference ? gap / reference : most;
    }

    static double power(const Net<Real> &net, int z) {
        const double mu = net.mu[z];
        return net.metric.squared ? mu * mu : mu;
    }

    static void set(Net<Real> &net, int z, double mu) {
        if (net.metric.squared) mu = std::sqrt(mu);
        net.mu[z] = Real(mu < MIN_MU ? MIN_MU : mu > MAX_MU ? MAX_MU : mu);
    }
};

}  // namespace
