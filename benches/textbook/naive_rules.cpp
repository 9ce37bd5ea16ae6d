// The textbook table for any set or code: std::unordered_set<int> for the mex, every option looked at.
// usage: naive_rules take N s1 s2 ...   |   naive_rules squares N   |   naive_rules primes N
//        naive_rules code N d0 d1 d2 ...   (digits of an octal code)   |   naive_rules grundy N
#include "common.hpp"
#include <unordered_set>
#include <vector>
using namespace std;
static int mex(const unordered_set<int>& s){ int m = 0; while (s.find(m) != s.end()) m++; return m; }
int main(int argc, char** argv){
  string game = argc > 1 ? argv[1] : "take"; int N = argc > 2 ? atoi(argv[2]) : 100;
  vector<int> list; for (int i = 3; i < argc; i++) list.push_back(atoi(argv[i]));
  if (game == "squares") for (long k = 1; k*k <= N; k++) list.push_back(k*k);
  if (game == "primes") { vector<char> c(N+1, 0); for (long p = 2; p <= N; p++) if (!c[p]) { list.push_back(p); for (long q = p*p; q <= N; q += p) c[q] = 1; } }
  Timer t; vector<int> g(N+1, 0);
  for (int n = 0; n <= N; n++) {
    unordered_set<int> s;
    if (game == "code") { for (int k = 0; k < (int)list.size() && k <= n; k++) { int r = n-k;
        if ((list[k] & 1) && r == 0) s.insert(0);
        if ((list[k] & 2) && r > 0 && k > 0) s.insert(g[r]);
        if (list[k] & 4) for (int i = 1; i <= r-i; i++) s.insert(g[i] ^ g[r-i]); } }
    else if (game == "grundy") { for (int i = 1; i < n-i; i++) s.insert(g[i] ^ g[n-i]); }
    else { for (int k : list) { if (k > n) break; s.insert(g[n-k]); } }
    g[n] = mex(s);
  }
  report("naive_rules", game.c_str(), N, t.s(), g.back(), fnv(g));
}
