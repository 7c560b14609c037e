#include "CPolystoreChecksum.h"

#include <pthread.h>

#include "crc32c_variants.h"

#define POLYNOMIAL 0x82F63B78u

static uint32_t table[8][256];

static void fill_table(void) {
    for (uint32_t n = 0; n < 256; n++) {
        uint32_t crc = n;
        for (int bit = 0; bit < 8; bit++) crc = (crc & 1) ? (crc >> 1) ^ POLYNOMIAL : crc >> 1;
        table[0][n] = crc;
    }
    for (uint32_t n = 0; n < 256; n++)
        for (int k = 1; k < 8; k++) table[k][n] = (table[k - 1][n] >> 8) ^ table[0][table[k - 1][n] & 0xff];
}

uint32_t polystore_crc_by_table(uint32_t crc, const unsigned char *next, size_t length) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_table);
    while (length >= 8) {
        // Bytes are assembled one by one, so the result is the same on either byte order.
        uint32_t low = crc ^ ((uint32_t)next[0] | (uint32_t)next[1] << 8 | (uint32_t)next[2] << 16 | (uint32_t)next[3] << 24);
        crc = table[7][low & 0xff] ^ table[6][(low >> 8) & 0xff] ^ table[5][(low >> 16) & 0xff] ^ table[4][low >> 24]
            ^ table[3][next[4]] ^ table[2][next[5]] ^ table[1][next[6]] ^ table[0][next[7]];
        next += 8;
        length -= 8;
    }
    while (length--) crc = (crc >> 8) ^ table[0][(crc ^ *next++) & 0xff];
    return crc;
}

uint32_t polystore_crc32c(uint32_t seed, const void *bytes, size_t length) {
    if (!polystore_has_instruction()) return polystore_crc32c_by_table(seed, bytes, length);
    return ~polystore_crc_by_instruction(~seed, bytes, length);
}

uint32_t polystore_crc32c_by_table(uint32_t seed, const void *bytes, size_t length) {
    return ~polystore_crc_by_table(~seed, bytes, length);
}

int polystore_crc32c_uses_instruction(void) { return polystore_has_instruction(); }
