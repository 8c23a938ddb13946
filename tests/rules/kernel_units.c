// A pack with next to nothing in it, and what Python cannot reach of the kernel: for
// `test_native_kernel.py`. Zones: nowhere, a pile, a hand of nobody and of each of two players.
#include <setjmp.h>
#include "kernel.h"

enum { FIRST = 16, WIDTH = 4, CARDS = 5, DEALT = FIRST + CARDS * WIDTH, PILE = 1 };

static const uint16_t hash[4] = {1, 1, 1, 1};
static const V definition[2] = {0, 700}, constants[] = {0, 2, 1, 2, 2, 2, 1};
static const V printed[4] = {0, 0, 700, 90}, rows[8] = {0, 0, 0, 0, 700, 0, 3, 4};
static const uint8_t has_row[2] = {0, 1}, flags[5] = {4, 0, 1, 8, 8};
static const int32_t owners[5] = {0, 0, 0, 1, 2}, families[5] = {0, 1, 2, 2, 2}, seers[5];
static const V rotations[3] = {TUPLE | FIXED | 1, TUPLE | FIXED | 1, TUPLE | FIXED | 4};
static const Code code[1] = {{.size = 3}};

extern jmp_buf on_failure;
uint32_t prepare(void) {
    pack = (Pack){
        .players = 2, .seats = 2, .zones = 5, .width = WIDTH, .first = FIRST, .order_base = 3,
        .facts = 2, .definitions = 2, .codes = 1, .quitting_code = -1, .simultaneous = -1,
        .hash_shift = 30, .random_word = -1, .heap = 1 << 16, .hash = hash,
        .definition = definition, .printed = printed, .rows = rows, .has_row = has_row,
        .zone_owner = owners, .zone_family = families, .zone_seers = seers, .zone_flags = flags,
        .constants = constants, .rotations = rotations, .code = code,
    };
    return open_pack(DEALT);
}

void lay(Match *m, uint64_t random) {
    begin_match(m, DEALT);
    V cards[CARDS], *state = STATE(m);
    for (int i = 0; i < FIRST; i++) state[i] = i == 3;
    for (int i = 0; i < CARDS; i++) {
        cards[i] = FIRST + i * WIDTH;
        state[cards[i]] = 700;
        state[cards[i] + 1] = PILE;
        state[cards[i] + 2] = state[cards[i] + 3] = 0;
    }
    m->cards = ZONES(m)[PILE] = tuple_of(m, cards, CARDS);
    m->random = random;
}

V tuple(Match *m, const V *from, int count) { return tuple_of(m, from, count); }
int read_tuple(Match *m, V t, V *to) {
    for (int i = 0; i < length(m, t); i++) to[i] = items(m, t)[i];
    return length(m, t);
}
V zone(Match *m, int at) { return ZONES(m)[at]; }
V sum(V a, V b) { return sum_up(&a, 1, 1, b); }
V sort(Match *m, V *pairs, int count) { return sorted_by(m, pairs, count); }
void begin_budget(Match *m) {
    m->work = MAX_WORK;
    m->ticks = MAX_STEPS;
}
V work(Match *m) { return m->work; }
int rows_of(Match *m) { return (m->rows_end - m->dealt) / WIDTH; }
void play(Match *m) {  // as an action: nothing of it is spoken of but in the match
    m->frames = 0;
    collect(m);
}

// What fails, or 0; all else of the action is to be taken back by who calls.
int try_move(Match *m, V card, V to, V bottom) {
    if (setjmp(on_failure)) return (int)failure.code;
    move(m, card, to, bottom);
    return 0;
}
int try_roll(Match *m, V sides, V *found) {
    if (setjmp(on_failure)) return (int)failure.code;
    *found = roll(m, sides);
    return 0;
}
int try_range(Match *m, V low, V high) {
    if (setjmp(on_failure)) return (int)failure.code;
    number_range(m, low, high);
    return 0;
}
int failing(int which) {
    return which == 0   ? FAIL_NO_CARD
           : which == 1 ? FAIL_NOBODYS_ZONE
           : which == 2 ? FAIL_NO_SIDES
           : which == 3 ? FAIL_ITEMS
                        : FAIL_WORK;
}
