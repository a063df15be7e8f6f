// Draughts against itself, by the thousand: every thread of a GPU (or the one of a CPU) plays games of its own
// with a small alpha-beta search. Compiled by nvcc, or by any C++ compiler with -x c++; rules are macros.
//
// Boards are those of kibitz.games.draughts.layout: rows of HALF bits, after every second one a bit that is on
// no board, so that a step in a direction is a shift. The evaluation is that of evaluation.py with patterns of
// eight squares; tests/draughts/test_selfplay.py compares both, and the moves.
#include <cstdint>
#include <cstring>

#ifdef __CUDACC__
#define DEV __device__ static inline
#define POP(x) __popcll(x)
#define LOW(x) (__ffsll((long long)(x)) - 1)
#else
#include <chrono>
#define DEV static inline
#define POP(x) __builtin_popcountll(x)
#define LOW(x) __builtin_ctzll(x)
#endif

#ifndef SIZE
#error "the rules are missing: SIZE FLYING MAJORITY BACKWARD PASSING KING FIRST_KING REACH"
#endif
#define HALF (SIZE / 2)
#define REGIONS (SIZE == 10 ? 8 : 5)
#define STATES 6561
#define FULL_BOARD (SIZE == 10 ? 40 : 24)
#define DIRECTIONS const int D[4] = {HALF, HALF + 1, -HALF, -HALF - 1}

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;

const int PLIES = 30, MOVES = 48, TAKES = 12, LINKS = 20, KEPT = 24;
const int WIN = 30000, LONGEST = 25000, WORST = -32000;
const int MAN = 100, TEMPO = 3, TRADE = 150;
const int CLEAR = 450;       // a lead at which a game is called won
const int UNEVEN = 150;      // a lead with which no game is begun

struct Weights {
  int pattern[REGIONS * STATES];  // worth on a full board << 16 | worth on an empty one
  u16 trits[256], turned[256];
  short king_at[64];
  int shift[REGIONS][2];
  u64 board, top, bottom;
};
struct Row {  // a position, seen by the side that plays down
  u64 high, low, kings;
  short score, ply;
  int8_t result;
  u8 down;
  short general;
};
struct Job {
  int nodes, wild, every, calm, longest;
  u64 own, foes;
  u8 down;
};
struct Frame {  // a node of the search
  u64 own, foes, kings;
  int alpha, beta, best;
  short depth;
  u8 n, i, taking, down;
  u16 mv[MOVES];  // from | to << 6 | crowned in passing << 12
  u64 cap[TAKES];
};

DEV u64 go(u64 x, int d) { return d > 0 ? x << d : x >> -d; }

DEV int floored(int a, int b) {
  int q = a / b;
  return (a % b && (a < 0) != (b < 0)) ? q - 1 : q;
}

DEV int gathered(u64 x, int shift) {
  x >>= shift;
  return (int)((x & 3) | (x >> (HALF - 2) & 12) | (x >> (2 * HALF - 3) & 48) | (x >> (3 * HALF - 5) & 192));
}

DEV int reach(u64 royals, u64 empty) {
  DIRECTIONS;
  int found = 0;
  for (int k = 0; k < 4; k++)
    for (u64 s = go(royals, D[k]) & empty; s; s = FLYING ? go(s, D[k]) & empty : 0) found += POP(s);
  return found;
}

DEV int kings_worth(const Weights* w, u64 kings) {
  int found = 0;
  for (; kings; kings &= kings - 1) found += w->king_at[LOW(kings)];
  return found;
}

