/* colonnade version: what this is and how it was built. */
#include "cli/commands.h"
#include "cli/options.h"

#include <stdio.h>

static ExitStatus run(const Options *o)
{
    if (o->json)
        return cli_print_json(o, json_pack("{s:s, s:s}", "version", COLONNADE_VERSION, "compiler", __VERSION__));
    printf("colonnade %s\n", COLONNADE_VERSION);
    return EXIT_DONE;
}

const Command version_command = {
    .name = "version",
    .operands = "",
    .summary = T("print the version"),
    .help = T("Prints the program's name and version.\n"),
    .options = OPTION_JSON,
    .run = run,
};
