// The kernel of the native machine: what a match is, what a pack's tables are, and every function
// that compiled code may call. The names and the rules are those of `rules/running`; see README.md.
#ifndef KERNEL_H
#define KERNEL_H
#include <stddef.h>
#include <stdint.h>

typedef int64_t V;  // a value: a number, NONE, or a tuple

#define NONE ((V)0x7000000000000000LL)
#define TUPLE ((V)0x6000000000000000LL)  // of a tuple; below it stands where it is
#define FIXED ((V)0x80000000LL)          // of a tuple that is a constant of the pack
#define HASH 0x9E3779B1u
#define EMPTY (TUPLE | FIXED)            // the first constant is the empty tuple
#define MOST ((V)0x1fffffffffffffffLL)   // numbers stop there, and at as much below zero

// Limits, as in `rules/running/machine.py`.
enum {
    MAX_STEPS = 200000,
    MAX_DEPTH = 300,
    MAX_NESTED = 30,
    MAX_ITEMS = 20000,
    MAX_OPTIONS = 1000,
    MAX_RESULTS = 1000,
    MAX_LASTING = 5000,
    MAX_CREATED = 2000,
    MAX_LISTENERS = 500,
    MAX_ASKED = 30,
    MAX_WORK = 1000000,
    MAX_PLAYERS = 16,
    MAX_REGISTERS = 512,
    MAX_FRAMES = 2048,
    MAX_KEYS = 2 * MAX_LASTING + 256,
    MAX_GUARDS = 64,
    TRIED_WORK = 20000, // of an action that is tried
    NOTE_COST = 20,
    MAKE_COST = 50,
    ENOUGH_GONE = 16,
    COLLECT_AT = 16384, // values on the heap
};

// What fails, with what its message needs: see `failure`.
enum {
    FAIL_STEPS = 1,  // the budget of an action
    FAIL_WORK,
    FAIL_ITEMS,
    FAIL_DEPTH,
    FAIL_OPTIONS,
    FAIL_RESULTS,
    FAIL_LASTING,
    FAIL_CREATED,
    FAIL_LISTENERS,
    FAIL_MEMORY,  // of the match; Python has no such limit
    LAST_BUDGET = 31,
    FAIL_NO_CARD,  // a RuleError: no card that could be moved
    FAIL_NOBODYS_ZONE,
    FAIL_NO_SIDES,
    FAIL_NO_PLAYER,
    FAIL_NO_ENTITY,
    FAIL_IS_NO_PLAYER,
    FAIL_LACKS_FIELD,
    FAIL_CANNOT_LIE,
    FAIL_CANNOT_BECOME,
    FAIL_NO_DEFINITION,
    FAIL_HANDS_AMOUNT,
    FAIL_HANDS_NOBODY,
    FAIL_HANDS_LESS,
    FAIL_NO_EVENT,
    FAIL_NOBODY_ASKED,
    FAIL_ASKED_DEEP,
    LAST_RULE = 63,
    FAIL_INDEX,  // what is an error of Python there
    FAIL_KEY,
    FAIL_DIVISION,
    FAIL_UNKNOWN,  // the machine cannot do this; Python can
};

typedef struct Match Match;
typedef int (*Routine)(Match *, const V *, int, int);     // given, count, at: whether it waits
typedef V (*Condition)(Match *, const V *);               // of registers
typedef V (*OfModifier)(Match *, const V *, V);           // of what it captured and an entity
typedef V (*OfPool)(Match *, const V *);                  // what a cast can be aimed at
typedef V (*OfPlayer)(Match *, V);
typedef V (*OfSize)(Match *, V, V);                       // of owner and card
typedef V (*OfAnswer)(Match *, V, const V *, int);        // of a card, and what is given

#define DONE (-1)  // of the engine's own codes, which give the point at which they wait

// ---- tables of the pack: laid down by whoever loads it, never written by the kernel -------------

typedef struct {
    Routine routine;
    int32_t size;         // registers
    int32_t card;         // 1 + the index of the card whose code it is; 0: of the flow or a word
    int32_t uncounted;    // a word of which a call is no step: see `rules/pack/calls.py`
} Code;

enum { MODE_OTHER, MODE_ONCE, MODE_IN_PLAY, MODE_ALWAYS };
enum { CHANGE_ADD, CHANGE_SET, CHANGE_MULTIPLY, CHANGE_CAP, CHANGE_FLOOR };

