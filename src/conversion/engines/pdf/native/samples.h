/*
 * Samples of a drawn page: rows of one channel (grey) or three (red, green, blue), each behind one byte that is not part
 * of it, which is where PNG keeps the row's filter (PNG, third edition, section 9).
 */
#ifndef PLATEN_SAMPLES_H
#define PLATEN_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Loops over samples are compiled for vectors: for the processor's own where the compiler can choose at the program's start. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define VECTORIZED __attribute__((optimize("O3"), target_clones("avx2", "default")))
#else
#define VECTORIZED
#endif

struct samples {
  uint32_t width, height;
  uint32_t channels;
  uint8_t *bytes; /* of the first row's filter */
  size_t room;
};

static inline size_t samples_stride(const struct samples *samples) {
  return (size_t)samples->width * samples->channels + 1;
}

static inline uint8_t *samples_row(const struct samples *samples, uint32_t y) {
  return samples->bytes + samples_stride(samples) * y + 1;
}

/* White, of this size; reuses allocated memory. False if out of memory. */
bool samples_reset(struct samples *samples, uint32_t width, uint32_t height);
void samples_free(struct samples *samples);

/* Leaves one channel, in place, when no pixel has a colour. */
void samples_to_grey(struct samples *samples);

/* Whether fewer than half of the pixels (a sample of them) are like the one before. */
bool samples_are_photographic(const struct samples *samples);

#endif
