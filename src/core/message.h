/* A sentence for people that is not yet in a language.
 *
 * Library code never prints and never chooses a language. What it has to say is
 * a Message: an English sentence with holes, which is also the key of the
 * catalogue in lang/, and the texts that go into the holes (notation, numbers,
 * names that are the same in every language). A front end turns it into text. */
#ifndef COLONNADE_CORE_MESSAGE_H
#define COLONNADE_CORE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

enum { MESSAGE_HOLES = 4, MESSAGE_ARG = 64 };

/* What failed. A front end may tell them apart, for example by its exit status. */
typedef enum MessageKind {
    MESSAGE_GIVEN,          /* what was given: a text, a file, a request */
    MESSAGE_MACHINE,        /* the machine: memory, disk, threads, another program in the way */
} MessageKind;

typedef struct Message {
    const char *id;                       /* static English text with holes {0} … {3}; NULL: nothing to say */
    MessageKind kind;
    size_t at;                            /* 1-based character of the input that it is about; 0: none */
    char arg[MESSAGE_HOLES][MESSAGE_ARG]; /* what goes into the holes */
} Message;

/* Marks an English sentence for the catalogue: tools collect every T("…"). */
#define T(english) (english)

/* Fills `m` and returns false, so that a reader can `return message_set(…)`.
 * `argc` strings follow; longer ones are cut. `m` may be NULL. */
bool message_set(Message *m, size_t at, const char *id, int argc, ...);

/* The same for what the machine refuses. */
bool message_machine(Message *m, const char *id, int argc, ...);
bool message_memory(Message *m);            /* there is not enough memory */

/* Writes `format`, a translation of m->id or m->id itself, with its holes filled;
 * always terminates; returns the length the whole text has. */
size_t message_fill(const Message *m, const char *format, char *out, size_t size);

/* The same with the strings given; a hole without a string stays as it is. */
size_t message_fill_holes(const char *format, int argc, const char *const arg[], char *out, size_t size);

/* The English sentence, with "character N: " before it when `at` is set. */
size_t message_english(const Message *m, char *out, size_t size);

#endif
