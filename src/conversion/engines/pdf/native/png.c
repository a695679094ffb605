#include "png.h"

#include <libdeflate.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL_FLAT = 6, LEVEL_PHOTOGRAPHIC = 5 };

struct png_writer {
  struct libdeflate_compressor *flat, *photographic;
  uint8_t *compressed;
  size_t room;
};

struct png_writer *png_start(void) {
  struct png_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->flat = libdeflate_alloc_compressor(LEVEL_FLAT);
  writer->photographic = libdeflate_alloc_compressor(LEVEL_PHOTOGRAPHIC);
  if (writer->flat && writer->photographic) return writer;
  png_end(writer);
  return NULL;
}

void png_end(struct png_writer *writer) {
  if (!writer) return;
  libdeflate_free_compressor(writer->flat);
  libdeflate_free_compressor(writer->photographic);
  free(writer->compressed);
  free(writer);
}

/* ---- filters (section 9) ---- */

enum filter { NONE, SUB, UP, AVERAGE, PAETH, FILTERS };

enum { BLOCK = 64, MAX_CHANNELS = 3 };

static inline uint8_t paeth(int16_t a, int16_t b, int16_t c) {
  int16_t pa = b - c, pb = a - c, pc = pa + pb;
  pa = pa < 0 ? -pa : pa;
  pb = pb < 0 ? -pb : pb;
  pc = pc < 0 ? -pc : pc;
  int16_t b_or_c = pb <= pc ? b : c;
  return (pa <= pb) & (pa <= pc) ? a : b_or_c;
}

/* A row and the one above it, each with room for a pixel of zeros before it and a whole block behind it. */
struct rows {
  const uint8_t *row, *above;
  size_t bytes, channels;
};

#define FILTER(name, predictor)                                                                                        \
  VECTORIZED static uint64_t name(const struct rows *rows, uint8_t *restrict out) {                                    \
    uint64_t sum = 0;                                                                                                  \
    for (size_t at = 0; at < rows->bytes; at += BLOCK) {                                                               \
      const uint8_t *x_ = rows->row + at, *a_ = x_ - rows->channels, *b_ = rows->above + at, *c_ = b_ - rows->channels; \
      uint8_t *restrict to = out + at;                                                                                 \
      uint16_t part = 0;                                                                                               \
      for (int i = 0; i < BLOCK; i++) {                                                                                \
        uint8_t a = a_[i], b = b_[i], c = c_[i];                                                                       \
        (void)a, (void)b, (void)c;                                                                                     \
        uint8_t value = x_[i] - (predictor);                                                                           \
        to[i] = value;                                                                                                 \
        uint8_t negative = -value;                                                                                     \
        part += value < negative ? value : negative;                                                                   \
      }                                                                                                                \
      sum += part;                                                                                                     \
    }                                                                                                                  \
    return sum;                                                                                                        \
  }

FILTER(filter_none, 0)
FILTER(filter_sub, a)
FILTER(filter_up, b)
FILTER(filter_average, ((uint16_t)a + b) >> 1)
FILTER(filter_paeth, paeth(a, b, c))

static uint64_t (*const filters[FILTERS])(const struct rows *, uint8_t *) = {
  [NONE] = filter_none, [SUB] = filter_sub, [UP] = filter_up, [AVERAGE] = filter_average, [PAETH] = filter_paeth,
};

/* The filter of the smallest sum for each row, in place: from the last row up, since a row is predicted from the one above. */
static bool filter_rows(struct samples *samples) {
  const size_t bytes = samples_stride(samples) - 1, room = MAX_CHANNELS + bytes + BLOCK;
  uint8_t *buffer = calloc(FILTERS + 2, room);
  if (!buffer) return false;
  uint8_t *filtered[FILTERS];
  for (int filter = 0; filter < FILTERS; filter++) filtered[filter] = buffer + room * (2 + filter);
  uint8_t *row = buffer + MAX_CHANNELS, *above = buffer + room + MAX_CHANNELS;
  memcpy(row, samples_row(samples, samples->height - 1), bytes);
  for (uint32_t y = samples->height; y-- > 0;) {
    if (y > 0) memcpy(above, samples_row(samples, y - 1), bytes);
    else memset(above, 0, bytes);
    const struct rows rows = {row, above, bytes, samples->channels};
    int best = NONE;
    uint64_t least = UINT64_MAX;
    for (int filter = 0; filter < FILTERS; filter++) {
      uint64_t sum = filters[filter](&rows, filtered[filter]);
      if (sum < least) best = filter, least = sum;
    }
    uint8_t *to = samples_row(samples, y);
    to[-1] = best;
    memcpy(to, filtered[best], bytes);
    uint8_t *other = row;
    row = above;
    above = other;
  }
  free(buffer);
  return true;
}

static void mark_unfiltered(struct samples *samples) {
  for (uint32_t y = 0; y < samples->height; y++) samples_row(samples, y)[-1] = NONE;
}

/* ---- chunks (section 5) ---- */

static void put_be32(uint8_t *at, uint32_t value) {
  for (int i = 0; i < 4; i++) at[i] = value >> (24 - 8 * i);
}

static bool write_chunk(FILE *out, const char *type, const uint8_t *data, size_t size) {
  uint8_t head[8], tail[4];
  if (size > INT32_MAX) return false;
  put_be32(head, size);
  memcpy(head + 4, type, 4);
  put_be32(tail, libdeflate_crc32(libdeflate_crc32(0, type, 4), data, size));
  return fwrite(head, 1, 8, out) == 8 && fwrite(data, 1, size, out) == size && fwrite(tail, 1, 4, out) == 4;
}

size_t png_write(struct png_writer *writer, struct samples *samples, int dpi, FILE *out) {
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  bool is_photographic = samples_are_photographic(samples);
  if (!is_photographic) mark_unfiltered(samples);
  else if (!filter_rows(samples)) return 0;

  struct libdeflate_compressor *compressor = is_photographic ? writer->photographic : writer->flat;
  const size_t bytes = samples_stride(samples) * samples->height;
  const size_t bound = libdeflate_zlib_compress_bound(compressor, bytes);
  if (bound > writer->room) {
    free(writer->compressed);
    writer->compressed = malloc(bound);
    writer->room = writer->compressed ? bound : 0;
    if (!writer->compressed) return 0;
  }
  const size_t size = libdeflate_zlib_compress(compressor, samples->bytes, bytes, writer->compressed, writer->room);
  if (size == 0) return 0;

  enum { GREY = 0, RGB = 2, METRE = 1 };
  uint8_t header[13] = {[8] = 8, [9] = samples->channels == 1 ? GREY : RGB};
  put_be32(header, samples->width);
  put_be32(header + 4, samples->height);
  uint8_t density[9] = {[8] = METRE};
  const uint32_t per_metre = lround(dpi / 0.0254);
  put_be32(density, per_metre);
  put_be32(density + 4, per_metre);
  if (fwrite(signature, 1, sizeof signature, out) != sizeof signature) return 0;
  if (!write_chunk(out, "IHDR", header, sizeof header) || !write_chunk(out, "pHYs", density, sizeof density)) return 0;
  if (!write_chunk(out, "IDAT", writer->compressed, size) || !write_chunk(out, "IEND", signature, 0)) return 0;
  enum { CHUNK = 12 };
  return sizeof signature + 4 * CHUNK + sizeof header + sizeof density + size;
}
