#define _POSIX_C_SOURCE 200809L
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

uint64_t workload_random(uint64_t *state) {
    *state += 0x9E3779B97F4A7C15u;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

person_values *workload_persons(int64_t count, int64_t companies) {
    person_values *persons = calloc((size_t)count + 1, sizeof *persons);
    if (!persons) workload_fail("persons", "no memory");
    uint64_t state = 42;
    for (int64_t i = 0; i < count; i++) {
        uint64_t r1 = workload_random(&state), r2 = workload_random(&state), r3 = workload_random(&state);
        uint64_t mixed = r3 ^ 0xA5A5A5A5A5A5A5A5u;
        person_values *person = &persons[i];
        person->id = i + 1;
        snprintf(person->name, sizeof person->name, "Person-%06d-%06x", (int)i, (unsigned)(r1 & 0xffffff));
        snprintf(person->email, sizeof person->email, "p%06d@example.com", (int)i);
        person->age = (int64_t)((r1 >> 24) % 10000);
        person->score = (double)(r2 >> 11) / 9007199254740992.0 * 1000;
        person->created = 1600000000.0 + (double)i * 60;
        person->active = (r2 & 1) != 0;
        memcpy(person->avatar_hash, &r3, 8);
        memcpy(person->avatar_hash + 8, &mixed, 8);
        person->employer = 1 + (int64_t)((r3 >> 32) % (uint64_t)companies);
    }
    return persons;
}

company_values *workload_companies(int64_t count) {
    company_values *companies = calloc((size_t)count + 1, sizeof *companies);
    if (!companies) workload_fail("companies", "no memory");
    for (int64_t j = 0; j < count; j++) {
        companies[j].id = j + 1;
        snprintf(companies[j].name, sizeof companies[j].name, "Company-%04d", (int)j);
        companies[j].founded = 1900 + j % 120;
    }
    return companies;
}

double workload_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void workload_report(const char *product, const char *workload, double seconds, int64_t operations, uint64_t checksum) {
    printf("R %s %s %.9f %lld %llu\n", product, workload, seconds, (long long)operations, (unsigned long long)checksum);
    fflush(stdout);
}

void workload_setting(const char *product, const char *text) {
    printf("S %s %s\n", product, text);
    fflush(stdout);
}

int64_t workload_memory(const char *field) {
    FILE *file = fopen("/proc/self/status", "r");
    if (!file) return 0;
    char line[256];
    int64_t result = 0;
    size_t length = strlen(field);
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, field, length) == 0 && line[length] == ':') result = atoll(line + length + 1) * 1024;
    }
    fclose(file);
    return result;
}

void workload_trim_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void workload_report_memory(
    const char *product, int64_t resident_before, int64_t anonymous_before, int64_t engine, int64_t operations,
    uint64_t checksum) {
    int64_t resident = workload_memory("VmRSS") - resident_before;
    int64_t anonymous = workload_memory("RssAnon") - anonymous_before - engine;
    workload_report(product, "W12", (double)resident, operations, checksum);
    workload_report(product, "W12n", (double)anonymous, operations, checksum);
    workload_report(product, "W12peak", (double)workload_memory("VmHWM"), operations, checksum);
}

void workload_fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}
