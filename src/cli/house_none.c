/* colonnade serve, house, bot, account and online, built without a library that they need. */
#include "cli/commands.h"

static const char needed[] = "libwebsockets, sqlite3, libsodium or jansson";

const Command serve_command = {
    .name = "serve",
    .operands = "",
    .summary = T("the page: play, analyse and learn in a browser"),
    .help = T("This program was built without what the page's server needs.\n"),
    .missing = needed,
};

const Command house_command = {
    .name = "house",
    .operands = "",
    .summary = T("the games that people played on this server"),
    .help = T("This program was built without what a house needs.\n"),
    .missing = needed,
};

const Command bot_command = {
    .name = "bot",
    .operands = "",
    .summary = T("let a level or an engine play in a house"),
    .help = T("This program was built without what a house needs.\n"),
    .missing = needed,
};

const Command account_command = {
    .name = "account",
    .operands = "",
    .summary = T("sign in to a house and out again"),
    .help = T("This program was built without what a house needs.\n"),
    .missing = needed,
};

const Command online_command = {
    .name = "online",
    .operands = "",
    .summary = T("ratings, archive and tournaments of a house"),
    .help = T("This program was built without what a house needs.\n"),
    .missing = needed,
};
