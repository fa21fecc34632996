/* --crew, for the subcommands that solve and audit. */
#ifndef COLONNADE_CLI_CREW_OPTION_H
#define COLONNADE_CLI_CREW_OPTION_H

#include "cli/command.h"
#include "solve/retro.h"

static const char *const cli_crew_words[] = {
    [RETRO_THREADS] = "threads",      [RETRO_GPU] = "gpu",
    [RETRO_KERNELS] = "kernels",      [RETRO_RANKS] = "mpi",
    [RETRO_RANKS_GPU] = "mpi-gpu",    [RETRO_RANKS_KERNELS] = "mpi-kernels",
    [RETRO_RANKS_KERNELS + 1] = NULL,
};

#define CREW_OPTION(to)                                                                                                \
    {.name = "crew",                                                                                                   \
     .value = T("CREW"),                                                                                               \
     .choice = (to),                                                                                                   \
     .words = cli_crew_words,                                                                                          \
     .standard = "threads",                                                                                            \
     .help = T("what does the work: threads, gpu, mpi or mpi-gpu; kernels is the GPU's code in plain C")}

#endif