typedef struct {
    V key;
    int32_t mode, captured, priority, unique;
    int32_t code;      // -1: one that only ends others
    int32_t bearer;    // register, or -1
    int32_t removers;  // how many; they are the triggers `remover[0..]`
    int32_t card;
    const int32_t *remover;
    Condition condition;  // 0: none
} TriggerDef;

typedef struct {
    int32_t property, layer, mode, duration, unique, of, bearer, removers;
    const int32_t *remover;
    OfModifier amount, where;  // where 0: about all
    int32_t card, spare;
} ModifierDef;

typedef struct {
    int32_t arrive, leave;  // codes, or -1
    const uint8_t *heeds;   // by index of a definition, 0: all; `holds` likewise
    const uint8_t *holds;
    OfPlayer most;          // 0: `limit`
    OfSize size;            // 0: 1 each
    int32_t overflow;       // a zone, or -1
    int32_t limit;          // -1: everything
} ZoneRule;

typedef struct {
    int32_t timing, card;   // of the cast; whose it is
    OfPool pool;
    uint32_t players;       // bit n: value n of the context is the player
    int32_t count;          // values of the context
} Aim;

typedef struct {
    int32_t first, count;  // in a table of aims
} Span;

typedef struct {
    int32_t kind;        // 0 the match, 1 players, else the symbol of a kind of cards
    int32_t base;
    V minimum, maximum;  // NONE: no limit
    int32_t maximum_base, spare;
} FieldOf;

typedef struct {
    int32_t field;       // the number of its name
    int32_t adding;
    int32_t alike;       // cards of several kinds alike, or one kind: rows[0] is for all
    int32_t count;
    const FieldOf *rows;
} Changer;

typedef struct {
    int32_t first, count;  // base, and where in `reset_values`
    int32_t values, spare;
} ResetRun;

typedef struct {
    Span of_match, of_players;
    const Span *of_cards;  // by index of a definition
} Reset;

typedef struct {
    int32_t word, kind;   // words of options are numbered, kinds see `enum kinds`
    int32_t is_card, about;  // about: for bots
} OptionKind;
enum { ABOUT_ELSE, ABOUT_PLAYER, ABOUT_DEFINITION };

typedef struct {
    int32_t players, seats, zones, width, first, order_base, facts, definitions;
    int32_t codes, triggers, modifiers, properties, timings, answers, resets, changers;
    int32_t start_code, quitting_code, simultaneous, simultaneous_option;
    int32_t by_age, age_base, last_left_wins, leaving;
    int32_t side_of_players, has_parties, pools, owned;
    int32_t hash_shift, random_word, heap, spare;  // heap: values of a match
    const uint16_t *hash;        // see README; 0 stands for none
    const V *definition;         // by index; definition[0] is 0
    const V *printed;            // [definitions][facts]
    const V *rows;               // [definitions][width], with which a card begins
    const uint8_t *has_row;
    const int32_t *zone_owner, *zone_family, *zone_seers;
    const uint8_t *zone_flags;   // 1: nobody's, 2: of a pool, 4: all see it, 8: its owner sees it
    const V *minimums;           // by property; NONE: none
    const V *constants;          // tuples: length, items, ...; the first is empty
    const V *rotations;          // by player (0: none): the tuple of players from there on
    const Code *code;
    const TriggerDef *trigger;
    const ModifierDef *modifier;
    const int32_t *behaviors;    // [timings][definitions]: a code, or -1
    const int32_t *own_first;    // [properties]: where in `own`, or -1
    const Span *own;             // [..][definitions]: in `own_modifiers`
    const int32_t *own_modifiers;
    const ZoneRule *zone_rule;   // by zone; 0: no zone has rules
    const uint8_t *ruled;        // by zone: whether it has any
    const Aim *aim;
    const Span *aims, *gates;    // by index of a definition; 0: none
    const OfAnswer *answer;      // [answers][definitions]
    const Reset *reset;
    const ResetRun *reset_run;
    const V *reset_values;
    const Changer *changer;
    const OptionKind *option;    // by number of a kind of option
    const int32_t *const *words; // by number of a menu: words, ended by -1
    const V *side_of_cards;      // pairs: kind, base; ended by 0
    OfPlayer side_value;
    const V *places;             // pairs of tables: see README
    const V *const *facts_by_hash;  // as `hash`, but a row of `printed`, which begins with its own
} Pack;

