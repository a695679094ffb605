/* Pictures of pages, and where the foot of each page has ink. */
#ifndef PLATEN_RENDER_H
#define PLATEN_RENDER_H

#include "pdfium.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Draws a small document of its own, so that code, fonts and encoders are in memory before a fork. */
void render_warm_up(void);

enum render_format { RENDER_PNG, RENDER_JPEG };

enum render_outcome {
  RENDER_DONE,
  RENDER_TOO_LARGE, /* a page has more pixels than allowed, or a side that its format has no room for; it is the last */
  RENDER_FAILED,    /* no memory, or a picture cannot be written */
};

struct render_order {
  const int *pages;     /* from 0 */
  const double *scales; /* of the same pages: points of a unit (UserUnit) */
  size_t count;
  enum render_format format;
  int dpi;
  double max_pixels;
  const char *folder;
  /* After each page, once its file is whole; `bytes` is 0 for the page that is too large. */
  void (*on_page)(void *context, int page, size_t bytes, bool is_too_large);
  void *context;
};

/*
 * Writes FOLDER/page-NNN.png or .jpg (from 001, mode 0600) for each page: annotations and form fields drawn on white.
 * A page that cannot be read is one white pixel.
 */
enum render_outcome render_pages(struct pdfium_document *document, const struct render_order *order);

/*
 * A line for each page from `first` on: which rows of one point, in the page's bottom `height_points` (at most 80), have
 * ink, by left, middle and right third of its width. Each third is 20 hexadecimal digits, four rows a digit, the lowest
 * rows first; within a digit the lowest row is the lowest bit. A page that cannot be drawn is the line `-`.
 */
enum render_outcome render_bands(struct pdfium_document *document, int first, int count, int height_points, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
