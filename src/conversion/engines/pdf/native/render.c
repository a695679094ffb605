#define _GNU_SOURCE
#include "render.h"
#include "draw.h"
#include "jpeg.h"
#include "png.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct canvas {
  struct samples samples;
  struct png_writer *png;
  struct jpeg_writer *jpeg;
};

/* The page's visible size; one that makes no sense is one pixel. */
static double pixels(double points, double dpi) {
  const double size = ceil(points * dpi / 72 - 0.001);
  return size >= 1 ? size : 1;
}

bool render_draw(FPDF_PAGE page, FPDF_FORMHANDLE form, const struct samples *samples) {
  enum { FLAGS = FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER };
  const int width = samples->width, height = samples->height;
  FPDF_BITMAP bitmap =
    pdfium.FPDFBitmap_CreateEx(width, height, FPDFBitmap_BGR, samples_row(samples, 0), samples_stride(samples));
  if (!bitmap) return false;
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
  if (form) pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, FLAGS);
  pdfium.FPDFBitmap_Destroy(bitmap);
  return true;
}

/* The number of bytes, 0 when that failed. */
static size_t write_picture(struct canvas *canvas, const struct render_order *order, int page) {
  const bool is_png = order->format == RENDER_PNG;
  char name[32];
  snprintf(name, sizeof name, "page-%03d.%s", page + 1, is_png ? "png" : "jpg");
  const int folder = open(order->folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return 0;
  const int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  close(folder);
  FILE *out = file < 0 ? NULL : fdopen(file, "w");
  if (!out) {
    if (file >= 0) close(file);
    return 0;
  }
  samples_to_grey(&canvas->samples);
  const size_t bytes = is_png ? png_write(canvas->png, &canvas->samples, order->dpi, out)
                              : jpeg_write(canvas->jpeg, &canvas->samples, order->dpi, out);
  return fclose(out) == 0 ? bytes : 0;
}

static enum render_outcome render_page(struct pdfium_document *document, struct canvas *canvas,
                                       const struct render_order *order, size_t index) {
  const int number = order->pages[index];
  FPDF_PAGE page = pdfium.FPDF_LoadPage(document->handle, number);
  const double dpi = order->dpi * order->scales[index];
  const double width = page ? pixels(pdfium.FPDF_GetPageWidthF(page), dpi) : 1;
  const double height = page ? pixels(pdfium.FPDF_GetPageHeightF(page), dpi) : 1;
  enum render_outcome outcome = RENDER_DONE;
  size_t bytes = 0;
  const double largest_side = order->format == RENDER_JPEG ? JPEG_LARGEST_SIDE : INT32_MAX / 4;
  if (width * height > order->max_pixels || fmax(width, height) > largest_side) outcome = RENDER_TOO_LARGE;
  else if (!samples_reset(&canvas->samples, width, height)) outcome = RENDER_FAILED;
  else if (page && !render_draw(page, pdfium_form(document), &canvas->samples)) outcome = RENDER_FAILED;
  else if ((bytes = write_picture(canvas, order, number)) == 0) outcome = RENDER_FAILED;
  if (page) pdfium.FPDF_ClosePage(page);
  if (outcome != RENDER_FAILED) order->on_page(order->context, number, bytes, outcome == RENDER_TOO_LARGE);
  return outcome;
}

enum render_outcome render_pages(struct pdfium_document *document, const struct render_order *order) {
  struct canvas canvas = {.png = png_start(), .jpeg = jpeg_start()};
  enum render_outcome outcome = canvas.png && canvas.jpeg ? RENDER_DONE : RENDER_FAILED;
  pdfium_form(document); /* before the first page is loaded */
  for (size_t i = 0; outcome == RENDER_DONE && i < order->count; i++) outcome = render_page(document, &canvas, order, i);
  samples_free(&canvas.samples);
  png_end(canvas.png);
  jpeg_end(canvas.jpeg);
  return outcome;
}
