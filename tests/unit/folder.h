/* A folder of a test's own, taken away with the files in it. */
#ifndef COLONNADE_TESTS_FOLDER_H
#define COLONNADE_TESTS_FOLDER_H

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

/* 0: it is gone. */
static inline int folder_remove(const char *folder)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        unlink(name);
    }
    if (d)
        closedir(d);
    return rmdir(folder);
}

#endif
