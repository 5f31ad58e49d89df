/* Self-avoiding random walks of the knight on a rectangle: the yardstick of experiments/walkers.py.

   Compiled for one board, of ROWS x COLUMNS squares, so that all that follows from them is a constant.
   Arguments: uniform, rotating or warnsdorff; number of walks; the state of PCG64DXSM as four numbers (value and
   increment, high and low). Walks start on all squares in turn and are the very walks that ours are: same
   words, same squares. Prints walks, squares visited in all, tours, the sum of the numbers of moves that were open,
   processor seconds. As ours, it counts moves by depth, adds up weights by depth and, by start, those of whole walks.

   Written for speed. Words are made sixteen streams at a time, in vectors. At most 64 squares: the unvisited ones are one
   mask, numbers of exits are bits in planes, PDEP takes the n-th bit; a rotating walk finds the first open square at or
   below its direction in one mask. More squares: a grid with a margin, so that moves are eight fixed offsets, a byte for
   each cell, and no loop over what is open; numbers of exits are kept as squares are taken, and PEXT turns them into planes.
   One walk after the other, since a walk takes its words where the one before it ended. */
#include <immintrin.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

using Mask = uint64_t;
using Wide = unsigned __int128;
static const Wide MULTIPLIER = 0xDA942042E4DD58B5u;
static const int LANES = 16, OVER = 64;
static const int SIZE = ROWS * COLUMNS, WIDTH = COLUMNS + 2, CELLS = (ROWS + 4) * WIDTH + 2;
static const bool SMALL = SIZE <= 64;
static const int DOWN[8] = {-2, -2, -1, -1, 1, 1, 2, 2}, RIGHT[8] = {-1, 1, -2, 2, -2, 2, -1, 1};  // ascending
static constexpr int64_t STEPS[8] = {-2 * WIDTH - 1, -2 * WIDTH + 1, -WIDTH - 2, -WIDTH + 2,
                                     WIDTH - 2, WIDTH + 2, 2 * WIDTH - 1, 2 * WIDTH + 1};
static constexpr int64_t TURNS[8] = {2 * WIDTH + 1, 2 * WIDTH - 1, WIDTH + 2, WIDTH - 2,
                                     -WIDTH + 2, -WIDTH - 2, -2 * WIDTH + 1, -2 * WIDTH - 1};

struct Words {
    uint64_t high[LANES], low[LANES];
    uint64_t far_high, far_low, plus_high, plus_low;  // sixteen steps at once: times far, plus
    std::vector<uint32_t> block;
    const uint32_t *at, *end;
    size_t least;

    Words(Wide value, Wide increment, size_t least) : least(least) {
        Wide far = 1, plus = 0;
        for (int lane = 0; lane < LANES; lane++) {
            high[lane] = value >> 64, low[lane] = value;
            value = value * MULTIPLIER + increment, plus = plus * MULTIPLIER + increment, far *= MULTIPLIER;
        }
        far_high = far >> 64, far_low = far, plus_high = plus >> 64, plus_low = plus;
        block.resize(least + 4096);
        at = end = block.data() + block.size();
    }

    inline void ready() {
        if ((size_t)(end - at) < least) refill();
    }

    __attribute__((noinline)) void refill() {
        size_t left = end - at;
        std::copy(at, end, block.begin());
        uint32_t *out = block.data() + left;
        for (; out + 2 * LANES <= block.data() + block.size(); out += 2 * LANES) {
            uint64_t draws[LANES];
            for (int lane = 0; lane < LANES; lane++) {
                uint64_t h = high[lane], l = low[lane], mixed = (h ^ h >> 32) * (uint64_t)MULTIPLIER;
                draws[lane] = (mixed ^ mixed >> 48) * (l | 1);
                uint64_t a = (l & 0xFFFFFFFF) * (far_low & 0xFFFFFFFF), b = (l >> 32) * (far_low & 0xFFFFFFFF) + (a >> 32);
                uint64_t c = (l & 0xFFFFFFFF) * (far_low >> 32) + (b & 0xFFFFFFFF);
                uint64_t top = (l >> 32) * (far_low >> 32) + (b >> 32) + (c >> 32), fresh = l * far_low + plus_low;
                high[lane] = h * far_low + l * far_high + top + plus_high + (fresh < plus_low);
                low[lane] = fresh;
            }
            memcpy(out, draws, sizeof draws);
        }
        at = block.data(), end = out;
    }

};

