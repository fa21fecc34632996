/* colonnade account: an account in a house elsewhere, for `play` and `bot`. */
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/far_session.h"
#include "remote/sign.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { PASSWORD = 520, INTERRUPT = 3 };

static struct {
    bool all;
} option;

static const Option sign_out_options[] = {
    {.name = "all", .flag = &option.all, .help = T("on every device, not only on this one")}, {0}};

/* Reads a line of standard input. A terminal is prompted and does not show it; Ctrl+C there gives an empty line. */
static bool read_password(Lang lang, char out[PASSWORD])
{
    struct termios before, quiet;
    bool asks = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &before) == 0;
    size_t n = 0;
    char c;
    if (asks) {
        quiet = before;
        quiet.c_lflag &= (tcflag_t) ~(ECHO | ISIG);
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
        fprintf(stderr, "%s ", lang_text(lang, T("Password:")));
    }
    for (ssize_t got; (got = read(STDIN_FILENO, &c, 1)) == 1 || (got < 0 && errno == EINTR);) {
        if (got < 0)
            continue;
        if (c == '\n' || (asks && c == INTERRUPT))
            break;
        if (n + 1 < PASSWORD)
            out[n++] = c;
    }
    if (asks) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
        fputc('\n', stderr);
        n = c == INTERRUPT ? 0 : n;
    }
    out[n] = '\0';
    return n > 0;
}

static ExitStatus run_sign_in(const Call *call)
{
    WireAddress to;
    Message error = {0};
    SignedIn in;
    char password[PASSWORD];
    if (!wire_address(call->operand[0], &to, &error))
        return cli_fail_message(call->lang, NULL, &error), EXIT_USAGE;
    if (!read_password(call->lang, password))
        return cli_fail(EXIT_USAGE, call->lang, T("no password was given"), 0);
    bool ok =
        sign_in(&to, call->operand[1], password, "colonnade", &in, &error) && far_session_keep(&to, in.token, &error);
    sodium_memzero(password, sizeof password);
    sodium_memzero(in.token, sizeof in.token);
    if (!ok)
        return cli_fail_message(call->lang, NULL, &error), EXIT_ILLEGAL;
    char line[256];
    lang_format(call->lang, line, sizeof line, T("Signed in as {0}."), 1, in.name);
    puts(line);
    return EXIT_DONE;
}

static ExitStatus run_sign_out(const Call *call)
{
    WireAddress to;
    Message error = {0};
    char token[FAR_SESSION];
    if (!wire_address(call->operand[0], &to, &error))
        return cli_fail_message(call->lang, NULL, &error), EXIT_USAGE;
    if (!far_session_read(&to, token))
        return cli_fail(EXIT_ILLEGAL, call->lang, T("you are not signed in there"), 0);
    bool ok = sign_out(&to, token, option.all, &error);
    sodium_memzero(token, sizeof token);
    if (!ok)
        return cli_fail_message(call->lang, NULL, &error), EXIT_ILLEGAL;
    far_session_forget(&to);
    return EXIT_DONE;
}

static const Command sign_in_verb = {
    .name = "sign-in",
    .operands = "URL NAME",
    .summary = T("sign in to a house with a password"),
    .help = T(
        "Asks for the password of the account NAME in the house at URL, or reads it from the standard input, and "
        "keeps the session in the user's data folder, for this user alone. `colonnade play` and `colonnade bot` use it "
        "there from then on, for 30 days, unless --guest says otherwise.\n"),
    .least = 2,
    .most = 2,
    .run = run_sign_in,
};

static const Command sign_out_verb = {
    .name = "sign-out",
    .operands = "URL",
    .summary = T("end the session in a house"),
    .help = T("Ends the session that is kept for the house at URL, there and here.\n"),
    .options = sign_out_options,
    .least = 1,
    .most = 1,
    .run = run_sign_out,
};

static const Command *const verbs[] = {&sign_in_verb, &sign_out_verb, NULL};

const Command account_command = {
    .name = "account",
    .operands = "",
    .summary = T("sign in to a house and out again"),
    .verbs = verbs,
};
