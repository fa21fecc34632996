/* colonnade version: what this is and how it was built. */
#include "cli/output.h"
#include "cli/commands.h"

#include <stdio.h>

static struct {
    bool json;
} option;

static const Option options[] = {
    JSON_OPTION(&option.json),
    {0},
};

static ExitStatus run(const Call *call)
{
    if (option.json) {
        CliOutput a;
        output_open(&a);
        json_text(&a.json, "version", COLONNADE_VERSION);
        json_text(&a.json, "compiler", __VERSION__);
        return output_print(&a, call);
    }
    printf("colonnade %s\n", COLONNADE_VERSION);
    return EXIT_DONE;
}

const Command version_command = {
    .name = "version",
    .operands = "",
    .summary = T("print the version"),
    .help = T("Prints the program's name and version.\n"),
    .options = options,
    .run = run,
};
