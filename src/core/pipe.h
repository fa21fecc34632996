/* A pipe that programs started from here do not inherit. */
#ifndef COLONNADE_CORE_PIPE_H
#define COLONNADE_CORE_PIPE_H

#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

/* fd[0] is read, fd[1] written. False: errno says why, and nothing is open. */
static inline bool pipe_open(int fd[2])
{
#ifdef COLONNADE_HAS_PIPE2
    return pipe2(fd, O_CLOEXEC) == 0;
#else
    /* A program that another thread starts just between these steps inherits the pipe; that is rare. */
    if (pipe(fd) != 0)
        return false;
    fcntl(fd[0], F_SETFD, FD_CLOEXEC);
    fcntl(fd[1], F_SETFD, FD_CLOEXEC);
    return true;
#endif
}

#endif
