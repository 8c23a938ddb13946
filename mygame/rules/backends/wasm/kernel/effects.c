// Events, triggers, and what lasts: `running/effects.py`, `events.py`, `lasting.py`.
#include "kernel.h"

#define INDEX(which) (&m->index[which])

// Registers of what lets triggers hear an event.
enum { KEY, CONTEXT, QUEUE, PLACE, FIRST, FOUND };

// The row of a UUID, of rows by age; `first` is the UUID of the first, and `apart` bytes lie between.
static inline void *row_of(V *first, size_t apart, int count, V uuid) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (*(V *)((char *)first + apart * (size_t)middle) < uuid)
            low = middle + 1;
        else
            high = middle;
    }
    V *found = (V *)((char *)first + apart * (size_t)low);
    return low < count && *found == uuid ? found : 0;
}

Trigger *trigger_of(Match *m, V uuid) {
    V *found = row_of(&m->trigger->uuid, sizeof(Trigger), m->trigger_count, uuid);
    return found ? (Trigger *)((char *)found - offsetof(Trigger, uuid)) : 0;
}

Modifier *modifier_of(Match *m, V uuid) {
    V *found = row_of(&m->modifier->uuid, sizeof(Modifier), m->modifier_count, uuid);
    return found ? (Modifier *)((char *)found - offsetof(Modifier, uuid)) : 0;
}

int is_heard(Match *m, V key) { return index_get(INDEX(BY_EVENT), key) != NONE; }
int is_changed(Match *m, V key) { return index_get(INDEX(BY_PROPERTY), key) != NONE; }

// ---- hearing ------------------------------------------------------------------------------------

static int given_to(Match *m, Trigger *t, V context, V *given) {
    int count = length(m, t->captured), more = length(m, context) - 2;
    V *p = items(m, t->captured), *q = items(m, context);
    if (count + more > MAX_REGISTERS) fail(m, FAIL_MEMORY, count + more, 0, 0);
    for (int i = 0; i < count; i++) given[i] = p[i];
    for (int i = 0; i < more; i++) given[count + i] = q[i];
    return count + more;
}

static int goes_off(Match *m, V context, Trigger *t) {
    const TriggerDef *d = &pack.trigger[t->definition];
    if (m->muted_count) {
        int muted = d->code >= 0 ? is_muted(m, GUARD_CODE, d->code)
                                 : is_muted(m, GUARD_TRIGGER, t->definition);
        if (muted) return 0;
    }
    if (!d->condition) return 1;
    V given[MAX_REGISTERS];
    given_to(m, t, context, given);
    int before = guard(m, GUARD_TRIGGER, t->definition);
    int holds = truth(m, d->condition(m, given));
    unguard(m, before);
    return holds;
}

static Trigger *next_trigger(Match *m, V *r) {
    V *queue = items(m, r[QUEUE]);
    if (r[FOUND]) {
        r[FOUND] = 0;
        return trigger_of(m, queue[r[PLACE]]);
    }
    int count = length(m, r[QUEUE]);
    if (truth(m, items(m, r[CONTEXT])[length(m, r[CONTEXT]) - 2])) return 0;
    for (int place = (int)r[PLACE]; place < count; place++) {
        Trigger *t = trigger_of(m, queue[place]);
        if (!t || !goes_off(m, r[CONTEXT], t)) continue;
        if (t->parent) {
            remove_effect(m, t->parent);
            continue;
        }
        r[PLACE] = place;
        return t;
    }
    r[PLACE] = count;
    return 0;
}

