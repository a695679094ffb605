/* PNG (W3C, third edition; ISO/IEC 15948) of a drawn page, compressed by libdeflate. */
#ifndef PLATEN_PNG_H
#define PLATEN_PNG_H

#include "samples.h"

#include <stdio.h>

struct png_writer;

struct png_writer *png_start(void);
void png_end(struct png_writer *writer);

/* Writes a whole PNG; the samples are changed. The number of bytes, 0 when that failed. */
size_t png_write(struct png_writer *writer, struct samples *samples, int dpi, FILE *out);

#endif
