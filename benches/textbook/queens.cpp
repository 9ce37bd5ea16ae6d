#include <cstdio>
#include <cstdint>
#include <unordered_map>
#include <algorithm>
#include <cstdlib>
#include <ctime>
typedef unsigned __int128 u; 
struct H{size_t operator()(const u&x)const{uint64_t a=x,b=x>>64; a^=b*0x9E3779B97F4A7C15ull; a^=a>>29; a*=0xBF58476D1CE4E5B9ull; return a^(a>>32);}};
static int n; static u at[169]; static int sy[8][169]; static std::unordered_map<u,uint8_t,H> memo;
static u can(u s){u b=~(u)0; for(int k=0;k<8;k++){u r=0; for(int i=0;i<n*n;i++) if(s>>i&1) r|=(u)1<<sy[k][i]; if(r<b)b=r;} return b;}
static int g(u s){ if(!s)return 0; s=can(s); auto it=memo.find(s); if(it!=memo.end())return it->second; uint64_t seen=0; for(int i=0;i<n*n;i++) if(s>>i&1) seen|=1ull<<g(s&~at[i]); int m=__builtin_ctzll(~seen); memo[s]=m; return m;}
int main(int count,char**arguments){ for(n=count>1?atoi(arguments[1]):1;n<=(count>1?atoi(arguments[1]):10);n++){ clock_t t0=clock(); for(int i=0;i<n*n;i++){int r=i/n,c=i%n; at[i]=0; for(int j=0;j<n*n;j++){int a=j/n,b=j%n; if(a==r||b==c||a-r==b-c||a-r==c-b) at[i]|=(u)1<<j;} int R=r,C=c; for(int k=0;k<8;k++){ sy[k][i]=R*n+C; int t=R;R=C;C=n-1-t; if(k==3){int t2=C;C=R;R=t2; /* after 4 turns back to start, then transpose */ R=c;C=r;} } } memo.clear(); int x=g(n*n==128?~(u)0:(((u)1<<(n*n))-1)); printf("queens %d=%d %.2fs %zu\n",n,x,(double)(clock()-t0)/CLOCKS_PER_SEC,memo.size()); fflush(stdout);} }
