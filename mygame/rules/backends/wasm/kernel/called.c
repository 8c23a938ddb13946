// What units call of what is inline in C, and lists that are made item by item in `scratch`.
#include "kernel.h"

int is_true(Match *m, V v) { return truth(m, v); }
V make_tuple(Match *m, const V *from, int count) { return tuple_of(m, from, count); }
const V *cell_of(Match *m, V t) { return cell(m, is_tuple(t) ? t : EMPTY); }
V length_of(Match *m, V t) { return length(m, t); }
V printed_of(Match *m, V definition, V index) { return facts_of(m, definition)[index]; }
V clamp(V n) { return clamp_number(n); }
V modulo(Match *m, V a, V b) { return floor_mod(m, a, b); }
V quotient(Match *m, V a, V b) { return floor_divide(m, a, b); }
V absolute(V n) { return n < 0 ? -n : n; }
void count_step(Match *m) { step(m); }
V turn_order(Match *m) { return pack.rotations[STATE(m)[pack.order_base]]; }

V looked_up(Match *m, int pairs, V key) {
    V t = pack.constants[pairs], *p = items(m, t);
    int low = 0, high = length(m, t) / 2;  // the pairs are in the order of their keys
    while (low < high) {
        int middle = (low + high) / 2;
        if (p[2 * middle] == key) return p[2 * middle + 1];
        if (p[2 * middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    fail(m, FAIL_KEY, key, 0, 0);
}
V list_of(Match *m, V player, int number) { return item(m, item(m, m->lists, player), number); }

void scratch_push(Match *m, V v) {
    if (scratch_top >= SCRATCH) fail(m, FAIL_MEMORY, scratch_top, 0, 0);
    scratch[scratch_top++] = v;
}
V scratch_take(Match *m, int base) {
    V made = tuple_of(m, scratch + base, scratch_top - base);
    scratch_top = base;
    return made;
}
V scratch_sorted(Match *m, int base) {  // pairs: key, value
    V made = sorted_by(m, scratch + base, (scratch_top - base) / 2);
    scratch_top = base;
    return made;
}
int scratch_begin(Match *m) {
    (void)m;
    return scratch_top;
}
V scratch_sums(Match *m, int base) {  // of pairs: both sums
    V *pairs = scratch + base;
    int count = scratch_top - base;
    V found[2] = {sum_up(pairs, count, 2, 0), sum_up(pairs + 1, count, 2, 0)};
    scratch_top = base;
    return tuple_of(m, found, 2);
}
V sum_of(Match *m, V t) { return sum_up(items(m, t), length(m, t), 1, 0); }
V least_of(Match *m, V t) {
    int count = length(m, t);
    V found = count ? items(m, t)[0] : 0;
    for (int i = 1; i < count; i++)
        if (items(m, t)[i] < found) found = items(m, t)[i];
    return found;
}
V most_of(Match *m, V t) {
    int count = length(m, t);
    V found = count ? items(m, t)[0] : 0;
    for (int i = 1; i < count; i++)
        if (items(m, t)[i] > found) found = items(m, t)[i];
    return found;
}
