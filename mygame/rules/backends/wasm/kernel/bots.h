// Bots inside the machine: the same answers as `rules/playing/bots`, from the same seeds. Begin
// with what hosts call, at the end; see README.md.
#ifndef BOTS_H
#define BOTS_H
#include "kernel.h"

// ---- dice: Python's `random.Random` (MT19937), number for number --------------------------------

enum { DICE_WORDS = 624 };
typedef struct {
    uint32_t word[DICE_WORDS];
    int32_t at, spare;
} Dice;

void seed_dice(Dice *d, const uint32_t *key, int count);  // |seed| in words, the lowest first
uint64_t dice_bits(Dice *d, int count);                   // getrandbits, at most 64
double dice_unit(Dice *d);                                // random()
V dice_below(Dice *d, V limit);                           // randrange, choice
void dice_shuffle(Dice *d, V *of, int count);
void dice_sample(Dice *d, int size, int count, int *places);  // which places, in order

// ---- what a pack gives bots: laid down by whoever loads it --------------------------------------

typedef V (*OfMatch)(Match *);
typedef V (*OfTwo)(Match *, V, V);

typedef struct {
    int32_t prompt, definition, word, spare;  // of options that are definitions; word -1: of all
    OfTwo value;                              // of the player who picks, and the entity
} Preference;

typedef struct {
    const V *cards;          // pairs: a definition that may be in a deck, how often
    const int32_t *company;  // parts whose one card says what may be here; ended by -1; 0: none
    const uint8_t *beside;   // [by turns of the cards of those parts][cards of this one]
    int32_t count, spare;    // of definitions
} DeckPart;

typedef struct {
    V key;               // of the event, after it
    int32_t by, amount;  // places in its context, -1: none: who must have caused it, how much it is
} Watched;               // what options are said to do: a fact, by its number

typedef struct {
    OfPlayer worth;                 // 0: the pack has none
    OfMatch until;                  // likewise
    OfMatch forced_until;           // of `bot.forcedWin`; 0: none
    OfPlayer lacking;               // likewise
    V within;                       // NONE: no such bound
    int32_t weighs_others, has_sides;  // has_sides: who is with whom is read, `sides.parties_of`
    int32_t preferences, parts;        // parts 0: nobody brings a deck
    const Preference *preference;
    const DeckPart *part;
    const int32_t *pool_of;         // by zone, from 1; 0: of no pool
    const OfTwo *likely;            // by zone, of its owner and a definition; 0: no zone says so
    const Span *may_be;             // by zone: in `may_be_of`; 0: no zone says so
    const V *may_be_of;
    const Watched *watched;
    int32_t spans;                  // how often `until` changes before a tree looks no further
    int32_t watched_count, spare;
} BotTables;

extern BotTables bot_tables;

// ---- what hidden cards may be -------------------------------------------------------------------

enum { MOST_HIDDEN = 4096, MOST_ROWS = 1 << 14 };  // cards of one owner or pool, or in all

void redeal(Match *to, Match *from, int seat, Dice *d);
int is_hidden(int seat, V zone);
int has_likely_deals(void);
int hold_everything(const int *zones, int count);  // whether everything can lie in each of these
// of a number of things with definitions, so many to each zone: in which order they can lie there
void assign_to_zones(const int *zones, const int *sizes, int count, const V *definitions,
                     int *order, Dice *d);
void replace_deck(Match *m, V player, const int *zones, int count, Dice *d);

// ---- answers and what they are worth ------------------------------------------------------------

#define FAILED (-(1LL << 60))
enum { PICKS = 1 << 15, LINES_CONSIDERED = 24 };

typedef struct {
    double total, prior;
    int32_t first, count;  // in `line_picks`
    int32_t worlds, won;
} Line;

extern Line line[MAX_OPTIONS + 8];  // the answers that are weighed, in the end the best first
extern int line_count;
extern V line_picks[PICKS];

