#define _GNU_SOURCE
#include "pdfium-api.h"
#include "render.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { THIRDS = 3, MAX_ROWS = 80, ROWS_OF_DIGIT = 4, DIGITS = MAX_ROWS / ROWS_OF_DIGIT, WIDEST = 20000 };
/* Below this sum of red, green and blue a pixel is ink. */
enum { PAPER = 690 };

struct strip {
  uint8_t *bytes;
  size_t room;
};

static bool has_ink(const uint8_t *pixel, const uint8_t *end) {
  for (; pixel < end; pixel += 3)
    if (pixel[0] + pixel[1] + pixel[2] < PAPER) return true;
  return false;
}

static bool is_blank(const uint8_t *bytes, size_t count) {
  return bytes[0] == 0xff && memcmp(bytes, bytes + 1, count - 1) == 0;
}

static void put_third(const struct strip *strip, int width, int rows, int third, FILE *out) {
  /* The pixels whose column times three, by the width, is the third's number. */
  const int left = (third * width + THIRDS - 1) / THIRDS;
  const int right = ((third + 1) * width + THIRDS - 1) / THIRDS;
  char digits[DIGITS + 1];
  for (int digit = 0; digit < DIGITS; digit++) {
    int bits = 0;
    for (int bit = 0; bit < ROWS_OF_DIGIT; bit++) {
      const int row = rows - 1 - (digit * ROWS_OF_DIGIT + bit);
      if (row < 0) continue;
      const uint8_t *first = strip->bytes + (size_t)row * width * 3;
      if (has_ink(first + left * 3, first + right * 3)) bits |= 1 << bit;
    }
    digits[digit] = "0123456789abcdef"[bits];
  }
  digits[DIGITS] = 0;
  fputs(digits, out);
}

/* Draws the bottom rows of a page alone. False when the page makes no sense. */
static bool draw_foot(FPDF_PAGE page, int height_points, struct strip *strip, int *width, int *rows) {
  const double wide = ceil(pdfium.FPDF_GetPageWidthF(page)), high = ceil(pdfium.FPDF_GetPageHeightF(page));
  if (!(wide >= 1 && high >= 1 && wide <= WIDEST && high <= INT32_MAX / 2)) return false;
  *width = wide;
  *rows = high < height_points ? high : height_points;
  const size_t bytes = (size_t)*width * *rows * 3;
  if (bytes > strip->room) {
    free(strip->bytes);
    strip->bytes = malloc(bytes);
    strip->room = strip->bytes ? bytes : 0;
    if (!strip->bytes) return false;
  }
  memset(strip->bytes, 0xff, bytes);
  FPDF_BITMAP bitmap = pdfium.FPDFBitmap_CreateEx(*width, *rows, FPDFBitmap_BGR, strip->bytes, *width * 3);
  if (!bitmap) return false;
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, *rows - (int)high, *width, (int)high, 0, FPDF_ANNOT);
  pdfium.FPDFBitmap_Destroy(bitmap);
  return true;
}

static void put_band(FPDF_PAGE page, int height_points, struct strip *strip, FILE *out) {
  int width, rows;
  if (!page || !draw_foot(page, height_points, strip, &width, &rows)) {
    fputs("-\n", out);
    return;
  }
  const bool blank = is_blank(strip->bytes, (size_t)width * rows * 3);
  for (int third = 0; third < THIRDS; third++)
    if (blank) fprintf(out, "%0*d", DIGITS, 0);
    else put_third(strip, width, rows, third, out);
  fputc('\n', out);
}

enum render_outcome render_bands(struct pdfium_document *document, int first, int count, int height_points, FILE *out) {
  if (height_points < 1 || height_points > MAX_ROWS) return RENDER_FAILED;
  struct strip strip = {0};
  for (int number = first; number < first + count; number++) {
    FPDF_PAGE page = pdfium.FPDF_LoadPage(document->handle, number);
    put_band(page, height_points, &strip, out);
    if (page) pdfium.FPDF_ClosePage(page);
  }
  free(strip.bytes);
  return ferror(out) ? RENDER_FAILED : RENDER_DONE;
}
