// A match in memory: how it is laid out, begun, copied, tidied, and told from others.
#include "kernel.h"

#ifndef __wasm__
#include <string.h>
#else
#define memcpy __builtin_memcpy
#endif

uint32_t open_pack(uint32_t dealt) {
    uint32_t at = (sizeof(Match) + 63) & ~63u;
    offsets.zones = at;
    at += 8 * (uint32_t)pack.zones;
    offsets.state = at;
    at += 8 * (dealt + MAX_CREATED * (uint32_t)pack.width);
    offsets.heap = at = (at + 63) & ~63u;
    offsets.size = at + 8 * (uint32_t)pack.heap;
    return offsets.size;
}

void begin_match(Match *m, uint32_t dealt) {
    V *header = (V *)m;
    for (size_t i = 0; i < offsetof(Match, choice) / 8; i++) header[i] = 0;
    for (int i = 0; i < INDEXES; i++) m->index[i].count = 0, m->index[i].bloom = 0;
    m->cards = m->spare = m->owners = m->stripped = m->known = m->gathered = m->dice = EMPTY;
    m->tags = m->settled = m->lists = m->won = m->drew = m->lost = EMPTY;
    m->gaps = m->keeping = m->standings = m->result = NONE;
    m->next_uuid = 1;
    m->work = MAX_WORK;
    m->ticks = MAX_STEPS;
    m->dealt = m->rows_end = (int32_t)dealt;
    for (int i = 0; i < pack.zones; i++) ZONES(m)[i] = EMPTY;
    V given[3] = {0, 0, 0};
    V registers = make_registers(m, pack.start_code, given, 3);
    m->frame[m->frames++] = (Frame){pack.start_code, 0, registers};
}

// What is short is copied word by word: a call of the machine for it would take longer.
__attribute__((no_builtin("memcpy"))) static void copy(void *to, const void *from, size_t size) {
    if (size >= 256) {
        memcpy(to, from, size);
        return;
    }
    V *out = to;
    const V *in = from;
    for (size_t i = 0; i < size / 8; i++) out[i] = in[i];
}

void copy_match(Match *to, Match *from) {
    if (from->heap_used > 2048) collect(from);
    copy(to, from, offsetof(Match, choice));
    to->logging = to->traced = 0;
    copy(to->choice, from->choice, sizeof(Choice) * (size_t)from->choice_count);
    copy(to->sealed, from->sealed, sizeof(Choice) * (size_t)from->sealed_count);
    copy(to->sealed_picks, from->sealed_picks, sizeof(V) * (size_t)from->sealed_count);
    copy(to->muted, from->muted, sizeof(Mark) * (size_t)from->muted_count);
    copy(to->frame, from->frame, sizeof(Frame) * (size_t)from->frames);
    copy(to->trigger, from->trigger, sizeof(Trigger) * (size_t)from->trigger_count);
    copy(to->modifier, from->modifier, sizeof(Modifier) * (size_t)from->modifier_count);
    for (int i = 0; i < INDEXES; i++) {
        Index *x = &to->index[i], *y = &from->index[i];
        x->count = y->count;
        x->bloom = y->bloom;
        copy(x->key, y->key, sizeof(V) * (size_t)y->count);
        copy(x->value, y->value, sizeof(V) * (size_t)y->count);
    }
    copy(ZONES(to), ZONES(from), sizeof(V) * (size_t)pack.zones);
    copy(STATE(to), STATE(from), sizeof(V) * (size_t)from->rows_end);
    copy(HEAP(to), HEAP(from), sizeof(V) * (size_t)from->heap_used);
}

void copy_often(Match *to, Match *from, int count, uint32_t apart) {
    for (int i = 0; i < count; i++) copy_match((Match *)((char *)to + apart * (uint32_t)i), from);
}

uint32_t bytes_used(Match *m) {
    collect(m);
    size_t of_indexes = 0;
    for (int i = 0; i < INDEXES; i++) of_indexes += 16 + 16 * (size_t)m->index[i].count;
    return (uint32_t)(offsetof(Match, choice) + sizeof(Choice) * (size_t)m->choice_count +
                      (sizeof(Choice) + 8) * (size_t)m->sealed_count +
                      sizeof(Frame) * (size_t)m->frames +
                      sizeof(Trigger) * (size_t)m->trigger_count +
                      sizeof(Modifier) * (size_t)m->modifier_count + of_indexes +
                      8 * (size_t)(pack.zones + m->rows_end + m->heap_used));
}

// ---- the heap: what is spoken of is copied together, then back ----------------------------------

static int kept;  // values in `scratch`