struct Board {
    std::vector<int> starts;                 // where walks begin: squares, or cells of the grid
    std::vector<Mask> masks, downward;       // downward: 8 a square, the squares that directions k and after lead to
    std::vector<uint8_t> direction;          // 64 a square: which leads to another square
    Mask planes[3] = {0, 0, 0};
    std::vector<uint8_t> flags, exits, fresh;
    std::vector<long long> moves, walks;
    std::vector<double> widths, nodes, leaves;
    std::vector<int> path;
    double shares[9];

    Board() : masks(SIZE), downward(8 * SIZE), direction(SMALL ? 64 * SIZE : 0), flags(CELLS), fresh(CELLS, 0xFF),
        moves(9 * SIZE), walks(16 * SIZE), widths(SIZE), nodes(16 * SIZE), leaves(16 * SIZE), path(SIZE) {
        for (int square = 0; square < SIZE; square++) {
            int cell = (square / COLUMNS + 2) * WIDTH + square % COLUMNS + 2, degree = 0;
            starts.push_back(SMALL ? square : cell);
            for (int k = 0; k < 8; k++) {
                int row = square / COLUMNS + DOWN[k], column = square % COLUMNS + RIGHT[k];
                if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS) continue;
                degree++;
                if (!SMALL) continue;
                int near = row * COLUMNS + column;
                masks[square] |= 1ull << near;
                direction[64 * square + near] = 7 - k;
                for (int d = 0; d <= 7 - k; d++) downward[8 * square + d] |= 1ull << near;
            }
            flags[cell] = 1, fresh[cell] = degree;
            for (int k = 0; SMALL && k < 3; k++) planes[k] |= (Mask)((degree - 1) >> k & 1) << square;
        }
        exits = fresh;
        for (int gap = 1; gap < 9; gap++) shares[gap] = 8.0 / gap;
    }
};

struct Walk {  // copied to and fro, so that compilers keep it in registers
    int *path;
    long long *moves;
    double *widths;
    const uint32_t *at;
    int64_t length;
    double weight, nodes;

    inline void visit(int64_t here, int choices) {
        path[length] = here;
        moves[9 * length + choices]++;
        widths[length] += weight;
        nodes += weight;
        length++;
    }

    inline uint64_t below(uint64_t bound) {
        for (;;) {
            uint64_t product = *at++ * bound;
            if (__builtin_expect((uint32_t)product >= bound, 1) || (uint32_t)product >= (1ull << 32) % bound)
                return product >> 32;
        }
    }

    inline uint64_t choice(uint64_t count) {  // takes no word where there is no choice
        weight *= (int64_t)count;
        uint64_t product = *at * count;
        at += count > 1;
        if (__builtin_expect((uint32_t)product < count && (uint32_t)product < (1ull << 32) % count, 0)) return below(count);
        return product >> 32;
    }
};

static inline int64_t bit_of(Mask squares, uint64_t n) { return __builtin_ctzll(_pdep_u64(1ull << n, squares)); }

static void uniform_mask(Board &board, int64_t here, Walk &made) {
    Walk walk = made;
    const Mask *masks = board.masks.data();
    for (Mask free = ~0ull;;) {
        free &= ~(1ull << here);
        Mask left = masks[here] & free;
        uint64_t choices = _mm_popcnt_u64(left);
        walk.visit(here, choices);
        if (!left) break;
        here = bit_of(left, walk.choice(choices));
    }
    made = walk;
}

static void rotating_mask(Board &board, int64_t here, Walk &made) {
    Walk walk = made;
    const Mask *masks = board.masks.data(), *downward = board.downward.data();
    const uint8_t *directions = board.direction.data();
    for (Mask free = ~0ull;;) {
        free &= ~(1ull << here);
        Mask left = masks[here] & free;
        walk.visit(here, _mm_popcnt_u64(left));
        if (!left) break;
        Mask ahead = left & downward[8 * here + walk.below(8)];
        int64_t next = 63 - __builtin_clzll(ahead ? ahead : left);
        Mask before = left & ~1ull << next;  // the squares above: those of directions before
        int64_t last = __builtin_ctzll(before ? before : left);
        const uint8_t *direction = directions + 64 * here;
        walk.weight *= board.shares[(direction[next] - direction[last] - 1 & 7) + 1];
        here = next;
    }
    made = walk;
}

