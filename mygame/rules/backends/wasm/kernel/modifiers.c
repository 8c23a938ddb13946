// Layers over the value of a property or field: `running/modifiers.py`.
#include "kernel.h"

typedef struct {
    int definition;
    const V *registers;
} Hit;

static V apply(const ModifierDef *d, V value, V amount) {
    switch (d->mode) {
        case CHANGE_ADD: return clamp_number(value + amount);
        case CHANGE_SET: return amount;
        case CHANGE_MULTIPLY: return multiplied(value, amount);
        case CHANGE_CAP: return value < amount ? value : amount;
    }
    return value > amount ? value : amount;
}

static V apply_hit(Match *m, Hit hit, V entity, V value, int found_by_entity) {
    const ModifierDef *d = &pack.modifier[hit.definition];
    if (m->muted_count && is_muted(m, GUARD_MODIFIER, hit.definition)) return value;
    int before = guard(m, GUARD_MODIFIER, hit.definition);
    if (!d->where || found_by_entity || truth(m, d->where(m, hit.registers, entity)))
        value = apply(d, value, d->amount(m, hit.registers, entity));
    unguard(m, before);
    return value;
}

static const Span *own_modifiers(V property, V definition) {
    int first = pack.own_first ? pack.own_first[property] : -1;
    if (first < 0) return 0;
    const Span *found = &pack.own[first + definition_index(definition)];
    return found->count ? found : 0;
}

int has_own_modifiers(V property, V definition) { return own_modifiers(property, definition) != 0; }

static V apply_layers(Match *m, const Span *own, V every, V of_it, V entity, V value) {
    static Hit hits[MAX_NESTED][512];
    static int nested;  // amounts may read other modified values
    int a = length(m, every), b = length(m, of_it), count = 0, i = 0, j = 0;
    int printed = own ? own->count : 0;
    nested = m->guard_count;
    Hit few[24], *hit = few;
    if (a + b + printed > 24) {
        if (a + b + printed > 512 || nested >= MAX_NESTED) fail(m, FAIL_MEMORY, a + b, 0, 0);
        hit = hits[nested];
    }
    V registers[4] = {0, entity, 0, NONE};
    if (printed && (m->stripped == EMPTY || !contains(m, m->stripped, entity))) {
        registers[0] = pack.zone_owner[STATE(m)[entity + 1]];
        for (int k = 0; k < printed; k++)
            hit[count++] = (Hit){pack.own_modifiers[own->first + k], registers};
    }
    spend_count(m, a + b);
    V *p = items(m, every), *q = items(m, of_it);
    while (i < a || j < b) {  // in order of age
        V uuid = j >= b || (i < a && p[i] < q[j]) ? p[i++] : q[j++];
        Modifier *each = modifier_of(m, uuid);
        hit[count++] = (Hit){each->definition, items(m, each->captured)};
    }
    for (i = 1; i < count; i++) {
        Hit each = hit[i];
        int layer = pack.modifier[each.definition].layer;
        for (j = i; j > 0 && pack.modifier[hit[j - 1].definition].layer > layer; j--)
            hit[j] = hit[j - 1];
        hit[j] = each;
    }
    for (i = 0; i < count; i++) value = apply_hit(m, hit[i], entity, value, 0);
    return value;
}

V modified_value(Match *m, V property, V entity, V base) {
    Index *known = &m->index[BY_PROPERTY];
    V every = index_get(known, ~property), of_it = index_get(known, index_for(property, entity));
    const Span *own = own_modifiers(property, STATE(m)[entity]);
    V one = of_it == NONE ? every : of_it, value;
    int several = (of_it != NONE && every != NONE) || (one != NONE && length(m, one) > 1);
    if (!own && one == NONE) return base;
    if (own || several) {
        V none = EMPTY;
        value = apply_layers(m, own, every == NONE ? none : every, of_it == NONE ? none : of_it,
                             entity, base);
    } else {
        if (--m->work < 0) spend(m, one);
        Modifier *each = modifier_of(m, items(m, one)[0]);
        if (m->muted_count && is_muted(m, GUARD_MODIFIER, each->definition)) return base;
        Hit hit = {each->definition, items(m, each->captured)};
        const ModifierDef *d = &pack.modifier[hit.definition];
        int before = guard(m, GUARD_MODIFIER, hit.definition);
        int holds = !d->where || of_it != NONE || truth(m, d->where(m, hit.registers, entity));
        value = holds ? apply(d, base, d->amount(m, hit.registers, entity)) : base;
        unguard(m, before);
        if (!holds) return base;
    }
    V minimum = pack.minimums[property];
    return minimum == NONE || value >= minimum ? value : minimum;
}