extern Pack pack;

// ---- a match: one block; behind the header stand zones, rows and heap (`offsets`) ---------------

typedef struct {
    int32_t code, at;     // code -1: the hearing of an event; -2: a move; at: the point of it
    V registers;
} Frame;

typedef struct {
    int32_t definition, removers;
    V uuid, owner, source, captured, id, key, parent;
} Trigger;

typedef struct {
    int32_t definition, removers;
    V uuid, owner, source, captured, id;
} Modifier;

typedef struct {
    int32_t seat, minimum, maximum, words, together, spare;
    V prompt, subject, options, preset, values, barred;  // options: kind, entity, kind, entity...
} Choice;

typedef struct {
    int32_t count, spare;
    uint64_t bloom;
    V key[MAX_KEYS], value[MAX_KEYS];
} Index;

enum { BY_EVENT, BY_PROPERTY, BY_SOURCE, BY_BEARER, INDEXES };
enum { GUARD_TRIGGER = 1, GUARD_MODIFIER, GUARD_POOL, GUARD_CODE, GUARD_SIDE };

typedef struct {
    int32_t kind, index;
} Mark;

struct Match {
    uint64_t random;
    V work, result, next_uuid;
    V cards, spare, owners, stripped, known, gaps, keeping, gathered, dice, tags, settled;
    V lists;  // of cards that are brought or chosen, as the host has laid them
    V standings, won, drew, lost, rule;
    uint32_t conceded, quitters;
    int32_t ticks, depth, asked, dealt, rows_end;
    int32_t frames, waiting_count, choice_count, sealed_count, trigger_count, modifier_count;
    int32_t heap_used, muted_count, logging, running_count, guard_count, option_count;
    int32_t traced;       // whether all events are fired: it is recorded (`recording.h`), or tried
    int32_t luck, floor;  // of what is tried: how chance falls; it is over with fewer frames
    // from here on only what is used is copied
    Choice choice[MAX_PLAYERS + 1];
    Choice sealed[MAX_PLAYERS + 1];
    V sealed_picks[MAX_PLAYERS + 1];
    Mark muted[256];
    Frame frame[MAX_FRAMES];
    Trigger trigger[MAX_LASTING + 64];
    Modifier modifier[MAX_LASTING + 64];
    Index index[INDEXES];
};

typedef struct {
    V code, a, b, c;      // what failed, and what its message needs
    Mark guard;           // the innermost part of a card that was asked, or 0
    int32_t running;      // the innermost code of a card that ran, or -1
    int32_t spare;
} Failure;

extern Failure failure;

// Offsets in the block of a match: zones as tuples, the state, the heap. Set by `open_pack`.
typedef struct {
    uint32_t zones, state, heap, size;
} Offsets;
extern Offsets offsets;

#define ZONES(m) ((V *)((char *)(m) + offsets.zones))
#define STATE(m) ((V *)((char *)(m) + offsets.state))
#define HEAP(m) ((V *)((char *)(m) + offsets.heap))

// Not of a match, but of the action that runs now.
extern Frame waiting[MAX_FRAMES];        // of code that was called and waits, the innermost first
extern V scratch[];                      // for lists that are being made; `scratch_top` is free
extern int scratch_top;
extern V offered[2 * MAX_OPTIONS + 64];  // the options of a menu that is being made
enum { SCRATCH = 1 << 19 };

_Noreturn void fail(Match *m, V code, V a, V b, V c);

// ---- values -------------------------------------------------------------------------------------

