/* colonnade proof check: follows a certificate's strategies using only the rules. */
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

static ExitStatus print_valid(const Call *call, const Certificate *c, const CertificateCheck *k, uint64_t bytes)
{
    if (!option.json) {
        printf("valid\ngame %s\nposition %s\nvalue %s", c->game, c->position, names[c->result + 1]);
        printf(c->distance ? " %d\n" : "\n", c->distance);
        printf("positions %ju\nmoves %ju\nends %ju\nremembered %ju\nbytes %ju\n", (uintmax_t)k->positions,
               (uintmax_t)k->replies, (uintmax_t)k->ends, (uintmax_t)k->remembered, (uintmax_t)bytes);
        return EXIT_DONE;
    }
    CliOutput a;
    output_open(&a);
    json_bool(&a.json, "valid", true);
    json_text(&a.json, "game", c->game);
    json_text(&a.json, "position", c->position);
    value_json(&a.json, "value", value_proven(c->result, c->distance ? c->distance : -1));
    json_number(&a.json, "positions", (int64_t)k->positions);
    json_number(&a.json, "replies", (int64_t)k->replies);
    json_number(&a.json, "ends", (int64_t)k->ends);
    json_number(&a.json, "remembered", (int64_t)k->remembered);
    json_number(&a.json, "bytes", (int64_t)bytes);
    return output_print(&a, call);
}

/* `line`: the moves that break it, separated by blanks. */
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

static size_t next_piece(void *file, char *out, size_t size) { return file_next(file, out, size); }

/* A file that could not be read to its end is not a certificate that fails: whoever closes it reports that. */
static ExitStatus refuse(const Call *call, const FileReader *file, const char *line, const Message *error)
{
    return file->why ? EXIT_ILLEGAL : print_refused(call, line, error);
}

static ExitStatus check(const Call *call, FileReader *file)
{
    CertificateInput in;
    Certificate c;
    CertificateCheck k;
    Message error = {0};
    certificate_open(&in, next_piece, file);
    if (!certificate_read(&in, &c, &error))
        return refuse(call, file, "", &error);
    const Game *g = cli_game(call, c.game);
    if (!g)
        return EXIT_ILLEGAL;
    if (!certificate_check(g, &c, &in, &k, &error))
        return refuse(call, file, k.line, &error);
    return print_valid(call, &c, &k, in.bytes);
}

static ExitStatus run(const Call *call)
{
    FileReader file;
    Message error = {0};
    if (!file_open(&file, cli_input(call->operand[0]), &error))
        return cli_fail_message(call->lang, NULL, &error);
    ExitStatus status = check(call, &file);
    return file_close(&file, &error) ? status : cli_fail_message(call->lang, NULL, &error);
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
