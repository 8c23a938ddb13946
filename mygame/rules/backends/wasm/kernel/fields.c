// Fields of entities, and groups of them that begin anew: `running/fields.py`.
#include "kernel.h"

_Noreturn void raise_lacks_field(Match *m, V entity, V field) {
    fail(m, FAIL_LACKS_FIELD, entity, field, 0);
}

static const FieldOf *field_of(Match *m, const Changer *c, V entity) {
    if (c->alike) {
        const FieldOf *f = &c->rows[0];
        if (f->kind > 1) {
            if (entity < pack.first || entity % pack.width) return 0;
            V kind = facts_of(m, STATE(m)[entity])[1];
            for (int i = 0; i < c->count; i++)
                if (c->rows[i].kind == kind) return &c->rows[i];
            return 0;
        }
        int low = f->kind == 1, high = f->kind == 1 ? pack.players : 0;
        return low <= entity && entity <= high ? f : 0;
    }
    V kind = -1;
    if (entity >= pack.first)
        kind = entity % pack.width ? -1 : facts_of(m, STATE(m)[entity])[1];
    else if (entity >= 0 && entity <= pack.players)
        kind = entity ? 1 : 0;
    for (int i = 0; i < c->count; i++)
        if (c->rows[i].kind == kind) return &c->rows[i];
    return 0;
}

V change_field(Match *m, V changer, V entity, V value) {
    const Changer *c = &pack.changer[changer];
    if (entity >= m->rows_end) raise_lacks_field(m, entity, c->field);
    const FieldOf *f = field_of(m, c, entity);
    if (!f) raise_lacks_field(m, entity, c->field);
    V *state = STATE(m), old = state[f->base + entity];
    if (c->adding) value = clamp_number(value + old);
    V wanted = value, top = f->maximum_base ? state[f->maximum_base + entity] : f->maximum;
    if (top != NONE && value > top) value = top;
    if (f->minimum != NONE && value < f->minimum) value = f->minimum;
    state[f->base + entity] = value;
    V found[2] = {clamp_number(value - old), clamp_number(wanted - value)};
    return tuple_of(m, found, 2);
}

static void begin_anew(Match *m, Span span, V entity, V to) {
    for (int i = 0; i < span.count; i++) {
        const ResetRun *run = &pack.reset_run[span.first + i];
        for (int j = 0; j < run->count; j++)
            STATE(m)[run->first + entity + j] =
                to == NONE ? pack.reset_values[run->values + j] : to;
    }
}

V reset_fields(Match *m, V group, V entities, V to) {
    const Reset *of = &pack.reset[group];
    int count = length(m, spend(m, entities));
    for (int i = 0; i < count; i++) {
        V entity = items(m, entities)[i];
        if (entity < 0 || entity >= m->rows_end) fail(m, FAIL_INDEX, entity, 0, 0);
        if (entity > pack.players)
            begin_anew(m, of->of_cards[definition_index(STATE(m)[entity])], entity, to);
        else
            begin_anew(m, entity ? of->of_players : of->of_match, entity, to);
    }
    return NONE;
}

V reset_all(Match *m, V group, V player) {
    V made = EMPTY;
    if (player)
        made = tuple_of(m, &player, 1);
    else
        for (V i = 0; i <= pack.seats; i++) made = with_item(m, made, i);
    int of_cards = 0, count = length(m, m->cards);
    for (int i = 0; i < pack.definitions; i++) of_cards |= pack.reset[group].of_cards[i].count;
    V found, *to = allocate(m, count, &found), *p = items(m, m->cards);
    int size = 0;
    for (int i = 0; of_cards && i < count; i++)
        if (!player || pack.zone_owner[STATE(m)[p[i] + 1]] == player) to[size++] = p[i];
    to[-1] = size;
    V both[2] = {made, found};
    return reset_fields(m, group, joined(m, both, 2), NONE);
}

V change_together(Match *m, V amount, V own, V players, V counter, V sign) {
    V base = item(m, own, 0), least = item(m, own, 1), *state = STATE(m);
    V place[MAX_PLAYERS + 1], by[MAX_PLAYERS + 1], lowest[MAX_PLAYERS + 1];
    int count = length(m, players);
    if (amount < 0) fail(m, FAIL_HANDS_AMOUNT, amount, 0, 0);
    if (count > MAX_PLAYERS) fail(m, FAIL_MEMORY, count, 0, 0);
    for (int i = 0; i < count; i++) {
        V *each = items(m, items(m, players)[i]);
        if (each[0] < 1 || each[0] > pack.seats) fail(m, FAIL_HANDS_NOBODY, amount, 0, 0);
        place[i] = base + each[0], by[i] = each[1], lowest[i] = least;
    }
    if (counter != NONE) {
        place[count] = item(m, counter, 0), by[count] = sign;
        lowest[count++] = item(m, counter, 1);
    }
    for (int i = 0; i < count; i++)
        if (by[i] < 0 && lowest[i] != NONE && state[place[i]] - lowest[i] < amount)
            fail(m, FAIL_HANDS_LESS, amount, state[place[i]] - lowest[i], 0);
    for (int i = 0; i < count; i++)
        state[place[i]] = clamp_number(state[place[i]] + by[i] * amount);
    return NONE;
}