static V keep(Match *m, V v) {
    if (!is_tuple(v) || v & FIXED) return v;
    V *from = cell(m, v), count = from[0];
    if (count < 0) return TUPLE | (-count - 1);
    if (!count) return EMPTY;
    int at = kept;
    kept += (int)count + 1;
    if (kept > SCRATCH) fail(m, FAIL_MEMORY, kept, 0, 0);
    scratch[at] = count;
    from[0] = -(V)at - 1;
    for (V i = 1; i <= count; i++) scratch[at + i] = keep(m, from[i]);
    return TUPLE | at;
}

static void keep_choice(Match *m, Choice *c) {
    c->options = keep(m, c->options);
    c->preset = keep(m, c->preset);
    c->values = keep(m, c->values);
    c->barred = keep(m, c->barred);
}

void collect(Match *m) {
    V *single[] = {&m->result, &m->cards,    &m->spare,     &m->owners, &m->stripped, &m->known,
                   &m->gaps,   &m->keeping,  &m->gathered,  &m->dice,   &m->tags,     &m->settled,
                   &m->won, &m->lists, &m->standings, &m->drew,     &m->lost};
    kept = 0;
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) *single[i] = keep(m, *single[i]);
    for (int i = 0; i < pack.zones; i++) ZONES(m)[i] = keep(m, ZONES(m)[i]);
    for (int i = 0; i < m->frames; i++) m->frame[i].registers = keep(m, m->frame[i].registers);
    for (int i = 0; i < m->trigger_count; i++) {
        m->trigger[i].captured = keep(m, m->trigger[i].captured);
        m->trigger[i].id = keep(m, m->trigger[i].id);
    }
    for (int i = 0; i < m->modifier_count; i++) {
        m->modifier[i].captured = keep(m, m->modifier[i].captured);
        m->modifier[i].id = keep(m, m->modifier[i].id);
    }
    for (int i = 0; i < INDEXES; i++)
        for (int j = 0; j < m->index[i].count; j++)
            m->index[i].value[j] = keep(m, m->index[i].value[j]);
    for (int i = 0; i < m->choice_count; i++) keep_choice(m, &m->choice[i]);
    for (int i = 0; i < m->sealed_count; i++) {
        keep_choice(m, &m->sealed[i]);
        m->sealed_picks[i] = keep(m, m->sealed_picks[i]);
    }
    copy(HEAP(m), scratch, sizeof(V) * (size_t)kept);
    m->heap_used = kept;
}

// ---- fingerprints -------------------------------------------------------------------------------

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x100000001B3ULL;
    return hash ^ hash >> 29;
}

static uint64_t mix_value(Match *m, uint64_t hash, V v) {
    if (!is_tuple(v)) return mix(hash, v == NONE ? 0x7fffffffffffffffULL : (uint64_t)v);
    int count = length(m, v);
    hash = mix(hash, 0x7ffffffffffffff0ULL);
    hash = mix(hash, (uint64_t)count);
    for (int i = 0; i < count; i++) hash = mix_value(m, hash, items(m, v)[i]);
    return hash;
}

uint64_t print_match(Match *m) {
    uint64_t hash = 1;
    for (int i = 0; i < m->rows_end; i++) hash = mix(hash, (uint64_t)STATE(m)[i]);
    for (int i = 0; i < pack.zones; i++) hash = mix_value(m, hash, ZONES(m)[i]);
    V all[] = {(V)m->random, m->next_uuid, m->conceded, m->quitters};
    for (int i = 0; i < 4; i++) hash = mix(hash, (uint64_t)all[i]);
    V more[] = {m->cards, m->spare, m->gaps, m->keeping, m->gathered, m->standings};
    for (int i = 0; i < 6; i++) hash = mix_value(m, hash, more[i]);
    for (int i = 0; i < m->trigger_count; i++) {
        Trigger *t = &m->trigger[i];
        V of[] = {t->uuid, t->owner, t->source, t->captured, t->id, t->key, t->parent};
        for (int j = 0; j < 7; j++) hash = mix_value(m, hash, of[j]);
    }
    for (int i = 0; i < m->modifier_count; i++) {
        Modifier *t = &m->modifier[i];
        V of[] = {t->uuid, t->owner, t->source, t->captured, t->id};
        for (int j = 0; j < 5; j++) hash = mix_value(m, hash, of[j]);
    }
    return hash;
}

uint64_t print_choices(Match *m) {
    uint64_t hash = 1;
    for (int i = 0; i < m->choice_count; i++) {
        Choice *c = &m->choice[i];
        V of[] = {c->seat, c->minimum, c->maximum, c->together, c->subject, c->preset};
        for (int j = 0; j < 6; j++) hash = mix_value(m, hash, of[j]);
        int count = length(m, c->options);
        hash = mix(hash, (uint64_t)count / 2);
        for (int j = 1; j < count; j += 2) hash = mix(hash, (uint64_t)items(m, c->options)[j]);
        count = length(m, c->values);
        for (int j = 0; j < count; j++)
            hash = mix_value(m, hash, items(m, items(m, c->values)[j])[2]);
    }
    return hash;
}
