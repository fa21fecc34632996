/* colonnade proof check: follows a certificate's strategies with the rules alone. */
#include "cli/commands.h"
#include "cli/options.h"
#include "core/file.h"
#include "solve/certificate.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {"loss", "draw", "win"};

static ExitStatus print_valid(const Options *o, const Certificate *c, const CertificateCheck *k, size_t bytes)
{
    if (o->json)
        return cli_print_json(o, json_pack("{s:b, s:s, s:s, s:s, s:I, s:I, s:I, s:I}", "valid", 1, "game", c->game,
                                           "position", c->position, "value", names[c->result + 1], "positions",
                                           (json_int_t)k->positions, "moves", (json_int_t)k->replies, "ends",
                                           (json_int_t)k->ends, "bytes", (json_int_t)bytes));
    printf("valid\ngame %s\nposition %s\nvalue %s\npositions %ju\nmoves %ju\nends %ju\nbytes %zu\n", c->game,
           c->position, names[c->result + 1], (uintmax_t)k->positions, (uintmax_t)k->replies, (uintmax_t)k->ends,
           bytes);
    return EXIT_DONE;
}

static ExitStatus print_refused(const Options *o, const char *line, const Message *error)
{
    if (o->json) {
        ExitStatus status = cli_print_json(o, json_pack("{s:b, s:s}", "valid", 0, "line", line));
        if (status != EXIT_DONE)
            return status;
    }
    return line[0] ? cli_fail_after(o->lang, line, error) : cli_fail_message(o->lang, NULL, error);
}

static ExitStatus check(const Options *o, const Buffer *file)
{
    Certificate c;
    CertificateCheck k;
    Message error = {0};
    if (!certificate_read(buffer_text(file), file->length, &c, &error))
        return print_refused(o, "", &error);
    const Game *g = cli_game(o, c.game);
    if (!g)
        return EXIT_ILLEGAL;
    if (!certificate_check(g, &c, buffer_text(file), file->length, &k, &error))
        return print_refused(o, k.line, &error);
    return print_valid(o, &c, &k, file->length);
}

static ExitStatus run(const Options *o)
{
    if (strcmp(o->operand[0], "check") != 0)
        return cli_fail(EXIT_USAGE, o->lang, T("proof takes check, not {0}"), 1, o->operand[0]);
    Buffer file = {0};
    Message error = {0};
    ExitStatus status = EXIT_ILLEGAL;
    if (!file_read(cli_input(o->operand[1]), CERTIFICATE_LIMIT, &file, &error))
        cli_fail_message(o->lang, NULL, &error);
    else
        status = check(o, &file);
    buffer_free(&file);
    return status;
}

const Command proof_command = {
    .name = "proof",
    .operands = T("check FILE"),
    .summary = T("check a certificate of `prove --certificate`"),
    .help = T("Follows the strategy in FILE against every reply, to the end of every game, with the rules "
              "alone. Prints `valid`, what is shown and how many positions were seen. What does not hold is "
              "refused with the line of moves that breaks it and exit status 1.\n"),
    .options = OPTION_JSON,
    .least = 2,
    .most = 2,
    .run = run,
};
