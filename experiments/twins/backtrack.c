/* The plain loop of a depth-first search for knight's tours, as one would write it in C: 8x8, a list of neighbours for
   each square, one 64-bit mask of visited squares. Prints tours, dead ends, squares entered and seconds of CPU.

   backtrack START LIMIT_NODES DROW DCOL ... (eight directions, in the order to be tried) */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIDE = 8, SQUARES = SIDE * SIDE, DIRECTIONS = 8 };

static int neighbour[SQUARES][DIRECTIONS], degree[SQUARES];
static uint64_t mask[SQUARES];

static void build(char **direction) {
    for (int square = 0; square < SQUARES; square++)
        for (int k = 0; k < DIRECTIONS; k++) {
            int row = square / SIDE + atoi(direction[2 * k]), column = square % SIDE + atoi(direction[2 * k + 1]);
            if (row < 0 || row >= SIDE || column < 0 || column >= SIDE) continue;
            neighbour[square][degree[square]++] = row * SIDE + column;
            mask[square] |= UINT64_C(1) << (row * SIDE + column);
        }
}

int main(int count, char **argument) {
    if (count != 3 + 2 * DIRECTIONS) return 2;
    build(argument + 3);
    int start = atoi(argument[1]), path[SQUARES] = {start}, next[SQUARES] = {0}, depth = 0;
    int64_t limit = atoll(argument[2]), nodes = 1, tours = 0, dead_ends = 0;
    uint64_t visited = UINT64_C(1) << start;
    clock_t begin = clock();
    while (nodes < limit) {
        int square = path[depth], k = next[depth];
        while (k < degree[square] && (visited >> neighbour[square][k] & 1)) k++;
        if (k == degree[square]) {
            if (depth-- == 0) break;
            visited ^= UINT64_C(1) << square;
            continue;
        }
        next[depth] = k + 1;
        square = neighbour[square][k];
        nodes++;
        if (depth == SQUARES - 2) {
            tours++;
        } else if (mask[square] & ~visited) {
            visited |= UINT64_C(1) << square;
            path[++depth] = square;
            next[depth] = 0;
        } else {
            dead_ends++;
        }
    }
    printf("%lld %lld %lld %.6f\n", (long long)tours, (long long)dead_ends, (long long)nodes,
           (double)(clock() - begin) / CLOCKS_PER_SEC);
    return 0;
}
