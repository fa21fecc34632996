/* colonnade proof check: follows a certificate's strategies with the rules alone. */
#include "cli/output.h"
#include "cli/commands.h"
#include "core/file.h"
#include "core/value.h"
#include "solve/certificate.h"

#include <stdio.h>
#include <string.h>

static struct {
    bool json;
} option;

static const Option options[] = {
    JSON_OPTION(&option.json),
    {0},
};

static const char *const names[] = {"loss", "draw", "win"};

static ExitStatus print_valid(const Call *call, const Certificate *c, const CertificateCheck *k, size_t bytes)
{
    if (!option.json) {
        printf("valid\ngame %s\nposition %s\nvalue %s\npositions %ju\nmoves %ju\nends %ju\nbytes %zu\n", c->game,
               c->position, names[c->result + 1], (uintmax_t)k->positions, (uintmax_t)k->replies, (uintmax_t)k->ends,
               bytes);
        return EXIT_DONE;
    }
    CliOutput a;
    output_open(&a);
    json_bool(&a.json, "valid", true);
    json_text(&a.json, "game", c->game);
    json_text(&a.json, "position", c->position);
    value_json(&a.json, "value", value_proven(c->result, -1));
    json_number(&a.json, "positions", (int64_t)k->positions);
    json_number(&a.json, "replies", (int64_t)k->replies);
    json_number(&a.json, "ends", (int64_t)k->ends);
    json_number(&a.json, "bytes", (int64_t)bytes);
    return output_print(&a, call);
}

/* `line`: the moves that break it, with blanks between them. */
static ExitStatus print_refused(const Call *call, const char *line, const Message *error)
{
    if (option.json) {
        CliOutput a;
        output_open(&a);
        json_bool(&a.json, "valid", false);
        json_open_array(&a.json, "line");
        for (const char *at = line; *at;) {
            char move[MOVE_TEXT];
            size_t length = strcspn(at, " ");
            snprintf(move, sizeof move, "%.*s", (int)length, at);
            json_text(&a.json, NULL, move);
            at += length + (at[length] == ' ');
        }
        json_close_array(&a.json);
        ExitStatus status = output_print(&a, call);
        if (status != EXIT_DONE)
            return status;
    }
    return line[0] ? cli_fail_after(call->lang, line, error) : cli_fail_message(call->lang, NULL, error);
}

static ExitStatus check(const Call *call, const Buffer *file)
{
    Certificate c;
    CertificateCheck k;
    Message error = {0};
    if (!certificate_read(buffer_text(file), file->length, &c, &error))
        return print_refused(call, "", &error);
    const Game *g = cli_game(call, c.game);
    if (!g)
        return EXIT_ILLEGAL;
    if (!certificate_check(g, &c, buffer_text(file), file->length, &k, &error))
        return print_refused(call, k.line, &error);
    return print_valid(call, &c, &k, file->length);
}

static ExitStatus run(const Call *call)
{
    Buffer file = {0};
    Message error = {0};
    ExitStatus status = EXIT_ILLEGAL;
    if (!file_read(cli_input(call->operand[0]), CERTIFICATE_LIMIT, &file, &error))
        cli_fail_message(call->lang, NULL, &error);
    else
        status = check(call, &file);
    buffer_free(&file);
    return status;
}

static const Command check_verb = {
    .name = "check",
    .operands = T("FILE"),
    .summary = T("follow a strategy against every reply"),
    .help = T("Follows the strategy in FILE against every reply, to the end of every game, with the rules alone. "
              "Prints `valid`, what is shown and how many positions were seen. What does not hold is refused with the "
              "line of moves that breaks it and exit status 1.\n"),
    .options = options,
    .least = 1,
    .most = 1,
    .complete = {COMPLETE_FILE},
    .run = run,
};

static const Command *const verbs[] = {&check_verb, NULL};

const Command proof_command = {
    .name = "proof",
    .summary = T("check a certificate of `prove --certificate`"),
    .verbs = verbs,
};
