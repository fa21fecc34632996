/* Whether this machine has room for an analysis: see room.h. */
#include "solve/room.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static uint64_t machine_memory(void)
{
    FILE *f = fopen("/proc/meminfo", "r");
    char line[128];
    unsigned long long kib = 0;
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1)
            break;
    if (f)
        fclose(f);
    if (kib)
        return (uint64_t)kib * 1024;
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
}

static void write_mib(char out[32], uint64_t bytes) { snprintf(out, 32, "%ju", (uintmax_t)(bytes + 1048575) >> 20); }

bool room_for_memory(uint64_t wanted, uint64_t allowed, Message *error)
{
    uint64_t there = machine_memory();
    char need[32], have[32];
    write_mib(need, wanted);
    if (allowed && allowed < wanted) {
        write_mib(have, allowed);
        return message_set(error, 0, T("this needs {0} MiB of memory, and {1} MiB are allowed"), 2, need, have);
    }
    write_mib(have, there);
    return there >= wanted ||
           message_set(error, 0, T("this needs {0} MiB of memory, and {1} MiB are free"), 2, need, have);
}

bool room_for_file(const char *path, uint64_t wanted, Message *error)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    struct statvfs fs;
    if (statvfs(slash ? folder : ".", &fs) != 0)
        return message_set(error, 0, T("there is no such folder: {0}"), 1, folder);
    uint64_t there = (uint64_t)fs.f_bavail * fs.f_frsize;
    struct stat old;
    if (stat(path, &old) == 0)
        there += (uint64_t)old.st_blocks * 512;
    char need[32], have[32];
    write_mib(need, wanted);
    write_mib(have, there);
    return there >= wanted ||
           message_set(error, 0, T("checkpoints need {0} MiB of disk, and {1} MiB are free there"), 2, need, have);
}

void room_in_large_pages(void *block, size_t bytes)
{
#ifdef COLONNADE_HAS_HUGE_PAGES
    const uintptr_t page = 1 << 21, from = (uintptr_t)block;
    uintptr_t start = (from + page - 1) / page * page, end = (from + bytes) / page * page;
    if (end > start)
        madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
    (void)block;
    (void)bytes;
#endif
}