DEV int evaluate(const Weights* w, u64 own, u64 foes, u64 kings, bool down) {
  u64 own_kings = own & kings, foe_kings = foes & kings, own_men = own ^ own_kings, foe_men = foes ^ foe_kings;
  int men = POP(own_men) - POP(foe_men), total = POP(own | foes), score = TEMPO + MAN * men;
  u64 high = down ? own_men : foe_men, low = down ? foe_men : own_men;
  int early = 0, late = 0;
  for (int r = 0; r < REGIONS; r++) {
    int a = w->shift[r][0], b = w->shift[r][1];
    int plus = w->pattern[r * STATES + w->trits[gathered(high, a)] + 2 * w->trits[gathered(low, a)]];
    int minus = w->pattern[r * STATES + w->turned[gathered(low, b)] + 2 * w->turned[gathered(high, b)]];
    early += (plus >> 16) - (minus >> 16);
    late += (int)(short)plus - (int)(short)minus;
  }
  int found = floored(early * total + late * (FULL_BOARD - total), FULL_BOARD);
  score += down ? found : -found;
  if (kings) {
    int mine = POP(own_kings), yours = POP(foe_kings);
    score += KING * (mine - yours) + (mine ? FIRST_KING : 0) - (yours ? FIRST_KING : 0);
    score += kings_worth(w, own_kings) - kings_worth(w, foe_kings);
    u64 empty = w->board ^ (own | foes);
    score += REACH * (reach(own_kings, empty) - reach(foe_kings, empty));
    men += 2 * (mine - yours);
    if (FLYING && mine && yours && total <= 8 && -4 < men && men < 4) score = floored(score, men * men > 4 ? 2 : 4);
  }
  return score + floored(men * TRADE, total + 4);
}

DEV bool jumps(bool down, int d) { return BACKWARD || (d > 0) == down; }

DEV bool can_take(u64 own, u64 foes, u64 kings, bool down, u64 board) {
  DIRECTIONS;
  u64 empty = board ^ (own | foes), men = own & ~kings, royals = own & kings;
  for (int k = 0; k < 4; k++) {
    int d = D[k];
    if (jumps(down, d) && (men & go(foes, -d) & go(go(empty, -d), -d))) return true;
    for (u64 s = royals; s; s = FLYING ? s & empty : 0) {
      s = go(s, d) & board;
      if (s & foes & go(empty, -d)) return true;
    }
  }
  return false;
}

struct Chain {
  u64 foes, empty, far, origin;
  bool king, down;
  int best;
  Frame* f;
};
struct Link {
  u64 taken;
  u8 at, dir, step, king, went;
};

// The piece to be taken from a square in a direction, with the square behind it free; else 0.
DEV u64 prey(const Chain& c, u64 at, int d, bool king, u64 taken) {
  if (!king && !jumps(c.down, d)) return 0;
  u64 over = go(at, d);
  if (king && FLYING)
    while (over & c.empty) over = go(over, d);
  return (over & c.foes & ~taken) && (go(over, d) & c.empty) ? over : 0;
}

DEV bool goes_on(const Chain& c, u64 at, bool king, u64 taken) {
  DIRECTIONS;
  for (int k = 0; k < 4; k++)
    if (prey(c, at, D[k], king, taken)) return true;
  return false;
}

DEV void keep(Chain& c, const Link& l, int from) {
  Frame* f = c.f;
  int count = POP(l.taken);
  if (!count || (MAJORITY ? count < c.best : l.went)) return;
  if (MAJORITY && count > c.best) c.best = count, f->n = 0;
  u16 move = (u16)(from | l.at << 6 | (PASSING && l.king ? 1 << 12 : 0));
  for (int i = 0; i < f->n; i++)
    if (f->mv[i] == move && f->cap[i] == l.taken) return;
  if (f->n < TAKES) f->mv[f->n] = move, f->cap[f->n] = l.taken, f->n++;
}

