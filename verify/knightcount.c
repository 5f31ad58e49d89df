/* knightcount: count the Hamiltonian cycles or paths of a leaper's board, modulo a prime.

   A second opinion on the atlas, in C11 and without libraries, to be read in ten minutes. It shares no code with
   Cavalier and goes another way: it takes squares row by row, its states describe the squares that are DONE, it finds
   equal states by sorting, and folds nothing by symmetry.

   Usage: knightcount SURFACE ROWS COLUMNS A B SORT PRIME [start=R,C] [hole=R,C]... [memory=MiB]
     SURFACE  flat, torus (rows and columns wrap), cylinder (columns wrap), or listed: the standard input has the
              moves, two squares each, counted from 1 along the rows
     A B      the leap: 1 2 for the knight
     SORT     closed: undirected cycles through all squares (3 squares or more)
              paths: undirected paths through all squares; with start=, those that end there
     PRIME    below 2^63
     memory   how much is sorted at once (1024), in twice the room; the rest waits in temporary files
   Squares are numbered from 1. Prints one line of JSON:
     {"residue": r, "prime": p, "squares": n, "states": in all, "widest": most after one square}
   Exit code 2: wrong usage, or a board too wide for its states; 3: no memory or no room on the disk.

   The method. When square s comes, choose which squares before it s is joined to. A square of a cycle is joined to two
   others, an end of a path to one. The edges chosen so far form paths. All that the squares to come must know is,
   of each square done that has neighbours among them, how many edges it still needs, and which two squares are the
   ends of one path. One code for each such square says both:
     0      it needs nothing
     1      it needs two edges: a path by itself
     2 + k  it needs one: an end of path k, numbered by first appearance
   Where 2 + k stands once, the other end of that path is an end of the whole path. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SQUARES = 400, MAX_FRONT = 24, BITS = 5, IN_A_WORD = 12 };

typedef struct {
    uint64_t key[2], count; /* five bits for each square of the front */
} State;

static int rows, columns, wrap_rows, wrap_columns, leap[2], squares, closed, start = -1;
static int order[MAX_SQUARES], number[MAX_SQUARES]; /* square in order <-> its cell, row * columns + column */
static char hole[MAX_SQUARES], apart[MAX_SQUARES][MAX_SQUARES], joined[MAX_SQUARES][MAX_SQUARES]; /* cells, squares */
static uint64_t prime, all_states, widest;

static _Noreturn void fail(int code, const char *why) {
    fprintf(stderr, "knightcount: %s\n", why);
    exit(code);
}

/* ---- The board ---- */

static int on_board(int x, int side, int wraps) {
    if (wraps) return (x % side + side) % side;
    return x >= 0 && x < side ? x : -1;
}

static void find_moves(void) {
    for (int cell = 0; cell < rows * columns; cell++)
        for (int turn = 0; turn < 8; turn++) {
            int down = leap[turn >> 2] * (turn & 1 ? -1 : 1), right = leap[1 - (turn >> 2)] * (turn & 2 ? -1 : 1);
            int r = on_board(cell / columns + down, rows, wrap_rows);
            int c = on_board(cell % columns + right, columns, wrap_columns);
            if (r >= 0 && c >= 0) apart[cell][r * columns + c] = apart[r * columns + c][cell] = 1;
        }
}

static void read_moves(void) {
    for (int a, b; scanf("%d %d", &a, &b) == 2; apart[a - 1][b - 1] = apart[b - 1][a - 1] = 1)
        if (a < 1 || b < 1 || a > rows * columns || b > rows * columns) fail(2, "a move of no square");
}

static int neighbours_after(int square, int s) {
    int found = 0;
    for (int t = s + 1; t < squares; t++) found += joined[square][t];
    return found;
}

/* Lists the front after square s, the squares up to s with a neighbour after s; returns how many. */
static int front(int s, int list[]) {
    int found = 0;
    for (int t = 0; t <= s; t++)
        if (neighbours_after(t, s)) list[found++] = t;
    return found;
}

/* Returns the widest front of this order. */
static int number_squares(int by_columns) {
    int list[MAX_SQUARES], most = squares = 0;
    for (int i = 0; i < rows * columns; i++) {
        int cell = by_columns ? i % rows * columns + i / rows : i;
        if (!hole[cell]) order[squares] = cell, number[cell] = squares++;
    }
    for (int s = 0; s < squares; s++)
        for (int t = 0; t < squares; t++) joined[s][t] = s != t && apart[order[s]][order[t]];
    for (int s = 0; s < squares; s++) most = front(s, list) > most ? front(s, list) : most;
    return most;
}

/* ---- Tables: sorted files of states ---- */

static State *made, *spare; /* spare: as much room, for sorting */
static size_t made_size, made_room;
static FILE *runs[256];
static int run_count;

