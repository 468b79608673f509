// Work on a range in blocks, on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ginrummy {

// Calls work(begin, end) for blocks that cover 0..n-1, on up to so many threads. If some
// throw, the exception of the first block in order comes out, however the threads ran.
template <class Work>
void in_blocks(std::size_t n, int threads, std::size_t block, const Work& work) {
    const std::size_t blocks = (n + block - 1) / block;
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr failure;
    std::size_t failed = blocks;
    const auto run = [&] {
        for (;;) {
            const std::size_t i = next++;
            if (i >= blocks) return;
            try {
                work(i * block, std::min(n, (i + 1) * block));
            } catch (...) {
                // Blocks are handed out in order, so all before this one are done or
                // running, and an earlier failure still gets here.
                const std::lock_guard<std::mutex> lock(mutex);
                if (i < failed) {
                    failed = i;
                    failure = std::current_exception();
                }
                next = blocks;
            }
        }
    };
    std::vector<std::thread> helpers;
    const std::size_t most = std::min(static_cast<std::size_t>(std::max(threads, 1)), blocks);
    helpers.reserve(most);
    try {
        for (std::size_t i = 1; i < most; ++i) helpers.emplace_back(run);
    } catch (const std::system_error&) {
        // The system gives no more threads: those there are do the work.
    }
    run();
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace ginrummy
