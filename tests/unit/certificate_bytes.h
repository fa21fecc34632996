/* Certificates in memory: read, checked, and damaged with their checksum corrected. */
#ifndef COLONNADE_TESTS_CERTIFICATE_BYTES_H
#define COLONNADE_TESTS_CERTIFICATE_BYTES_H

#include "solve/certificate.h"

#include <stdio.h>
#include <string.h>

typedef struct Bytes {
    const char *text;
    size_t left;
} Bytes;

/* A few bytes at a time, so that reads end at every kind of place. */
static inline size_t bytes_take(void *context, char *out, size_t size)
{
    Bytes *b = context;
    size_t n = b->left < 61 ? b->left : 61;
    n = n < size ? n : size;
    memcpy(out, b->text, n);
    b->text += n;
    b->left -= n;
    return n;
}

static inline bool bytes_read(const char *bytes, size_t length, Certificate *c, Message *error)
{
    CertificateInput in;
    certificate_open(&in, bytes_take, &(Bytes){bytes, length});
    return certificate_read(&in, c, error);
}

static inline bool bytes_check(const Game *g, const char *bytes, size_t length, CertificateCheck *out, Message *error)
{
    CertificateInput in;
    Certificate c;
    certificate_open(&in, bytes_take, &(Bytes){bytes, length});
    return certificate_read(&in, &c, error) && certificate_check(g, &c, &in, out, error);
}

/* Where the strategies begin; 0: no checksum of the right length precedes them. */
static inline size_t bytes_data(const char *bytes, size_t length)
{
    static const char mark[] = "\nchecksum 0123456789abcdef";
    const char *at = memmem(bytes, length, mark, strlen("\nchecksum "));
    size_t line = at ? (size_t)(at - bytes) + sizeof mark - 1 : length;
    return line < length && bytes[line] == '\n' ? line + 1 : 0;
}

static inline void bytes_mend(char *bytes, size_t length)
{
    size_t data = bytes_data(bytes, length), header = data - strlen("checksum 0123456789abcdef\n");
    char sum[17];
    if (data == 0)
        return;
    uint64_t first = certificate_sum(CERTIFICATE_SUM, bytes, header);
    snprintf(sum, sizeof sum, "%016jx", (uintmax_t)certificate_sum(first, bytes + data, length - data));
    memcpy(bytes + data - 17, sum, 16);
}

#endif
