/* Self-avoiding random walks of the knight on a rectangle: the yardstick of bench/walkers.py.

   Arguments: uniform, rotating or warnsdorff; rows; columns; number of walks; seed. Walks start on all squares in turn.
   Prints walks, squares visited in all, tours, processor seconds. As ours, it counts the moves that were open and adds
   up the weights by depth. At most 64 squares: one mask, bit planes of the exits left, PDEP. More: neighbour tables, free
   flags undone after each walk, and for Warnsdorff's rule a byte of exits a square, updated as squares are taken.
   Random numbers are made where they are needed, only where there is a choice. */
#include <immintrin.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

using Mask = uint64_t;
static const int ROWS[8] = {-2, -2, -1, -1, 1, 1, 2, 2}, COLUMNS[8] = {-1, 1, -2, 2, -2, 2, -1, 1};
static const int AROUND[8] = {7, 6, 5, 4, 3, 2, 1, 0};  // the order in which a rotating walk turns, as places above
static Mask counter;

static inline uint32_t below(uint32_t bound) {
    Mask z = (counter += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(((z ^ z >> 31) >> 32) * bound >> 32);
}

static inline int drawn(Mask squares, int count) { return __builtin_ctzll(_pdep_u64(1ull << below(count), squares)); }

struct Board {
    int rows, columns, size;
    std::vector<int> targets, around;         // 8 a square: by place and as a rotating walk turns; off the board the square itself
    std::vector<uint8_t> exits;               // bits of the places that are on the board
    std::vector<Mask> masks;
    std::vector<long long> moves;
    std::vector<double> widths;
    std::vector<int> path;
    double shares[9];

    Board(int rows, int columns) : rows(rows), columns(columns), size(rows * columns), targets(8 * size),
        around(8 * size), exits(size), masks(size), moves(9 * size), widths(size), path(size) {
        for (int square = 0; square < size; square++) {
            for (int k = 0; k < 8; k++) {
                int row = square / columns + ROWS[k], column = square % columns + COLUMNS[k];
                bool on = row >= 0 && row < rows && column >= 0 && column < columns;
                targets[8 * square + k] = on ? row * columns + column : square;
                if (on) exits[square] |= 1 << k;
                if (on && size <= 64) masks[square] |= 1ull << (row * columns + column);
            }
            for (int k = 0; k < 8; k++) around[8 * square + k] = targets[8 * square + AROUND[k]];
        }
        for (int gap = 1; gap < 9; gap++) shares[gap] = 8.0 / gap;
    }

    inline void tally(int depth, int choices, double weight) {
        moves[9 * depth + choices]++;
        widths[depth] += weight;
    }
};

static inline int turned(uint32_t open, double *weight, const double *shares) {
    uint32_t start = below(8), twice = (open | open << 8) >> start, forward = __builtin_ctz(twice);
    uint32_t last = 31 - __builtin_clz(twice & 255);
    *weight *= shares[forward + 8 - last];
    return (start + forward) & 7;
}

static int uniform_mask(Board &board, int here) {
    Mask free = ~0ull;
    double weight = 1;
    for (int length = 0;;) {
        board.path[length] = here;
        free &= ~(1ull << here);
        Mask left = board.masks[here] & free;
        int choices = __builtin_popcountll(left);
        board.tally(length++, choices, weight);
        if (!choices) return length;
        weight *= choices;
        here = drawn(left, choices);
    }
}

static int rotating_mask(Board &board, int here) {
    Mask free = ~0ull;
    double weight = 1;
    for (int length = 0;;) {
        board.path[length] = here;
        free &= ~(1ull << here);
        const int *near = &board.around[8 * here];
        uint32_t open = 0;
        for (int k = 0; k < 8; k++) open |= (uint32_t)(free >> near[k] & 1) << k;
        board.tally(length++, __builtin_popcount(open), weight);
        if (!open) return length;
        here = near[turned(open, &weight, board.shares)];
    }
}

static Mask ones, twos, fours;  // the bits of each square's exits, less one

static int warnsdorff_mask(Board &board, int here) {
    Mask free = ~0ull, first = ones, second = twos, third = fours;
    double weight = 1;
    for (int length = 0;;) {
        board.path[length] = here;
        free &= ~(1ull << here);
        Mask near = board.masks[here], left = near & free, less;
        int choices = __builtin_popcountll(left);
        board.tally(length++, choices, weight);
        if (!choices) return length;
        left = (less = left & ~third) ? less : left;
        left = (less = left & ~second) ? less : left;
        left = (less = left & ~first) ? less : left;
        int ties = __builtin_popcountll(left);
        weight *= ties;
        here = drawn(left, ties);
        first ^= near;
        near &= first;
        second ^= near;
        near &= second;
        third ^= near;
    }
}

static std::vector<uint8_t> flags, exits;

static int uniform_array(Board &board, int here) {
    double weight = 1;
    int length = 0;
    for (;;) {
        board.path[length] = here;
        flags[here] = 0;
        const int *near = &board.targets[8 * here];
        int list[9], choices = 0;
        for (int k = 0; k < 8; k++) {
            list[choices] = near[k];
            choices += flags[near[k]];
        }
        board.tally(length++, choices, weight);
        if (!choices) break;
        weight *= choices;
        here = list[choices > 1 ? below(choices) : 0];
    }
    for (int k = 0; k < length; k++) flags[board.path[k]] = 1;
    return length;
}

static int rotating_array(Board &board, int here) {
    double weight = 1;
    int length = 0;
    for (;;) {
        board.path[length] = here;
        flags[here] = 0;
        const int *near = &board.around[8 * here];
        uint32_t open = 0;
        for (int k = 0; k < 8; k++) open |= (uint32_t)flags[near[k]] << k;
        board.tally(length++, __builtin_popcount(open), weight);
        if (!open) break;
        here = near[turned(open, &weight, board.shares)];
    }
    for (int k = 0; k < length; k++) flags[board.path[k]] = 1;
    return length;
}

static int warnsdorff_array(Board &board, int here) {
    double weight = 1;
    int length = 0;
    for (;;) {
        board.path[length] = here;
        int choices = __builtin_popcount(exits[here]), fewest = 9;
        board.tally(length++, choices, weight);
        if (!choices) break;
        const int *near = &board.targets[8 * here];
        uint32_t kept = 0;
        for (uint32_t left = exits[here]; left; left &= left - 1) {
            int k = __builtin_ctz(left), count;
            uint8_t after = exits[near[k]] & ~(1 << (7 - k));
            exits[near[k]] = after;
            count = __builtin_popcount(after);
            kept = count < fewest ? 1u << k : count == fewest ? kept | 1u << k : kept;
            fewest = std::min(fewest, count);
        }
        int ties = __builtin_popcount(kept);
        weight *= ties;
        here = near[ties > 1 ? drawn(kept, ties) : __builtin_ctz(kept)];
    }
    if (2 * length > board.size)
        exits = board.exits;
    else
        for (int i = 0; i < length; i++)
            for (int k = 0; k < 8; k++) {
                int near = board.targets[8 * board.path[i] + k];
                exits[near] = board.exits[near];
            }
    return length;
}

int main(int count, char **arguments) {
    if (count < 6) return 1;
    char mode = arguments[1][0];
    Board board(atoi(arguments[2]), atoi(arguments[3]));
    long long walks = atoll(arguments[4]), squares = 0, tours = 0;
    counter = strtoull(arguments[5], NULL, 10);
    bool small = board.size <= 64;
    flags.assign(board.size, 1);
    exits = board.exits;
    for (int square = 0; small && square < board.size; square++) {
        Mask less = __builtin_popcount(board.exits[square]) - 1, bit = square;
        ones |= (less & 1) << bit, twos |= (less >> 1 & 1) << bit, fours |= (less >> 2 & 1) << bit;
    }
    auto walk = mode == 'u' ? (small ? uniform_mask : uniform_array)
              : mode == 'r' ? (small ? rotating_mask : rotating_array) : (small ? warnsdorff_mask : warnsdorff_array);
    clock_t begin = clock();
    for (long long number = 0; number < walks; number++) {
        int length = walk(board, number % board.size);
        squares += length;
        tours += length == board.size;
    }
    printf("%lld %lld %lld %.6f\n", walks, squares, tours, (double)(clock() - begin) / CLOCKS_PER_SEC);
    return 0;
}