// All captures of one piece, by a stack of squares, directions and steps behind the piece taken.
DEV void chains(Chain& c) {
  DIRECTIONS;
  Link st[LINKS];
  int top = 0, from = LOW(c.origin);
  st[0] = {0, (u8)from, 0, 0, (u8)c.king, 0};
  while (top >= 0) {
    Link& l = st[top];
    if (l.dir == 4) {
      keep(c, l, from);
      top--;
      continue;
    }
    int d = D[l.dir];
    bool flies = l.king && FLYING;
    u64 over = prey(c, 1ULL << l.at, d, l.king, l.taken), land = over ? go(over, d) & c.empty : 0;
    if (flies) {  // where most is not asked for, it lands where it can go on, if it can anywhere
      bool choosy = false;
      if (!MAJORITY)
        for (u64 s = land; s && !choosy; s = go(s, d) & c.empty) choosy = goes_on(c, s, true, l.taken | over);
      for (int k = 0; k < l.step && land; k++) land = go(land, d) & c.empty;
      for (; choosy && land && !goes_on(c, land, true, l.taken | over); l.step++) land = go(land, d) & c.empty;
    }
    if (!land || top == LINKS - 1) {
      l.dir++, l.step = 0;
      continue;
    }
    l.went = 1;
    Link next = {l.taken | over, (u8)LOW(land), 0, 0, (u8)(l.king || (PASSING && (land & c.far))), 0};
    if (flies) l.step++;
    else l.dir++, l.step = 0;
    st[++top] = next;
  }
}

DEV void takes(const Weights* w, Frame* f) {
  DIRECTIONS;
  u64 empty = w->board ^ (f->own | f->foes), men = f->own & ~f->kings, starts = f->own & f->kings;
  for (int k = 0; k < 4; k++)
    if (jumps(f->down, D[k])) starts |= men & go(f->foes, -D[k]) & go(go(empty, -D[k]), -D[k]);
  Chain c;
  c.foes = f->foes, c.best = 1, c.f = f, c.down = f->down, c.far = f->down ? w->bottom : w->top;
  for (f->n = 0; starts; starts &= starts - 1) {
    c.origin = starts & -starts, c.empty = empty | c.origin, c.king = (c.origin & f->kings) != 0;
    chains(c);
  }
}

DEV void add(Frame* f, int from, int to) {
  if (f->n < MOVES) f->mv[f->n++] = (u16)(from | to << 6);
}

DEV void quiets(Frame* f, u64 board) {
  DIRECTIONS;
  u64 empty = board ^ (f->own | f->foes), men = f->own & ~f->kings;
  f->n = 0;
  for (int k = 0; k < 2; k++) {
    int d = f->down ? HALF + k : -HALF - k;
    for (u64 to = go(men, d) & empty; to; to &= to - 1) add(f, LOW(to) - d, LOW(to));
  }
  for (u64 royals = f->own & f->kings; royals; royals &= royals - 1)
    for (int k = 0; k < 4; k++)
      for (u64 s = go(royals & -royals, D[k]) & empty; s; s = FLYING ? go(s, D[k]) & empty : 0)
        add(f, LOW(royals), LOW(s));
}

DEV void list(const Weights* w, Frame* f) {
  f->taking = can_take(f->own, f->foes, f->kings, f->down, w->board);
  if (f->taking) takes(w, f);
  else quiets(f, w->board);
}

// The position after move i of a frame, seen by the other side.
DEV void after(const Weights* w, const Frame* f, int i, u64& own, u64& foes, u64& kings) {
  u64 from = 1ULL << (f->mv[i] & 63), to = 1ULL << (f->mv[i] >> 6 & 63), taken = f->taking ? f->cap[i] : 0;
  bool king = (f->kings & from) || f->mv[i] >> 12 || (to & (f->down ? w->bottom : w->top));
  u64 left = (f->own ^ from) | to;
  kings = (f->kings & ~(from | taken)) | (king ? to : 0);
  own = f->foes ^ taken;
  foes = left;
}

DEV void to_front(Frame& f, int i) {
  u16 move = f.mv[0];
  f.mv[0] = f.mv[i], f.mv[i] = move;
  if (f.taking) {
    u64 taken = f.cap[0];
    f.cap[0] = f.cap[i], f.cap[i] = taken;
  }
}

// Whether a node needs no moves of its own: then `value` is what it is worth to its side.
DEV bool leaf(const Weights* w, Frame& c, int ply, u16 killer, int& value) {
  value = ply - WIN;
  if (!c.own) return true;
  c.taking = can_take(c.own, c.foes, c.kings, c.down, w->board);
  bool deep = ply >= PLIES - 1;
  if (c.taking && !deep) {
    takes(w, &c);
    return false;
  }
  quiets(&c, w->board);
  if (!c.n && !c.taking) return true;
  bool open = c.depth > 0 || (c.depth == 0 && can_take(c.foes, c.own, c.kings, !c.down, w->board));
  if (deep || !open) {
    value = evaluate(w, c.own, c.foes, c.kings, c.down);
    return true;
  }
  for (int i = 1; i < c.n; i++)
    if (c.mv[i] == killer) {
      to_front(c, i);
      break;
    }
  return false;
}

