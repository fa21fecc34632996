/* A test's own folder, removed with its files. */
#ifndef COLONNADE_TESTS_FOLDER_H
#define COLONNADE_TESTS_FOLDER_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* How many files are in it, or were before they were removed. */
static inline int folder_entries(const char *folder, bool remove_them)
{
    DIR *d = opendir(folder);
    int count = 0;
    for (struct dirent *e; d && (e = readdir(d));) {
        char name[512];
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        count++;
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        if (remove_them)
            remove(name);
    }
    if (d)
        closedir(d);
    return count;
}

/* 0: it is gone. */
static inline int folder_remove(const char *folder)
{
    folder_entries(folder, true);
    return rmdir(folder);
}

#endif