Choice *choice_asked(Match *m, int seat);     // 0: the seat is not asked anything
int forced_count(Match *m, Choice *c);        // of the only answer there is; -1: there are others
int distinct_options(Match *m, Choice *c, int *picks);
void clear_lines(void);
Line *add_line(const V *picks, int count);    // 0: there is one of these picks
double line_value(const Line *l);
void sort_lines(Line *of, double *key, int count);  // the highest first, stable

Match *match_at(int place);                   // worlds and trials: memory for matches
enum { AT_WORLD, AT_PLAYED, AT_TRIED, AT_DEAL, AT_NODE = AT_DEAL + 4, AT_AFTER = AT_NODE + 4 };
enum { MATCHES = AT_AFTER + 4 };

V preference_of(Match *m, Choice *c, int pick);
V worth_of(Match *m, int seat);
V lead_of(Match *m, int seat);
V worth_of_answer(Match *start, int seat, const V *picks, int count, int depth, int ahead, int at);
void consider_greedily(Match *m, int seat, Dice *d);

// ---- search -------------------------------------------------------------------------------------

typedef struct {
    int32_t kind, iterations, slips, forced;  // iterations 0: the host says how much time is used
} Level;

int has_won(Match *m, int seat);
enum { HORIZON = 60, FAR = 2000 };  // answers played on at most; to the end of a match
V definition_of(Match *m, V entity);          // that it has or is; 0: neither
V gain_of(Match *m, Choice *c, V subject, int pick);  // as a habit
void answer_by_habit(Match *m, Choice *c, Dice *d);
void begin_search(Match *m, int seat, Dice *d, int iterations, int tree);
int go_on_searching(double used, int worlds);
void begin_forced(Match *m, int seat, Dice *d, int iterations, int times);
int go_on_forced(double used, int states);    // 1: goes on, 0: none found, -1: found
int first_forced(Match *m, V *picks);         // the first answer of the win: how many picks

// ---- a tree below each answer -------------------------------------------------------------------

void begin_tree(Match *m, int seat);
void play_in_tree(Match *m, const V *picks, int count, Dice *d);  // on from an answer that was given
void learn_in_tree(Match *m, V lead);         // from what that led to
int knows_scale(void);                        // whether the first results have told it
V bounded_lead(V lead);                       // then: no further from the others than counts

// ---- what options would do ----------------------------------------------------------------------

enum { OUTCOMES = 512 };
typedef struct {
    V entity, low, high;   // how much, in those outcomes of the option in which it was heard
    int32_t fact, heard;   // in how many that was
} Outcome;

typedef struct {
    int32_t outcomes, leaf_count, by_chance, lead_count;  // by_chance: dice, or others decide
    Outcome outcome[OUTCOMES];
    V lead[MAX_OPTIONS];   // what was asked first, if cards or players
} Tried;
extern Tried option_tried;

enum { TRIED_ALL, TRIED_SOME, TOO_MUCH };
Match *deal_to_try(Match *m, int seat, int deal, Dice *d);  // deals are numbered from 0
void begin_trying(int deal, int seat, int floor, int pick, int luck);
int go_on_trying(int leaves);

// ---- what hosts call ----------------------------------------------------------------------------

enum { BOT_RANDOM, BOT_GREEDY, BOT_SEARCH, BOT_TREE };
enum { PHASE_DONE, PHASE_FORCED, PHASE_SEARCH };

uint32_t bytes_of_bots(void);                 // after `open_pack`
void open_bots(void *memory);                 // of so many bytes
int think_at_random(Match *m, int seat, uint64_t *state, V *picks);  // how many are picked
int begin_thinking(Match *m, int seat, Dice *d, const Level *level);  // the phase; -1: not asked
int go_on_thinking(double used, int count);   // worlds or states; the phase
int think(Match *m, int seat, Dice *d, const Level *level);  // to the end: how many lines
#endif