// The score of the position in st[0], whose moves are listed; the best comes first afterwards.
DEV int think(const Weights* w, Frame* st, int limit, u16* killer, u64* spent) {
  int nodes = 0, score = 0;
  Frame& root = st[0];
  for (int i = 0; i < PLIES; i++) killer[i] = 0xffff;
  for (int depth = 1; depth < 20; depth++) {
    int ply = 0, chosen = 0;
    bool stop = false;
    root.alpha = root.best = WORST, root.beta = -WORST, root.depth = (short)depth, root.i = 0;
    while (true) {
      Frame& f = st[ply];
      int value;
      if (f.i < f.n && f.best < f.beta) {
        if (++nodes > limit) {
          stop = true;
          break;
        }
        Frame& c = st[ply + 1];
        after(w, &f, f.i++, c.own, c.foes, c.kings);
        c.down = !f.down, c.alpha = -f.beta, c.beta = -(f.alpha > f.best ? f.alpha : f.best), c.best = WORST, c.i = 0;
        c.depth = (short)(f.depth - (f.n == 1 && f.depth > 0 && ply < 20 ? 0 : 1));
        if (!leaf(w, c, ply + 1, killer[ply + 1], value)) {
          ply++;
          continue;
        }
      } else {
        if (f.best >= f.beta && !f.taking && f.i > 0) killer[ply] = f.mv[f.i - 1];
        if (!ply) break;
        value = f.best;
        ply--;
      }
      Frame& p = st[ply];
      if (-value > p.best) {
        p.best = -value;
        if (!ply) chosen = p.i - 1;
      }
    }
    if (stop && root.best == WORST) break;
    if (chosen) to_front(root, chosen);
    if (stop) break;
    score = root.best;
    if (score > LONGEST || score < -LONGEST) break;
  }
  *spent += nodes;
  return score;
}

DEV u32 chance(u64& s) {
  s ^= s >> 12, s ^= s << 25, s ^= s >> 27;
  return (u32)((s * 2685821657736338717ULL) >> 33);
}

// One game from a level opening made by chance; how many of its positions are in `kept` (none if it was not level).
DEV int game(const Weights* w, const Weights* plain, const Job& job, Frame* st, Row* kept, u64& seed, u64* spent) {
  u16 killer[PLIES];
  int rows = 0, result = 0, calm = 0, wild = job.wild - 3 + (int)(chance(seed) % 6);
  u64 own = job.own, foes = job.foes, kings = 0;
  bool down = job.down;
  for (int ply = 0; ply < job.longest && calm < job.calm; ply++) {
    Frame& f = st[0];
    f.own = own, f.foes = foes, f.kings = kings, f.down = down;
    list(w, &f);
    if (!f.n) {
      result = down ? -1 : 1;
      break;
    }
    int chosen = ply < wild ? chance(seed) % f.n : 0;
    if (ply >= wild && f.n > 1) {
      int score = think(w, st, job.nodes, killer, spent);
      if (ply < wild + 2 && (score > UNEVEN || score < -UNEVEN)) return 0;
      if (score >= CLEAR || score <= -CLEAR) {
        result = (score > 0) == down ? 1 : -1;
        break;
      }
      if (!f.taking && rows < KEPT && chance(seed) % job.every == 0) {
        int general = evaluate(plain, own, foes, kings, down);
        kept[rows++] = {down ? own : foes, down ? foes : own, kings, (short)(down ? score : -score), (short)ply, 0, down,
                        (short)(down ? general : -general)};
      }
    }
    bool steps = (kings >> (f.mv[chosen] & 63) & 1) && !f.taking;
    calm = steps ? calm + 1 : 0;
    after(w, &f, chosen, own, foes, kings);
    down = !down;
  }
  for (int i = 0; i < rows; i++) kept[i].result = (int8_t)result;
  return rows;
}

