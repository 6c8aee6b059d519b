// Memory of a network.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace brillig {

// Zeroed memory on a cache line, freed with the network.
template <class T>
class Block {
  public:
    void allocate(int64_t size) {
        size_ = std::max<int64_t>(size, 1);
        data_.reset(static_cast<T *>(::operator new(size_t(size_) * sizeof(T), std::align_val_t(64))));
        std::memset(static_cast<void *>(data_.get()), 0, size_t(size_) * sizeof(T));
    }
    T *get() { return data_.get(); }
    int64_t size() const { return size_; }

  private:
    struct Free {
        void operator()(T *p) const { ::operator delete(p, std::align_val_t(64)); }
    };
    std::unique_ptr<T, Free> data_;
    int64_t size_ = 0;
};

}  // namespace brillig
