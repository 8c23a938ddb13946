// Cards in zones, chance, and the order of players: `running/zones.py`, `chance.py`.
#include "kernel.h"

enum { NOBODYS = 1, POOLED = 2 };

static void list_card(Match *m, V card, int there) {
    m->cards = there ? with_item(m, m->cards, card) : without_item(m, m->cards, card);
}

static void without_place(Match *m, V card, V zone) {
    V pile = ZONES(m)[zone];
    int count = length(m, pile), at = count - 1;
    V *p = items(m, pile);
    while (at >= 0 && p[at] != card) at--;
    if (at < 0) fail(m, FAIL_INDEX, card, 0, 0);
    if (count == 1) {
        ZONES(m)[zone] = EMPTY;
        return;
    }
    V made, *to = allocate(m, count - 1, &made);
    for (int i = 0; i < count; i++)
        if (i != at) *to++ = p[i];
    ZONES(m)[zone] = made;
}

static int has_effects(Match *m, V card) {
    return m->stripped != EMPTY || index_get(&m->index[BY_SOURCE], card) != NONE ||
           index_get(&m->index[BY_BEARER], card) != NONE;
}

static int touches_pools(V old, V zone) {
    return pack.pools && ((pack.zone_flags[old] | pack.zone_flags[zone]) & POOLED);
}

V move(Match *m, V card, V zone, V bottom) {
    V *state = STATE(m);
    if (!is_card(m, card) || !state[card]) fail(m, FAIL_NO_CARD, card, 0, 0);
    if (zone < 0 || zone >= pack.zones) fail(m, FAIL_INDEX, zone, 0, 0);
    if (pack.zone_flags[zone] & NOBODYS) fail(m, FAIL_NOBODYS_ZONE, zone, 0, 0);
    V old = state[card + 1];
    if (card >= m->dealt && old != zone && (!old || !zone)) list_card(m, card, zone != 0);
    if (old) {
        if (m->gaps != NONE && zone != old) keep_gap(m, card, old);
        without_place(m, card, old);
    }
    if (zone) {
        V pile = ZONES(m)[zone], made;
        int count = length(m, pile);
        V *p = items(m, pile), *to = allocate(m, count + 1, &made);
        if (truth(m, bottom)) *to++ = card;
        for (int i = 0; i < count; i++) *to++ = p[i];
        if (!truth(m, bottom)) *to = card;
        ZONES(m)[zone] = made;
    }
    state[card + 1] = zone;
    if (zone != old && has_effects(m, card)) end_effects(m, card, old, zone);
    if (touches_pools(old, zone)) note_move(m, &card, 1, old, zone);
    return NONE;
}

// A whole pile of cards at once, if they all lie in one zone; whether they were moved.
static int move_pile(Match *m, V cards, V zone, int bottom) {
    int count = length(m, cards), left = 0;
    V *p = items(m, cards), *state = STATE(m), old = zone;
    if (zone < 0 || zone >= pack.zones) return 0;
    if (is_card(m, p[0])) old = state[p[0] + 1];
    V there = ZONES(m)[old], *q = items(m, there);
    int size = length(m, there);
    if (old == zone || count > size) return 0;
    V rest, *to = allocate(m, size, &rest);
    for (int i = 0; i < size; i++) {
        int moves = 0;
        for (int j = 0; j < count && !moves; j++) moves = p[j] == q[i];
        if (!moves) to[left++] = q[i];
    }
    to[-1] = left;
    m->heap_used -= size - left;
    if (left + count != size) return 0;
    ZONES(m)[old] = left ? rest : EMPTY;
    V pile = ZONES(m)[zone], made;
    int more = length(m, pile);
    V *s = items(m, pile);
    to = allocate(m, more + count, &made);
    for (int i = count - 1; bottom && i >= 0; i--) *to++ = p[i];
    for (int i = 0; i < more; i++) *to++ = s[i];
    for (int i = 0; !bottom && i < count; i++) *to++ = p[i];
    ZONES(m)[zone] = made;
    for (int i = 0; i < count; i++) state[p[i] + 1] = zone;
    for (int i = 0; i < count; i++)
        if (has_effects(m, p[i])) end_effects(m, p[i], old, zone);
    if (touches_pools(old, zone)) note_move(m, p, count, old, zone);
    return 1;
}

V move_all(Match *m, V cards, V zone, V bottom) {
    int count = length(m, cards);
    if (!count) return NONE;
    spend(m, cards);
    int pile = count > 1 && zone > 0 && zone < pack.zones && m->gaps == NONE;
    if (pile && !(pack.zone_flags[zone] & NOBODYS) && move_pile(m, cards, zone, truth(m, bottom)))
        return NONE;
    for (int i = 0; i < count; i++) move(m, items(m, cards)[i], zone, bottom);
    return NONE;
}

V position(Match *m, V card) {
    if (!is_card(m, card)) return 0;
    V zone = STATE(m)[card + 1];
    return zone ? position_of(m, ZONES(m)[zone], card) + 1 : 0;
}

V neighbours_at(Match *m, V card, V step) {
    V place = position(m, card);
    if (!place) return EMPTY;
    V there = ZONES(m)[STATE(m)[card + 1]], at = place + step;
    if (at <= 0 || at > length(m, there)) return EMPTY;
    return tuple_of(m, items(m, there) + at - 1, 1);
}

// ---- chance -------------------------------------------------------------------------------------

