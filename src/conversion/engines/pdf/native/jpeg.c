#include "jpeg.h"

#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

enum { QUALITY = 80 };

struct jpeg_writer {
  tjhandle compressor;
  unsigned char *compressed;
  unsigned long room;
};

struct jpeg_writer *jpeg_start(void) {
  struct jpeg_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->compressor = tjInitCompress();
  if (writer->compressor) return writer;
  free(writer);
  return NULL;
}

void jpeg_end(struct jpeg_writer *writer) {
  if (!writer) return;
  tjDestroy(writer->compressor);
  free(writer->compressed);
  free(writer);
}

/* The resolution in the JFIF header (JFIF 1.02, page 5), where the library leaves 1 by 1. */
static void put_density(unsigned char *jpeg, unsigned long size, int dpi) {
  enum { PER_INCH = 1 };
  if (size < 18 || memcmp(jpeg + 6, "JFIF", 4) != 0) return;
  jpeg[13] = PER_INCH;
  jpeg[14] = jpeg[16] = dpi >> 8;
  jpeg[15] = jpeg[17] = dpi & 0xff;
}

/* Room for the largest JPEG of this size; memory that is not written to costs nothing. */
static bool make_room(struct jpeg_writer *writer, int width, int height, int subsampling) {
  const unsigned long bound = tjBufSize(width, height, subsampling);
  if (bound == (unsigned long)-1) return false;
  if (bound <= writer->room) return true;
  free(writer->compressed);
  writer->compressed = malloc(bound);
  writer->room = writer->compressed ? bound : 0;
  return writer->compressed != NULL;
}

size_t jpeg_write(struct jpeg_writer *writer, const struct samples *samples, int dpi, FILE *out) {
  enum { FLAGS = TJFLAG_NOREALLOC | TJFLAG_ACCURATEDCT };
  if (samples->width > JPEG_LARGEST_SIDE || samples->height > JPEG_LARGEST_SIDE) return 0;
  const int width = samples->width, height = samples->height, stride = samples_stride(samples);
  const bool is_grey = samples->channels == 1;
  if (!make_room(writer, width, height, is_grey ? TJSAMP_GRAY : TJSAMP_420)) return 0;
  const unsigned char *first = samples_row(samples, 0);
  unsigned long size = writer->room;
  /* A grey picture is its own luma plane: this way the library does not copy it byte by byte. */
  const int failed = is_grey
    ? tjCompressFromYUVPlanes(writer->compressor, &first, width, &stride, height, TJSAMP_GRAY, &writer->compressed, &size,
                              QUALITY, FLAGS)
    : tjCompress2(writer->compressor, first, width, stride, height, TJPF_RGB, &writer->compressed, &size, TJSAMP_420,
                  QUALITY, FLAGS);
  if (failed) return 0;
  put_density(writer->compressed, size, dpi);
  return fwrite(writer->compressed, 1, size, out) == size ? size : 0;
}