// Bring the effect to its place that its owner wants there; whether that has to be asked.
static int bring_forward(Match *m, V *r, Trigger *t) {
    V owner = t->owner, cards[MAX_LISTENERS], uuids[MAX_LISTENERS];
    int priority = pack.trigger[t->definition].priority, known[MAX_LISTENERS], count = 0;
    int size = length(m, r[QUEUE]), at = (int)r[PLACE];
    V *queue = items(m, r[QUEUE]);
    for (int place = at; place < size; place++) {
        Trigger *other = trigger_of(m, queue[place]);
        if (!other) continue;
        if (other->owner != owner || pack.trigger[other->definition].priority != priority) break;
        int fresh = owner && other->source && !other->parent;
        for (int i = 0; i < count; i++)
            if (cards[i] == other->source || known[i] == other->definition) fresh = 0;
        if (fresh && goes_off(m, r[CONTEXT], other)) {
            cards[count] = other->source;
            known[count] = other->definition;
            uuids[count++] = queue[place];
        }
    }
    if (count < 2) return 0;
    if (r[FIRST] == NONE) {
        if (ask_order(m, owner, cards, count)) return 1;
        r[FIRST] = m->result;
    }
    V wanted = item(m, r[FIRST], 0), uuid = 0, made;
    for (int i = 0; i < count; i++)
        if (cards[i] == wanted) uuid = uuids[i];
    if (!uuid) fail(m, FAIL_KEY, wanted, 0, 0);
    V *to = allocate(m, size, &made);
    for (int i = 0; i < at; i++) *to++ = queue[i];
    *to++ = uuid;
    for (int i = at; i < size; i++)
        if (queue[i] != uuid) *to++ = queue[i];
    r[QUEUE] = made;
    r[FIRST] = NONE;
    return 0;
}

int hear(Match *m, V *r, int at) {
    Trigger *t;
    if (at == 1) r[FIRST] = m->result;  // an owner has said which effect comes first
    while ((t = next_trigger(m, r))) {
        if (pack.simultaneous >= 0 && r[PLACE] + 1 < length(m, r[QUEUE])) {
            if (bring_forward(m, r, t)) return 1;
            t = trigger_of(m, items(m, r[QUEUE])[r[PLACE]]);
        }
        const TriggerDef *d = &pack.trigger[t->definition];
        Trigger kept = *t;
        if (d->mode == MODE_ONCE) remove_effect(m, kept.uuid);
        r[PLACE]++;
        V given[MAX_REGISTERS];
        int count = given_to(m, &kept, r[CONTEXT], given);
        if (start_code(m, d->code, given, count)) return 0;
    }
    m->result = r[CONTEXT];
    return DONE;
}

static V rank_of(Match *m, Trigger *t, const V *place) {
    if (!pack.by_age)
        return t->owner >= 0 && t->owner <= pack.players ? place[t->owner] : pack.seats;
    int bearer = pack.trigger[t->definition].bearer;
    V card = bearer >= 0 ? items(m, t->captured)[bearer] : t->source;
    return pack.age_base && is_card(m, card) ? STATE(m)[card + pack.age_base] : 0;
}

static V listeners_of(Match *m, V key, V subject) {
    V both[2] = {index_get(INDEX(BY_EVENT), key), NONE};
    if (subject > 0) both[1] = index_get(INDEX(BY_EVENT), index_for(key, subject));
    V queue = joined(m, both, 2);
    int count = length(m, queue);
    if (count < 2) return queue;
    if (count > MAX_LISTENERS) fail(m, FAIL_LISTENERS, MAX_LISTENERS, 0, 0);
    V place[MAX_PLAYERS + 1], rank[MAX_LISTENERS], order = players_from(m, 0);
    for (int i = 0; i <= pack.players; i++) place[i] = pack.seats;
    for (int i = 0; i < pack.seats; i++) place[items(m, order)[i]] = i;
    int priority[MAX_LISTENERS];
    V made = tuple_of(m, items(m, queue), count), *p = items(m, made);
    for (int i = 0; i < count; i++) {
        Trigger *t = trigger_of(m, p[i]);
        int own = pack.trigger[t->definition].priority, j = i;
        V of_it = rank_of(m, t, place), uuid = p[i];
        for (; j > 0; j--) {
            int before = priority[j - 1] != own ? priority[j - 1] > own
                         : rank[j - 1] != of_it ? rank[j - 1] < of_it
                                                : p[j - 1] < uuid;
            if (before) break;
            priority[j] = priority[j - 1];
            rank[j] = rank[j - 1];
            p[j] = p[j - 1];
        }
        priority[j] = own;
        rank[j] = of_it;
        p[j] = uuid;
    }
    return made;
}