uint64_t next_random(uint64_t *state) {
    uint64_t bits = (*state += 0x9E3779B97F4A7C15ULL);
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9ULL;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBULL;
    return bits ^ (bits >> 31);
}

V random_below(Match *m, V below) {
    if (below <= 0) fail(m, FAIL_NO_SIDES, below, 0, 0);
    V found = (V)(next_random(&m->random) % (uint64_t)below);
    return !m->luck ? found : m->luck == LOW ? 0 : below - 1;
}

V sample(Match *m, V pool, V amount, V seed) {
    int size = length(m, pool);
    uint64_t own, *from = &m->random;
    if (seed != NONE) {
        uint64_t start = (uint64_t)seed;
        own = next_random(&start);
        from = &own;
    }
    V count = amount < size ? amount : size;
    if (count < 0 && !m->luck) return slice(m, pool, NONE, count);
    if (count <= 0) return EMPTY;
    V made = tuple_of(m, items(m, pool), size), *p = items(m, made);
    for (int i = 0; i < count; i++) {
        int j = i + (int)(next_random(from) % (uint64_t)(size - i));
        V other = p[i];
        p[i] = p[j];
        p[j] = other;
    }
    int last = m->luck == HIGH ? size - 1 : 0;
    for (int i = 0; m->luck && seed == NONE && i < count; i++)
        p[i] = items(m, pool)[last ? last - i : i];
    p[-1] = count;
    m->heap_used -= size - (int)count;
    return made;
}

V shuffle(Match *m, V zone) {
    if (zone < 0 || zone >= pack.zones) fail(m, FAIL_INDEX, zone, 0, 0);
    ZONES(m)[zone] = sample(m, ZONES(m)[zone], length(m, ZONES(m)[zone]), NONE);
    if (m->known != EMPTY) forget_places(m, ZONES(m)[zone]);
    return NONE;
}

V roll(Match *m, V sides) {
    if (!m->luck && length(m, m->dice)) {
        V found = items(m, m->dice)[0];
        m->dice = slice(m, m->dice, 1, NONE);
        return found;
    }
    return random_below(m, sides) + 1;
}

V roll_dice(Match *m, V amount, V sides, V plus, V highest, V lowest) {
    if (amount == 1 && highest == NONE && lowest == NONE) {
        m->work--;
        V die = roll(m, sides), sum = clamp_number(die + plus);
        V found[5] = {sum, tuple_of(m, &die, 1), die, die, sum};
        return tuple_of(m, found, 5);
    }
    int count = length(m, number_range(m, 1, amount));
    if (!count) {
        V found[5] = {plus, EMPTY, 0, 0, plus};
        return tuple_of(m, found, 5);
    }
    V dice, *to = allocate(m, count, &dice);
    for (int i = 0; i < count; i++) to[i] = roll(m, sides);
    V total = sum_up(to, count, 1, plus);
    V *pairs = scratch + scratch_top;
    if (scratch_top + 4 * count > SCRATCH) fail(m, FAIL_MEMORY, count, 0, 0);
    for (int i = 0; i < count; i++) pairs[2 * i] = pairs[2 * i + 1] = to[i];
    scratch_top += 2 * count;
    V rising = sorted_by(m, pairs, count), *p = items(m, rising), sum = total;
    scratch_top -= 2 * count;
    if (highest != NONE || lowest != NONE) {
        V take = highest != NONE ? highest : lowest;
        if (take < 0) take = 0;
        if (take > count) take = count;
        sum = sum_up(highest != NONE ? p + count - take : p, (int)take, 1, plus);
    }
    V found[5] = {sum, dice, p[count - 1], p[0], total};
    return tuple_of(m, found, 5);
}

// ---- players ------------------------------------------------------------------------------------

V players_from(Match *m, V start) {
    V first = start ? start : STATE(m)[pack.order_base];
    if (first < 0 || first > pack.players) fail(m, FAIL_INDEX, first, 0, 0);
    return pack.rotations[first];
}

V players_back(Match *m, V start) {
    V order = players_from(m, start), made;
    int count = length(m, order);
    V *p = items(m, order), *to = allocate(m, count, &made);
    for (int i = 0; i < count; i++) to[i] = i ? p[count - i] : p[0];
    return made;
}

V neighbour(Match *m, V player, V by) {
    return player ? floor_mod(m, player - 1 + by, pack.seats) + 1 : 0;
}

V gave_up(Match *m, V player) {
    if (player < 0) fail(m, FAIL_INDEX, player, 0, 0);
    return player < 64 ? ((V)m->conceded << 1) >> player & 1 : 0;
}

V piles_of(Match *m, V first, V players) {
    V piles[MAX_PLAYERS];
    int count = length(m, players);
    for (int i = 0; i < count; i++) piles[i] = ZONES(m)[first + items(m, players)[i]];
    return joined(m, piles, count);
}

V known_entity(Match *m, V entity) {
    if ((entity < 0 || entity > pack.players) && !is_card(m, entity))
        fail(m, FAIL_NO_ENTITY, entity, 0, 0);
    return entity;
}

V known_player(Match *m, V player) {
    if (player < 0 || player > pack.players) fail(m, FAIL_IS_NO_PLAYER, player, 0, 0);
    return player;
}

V kind_of(Match *m, V entity, V of_player, V of_match) {
    if (known_entity(m, entity) > pack.players) return facts_of(m, STATE(m)[entity])[1];
    return entity ? of_player : of_match;
}

V player_field(Match *m, V base, V players, V entity) {
    return entity <= players ? STATE(m)[base + entity] : 0;
}
