// Shared timing + checksum helpers for the baseline programs.
// Every program prints exactly one line:  name game N seconds G(N) checksum
// checksum = FNV-1a over the 64-bit values G(0..N) (or row-major cells), so
// any two programs that agree on the checksum agree on every value.
#pragma once
#include <ctime>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
struct Fnv { uint64_t h = 1469598103934665603ull; void add(uint64_t v){ h ^= v; h *= 1099511628211ull; } };
// Time on the processor, so that other work on the machine does not count.
struct Timer { std::clock_t t0 = std::clock();
  double s() const { return double(std::clock() - t0) / CLOCKS_PER_SEC; } };
inline void report(const char* prog, const char* game, long n, double secs, uint64_t last, uint64_t sum){
  std::printf("%s %s N=%ld seconds=%.6f G(N)=%llu checksum=%016llx\n", prog, game, n, secs,
              (unsigned long long)last, (unsigned long long)sum);
}
template<class V> inline uint64_t fnv(const V& v){ Fnv f; for (auto x : v) f.add((uint64_t)x); return f.h; }