static inline int is_tuple(V v) { return ((uint64_t)v >> 60) == 6; }
static inline V *cell(Match *m, V t) {
    return (t & FIXED) ? (V *)pack.constants + (t & 0x7fffffff) : HEAP(m) + (uint32_t)t;
}
static inline V *items(Match *m, V t) { return cell(m, t) + 1; }
static inline int length(Match *m, V t) { return is_tuple(t) ? (int)*cell(m, t) : 0; }
static inline V *allocate(Match *m, int count, V *made) {
    int at = m->heap_used;
    if (count > pack.heap - at - 2) fail(m, FAIL_MEMORY, count, 0, 0);
    V *c = HEAP(m) + at;
    c[0] = count;
    m->heap_used = at + count + 1;
    *made = TUPLE | at;
    return c + 1;
}
static inline V tuple_of(Match *m, const V *from, int count) {
    if (!count) return EMPTY;
    V made, *to = allocate(m, count, &made);
    for (int i = 0; i < count; i++) to[i] = from[i];
    return made;
}
static inline int truth(Match *m, V v) {
    if (v == 0 || v == NONE) return 0;
    return is_tuple(v) ? *cell(m, v) > 0 : 1;
}
static inline V clamp_number(V n) { return n > MOST ? MOST : n < -MOST ? -MOST : n; }
// A sum of what may be larger than numbers are, as far as a word goes: it is only compared.
static inline V added(V a, V b) {
    V sum;
    if (!__builtin_add_overflow(a, b, &sum)) return sum;
    return a > 0 ? INT64_MAX : INT64_MIN;
}
static inline V floor_mod(Match *m, V a, V b) {
    if (!b) fail(m, FAIL_DIVISION, a, 0, 0);
    V r = a % b;
    return r && (r < 0) != (b < 0) ? r + b : r;
}
static inline V floor_divide(Match *m, V a, V b) {
    if (!b) fail(m, FAIL_DIVISION, a, 0, 0);
    return a / b - (a % b && (a < 0) != (b < 0));
}
static inline int definition_index(V definition) {
    uint32_t at = (uint32_t)definition * HASH >> pack.hash_shift;
    while (pack.hash[at] && pack.definition[pack.hash[at]] != definition)
        at = (at + 1) & (0xffffffffu >> pack.hash_shift);
    return pack.hash[at];
}
// The printed facts of a definition; that of nobody is all zeros.
static inline const V *facts_of(Match *m, V definition) {
    const V *row = pack.facts_by_hash[(uint32_t)definition * HASH >> pack.hash_shift];
    if (row[0] == definition) return row;
    int i = definition_index(definition);
    if (!i && definition) fail(m, FAIL_KEY, definition, 0, 0);
    return pack.printed + (size_t)i * pack.facts;
}
static inline V index_for(V key, V entity) { return ((key + 1) << 40) + entity; }
static inline int is_card(Match *m, V e) {
    return e >= pack.first && e < m->rows_end && e % pack.width == 0;
}

int equal(Match *m, V a, V b);
int contains(Match *m, V t, V v);
V item(Match *m, V t, V at);
V slice(Match *m, V t, V from, V to);       // NONE: from the beginning, to the end
V joined(Match *m, const V *tuples, int count);
V flattened(Match *m, V tuples);
V with_item(Match *m, V t, V v);
V without_item(Match *m, V t, V v);
V position_of(Match *m, V t, V v);          // `t.index(v)`
V sorted_by(Match *m, V *pairs, int count); // (key, value): the values by key, stable
V multiplied(V a, V b);                     // within bounds
V sum_up(const V *from, int count, int apart, V more);  // likewise, of every so manyth, and `more`
V sum_of_halves(V high, V low);  // of sums of the upper and lower 32 bits of values
void scratch_push(Match *m, V v);
V index_get(Index *x, V key);               // a tuple, or NONE
void index_add(Match *m, Index *x, V key, V value);
void index_remove(Match *m, Index *x, V key, V value);
V index_pop(Index *x, V key);

// ---- frames and the budget ----------------------------------------------------------------------

static inline void step(Match *m) {
    if (--m->ticks < 0) fail(m, FAIL_STEPS, 0, 0, 0);
}
int start_code(Match *m, int code, const V *given, int count);
int run_framed(Match *m, int code, V registers);
int push_frame(Match *m, int code, V registers);
void wait_for(Match *m, int code, V registers, int at);
V make_registers(Match *m, int code, const V *given, int count);
void run(Match *m);
int is_muted(Match *m, int kind, int index);
int guard(Match *m, int kind, int index);   // what to give to `unguard`
void unguard(Match *m, int before);
V spend(Match *m, V of);
void spend_count(Match *m, V count);
V number_range(Match *m, V low, V high);
V repeat_each(Match *m, V of, V times);
int perform(Match *m, V timing, V card, const V *given, int count);
int behavior_of(V timing, V definition);    // a code, or -1

// ---- events, what lasts, modifiers --------------------------------------------------------------