DEV u64 started(u64 seed, u64 thread) {
  u64 s = (seed * 1000003 + thread + 1) * 0x9E3779B97F4A7C15ULL;
  for (int i = 0; i < 4; i++) chance(s);
  return s;
}

#ifdef __CUDACC__
__device__ static u64 now() {
  u64 t;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
  return t;
}

__global__ void __launch_bounds__(128)
    play(const Weights* w, const Weights* plain, Job job, Row* out, u64 most, u64* counts, u64 seed0, u64 ns) {
  Frame st[PLIES];
  Row kept[KEPT];
  u64 seed = started(seed0, blockIdx.x * (u64)blockDim.x + threadIdx.x), end = now() + ns, spent = 0, games = 0;
  while (now() < end) {
    int rows = game(w, plain, job, st, kept, seed, &spent);
    games += rows > 0;
    u64 at = atomicAdd((unsigned long long*)&counts[0], (unsigned long long)rows);
    if (at + rows > most) break;
    for (int i = 0; i < rows; i++) out[at + i] = kept[i];
  }
  atomicAdd((unsigned long long*)&counts[1], (unsigned long long)games);
  atomicAdd((unsigned long long*)&counts[2], (unsigned long long)spent);
}

template <typename T>
static T* there(const T* here) {
  T* made;
  cudaMalloc(&made, sizeof(T));
  cudaMemcpy(made, here, sizeof(T), cudaMemcpyHostToDevice);
  return made;
}

// Play for so long; positions, games and nodes are counted. Not 0: what CUDA complains of.
extern "C" int play_for(const Weights* w, const Weights* plain, const Job* job, Row* out, u64 most, u64 seed, double seconds,
                        u64* counts) {
  int units, device;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, device);
  Weights *w_there = there(w), *plain_there = there(plain);
  Row* rows;
  u64* counts_there;
  cudaMalloc(&rows, most * sizeof(Row));
  cudaMalloc(&counts_there, 3 * sizeof(u64));
  cudaMemset(counts_there, 0, 3 * sizeof(u64));
  play<<<units * 8, 128>>>(w_there, plain_there, *job, rows, most, counts_there, seed, (u64)(seconds * 1e9));
  int wrong = cudaDeviceSynchronize();
  cudaMemcpy(counts, counts_there, 3 * sizeof(u64), cudaMemcpyDeviceToHost);
  if (counts[0] > most) counts[0] = most;
  cudaMemcpy(out, rows, counts[0] * sizeof(Row), cudaMemcpyDeviceToHost);
  cudaFree(rows), cudaFree(counts_there), cudaFree(w_there), cudaFree(plain_there);
  return wrong;
}
#else
extern "C" int play_for(const Weights* w, const Weights* plain, const Job* job, Row* out, u64 most, u64 seed, double seconds,
                        u64* counts) {
  Frame st[PLIES];
  u64 state = started(seed, 0);
  auto begun = std::chrono::steady_clock::now();
  memset(counts, 0, 3 * sizeof(u64));
  while (counts[0] + KEPT <= most &&
         std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() < seconds) {
    int rows = game(w, plain, *job, st, out + counts[0], state, &counts[2]);
    counts[0] += rows, counts[1] += rows > 0;
  }
  return 0;
}

// For the tests: what a position is worth, and the positions after each of its moves.
extern "C" int worth(const Weights* w, u64 own, u64 foes, u64 kings, int down) { return evaluate(w, own, foes, kings, down); }

extern "C" int moves(const Weights* w, u64 own, u64 foes, u64 kings, int down, u64* out) {
  Frame f;
  f.own = own, f.foes = foes, f.kings = kings, f.down = (u8)down;
  list(w, &f);
  for (int i = 0; i < f.n; i++) after(w, &f, i, out[3 * i], out[3 * i + 1], out[3 * i + 2]);
  return f.n;
}
#endif
