// Tuples on the heap of a match, and the indexes of what lasts.
#include "kernel.h"

Pack pack;
Failure failure;
Offsets offsets;
Frame waiting[MAX_FRAMES];
V scratch[SCRATCH];
int scratch_top;
V offered[2 * MAX_OPTIONS + 64];

int equal(Match *m, V a, V b) {
    if (a == b) return 1;
    if (!is_tuple(a) || !is_tuple(b)) return 0;
    int count = length(m, a);
    if (count != length(m, b)) return 0;
    V *p = items(m, a), *q = items(m, b);
    for (int i = 0; i < count; i++)
        if (!equal(m, p[i], q[i])) return 0;
    return 1;
}

int contains(Match *m, V t, V v) {
    int count = length(m, t);
    V *p = items(m, t);
    for (int i = 0; i < count; i++)
        if (p[i] == v || equal(m, p[i], v)) return 1;
    return 0;
}

V position_of(Match *m, V t, V v) {
    int count = length(m, t);
    V *p = items(m, t);
    for (int i = 0; i < count; i++)
        if (equal(m, p[i], v)) return i;
    fail(m, FAIL_INDEX, v, 0, 0);
}

V item(Match *m, V t, V at) {
    int count = length(m, t);
    if (at < 0) at += count;
    if (!is_tuple(t) || at < 0 || at >= count) fail(m, FAIL_INDEX, at, count, 0);
    return items(m, t)[at];
}

V slice(Match *m, V t, V from, V to) {
    V count = length(m, t), low = from == NONE ? 0 : from, high = to == NONE ? count : to;
    if (low < 0) low = low + count < 0 ? 0 : low + count;
    if (high < 0) high += count;
    if (high > count) high = count;
    if (high <= low) return EMPTY;
    V made, *made_items = allocate(m, (int)(high - low), &made), *p = items(m, t);
    for (V i = low; i < high; i++) *made_items++ = p[i];
    return made;
}

V joined(Match *m, const V *tuples, int count) {
    int size = 0, filled = 0;
    V only = EMPTY;
    for (int i = 0; i < count; i++) {
        int each = length(m, tuples[i]);
        size += each;
        if (each) filled++, only = tuples[i];
    }
    if (filled < 2) return only;
    V made, *to = allocate(m, size, &made);
    for (int i = 0; i < count; i++) {
        int each = length(m, tuples[i]);
        V *p = items(m, tuples[i]);
        for (int j = 0; j < each; j++) *to++ = p[j];
    }
    return made;
}

V flattened(Match *m, V tuples) { return joined(m, items(m, tuples), length(m, tuples)); }

V with_item(Match *m, V t, V v) {
    int count = length(m, t);
    V made, *to = allocate(m, count + 1, &made), *p = items(m, t);
    for (int i = 0; i < count; i++) to[i] = p[i];
    to[count] = v;
    return made;
}

V without_item(Match *m, V t, V v) {
    int count = length(m, t), left = 0;
    V made, *to = allocate(m, count, &made), *p = items(m, t);
    for (int i = 0; i < count; i++)
        if (p[i] != v) to[left++] = p[i];
    to[-1] = left;
    m->heap_used -= count - left;
    if (left) return made;
    m->heap_used -= 1;
    return EMPTY;
}

V sorted_by(Match *m, V *pairs, int count) {
    // From runs of one upwards, so that what is alike stays in order.
    V *from = pairs, *to = scratch + scratch_top;
    if (scratch_top + 2 * count > SCRATCH) fail(m, FAIL_MEMORY, count, 0, 0);
    for (int run = 1; run < count; run *= 2) {
        for (int low = 0; low < count; low += 2 * run) {
            int i = low, middle = low + run < count ? low + run : count;
            int j = middle, end = low + 2 * run < count ? low + 2 * run : count;
            for (int k = low; k < end; k++) {
                int take = j >= end || (i < middle && from[2 * i] <= from[2 * j]) ? i++ : j++;
                to[2 * k] = from[2 * take];
                to[2 * k + 1] = from[2 * take + 1];
            }
        }
        V *other = from;
        from = to;
        to = other;
    }
    if (!count) return EMPTY;
    V made, *p = allocate(m, count, &made);
    for (int i = 0; i < count; i++) p[i] = from[2 * i + 1];
    if (from != pairs)
        for (int i = 0; i < 2 * count; i++) pairs[i] = from[i];
    return made;
}

V multiplied(V a, V b) {
    if (a > -0x7fffffff && a < 0x7fffffff && b > -0x7fffffff && b < 0x7fffffff) return a * b;
    if (!a || !b) return 0;
    uint64_t x = a < 0 ? -(uint64_t)a : (uint64_t)a, y = b < 0 ? -(uint64_t)b : (uint64_t)b;
    int negative = (a < 0) != (b < 0);
    if (x > (uint64_t)MOST / y) return negative ? -MOST : MOST;
    return negative ? -(V)(x * y) : (V)(x * y);
}

V sum_up(const V *from, int count, int apart, V more) {
    __int128 sum = more;
    for (int i = 0; i < count; i += apart) sum += from[i];
    return sum > MOST ? MOST : sum < -MOST ? -MOST : (V)sum;
}

V sum_of_halves(V high, V low) {
    __int128 sum = ((__int128)high << 32) + low;
    return sum > MOST ? MOST : sum < -MOST ? -MOST : (V)sum;
}

static uint64_t bloom_of(V key) {
    return 1ULL << (((uint64_t)key * 0x9E3779B97F4A7C15ULL) >> 58);
}

static int index_at(Index *x, V key) {
    if (!(x->bloom & bloom_of(key))) return -1;
    for (int i = 0; i < x->count; i++)
        if (x->key[i] == key) return i;
    return -1;
}

V index_get(Index *x, V key) {
    int i = index_at(x, key);
    return i < 0 ? NONE : x->value[i];
}

static void drop(Index *x, int at) {
    x->count--;
    for (int i = at; i < x->count; i++) {
        x->key[i] = x->key[i + 1];
        x->value[i] = x->value[i + 1];
    }
    x->bloom = 0;
    for (int i = 0; i < x->count; i++) x->bloom |= bloom_of(x->key[i]);
}

void index_add(Match *m, Index *x, V key, V value) {
    int i = index_at(x, key);
    if (i >= 0) {
        x->value[i] = with_item(m, x->value[i], value);
        return;
    }
    if (x->count >= MAX_KEYS) fail(m, FAIL_MEMORY, x->count, 0, 0);
    x->bloom |= bloom_of(key);
    x->key[x->count] = key;
    x->value[x->count++] = tuple_of(m, &value, 1);
}

void index_remove(Match *m, Index *x, V key, V value) {
    int i = index_at(x, key);
    if (i < 0) return;
    V rest = without_item(m, x->value[i], value);
    if (length(m, rest))
        x->value[i] = rest;
    else
        drop(x, i);
}

V index_pop(Index *x, V key) {
    int i = index_at(x, key);
    if (i < 0) return NONE;
    V found = x->value[i];
    drop(x, i);
    return found;
}