static int compare(const State *a, const State *b) {
    for (int word = 0; word < 2; word++)
        if (a->key[word] != b->key[word]) return a->key[word] < b->key[word] ? -1 : 1;
    return 0;
}

static void add_up(State *into, const State *state) { into->count = (into->count + state->count) % prime; }

static void put(FILE *file, const State *state) {
    if (fwrite(state, sizeof *state, 1, file) != 1) fail(3, "no room on the disk");
}

static FILE *open_table(void) {
    FILE *file = tmpfile();
    if (!file) fail(3, "no temporary file");
    setvbuf(file, NULL, _IOFBF, 1 << 20);
    return file;
}

/* Sort the states made by their keys, byte after byte from the lowest; a byte that all have in common is left out. */
static void order_made(void) {
    for (int byte = 0; byte < 16; byte++) {
        int word = 1 - byte / 8, shift = byte % 8 * 8;
        size_t place[257] = {0};
        for (size_t i = 0; i < made_size; i++) place[(made[i].key[word] >> shift & 255) + 1]++;
        if (!made_size || place[(made[0].key[word] >> shift & 255) + 1] == made_size) continue;
        for (int value = 0; value < 256; value++) place[value + 1] += place[value];
        for (size_t i = 0; i < made_size; i++) spare[place[made[i].key[word] >> shift & 255]++] = made[i];
        State *sorted = spare;
        spare = made, made = sorted;
    }
}

/* Sort the states made, add up equal ones; where they still fill half the room, or at the end, write them as a run. */
static void sort_made(int at_end) {
    order_made();
    size_t kept = 0;
    for (size_t i = 0; i < made_size; i++)
        if (kept && !compare(&made[kept - 1], &made[i])) add_up(&made[kept - 1], &made[i]);
        else made[kept++] = made[i];
    made_size = kept;
    if (!at_end && kept < made_room / 2) return;
    if (run_count == 256) fail(3, "more than 256 runs: give more memory");
    FILE *file = runs[run_count++] = open_table();
    for (size_t i = 0; i < kept; i++) put(file, &made[i]);
    made_size = 0;
}

/* Merge the runs into one table. */
static FILE *merge_runs(void) {
    State head[256], last;
    int any = 0, left = 0;
    uint64_t size = 0;
    sort_made(1);
    FILE *table = open_table();
    for (int i = 0; i < run_count; i++) {
        rewind(runs[i]);
        if (fread(&head[left], sizeof head[0], 1, runs[i]) == 1) runs[left++] = runs[i];
        else fclose(runs[i]);
    }
    for (;;) {
        int least = 0;
        for (int i = 1; i < left; i++) least = compare(&head[i], &head[least]) < 0 ? i : least;
        if (any && (!left || compare(&last, &head[least]))) put(table, &last), any = 0, size++;
        if (!left) break;
        if (any) add_up(&last, &head[least]);
        else last = head[least], any = 1;
        if (fread(&head[least], sizeof head[0], 1, runs[least]) != 1) {
            fclose(runs[least]);
            runs[least] = runs[--left], head[least] = head[left];
        }
    }
    run_count = 0, all_states += size;
    if (size > widest) widest = size;
    rewind(table);
    return table;
}

/* ---- One square ---- */

static int here, last, before, old[MAX_FRONT + 1], after, new[MAX_FRONT + 1], to_come[MAX_FRONT + 1];

typedef struct {
    signed char need[MAX_FRONT + 1], path[MAX_FRONT + 1]; /* of the old front, then of the square itself */
} Paths;

static int code_of(const State *state, int i) { return state->key[i / IN_A_WORD] >> BITS * (i % IN_A_WORD) & 31; }

/* The edges of the square are chosen: keep what the rest must know, unless a square needs more than can come. */
static void keep(const Paths *paths, uint64_t count) {
    State state = {{0, 0}, count};
    signed char name[64] = {0};
    int names = 2, kept = 0;
    for (int i = 0; i <= before; i++) {
        int stays = kept < after && new[kept] == old[i], code = paths->need[i] == 2;
        if (paths->need[i] > (stays ? to_come[kept] : 0)) return;
        if (!stays) continue;
        if (paths->need[i] == 1) {
            if (!name[paths->path[i]]) name[paths->path[i]] = names++;
            code = name[paths->path[i]];
        }
        state.key[kept / IN_A_WORD] |= (uint64_t)code << BITS * (kept % IN_A_WORD);
        kept++;
    }
    if (made_size == made_room) sort_made(0);
    made[made_size++] = state;
}

