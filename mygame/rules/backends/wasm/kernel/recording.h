// Matches that bots play inside, from their beginning to their end, and what is written down of
// them meanwhile: what `Recorder` in `weighing/sim/playing.py` does, by tables that the host lays.
#ifndef RECORDING_H
#define RECORDING_H
#include "bots.h"

// ---- what a pack wants written down -------------------------------------------------------------

enum { COUNT_STAGE, BEGIN_ROUND, BEGIN_LIFE, END_LIFE };
typedef struct {
    V key;                 // of an event
    int32_t does;          // one of those
    int32_t what, player;  // where in its context; of a stage alone: player, stage
    int32_t stage;
} Listener;

typedef struct {
    int32_t prompt, word;  // of an option
    int32_t stage, taken;  // it counts where it is taken, else where it is there
} OfferStage;

typedef struct {
    OfPlayer cards;        // that a player has when the first round begins
    int32_t stage;
} HeldStage;

typedef struct {
    int32_t kind, count;   // as in `FieldOf`; of how many fields of that kind
    int32_t base;
    int32_t most_base;     // of the field that is the maximum, or -1
    V minimum, maximum;    // NONE: no limit
} Limit;

typedef struct {
    OfPlayer role, cards, lives;  // 0: there are no roles; all cards
    int32_t listeners, offers, holdings, series, limits;
    const Listener *listener;
    const OfferStage *offer;
    const HeldStage *holding;
    const OfPlayer *of_series;    // numbers of players
    const Limit *limit;           // of fields, those of a kind together
    const int32_t *most;          // by zone: how many cards can lie there; -1: any number
} RecordTables;

extern RecordTables record_tables;

// ---- what is written down -----------------------------------------------------------------------

enum { HEARD, CARDS, BEGUN, ENDED, LASTED, WATCHED };  // from WATCHED on: for the kernel alone
enum { MOST_COUNTS = 1 << 13, MOST_SAMPLES = 1 << 14 };

typedef struct {
    int32_t of, stage;  // of: one of those
    V a, b, c;          // HEARD: key, definition; CARDS: definition, seat; lives: definition
    V times;
} Count;

typedef struct {
    V first, round;       // first: the seat that began, or NONE
    int32_t decisions;
    int32_t counts, samples;
    int32_t thinking;     // the phase of whoever has begun to think
    V role[MAX_PLAYERS];  // symbols
} Record;

extern Record record;
extern Count counted[MOST_COUNTS];   // `record.counts`, in the order in which they were first counted
extern V sampled[MOST_SAMPLES];      // `record.samples`: each series by seat, a round after the other

void record_question(Match *m, Choice *c);
void record_answer(Match *m, Choice *c, const V *picks, int count);
void finish_record(Match *m);
int is_in_order(Match *m);           // whether the invariants hold: `playing/invariants.py`

// ---- what hosts call ----------------------------------------------------------------------------

typedef struct {
    Level level;      // kind BOT_RANDOM, or how it thinks
    uint64_t random;  // of one at random: its state
    Dice *dice;       // of one that thinks
    int32_t spare;
} Player;

extern Player players[MAX_PLAYERS];  // by seat

enum { PLAYED_ON, PLAYED_OUT, PLAYED_WRONG };  // WRONG: an invariant does not hold

void begin_record(Match *m);  // before its first event
int play_on(Match *m, int count, int checks);  // so many answers and slices
#endif
