#include "draw.h"
#include "jpeg.h"
#include "png.h"
#include "render.h"

#include <string.h>

/* A page with a shape, a picture, and text in fonts that are not embedded, so that the system's are searched. */
static const char sample[] =
  "%PDF-1.4\n"
  "1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n"
  "2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj\n"
  "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >>"
  " /Font << /A 6 0 R /B 7 0 R /C 8 0 R >> >> >> endobj\n"
  "4 0 obj << /Length 207 >> stream\n"
  "q .2 .4 .8 rg .8 .2 .2 RG 10 10 m 60 10 70 60 10 60 c b Q q 40 0 0 40 120 10 cm /I Do Q\n"
  "BT /A 12 Tf 10 80 Td (The quick brown fox) Tj /B 12 Tf 0 -14 Td (jumps over) Tj /C 12 Tf 0 -14 Td (the lazy dog) Tj ET\n"
  "endstream endobj\n"
  "5 0 obj << /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Length 24"
  " /Filter /ASCIIHexDecode >> stream\n"
  "ff000000ff000000ffffffff\n"
  "endstream endobj\n"
  "6 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj\n"
  "7 0 obj << /Type /Font /Subtype /TrueType /BaseFont /Arial /Encoding /WinAnsiEncoding >> endobj\n"
  "8 0 obj << /Type /Font /Subtype /TrueType /BaseFont /TimesNewRoman /Encoding /WinAnsiEncoding >> endobj\n"
  "trailer << /Root 1 0 R >>\n%%EOF\n";

/* Its page is never closed: as long as it lives, PDFium keeps the fonts for the documents that come. */
void render_warm_up(void) {
  static struct pdfium_document document;
  FILE *out = fopen("/dev/null", "w");
  struct png_writer *png = png_start();
  struct jpeg_writer *jpeg = jpeg_start();
  struct samples samples = {0};
  document.handle = pdfium.FPDF_LoadMemDocument(sample, sizeof sample - 1, NULL);
  FPDF_PAGE page = document.handle ? pdfium.FPDF_LoadPage(document.handle, 0) : NULL;
  if (page && out && png && jpeg && samples_reset(&samples, 400, 200)) {
    render_draw(page, pdfium_form(&document), &samples);
    jpeg_write(jpeg, &samples, 150, out);
    png_write(png, &samples, 150, out);
    samples_to_grey(&samples);
    jpeg_write(jpeg, &samples, 150, out);
  }
  samples_free(&samples);
  png_end(png);
  jpeg_end(jpeg);
  if (out) fclose(out);
}
