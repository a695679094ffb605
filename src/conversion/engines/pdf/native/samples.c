#define _GNU_SOURCE
#include "samples.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

/* In huge pages where the kernel has them: a process that draws one page would spend a fifth of its time on page faults. */
static uint8_t *allocate(size_t *bytes) {
  size_t rounded;
  if (*bytes < HUGE_PAGE) return malloc(*bytes);
  if (__builtin_add_overflow(*bytes, HUGE_PAGE - 1, &rounded)) return NULL;
  rounded -= rounded % HUGE_PAGE;
  uint8_t *memory = aligned_alloc(HUGE_PAGE, rounded);
  if (memory) madvise(memory, rounded, MADV_HUGEPAGE);
  *bytes = rounded;
  return memory;
}

bool samples_reset(struct samples *samples, uint32_t width, uint32_t height) {
  size_t stride, bytes;
  if (__builtin_mul_overflow((size_t)width, 3, &stride) || __builtin_add_overflow(stride, 1, &stride)) return false;
  if (__builtin_mul_overflow(stride, (size_t)height, &bytes)) return false;
  if (bytes > samples->room) {
    size_t room = bytes;
    samples_free(samples);
    samples->bytes = allocate(&room);
    if (!samples->bytes) return false;
    samples->room = room;
  }
  samples->width = width;
  samples->height = height;
  samples->channels = 3;
  memset(samples->bytes, 0xff, bytes);
  return true;
}

void samples_free(struct samples *samples) {
  free(samples->bytes);
  *samples = (struct samples){0};
}

/* Sixteen pixels are three vectors. */
enum { PIXELS = 16, BYTES = PIXELS * 3 };

typedef uint8_t vector __attribute__((vector_size(16)));

static inline vector load(const uint8_t *at) {
  vector loaded;
  memcpy(&loaded, at, sizeof loaded);
  return loaded;
}

/* Every byte of a pixel but its last is compared with the next one. */
VECTORIZED static bool row_is_grey(const uint8_t *row, uint32_t width) {
  static const vector compared[3] = {
    {255, 255, 0, 255, 255, 0, 255, 255, 0, 255, 255, 0, 255, 255, 0, 255},
    {255, 0, 255, 255, 0, 255, 255, 0, 255, 255, 0, 255, 255, 0, 255, 255},
    {0, 255, 255, 0, 255, 255, 0, 255, 255, 0, 255, 255, 0, 255, 255, 0},
  };
  uint32_t x = 0;
  for (; x + PIXELS < width; x += PIXELS, row += BYTES) {
    vector difference = (load(row) ^ load(row + 1)) & compared[0];
    difference |= (load(row + 16) ^ load(row + 17)) & compared[1];
    difference |= (load(row + 32) ^ load(row + 33)) & compared[2];
    uint64_t halves[2];
    memcpy(halves, &difference, sizeof halves);
    if (halves[0] | halves[1]) return false;
  }
  for (; x < width; x++, row += 3)
    if (row[0] != row[1] || row[0] != row[2]) return false;
  return true;
}

/* The first byte of each pixel. `to` may lie before `from` in the same memory, never behind it. */
VECTORIZED static void pack_row(const uint8_t *from, uint8_t *to, uint32_t width) {
  uint32_t x = 0;
  for (; x + PIXELS <= width; x += PIXELS, from += BYTES) {
    const vector first = __builtin_shufflevector(load(from), load(from + 16), 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
    const vector packed =
      __builtin_shufflevector(first, load(from + 32), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
    memcpy(to + x, &packed, sizeof packed);
  }
  for (; x < width; x++, from += 3) to[x] = *from;
}

void samples_to_grey(struct samples *samples) {
  if (samples->channels == 1) return;
  for (uint32_t y = 0; y < samples->height; y++)
    if (!row_is_grey(samples_row(samples, y), samples->width)) return;
  const struct samples colored = *samples;
  samples->channels = 1;
  for (uint32_t y = 0; y < samples->height; y++)
    pack_row(samples_row(&colored, y), samples_row(samples, y), samples->width);
}

bool samples_are_photographic(const struct samples *samples) {
  const uint32_t channels = samples->channels;
  size_t sampled = 0, alike = 0;
  uint32_t x = 1;
  for (uint32_t y = 0; y < samples->height; y++) {
    const uint8_t *row = samples_row(samples, y);
    for (; x < samples->width; x += 17) {
      const uint8_t *pixel = row + (size_t)x * channels;
      sampled++;
      if (memcmp(pixel, pixel - channels, channels) == 0) alike++;
    }
    /* Other columns in the next row. */
    x = 1 + (x - samples->width) % 17;
  }
  return alike * 2 < sampled;
}