int fire(Match *m, V key, V context, V subject) {
    if (m->luck)
        note_event(m, key, context, subject);
    else if (m->traced)
        record_event(m, key, context, subject);
    if (is_heard(m, key) || (subject > 0 && is_heard(m, index_for(key, subject)))) {
        V given[6] = {key, context, listeners_of(m, key, subject), 0, NONE, 0};
        V registers = tuple_of(m, given, 6), *r = items(m, registers);
        if (next_trigger(m, r)) {
            r[FOUND] = 1;
            return run_framed(m, HEARING, registers);
        }
    }
    m->result = context;
    return 0;
}

static V *event_registers(Match *m) {
    for (int i = m->frames - 1; i >= 0; i--)
        if (m->frame[i].code == HEARING) return items(m, m->frame[i].registers);
    fail(m, FAIL_NO_EVENT, 0, 0, 0);
}

V change_event(Match *m, V at, V value) {
    V *r = event_registers(m);
    V count = length(m, r[CONTEXT]), made = tuple_of(m, items(m, r[CONTEXT]), (int)count);
    if (at < 0) at += count;
    if (at < 0 || at >= count) fail(m, FAIL_INDEX, at, count, 0);
    items(m, made)[at] = value;
    r[CONTEXT] = made;
    return value;
}

V mark_event(Match *m, V flag, V by) {
    change_event(m, flag, by ? by : 1);
    return NONE;
}

// ---- what lasts ---------------------------------------------------------------------------------

static V captured_by(Match *m, const V *r, int count, V owner, int captured) {
    V given[MAX_REGISTERS] = {owner, r[1], 0};
    int made = 3;
    for (int i = 3; i < captured && i < count; i++) given[made++] = r[i];
    return tuple_of(m, given, made);
}

static V new_effect(Match *m, const int32_t *remover, int removers, const V *r, int count,
                    V owner) {
    if (m->trigger_count + m->modifier_count >= MAX_LASTING)
        fail(m, FAIL_LASTING, MAX_LASTING, 0, 0);
    V uuid = m->next_uuid;
    m->next_uuid += 1 + removers;
    for (int i = 0; i < removers; i++) {
        const TriggerDef *d = &pack.trigger[remover[i]];
        V captured = captured_by(m, r, count, owner, d->captured);
        if (m->trigger_count >= MAX_LASTING + 64) fail(m, FAIL_LASTING, MAX_LASTING, 0, 0);
        m->trigger[m->trigger_count++] =
            (Trigger){remover[i], 0, uuid + 1 + i, owner, r[1], captured, NONE, d->key, uuid};
        index_add(m, INDEX(BY_EVENT), d->key, uuid + 1 + i);
    }
    return uuid;
}

V add_trigger(Match *m, V definition, const V *r, int count, V owner, V subject, V id) {
    const TriggerDef *d = &pack.trigger[definition];
    for (int i = 0; d->unique && i < m->trigger_count; i++)
        if (m->trigger[i].owner == owner && equal(m, m->trigger[i].id, id)) return NONE;
    V uuid = new_effect(m, d->remover, d->removers, r, count, owner);
    V captured = captured_by(m, r, count, r[0], d->captured);
    V key = subject > 0 ? index_for(d->key, subject) : d->key;
    if (m->trigger_count >= MAX_LASTING + 64) fail(m, FAIL_LASTING, MAX_LASTING, 0, 0);
    // By UUID: what ends it is younger.
    int at = m->trigger_count++;
    for (; at > 0 && m->trigger[at - 1].uuid > uuid; at--) m->trigger[at] = m->trigger[at - 1];
    m->trigger[at] =
        (Trigger){(int)definition, d->removers, uuid, owner, r[1], captured, id, key, 0};
    index_add(m, INDEX(BY_EVENT), key, uuid);
    if (d->mode == MODE_IN_PLAY) index_add(m, INDEX(BY_SOURCE), r[1], uuid);
    if (d->bearer >= 0) index_add(m, INDEX(BY_BEARER), item(m, captured, d->bearer), uuid);
    return NONE;
}