static void warnsdorff_mask(Board &board, int64_t here, Walk &made) {
    Walk walk = made;
    const Mask *masks = board.masks.data();
    Mask free = ~0ull, first = board.planes[0], second = board.planes[1], third = board.planes[2];
    for (;;) {
        free &= ~(1ull << here);
        Mask near = masks[here], left = near & free, less;
        walk.visit(here, _mm_popcnt_u64(left));
        if (!left) break;
        left = (less = left & ~third) ? less : left;
        left = (less = left & ~second) ? less : left;
        left = (less = left & ~first) ? less : left;
        here = bit_of(left, walk.choice(_mm_popcnt_u64(left)));
        first ^= near;
        near &= first;
        second ^= near;
        near &= second;
        third ^= near;
    }
    made = walk;
}

template <bool TURNING> static void free_cells(Board &board, int64_t here, Walk &made) {
    Walk walk = made;
    constexpr const int64_t *steps = TURNING ? TURNS : STEPS;
    uint8_t *flags = board.flags.data();
    for (;;) {
        flags[here] = 0;
        uint64_t open = 0;
#pragma GCC unroll 8
        for (int k = 0; k < 8; k++) open |= (uint64_t)flags[here + steps[k]] << k;
        uint64_t choices = _mm_popcnt_u64(open);
        walk.visit(here, choices);
        if (!open) break;
        if (TURNING) {
            uint64_t start = walk.below(8), twice = (open | open << 8) >> start, forward = __builtin_ctzll(twice);
            walk.weight *= board.shares[forward + 8 - (63 - __builtin_clzll(twice & 255))];
            here += steps[(start + forward) & 7];
        } else
            here += steps[bit_of(open, walk.choice(choices))];
    }
    for (int64_t k = 0; k < walk.length; k++) flags[walk.path[k]] = 1;
    made = walk;
}

static void fewest_exits(Board &board, int64_t here, Walk &made) {
    const Mask EACH = 0x0101010101010101u;
    Walk walk = made;
    uint8_t *exits = board.exits.data();
    const uint8_t *fresh = board.fresh.data();
    for (;;) {
        exits[here] |= 0x80;
        Mask all = 0, less;
#pragma GCC unroll 8
        for (int k = 0; k < 8; k++) all |= (Mask)--exits[here + STEPS[k]] << 8 * k;
        Mask left = ~_pext_u64(all, EACH << 7) & 255;
        walk.visit(here, _mm_popcnt_u64(left));
        if (!left) break;
        left = (less = left & ~_pext_u64(all, EACH << 2)) ? less : left;
        left = (less = left & ~_pext_u64(all, EACH << 1)) ? less : left;
        left = (less = left & ~_pext_u64(all, EACH)) ? less : left;
        here += STEPS[bit_of(left, walk.choice(_mm_popcnt_u64(left)))];
    }
    if (64 * walk.length > CELLS)
        std::copy_n(fresh, CELLS, exits);
    else
        for (int64_t i = 0; i < walk.length; i++) {
            const uint8_t *from = fresh + walk.path[i];
            uint8_t *to = exits + walk.path[i];
            for (int k = 0; k < 8; k++) to[STEPS[k]] = from[STEPS[k]];
            *to = *from;
        }
    made = walk;
}

int main(int count, char **arguments) {
    if (count < 7) return 1;
    char mode = arguments[1][0];
    Board board;
    long long walks = atoll(arguments[2]), squares = 0, tours = 0, open = 0;
    uint64_t state[4];
    for (int k = 0; k < 4; k++) state[k] = strtoull(arguments[3 + k], NULL, 10);
    Words words((Wide)state[0] << 64 | state[1], (Wide)state[2] << 64 | state[3], SIZE + OVER);
    auto walk = mode == 'u' ? (SMALL ? uniform_mask : free_cells<false>)
              : mode == 'r' ? (SMALL ? rotating_mask : free_cells<true>) : (SMALL ? warnsdorff_mask : fewest_exits);
    clock_t begin = clock();
    int number = 0, batch = 0;
    for (long long done = 0; done < walks; done++) {
        words.ready();
        Walk made = {board.path.data(), board.moves.data(), board.widths.data(), words.at, 0, 1, 0};
        walk(board, board.starts[number], made);
        words.at = made.at;
        int cell = batch * SIZE + number;
        board.walks[cell]++, board.leaves[cell] += made.weight, board.nodes[cell] += made.nodes;
        squares += made.length;
        tours += made.length == SIZE;
        if (++number == SIZE) number = 0, batch = (batch + 1) & 15;
    }
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    for (size_t k = 0; k < board.moves.size(); k++) open += board.moves[k] * (k % 9);
    printf("%lld %lld %lld %lld %.6f\n", walks, squares, tours, open, seconds);
    return 0;
}