/* Join the square to any of the old front from place `from` on, and keep each choice. */
static void choose(const Paths *paths, int from, uint64_t count) {
    keep(paths, count);
    if (!paths->need[before]) return;
    for (int i = from; i < before; i++) {
        if (!paths->need[i] || !joined[old[i]][here]) continue;
        Paths next = *paths;
        int own = next.path[before], other = next.path[i], open = 0;
        next.need[i]--, next.need[before]--;
        for (int j = 0; j <= before; j++) {
            next.path[j] = next.path[j] == other ? own : next.path[j];
            open |= next.path[j] == own ? next.need[j] : 0;
        }
        if (own == other && !closed) continue; /* a cycle among paths */
        if (!open && !last) continue;          /* complete before all squares are in it */
        if (own == other && open) continue;    /* a cycle with an end left over */
        choose(&next, i + 1, count);
    }
}

static FILE *take_square(FILE *table) {
    State state;
    last = here == squares - 1;
    before = front(here - 1, old), old[before] = here;
    after = front(here, new);
    for (int i = 0; i < after; i++) to_come[i] = neighbours_after(new[i], here);
    while (fread(&state, sizeof state, 1, table) == 1) {
        Paths paths;
        int times[64] = {0}, ends = 0;
        for (int i = 0; i < before; i++) {
            int code = code_of(&state, i);
            paths.need[i] = code == 0 ? 0 : code == 1 ? 2 : 1;
            paths.path[i] = code < 2 ? 32 + i : code;
            times[code]++;
        }
        for (int code = 2; code < 32; code++) ends += times[code] == 1;
        paths.path[before] = 63;
        paths.need[before] = 2;
        if (closed || here != start) choose(&paths, 0, state.count);
        paths.need[before] = 1;
        int bound = start >= 0 && here < start ? 1 : 2; /* one end is kept for the start */
        if (!closed && ends < bound) choose(&paths, 0, state.count);
    }
    fclose(table);
    return merge_runs();
}

int main(int argc, char **argv) {
    size_t memory = 1024;
    if (argc < 8) fail(2, "usage: SURFACE ROWS COLUMNS A B closed|paths PRIME [start=R,C] [hole=R,C]... [memory=MiB]");
    int listed = !strcmp(argv[1], "listed"), start_cell = -1;
    wrap_rows = !strcmp(argv[1], "torus"), wrap_columns = wrap_rows || !strcmp(argv[1], "cylinder");
    if (!listed && !wrap_columns && strcmp(argv[1], "flat")) fail(2, "the surface is flat, torus, cylinder or listed");
    rows = atoi(argv[2]), columns = atoi(argv[3]), leap[0] = atoi(argv[4]), leap[1] = atoi(argv[5]);
    if (rows < 1 || columns < 1 || rows > MAX_SQUARES / columns) fail(2, "a board has 1 to 400 squares");
    closed = !strcmp(argv[6], "closed");
    if (!closed && strcmp(argv[6], "paths")) fail(2, "count closed or paths");
    prime = strtoull(argv[7], NULL, 10);
    if (prime < 2 || prime >> 63) fail(2, "the prime is below 2^63");
    for (int i = 8; i < argc; i++) {
        int r, c, mebibytes;
        if (sscanf(argv[i], "memory=%d", &mebibytes) == 1 && mebibytes > 0) memory = (size_t)mebibytes;
        else if ((sscanf(argv[i], "start=%d,%d", &r, &c) == 2 || sscanf(argv[i], "hole=%d,%d", &r, &c) == 2) && r > 0 &&
                 r <= rows && c > 0 && c <= columns) {
            if (argv[i][0] == 'h') hole[(r - 1) * columns + c - 1] = 1;
            else start_cell = (r - 1) * columns + c - 1;
        } else fail(2, argv[i]);
    }
    (listed ? read_moves : find_moves)();
    int by_rows = number_squares(0), by_columns = number_squares(1);
    if (by_rows <= by_columns) by_columns = number_squares(0);
    if (squares < 3) fail(2, "at least 3 squares");
    if (by_columns > MAX_FRONT) fail(2, "the board is too wide");
    if (start_cell >= 0) start = hole[start_cell] ? -1 : number[start_cell];
    if (start_cell >= 0 && (start < 0 || closed)) fail(2, "start= is a square of the board, for paths");
    made_room = memory * 1048576 / sizeof *made;
    made = malloc(made_room * sizeof *made), spare = malloc(made_room * sizeof *made);
    if (!made || !spare) fail(3, "no memory");
    State first = {{0, 0}, 1}, answer = {{0, 0}, 0};
    FILE *table = open_table();
    put(table, &first);
    rewind(table);
    for (here = 0; here < squares; here++) table = take_square(table);
    if (fread(&answer, sizeof answer, 1, table) != 1) answer.count = 0;
    printf("{\"residue\": %llu, \"prime\": %llu, \"squares\": %d, \"states\": %llu, \"widest\": %llu}\n",
           (unsigned long long)answer.count, (unsigned long long)prime, squares, (unsigned long long)all_states,
           (unsigned long long)widest);
    return 0;
}