static void property_keys(Match *m, const ModifierDef *d, const V *r, V *key) {
    V of = d->of >= 0 ? r[d->of] : 0;
    if (is_tuple(of)) of = length(m, of) == 1 ? items(m, of)[0] : 0;
    key[0] = d->property;
    key[1] = truth(m, of) ? index_for(d->property, of) : ~(V)d->property;
}

V add_modifier(Match *m, V definition, const V *r, int count, V owner, V id) {
    const ModifierDef *d = &pack.modifier[definition];
    for (int i = 0; d->unique && i < m->modifier_count; i++)
        if (m->modifier[i].owner == owner && equal(m, m->modifier[i].id, id)) return NONE;
    V uuid = new_effect(m, d->remover, d->removers, r, count, owner);
    if (m->modifier_count >= MAX_LASTING + 64) fail(m, FAIL_LASTING, MAX_LASTING, 0, 0);
    V captured = tuple_of(m, r, count), key[2];
    m->modifier[m->modifier_count++] =
        (Modifier){(int)definition, d->removers, uuid, owner, r[1], captured, id};
    property_keys(m, d, r, key);
    index_add(m, INDEX(BY_PROPERTY), key[0], uuid);
    index_add(m, INDEX(BY_PROPERTY), key[1], uuid);
    if (d->duration == MODE_IN_PLAY) index_add(m, INDEX(BY_SOURCE), r[1], uuid);
    if (d->bearer >= 0) index_add(m, INDEX(BY_BEARER), r[d->bearer], uuid);
    return NONE;
}

void remove_effect(Match *m, V uuid) {
    int removers, in_play, bearer;
    V source, captured;
    Trigger *t = trigger_of(m, uuid);
    if (t) {
        Trigger ended = *t;
        const TriggerDef *d = &pack.trigger[ended.definition];
        m->trigger_count--;
        for (Trigger *end = m->trigger + m->trigger_count; t < end; t++) *t = t[1];
        index_remove(m, INDEX(BY_EVENT), ended.key, uuid);
        in_play = !ended.parent && d->mode == MODE_IN_PLAY;
        removers = ended.removers, source = ended.source, captured = ended.captured;
        bearer = d->bearer;
    } else {
        Modifier *changes = modifier_of(m, uuid);
        if (!changes) return;
        Modifier ended = *changes;
        const ModifierDef *d = &pack.modifier[ended.definition];
        m->modifier_count--;
        Modifier *end = m->modifier + m->modifier_count;
        for (; changes < end; changes++) *changes = changes[1];
        V key[2];
        property_keys(m, d, items(m, ended.captured), key);
        index_remove(m, INDEX(BY_PROPERTY), key[0], uuid);
        index_remove(m, INDEX(BY_PROPERTY), key[1], uuid);
        in_play = d->duration == MODE_IN_PLAY;
        removers = ended.removers, source = ended.source, captured = ended.captured;
        bearer = d->bearer;
    }
    if (in_play) index_remove(m, INDEX(BY_SOURCE), source, uuid);
    if (bearer >= 0) index_remove(m, INDEX(BY_BEARER), items(m, captured)[bearer], uuid);
    for (int i = 0; i < removers; i++) remove_effect(m, uuid + 1 + i);
}

V remove_all(Match *m, V uuids) {
    int count = length(m, uuids);
    for (int i = 0; i < count; i++) remove_effect(m, items(m, uuids)[i]);
    return NONE;
}

V as_uuids(Match *m, V value) { return is_tuple(value) ? value : tuple_of(m, &value, 1); }

V lasting_by_id(Match *m, V id) {
    V *found = scratch + scratch_top;
    int count = 0;
    if (scratch_top + 2 * MAX_LASTING + 128 > SCRATCH) fail(m, FAIL_MEMORY, 0, 0, 0);
    for (int i = 0; i < m->trigger_count; i++)
        if (equal(m, m->trigger[i].id, id)) found[count++] = m->trigger[i].uuid;
    for (int i = 0; i < m->modifier_count; i++)
        if (equal(m, m->modifier[i].id, id)) found[count++] = m->modifier[i].uuid;
    return tuple_of(m, found, count);
}

