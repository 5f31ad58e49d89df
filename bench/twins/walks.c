/* Uniform random walks on the 8x8 board until stuck, as plain as they come: the yardstick of bench/sampling.py.

   Arguments: number of walks, seed. Prints walks, squares visited in all, tours, processor seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const int ROWS[8] = {-2, -2, -1, -1, 1, 1, 2, 2}, COLUMNS[8] = {-1, 1, -2, 2, -2, 2, -1, 1};
static uint64_t masks[64], counter;
static long long moves[64][9];

static uint64_t draw(void) {
    uint64_t z = (counter += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

int main(int count, char **arguments) {
    if (count < 3) return 1;
    long long walks = atoll(arguments[1]), squares = 0, tours = 0;
    counter = strtoull(arguments[2], NULL, 10);
    for (int square = 0; square < 64; square++)
        for (int k = 0; k < 8; k++) {
            int row = square / 8 + ROWS[k], column = square % 8 + COLUMNS[k];
            if (row >= 0 && row < 8 && column >= 0 && column < 8) masks[square] |= 1ull << (8 * row + column);
        }
    clock_t begin = clock();
    for (long long walk = 0; walk < walks; walk++) {
        int here = walk % 64, length = 0;
        uint64_t free = ~0ull;
        for (;;) {
            free &= ~(1ull << here);
            uint64_t left = masks[here] & free;
            int choices = __builtin_popcountll(left);
            moves[length++][choices]++;
            if (!choices) break;
            int chosen = (int)((draw() >> 32) * (uint64_t)choices >> 32);
            while (chosen--) left &= left - 1;
            here = __builtin_ctzll(left);
        }
        squares += length;
        tours += length == 64;
    }
    printf("%lld %lld %lld %.6f\n", walks, squares, tours, (double)(clock() - begin) / CLOCKS_PER_SEC);
    return 0;
}
