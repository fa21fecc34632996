/* See far_session.h. */
#include "cli/far_session.h"

#include "core/file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 4096 };

/* The folder, and this house's file in it. */
static bool find_path(const WireAddress *to, char folder[PATH], char path[PATH + 320])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char host[sizeof to->host];
    int n = -1;
    if (data && *data == '/')
        n = snprintf(folder, PATH, "%s/colonnade/sessions", data);
    else if (home && *home)
        n = snprintf(folder, PATH, "%s/.local/share/colonnade/sessions", home);
    if (n < 0 || n >= PATH)
        return false;
    snprintf(host, sizeof host, "%s", to->host);
    for (char *c = host; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '.' && *c != '-')
            *c = '_';
    snprintf(path, PATH + 320, "%s/%s-%s-%d", folder, to->tls ? "https" : "http", host, to->port);
    return true;
}

bool far_session_read(const WireAddress *to, char token[FAR_SESSION])
{
    char folder[PATH], path[PATH + 320];
    token[0] = '\0';
    int fd = find_path(to, folder, path) ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    ssize_t n = fd < 0 ? -1 : read(fd, token, FAR_SESSION - 1);
    if (fd >= 0)
        close(fd);
    token[n > 0 ? n : 0] = '\0';
    token[strcspn(token, "\r\n")] = '\0';
    return token[0] != '\0';
}

bool far_session_keep(const WireAddress *to, const char *token, Message *error)
{
    char folder[PATH], path[PATH + 320];
    if (!find_path(to, folder, path))
        return message_set(error, 0, T("there is no home folder to keep the session in"), 0);
    if (!file_make_folder(folder, error))
        return false;
    far_session_forget(to);     /* the existing file may be readable by others */
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    bool ok = fd >= 0 && dprintf(fd, "%s\n", token) > 0;
    int why = errno;
    if (fd >= 0)
        ok = close(fd) == 0 && ok;
    return ok || message_set(error, 0, T("cannot write {0}: {1}"), 2, path, strerror(why));
}

void far_session_forget(const WireAddress *to)
{
    char folder[PATH], path[PATH + 320];
    if (find_path(to, folder, path))
        unlink(path);
}
