/* colonnade proof check: follows a certificate's strategies with the rules alone. */
#include "cli/commands.h"
#include "core/file.h"
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
    if (option.json)
        return cli_print_json(call, json_pack("{s:b, s:s, s:s, s:s, s:I, s:I, s:I, s:I}", "valid", 1, "game", c->game,
                                              "position", c->position, "value", names[c->result + 1], "positions",
                                              (json_int_t)k->positions, "moves", (json_int_t)k->replies, "ends",
                                              (json_int_t)k->ends, "bytes", (json_int_t)bytes));
    printf("valid\ngame %s\nposition %s\nvalue %s\npositions %ju\nmoves %ju\nends %ju\nbytes %zu\n", c->game,
           c->position, names[c->result + 1], (uintmax_t)k->positions, (uintmax_t)k->replies, (uintmax_t)k->ends,
           bytes);
    return EXIT_DONE;
}

static ExitStatus print_refused(const Call *call, const char *line, const Message *error)
{
    if (option.json) {
        ExitStatus status = cli_print_json(call, json_pack("{s:b, s:s}", "valid", 0, "line", line));
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
