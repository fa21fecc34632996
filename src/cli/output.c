/* See output.h. */
#include "cli/output.h"

#include <stdio.h>

void output_open(CliOutput *a)
{
    *a = (CliOutput){0};
    a->json = (Json){.out = &a->text};
    json_open_object(&a->json, NULL);
}

ExitStatus output_print(CliOutput *a, const Call *call)
{
    json_close_object(&a->json);
    Buffer shown = {0};
    json_indent(buffer_text(&a->text), &shown);
    ExitStatus status = a->text.failed || shown.failed ? cli_fail_memory(call->lang) : EXIT_DONE;
    if (status == EXIT_DONE)
        puts(buffer_text(&shown));
    buffer_free(&shown);
    output_drop(a);
    return status;
}

void output_drop(CliOutput *a) { buffer_free(&a->text); }

void output_position(Json *j, const Game *g, const Position *p)
{
    char text[POSITION_TEXT];
    g->write_position(p, text);
    json_text(j, "game", g->id);
    json_text(j, "position", text);
}

void output_state(Json *j, const Game *g, const Position *p, Outcome o)
{
    char mover[2] = {game_seat_letter(g->mover(p)), '\0'};
    if (o.over)
        json_nothing(j, "mover");
    else
        json_text(j, "mover", mover);
    json_bool(j, "over", o.over);
    if (o.over && o.winner != DRAW)
        json_text(j, "winner", game_result_text(g, o));
    else
        json_nothing(j, "winner");
    if (o.over)
        json_text(j, "reason", game_reason(g, (Reason)o.reason));
    else
        json_nothing(j, "reason");
}

void output_move(Json *j, const char *name, const Game *g, const Position *p, Move m)
{
    char text[MOVE_TEXT];
    g->write_move(p, m, text);
    json_text(j, name, text);
}

void output_line(Json *j, const char *name, const Game *g, const Position *p, const Move *move, int count)
{
    Position q = *p;
    json_open_array(j, name);
    for (int i = 0; i < count; i++) {
        output_move(j, NULL, g, &q, move[i]);
        g->play(&q, move[i], &q);
    }
    json_close_array(j);
}

void output_effort(Json *j, uint64_t nodes, double seconds)
{
    json_number(j, "nodes", (int64_t)nodes);
    json_double(j, "seconds", seconds);
    json_double(j, "per_second", seconds > 0 ? (double)nodes / seconds : 0);
}
