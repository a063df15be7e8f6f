/* Perft of Russian draughts in C: the limit that the compiled kernel is measured against.
 *
 * The same loops as src/kibitz/games/draughts/kernel.py with the switches of Russian draughts fixed at
 * compile time: padded bitboards, copy-make, recursive captures, equal captures merged, the last ply
 * counted and not played. Prints the count and the CPU seconds.
 *
 *     gcc -O3 -march=native perft.c -o perft && ./perft 10
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef int64_t bits;

static const bits BOARD = 0x7FBFDFEFF, TOP = 0xF, BOTTOM = 0x780000000;
typedef struct { bits origin, target, taken, rank; } move;
static move buffer[1 << 16];

static inline bits go(bits b, int d) { return d > 0 ? b << d : (bits)((uint64_t)b >> -d); }

static int keep(int n, int first, bits origin, bits target, bits taken, bits rank)
{
    for (int i = first; i < n; i++)
        if (buffer[i].taken == taken && buffer[i].target == target && buffer[i].origin == origin &&
            buffer[i].rank == rank)
            return n;
    buffer[n] = (move){origin, target, taken, rank};
    return n + 1;
}

typedef struct { int n; bool more; } chased;

static chased chase(int n, int first, bits origin, bits at, bits taken, bits empty, bits prey, int came, int bar,
                    bool king, bool down);

static inline __attribute__((always_inline)) void jump(int d, chased *out, int first, bits origin, bits at,
    bits taken, bits empty, bits prey, int came, int bar, bool king, bool down, bits far)
{
    if (came == -d || bar == d)
        return;
    bits victim = go(at, d);
    if (king)
        while (victim & empty)
            victim = go(victim, d);
    victim &= prey;
    bits landing = go(victim, d) & empty;
    if (!landing)
        return;
    out->more = true;
    bool rises = king || (landing & far), goes_on = false;
    int shut = 0;
    for (bits spot = landing; spot; spot = king ? go(spot, d) & empty : 0) {
        chased next = chase(out->n, first, origin, spot, taken | victim, empty, prey ^ victim, d, shut, rises, down);
        out->n = next.n;
        goes_on |= next.more;
        shut = d;
    }
    for (bits spot = goes_on ? 0 : landing; spot; spot = king ? go(spot, d) & empty : 0)
        out->n = keep(out->n, first, origin, spot, taken | victim, rises ? spot : spot & far);
}

static chased chase(int n, int first, bits origin, bits at, bits taken, bits empty, bits prey, int came, int bar,
                    bool king, bool down)
{
    chased out = {n, false};
    bits far = down ? BOTTOM : TOP;
    jump(4, &out, first, origin, at, taken, empty, prey, came, bar, king, down, far);
    jump(-4, &out, first, origin, at, taken, empty, prey, came, bar, king, down, far);
    jump(5, &out, first, origin, at, taken, empty, prey, came, bar, king, down, far);
    jump(-5, &out, first, origin, at, taken, empty, prey, came, bar, king, down, far);
    return out;
}

#define CAN_JUMP(d) (go(go(empty, -(d)) & foes, -(d)) & men)

static inline int captures(int n, bits own, bits foes, bits kings, bool down)
{
    int first = n;
    bits empty = BOARD ^ (own | foes), royals = own & kings, men = own ^ royals;
    bits movers = CAN_JUMP(4) | CAN_JUMP(-4) | CAN_JUMP(5) | CAN_JUMP(-5) | royals;
    while (movers) {
        bits at = movers & -movers;
        movers ^= at;
        n = chase(n, first, at, at, 0, empty | at, foes, 0, 0, (at & kings) != 0, down).n;
    }
    return n;
}

static inline int64_t count(bits own, bits foes, bits kings, bool down)
{
    static const int steps[] = {4, -4, 5, -5};
    bits empty = BOARD ^ (own | foes), royals = own & kings, men = own ^ royals;
    int64_t found = __builtin_popcountll((down ? go(men, 4) : go(men, -4)) & empty) +
                    __builtin_popcountll((down ? go(men, 5) : go(men, -5)) & empty);
    if (royals)
        for (int i = 0; i < 4; i++)
            for (bits reach = go(royals, steps[i]) & empty; reach; reach = go(reach, steps[i]) & empty)
                found += __builtin_popcountll(reach);
    return found;
}

static int64_t perft(int n, bits own, bits foes, bits kings, bool down, int depth)
{
    static const int steps[] = {4, -4, 5, -5};
    int first = n;
    n = captures(n, own, foes, kings, down);
    if (depth == 1)
        return n > first ? n - first : count(own, foes, kings, down);
    int64_t total = 0;
    for (int i = first; i < n; i++) {
        move m = buffer[i];
        total += perft(n, foes ^ m.taken, (own ^ m.origin) | m.target,
                       (kings & (BOARD ^ (m.origin | m.taken))) | m.rank, !down, depth - 1);
    }
    if (n > first)
        return total;
    bits empty = BOARD ^ (own | foes), royals = own & kings, men = own ^ royals, far = down ? BOTTOM : TOP;
    for (int d = 4; d <= 5; d++)
        for (bits reach = (down ? go(men, d) : go(men, -d)) & empty; reach;) {
            bits to = reach & -reach;
            reach ^= to;
            bits left = own ^ (to | (down ? go(to, -d) : go(to, d)));
            total += perft(n, foes, left, kings | (to & far), !down, depth - 1);
        }
    while (royals) {
        bits at = royals & -royals;
        royals ^= at;
        for (int i = 0; i < 4; i++)
            for (bits to = go(at, steps[i]) & empty; to; to = go(to, steps[i]) & empty)
                total += perft(n, foes, own ^ (at | to), kings ^ (at | to), !down, depth - 1);
    }
    return total;
}

int main(int argc, char **argv)
{
    int depth = argc > 1 ? atoi(argv[1]) : 9;
    const bits white = 0x7FBC00000, black = 0x1EFF;
    clock_t begun = clock();
    int64_t leaves = perft(0, white, black, 0, false, depth);
    printf("%lld %.6f\n", (long long)leaves, (double)(clock() - begun) / CLOCKS_PER_SEC);
    return 0;
}