V triggers_by_event(Match *m, V event) {
    V *found = scratch + scratch_top;
    int count = 0;
    if (scratch_top + MAX_LASTING + 64 > SCRATCH) fail(m, FAIL_MEMORY, 0, 0, 0);
    for (int i = 0; i < m->trigger_count; i++) {
        V key = m->trigger[i].key;
        V at = key >> 40 ? (key >> 40) - 1 : key;
        if (at >> 1 == event && !m->trigger[i].parent) found[count++] = m->trigger[i].uuid;
    }
    return tuple_of(m, found, count);
}

// ---- what cards bear ----------------------------------------------------------------------------

static int duration_of(Match *m, V uuid) {
    Trigger *t = trigger_of(m, uuid);
    return t ? pack.trigger[t->definition].mode
             : pack.modifier[modifier_of(m, uuid)->definition].duration;
}

void end_effects(Match *m, V card, V old, V zone) {
    V own = index_pop(INDEX(BY_SOURCE), card);
    if (own != NONE) remove_all(m, own);
    if (pack.zone_family[old] == pack.zone_family[zone]) return;
    V borne = index_get(INDEX(BY_BEARER), card);
    int count = length(m, borne);
    for (int i = 0; i < count; i++) {
        V uuid = items(m, borne)[i];
        int known = trigger_of(m, uuid) || modifier_of(m, uuid);
        if (known && duration_of(m, uuid) != MODE_ALWAYS) remove_effect(m, uuid);
    }
    if (m->stripped != EMPTY) m->stripped = without_item(m, m->stripped, card);
}

V strip_card(Match *m, V card, V auras) {
    V own = index_get(INDEX(BY_SOURCE), card);
    V borne = index_get(INDEX(BY_BEARER), card);
    int count = length(m, own);
    V own_now = EMPTY;
    for (int i = 0; i < count; i++) {
        V uuid = items(m, own)[i];
        if (!auras || trigger_of(m, uuid)) own_now = with_item(m, own_now, uuid);
    }
    remove_all(m, borne);
    remove_all(m, own_now);
    if (!auras && is_card(m, card) && STATE(m)[card + 1] && !contains(m, m->stripped, card))
        m->stripped = with_item(m, m->stripped, card);
    return NONE;
}

static void copy_effect(Match *m, V uuid, V giver, V taker, int ends) {
    Trigger *t = trigger_of(m, uuid);
    Modifier *changes = t ? 0 : modifier_of(m, uuid);
    Trigger trigger = t ? *t : (Trigger){0};
    Modifier modifier = changes ? *changes : (Modifier){0};
    if (!t && !changes) fail(m, FAIL_KEY, uuid, 0, 0);
    if (ends) remove_effect(m, uuid);
    if (!is_card(m, taker)) return;
    V captured = t ? trigger.captured : modifier.captured, r[MAX_REGISTERS];
    int count = length(m, captured);
    for (int i = 0; i < count; i++) r[i] = items(m, captured)[i];
    if (!t) {
        r[pack.modifier[modifier.definition].bearer] = taker;
        add_modifier(m, modifier.definition, r, count, modifier.owner, modifier.id);
        return;
    }
    r[pack.trigger[trigger.definition].bearer] = taker;
    V subject = trigger.key >> 40 ? trigger.key & ((1LL << 40) - 1) : 0;
    if (subject == giver) subject = taker;
    add_trigger(m, trigger.definition, r, count, trigger.owner, subject, trigger.id);
}

static V copy_all(Match *m, V giver, V taker, int ends) {
    V borne = index_get(INDEX(BY_BEARER), giver);
    int count = length(m, spend(m, borne));
    for (int i = 0; i < count; i++) copy_effect(m, items(m, borne)[i], giver, taker, ends);
    return NONE;
}

V copy_lasting(Match *m, V giver, V taker) { return copy_all(m, giver, taker, 0); }
V move_lasting(Match *m, V giver, V taker) { return copy_all(m, giver, taker, 1); }
