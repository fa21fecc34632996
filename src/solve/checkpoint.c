/* Checkpoints: see checkpoint.h. */
#include "solve/checkpoint.h"

#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NAME = 32, VERSION = 1 };
#define MAGIC UINT64_C(0x31544e504b43434e)   /* "NCCKPNT1", read as bytes */

typedef struct Header {
    uint64_t magic;
    char name[NAME];
    uint32_t version, layout;
    uint64_t size;
    uint32_t layer, unused;
    uint64_t sum;               /* of the values */
    uint64_t header_sum;        /* of what stands before it here */
} Header;

/* Four lanes of multiply and rotate: as fast as memory, and any change shows. */
static uint64_t sum(const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    uint64_t lane[4] = {1, 2, 3, 4};
    for (; length >= 32; at += 32, length -= 32)
        for (int i = 0; i < 4; i++) {
            uint64_t word;
            memcpy(&word, at + 8 * i, 8);
            lane[i] = (lane[i] ^ word) * UINT64_C(0x9e3779b97f4a7c15);
            lane[i] = lane[i] << 29 | lane[i] >> 35;
        }
    uint64_t out = length;
    for (; length; at++, length--)
        out = (out ^ *at) * UINT64_C(0x100000001b3);
    for (int i = 0; i < 4; i++) {
        out = (out ^ lane[i]) * UINT64_C(0xbf58476d1ce4e5b9);
        out ^= out >> 31;
    }
    return out;
}

static bool fail(Message *error, const char *path, const char *english)
{
    const char *slash = strrchr(path, '/');
    return message_set(error, 0, english, 2, slash ? slash + 1 : path, strerror(errno));
}

static bool read_all(int fd, void *bytes, size_t length)
{
    for (char *at = bytes; length > 0;) {
        ssize_t n = read(fd, at, length < (1u << 30) ? length : 1u << 30);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        length -= (size_t)n;
    }
    return true;
}

bool checkpoint_write(const char *path, const Checkpoint *c, const uint16_t *value, Message *error)
{
    Header h = {.magic = MAGIC, .version = VERSION, .layout = c->layout, .size = c->size, .layer = (uint32_t)c->layer};
    snprintf(h.name, sizeof h.name, "%s", c->name);
    h.sum = sum(value, c->size * sizeof *value);
    h.header_sum = sum(&h, offsetof(Header, header_sum));
    FileDraft d;
    if (!file_begin(&d, path, 0, error))
        return false;
    return file_put(&d, &h, sizeof h) && file_put(&d, value, c->size * sizeof *value) ? file_commit(&d, error)
                                                                                      : file_abandon(&d, errno, error);
}

static int refuse(int fd, Message *error, const char *path, const char *english)
{
    close(fd);
    fail(error, path, english);
    return -1;
}

int checkpoint_read(const char *path, Checkpoint *c, uint16_t *value, Message *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT)
        return 0;
    if (fd < 0) {
        fail(error, path, T("cannot read {0}: {1}"));
        return -1;
    }
    Header h;
    if (!read_all(fd, &h, sizeof h) || h.magic != MAGIC || h.version != VERSION ||
        h.header_sum != sum(&h, offsetof(Header, header_sum)))
        return refuse(fd, error, path, T("{0} is not a checkpoint of this program: remove it or name another"));
    if (strncmp(h.name, c->name, NAME) != 0 || h.layout != c->layout || h.size != c->size)
        return refuse(fd, error, path, T("{0} is a checkpoint of something else: remove it or name another"));
    char more;
    if (!read_all(fd, value, c->size * sizeof *value) || read(fd, &more, 1) != 0 ||
        h.sum != sum(value, c->size * sizeof *value))
        return refuse(fd, error, path, T("{0} is damaged: remove it and begin again"));
    close(fd);
    c->layer = (int)h.layer;
    return 1;
}
