// Python's `random.Random`: MT19937, and how numbers, orders and samples are drawn from it.
// Matsumoto and Nishimura, "Mersenne Twister", ACM TOMACS 8 (1998).
#include "bots.h"

enum { MIDDLE = 397 };

static void seed_from_number(Dice *d, uint32_t seed) {
    d->word[0] = seed;
    for (uint32_t i = 1; i < DICE_WORDS; i++) {
        uint32_t before = d->word[i - 1];
        d->word[i] = 1812433253u * (before ^ before >> 30) + i;
    }
    d->at = DICE_WORDS;
}

void seed_dice(Dice *d, const uint32_t *key, int count) {
    seed_from_number(d, 19650218u);
    uint32_t *w = d->word;
    int i = 1, j = 0;
    for (int k = count > DICE_WORDS ? count : DICE_WORDS; k; k--) {
        w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1664525u) + key[j] + (uint32_t)j;
        if (++i >= DICE_WORDS) w[0] = w[DICE_WORDS - 1], i = 1;
        if (++j >= count) j = 0;
    }
    for (int k = DICE_WORDS - 1; k; k--) {
        w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1566083941u) - (uint32_t)i;
        if (++i >= DICE_WORDS) w[0] = w[DICE_WORDS - 1], i = 1;
    }
    w[0] = 0x80000000u;
}

static void twist(Dice *d) {
    uint32_t *w = d->word;
    for (int i = 0; i < DICE_WORDS; i++) {
        uint32_t y = (w[i] & 0x80000000u) | (w[(i + 1) % DICE_WORDS] & 0x7fffffffu);
        w[i] = w[(i + MIDDLE) % DICE_WORDS] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    d->at = 0;
}

static uint32_t dice_word(Dice *d) {
    if (d->at >= DICE_WORDS) twist(d);
    uint32_t y = d->word[d->at++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

uint64_t dice_bits(Dice *d, int count) {
    if (count <= 0) return 0;
    if (count <= 32) return dice_word(d) >> (32 - count);
    uint64_t low = dice_word(d);
    return low | (uint64_t)(dice_word(d) >> (64 - count)) << 32;
}

double dice_unit(Dice *d) {
    uint32_t high = dice_word(d) >> 5, low = dice_word(d) >> 6;
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}

V dice_below(Dice *d, V limit) {
    int bits = 64 - __builtin_clzll((uint64_t)limit);
    V found;
    do {
        found = (V)dice_bits(d, bits);
    } while (found >= limit);
    return found;
}

void dice_shuffle(Dice *d, V *of, int count) {
    for (int i = count - 1; i > 0; i--) {
        int j = (int)dice_below(d, i + 1);
        V other = of[i];
        of[i] = of[j];
        of[j] = other;
    }
}

void dice_sample(Dice *d, int size, int count, int *places) {
    static int left[MOST_HIDDEN];
    V room = 21;  // up to so many Python keeps a list, beyond it the set of those drawn
    if (count > 5) {
        V power = 1;
        while (power < 3 * count) power *= 4;
        room += power;
    }
    if (size <= room) {
        for (int i = 0; i < size; i++) left[i] = i;
        for (int i = 0; i < count; i++) {
            int j = (int)dice_below(d, size - i);
            places[i] = left[j];
            left[j] = left[size - i - 1];
        }
        return;
    }
    for (int i = 0; i < count; i++) {
        int again = 1;
        while (again) {
            places[i] = (int)dice_below(d, size);
            again = 0;
            for (int j = 0; j < i; j++) again |= places[j] == places[i];
        }
    }
}