void record_event(Match *m, V key, V context, V subject);
int fire(Match *m, V key, V context, V subject);
V mark_event(Match *m, V flag, V by);
V change_event(Match *m, V at, V value);
int is_heard(Match *m, V key);              // `key in m.listeners`
int is_changed(Match *m, V key);            // `key in m.modifiers_of`
int has_own_modifiers(V property, V definition);
V add_trigger(Match *m, V definition, const V *r, int count, V owner, V subject, V id);
V add_modifier(Match *m, V definition, const V *r, int count, V owner, V id);
void remove_effect(Match *m, V uuid);
V remove_all(Match *m, V uuids);
V as_uuids(Match *m, V value);
V lasting_by_id(Match *m, V id);
V triggers_by_event(Match *m, V event);
V strip_card(Match *m, V card, V auras);
V copy_lasting(Match *m, V giver, V taker);
V move_lasting(Match *m, V giver, V taker);
void end_effects(Match *m, V card, V old, V zone);
V modified_value(Match *m, V property, V entity, V base);
Trigger *trigger_of(Match *m, V uuid);      // 0: there is none
Modifier *modifier_of(Match *m, V uuid);
int hear(Match *m, V *r, int at);  // the engine's own codes
int move_on(Match *m, V *r, int at);
enum { HEARING = -1, MOVING = -2 };

// ---- zones, cards, chance, players --------------------------------------------------------------

V move(Match *m, V card, V zone, V bottom);
V move_all(Match *m, V cards, V zone, V bottom);
int carry(Match *m, V cards, V zone, V position, V beside, V who);
V room(Match *m, V zone);
V has_room(Match *m, V cards, V zone);
V lacking_room(Match *m, V cards, V zone);
V position(Match *m, V card);
V neighbours_at(Match *m, V card, V step);
void keep_gap(Match *m, V card, V zone);
V zone_of_gap(Match *m, V card);
V fill_gap(Match *m, V card, V gone, V zone);
V make_cards(Match *m, V pool, V amount, V zone, V at_random);
V duplicate_cards(Match *m, V cards, V zone, V everything);
V transform_cards(Match *m, V cards, V definition, V keep);
void collect_rows(Match *m, int enough);
V owner_of(Match *m, V card);
int zone_takes(V zone, V definition);
V shuffle(Match *m, V zone);
V sample(Match *m, V pool, V amount, V seed);
V roll(Match *m, V sides);
V roll_dice(Match *m, V amount, V sides, V plus, V highest, V lowest);
V random_below(Match *m, V below);
uint64_t next_random(uint64_t *state);
V players_from(Match *m, V start);
V players_back(Match *m, V start);
V neighbour(Match *m, V player, V step);
V gave_up(Match *m, V player);
V piles_of(Match *m, V first, V players);   // the piles of a family, in order of players, joined
V known_entity(Match *m, V entity);
V known_player(Match *m, V player);
V kind_of(Match *m, V entity, V of_player, V of_match);
V player_field(Match *m, V base, V players, V entity);

// ---- fields -------------------------------------------------------------------------------------

V change_field(Match *m, V changer, V entity, V value);  // real change, what a limit swallowed
_Noreturn void raise_lacks_field(Match *m, V entity, V field);
V reset_fields(Match *m, V group, V entities, V to);
V reset_all(Match *m, V group, V player);
V change_together(Match *m, V amount, V own, V players, V counter, V sign);

// ---- what is tried, which is heard: `trying.c` --------------------------------------------------

enum { BY_CHANCE, LOW, HIGH };  // how dice fall: at random, all with their least, with their most
void note_event(Match *m, V key, V context, V subject);
void note_pool(Match *m, V player, V pool, int kind);

// ---- what hosts call ----------------------------------------------------------------------------

uint32_t open_pack(uint32_t dealt);                  // bytes of a match whose deal is so long
void begin_match(Match *m, uint32_t dealt);           // blank: the host lays state and zones
void answer(Match *m, int seat, const V *picks, int count);
void answer_default(Match *m, int seat);
void concede(Match *m, int seat, int quits);
void end_idle(Match *m);
void copy_match(Match *to, Match *from);
void copy_often(Match *to, Match *from, int count, uint32_t apart);  // so many bytes
void collect(Match *m);                              // the heap, between actions
uint32_t bytes_used(Match *m);
uint64_t print_match(Match *m);                      // a fingerprint of all that a match is
uint64_t print_choices(Match *m);

#include "answers.h"
#endif
