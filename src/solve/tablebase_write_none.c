/* See tablebase_file.h: built without zstd. */
#include "solve/tablebase_file.h"

bool tablebase_write(const char *path, const char *name, const SolveIndex *index, const void *state,
                     const RetroResult *values, int threads, Message *error)
{
    (void)path;
    (void)name;
    (void)index;
    (void)state;
    (void)values;
    (void)threads;
    return tablebase_file_supported(error);
}

bool tablebase_write_version(uint32_t version, const char *path, const char *name, const SolveIndex *index,
                             const void *state, const RetroResult *values, int threads, Message *error)
{
    (void)version;
    return tablebase_write(path, name, index, state, values, threads, error);
}

bool tablebase_attend(const RetroResult *values)
{
    (void)values;
    return false;
}
