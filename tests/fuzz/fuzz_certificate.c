/* Certificates: refused with a sentence, or true. */
#include "fuzz/fuzz.h"

#include "games/registry.h"
#include "solve/proof.h"
#include "unit/certificate_bytes.h"

#include <stdlib.h>
#include <string.h>

enum { CHOICES = 2000, TREE = 400, NODES = 20000, TABLE = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A second opinion, where it is cheap. */
static void check_truth(const Game *g, const Certificate *c)
{
    Position p;
    Message error;
    FUZZ_REQUIRE(g->read_position(c->position, &p, &error));
    Proof *f = proof_create(g, TABLE);
    proof_limit(f, NODES, 0);
    Value v = proof_value(f, &p, false);
    FUZZ_REQUIRE(!v.proven || v.result == c->result);
    proof_destroy(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* In memory of exactly its size, so that a read past its end is caught. */
    char *bytes = malloc(size + (size == 0));
    Certificate c;
    CertificateCheck k;
    Message error = {0};
    FUZZ_REQUIRE(bytes);
    memcpy(bytes, data, size);
    bytes_mend(bytes, size);    /* otherwise the checksum would hide every change from the checker */
    if (!bytes_read(bytes, size, &c, &error)) {
        FUZZ_REQUIRE(error.id);
    } else {
        const Game *g = registry_find(c.game);
        bool small = c.strategy[0].choices <= CHOICES && c.strategy[1].choices <= CHOICES &&
                     (c.version != CERTIFICATE_TREE || size <= TREE);
        if (g && g->sides == 2 && small) {
            if (bytes_check(g, bytes, size, &k, &error))
                check_truth(g, &c);
            else
                FUZZ_REQUIRE(error.id);
        }
    }
    free(bytes);
    return 0;
}
