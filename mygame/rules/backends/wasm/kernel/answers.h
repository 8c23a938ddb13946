// Part of `kernel.h`: results, targets, sides, questions, the end of a match, the log.
#ifndef ANSWERS_H
#define ANSWERS_H
#include "kernel.h"

// ---- results and answers ------------------------------------------------------------------------

V with_result(Match *m, V pairs, V key, V value);
V result_of_family(Match *m, V pairs, V key);
V kept_answer(Match *m, V key);
V keep_answer(Match *m, V key, V answer);
V group_answers(Match *m, V answers, V words);
V first_of(Match *m, V of);
V last_of(Match *m, V of);
V entity_list(Match *m, V entity);
V top_of(Match *m, V of, V count);
V legal_targets(Match *m, V card, V player, V at);  // at NONE: of any timing
V has_target(Match *m, V card, V player, V at);
V lacks_target(Match *m, V card, V player, V at);
V needs_target(Match *m, V card, V at);
V any_answer(Match *m, V question, V cards, const V *given, int count);
V sum_of_answers(Match *m, V question, V cards, const V *given, int count);
void begin_answer(Match *m);
V are_allies(Match *m, V one, V other);
V allies_of(Match *m, V of, V pool);                // pool NONE: the players
V enemies_of(Match *m, V of, V pool);
V side_of(Match *m, V entity);

// ---- questions, the end, the log ----------------------------------------------------------------

void offer_option(Match *m, int kind, V entity);    // into the menu that is being made
void offer_all(Match *m, int kind, V entities);
V options_offered(Match *m);                        // takes them as a tuple; none are left
int ask(Match *m, V player, V prompt, V pool, int kind, V least, V most, V subject, V preset,
        V values);
int ask_all(Match *m, V asked, V prompt, int kind, V subject, V preset);
int menu(Match *m, V player, V prompt, V subject, int words, V preset, int alone, V options,
         V values, V barred);
int menu_of_all(Match *m, V prompt, V subject, int words, V preset, int alone, V asked);
int ask_order(Match *m, V player, const V *cards, int count);
int end_match(Match *m, V players, V keys, V rule, V note);
int end_for(Match *m, V won, V drew, V lost, V rule, V note);
V settle(Match *m, V players);
V add_log_row(Match *m, const V *row, int count);
V log_value(Match *m, V value);
V cause(Match *m, V card);
void note_move(Match *m, const V *cards, int count, V old, V zone);
void note_offer(Match *m, Choice *choice);
void note_turning(Match *m, V card);
void forget_places(Match *m, V cards);
int knows_card(Match *m, int seat, V card);
V told_values(Match *m, int seat, V values);
#endif
