/* Another program, and lines to and from it.
 *
 * It runs in a process group of its own and dies with us, whatever happens. A Process
 * belongs to one thread, which must live as long as it does. */
#ifndef COLONNADE_CONTEST_PROCESS_H
#define COLONNADE_CONTEST_PROCESS_H

#include "core/cancel.h"
#include "core/message.h"

typedef struct Process Process;

typedef enum ProcessRead { PROCESS_LINE, PROCESS_LATE, PROCESS_ENDED, PROCESS_STOPPED } ProcessRead;

/* `command` is words with blanks between them; quotes keep blanks. NULL: error says why. */
Process *process_start(const char *command, Message *error);
/* False: it no longer reads. A line's end is added. */
bool process_send(Process *p, const char *line);
/* The next line, without its end; lines that are too long are cut. LATE: none before
 * `deadline` (clock_now). STOPPED: `cancel` was asked. */
ProcessRead process_read(Process *p, double deadline, const Cancel *cancel, char *line, size_t size);
/* Asks it to quit, waits a moment, ends it and all it started. NULL: nothing. */
void process_end(Process *p);

#endif
