/* JPEG of a drawn page, by libjpeg-turbo. */
#ifndef PLATEN_JPEG_H
#define PLATEN_JPEG_H

#include "samples.h"

#include <stdio.h>

enum { JPEG_LARGEST_SIDE = 65500 }; /* the library's own bound */

struct jpeg_writer;

struct jpeg_writer *jpeg_start(void);
void jpeg_end(struct jpeg_writer *writer);

/* Writes a whole JPEG. The number of bytes, 0 when that failed. */
size_t jpeg_write(struct jpeg_writer *writer, const struct samples *samples, int dpi, FILE *out);

#endif
