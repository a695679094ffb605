#include "drawn.hh"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace {

// Tesseract expects letters as they are at 300 dpi; finer pixels cost time and gain nothing.
constexpr double min_dpi = 300, max_dpi = 400;
constexpr double max_pixels = 50e6;
// Fewer letters are a stamp or a page number, as in layout/read/scanned.ts.
constexpr int letters_of_text = 12;
constexpr int max_letters = 200'000, max_objects = 100'000;

struct PageEnd {
  void operator()(FPDF_PAGE page) const { pdfium.FPDF_ClosePage(page); }
};
struct TextEnd {
  void operator()(FPDF_TEXTPAGE text) const { pdfium.FPDFText_ClosePage(text); }
};
using Page = std::unique_ptr<fpdf_page, PageEnd>;

struct Letters {
  int visible = 0, invisible = 0;
  std::vector<Rectangle> boxes;
};

Letters letters_of(FPDF_PAGE page, int width, int height) {
  Letters found;
  std::unique_ptr<fpdf_text, TextEnd> text(pdfium.FPDFText_LoadPage(page));
  if (!text) return found;
  const int count = std::min(pdfium.FPDFText_CountChars(text.get()), max_letters);
  for (int n = 0; n < count; n++) {
    if (pdfium.FPDFText_GetUnicode(text.get(), n) <= ' ' || pdfium.FPDFText_IsGenerated(text.get(), n) == 1) continue;
    FPDF_PAGEOBJECT object = pdfium.FPDFText_GetTextObject(text.get(), n);
    if (object && pdfium.FPDFTextObj_GetTextRenderMode(object) == FPDF_TEXTRENDERMODE_INVISIBLE) {
      found.invisible++;
      continue;
    }
    found.visible++;
    double left, right, bottom, top;
    if (!pdfium.FPDFText_GetCharBox(text.get(), n, &left, &right, &bottom, &top)) continue;
    int x[2], y[2];
    pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, left, bottom, &x[0], &y[0]);
    pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, right, top, &x[1], &y[1]);
    found.boxes.push_back({std::min(x[0], x[1]), std::min(y[0], y[1]), std::max(x[0], x[1]), std::max(y[0], y[1])});
  }
  return found;
}

// Of the picture with the most pixels.
double dpi_of_scan(FPDF_PAGE page, double unit) {
  double most = 0, dpi = 0;
  const int count = std::min(pdfium.FPDFPage_CountObjects(page), max_objects);
  for (int n = 0; n < count; n++) {
    FPDF_PAGEOBJECT object = pdfium.FPDFPage_GetObject(page, n);
    unsigned width, height;
    float left, bottom, right, top;
    if (!object || pdfium.FPDFPageObj_GetType(object) != FPDF_PAGEOBJ_IMAGE) continue;
    if (!pdfium.FPDFImageObj_GetImagePixelSize(object, &width, &height)) continue;
    if (!pdfium.FPDFPageObj_GetBounds(object, &left, &bottom, &right, &top)) continue;
    const double pixels = double(width) * height, area = double(right - left) * (top - bottom);
    if (pixels <= most || !(area > 0)) continue;
    most = pixels;
    dpi = 72 * std::sqrt(pixels / area) / unit;
  }
  return dpi;
}

bool is_wanted(const Letters &letters, Mode mode) {
  if (mode == Mode::all) return true;
  return letters.visible + (mode == Mode::missing ? letters.invisible : 0) < letters_of_text;
}

Picture draw(pdfium_document *document, FPDF_PAGE page, int width, int height) {
  std::vector<unsigned char> samples(size_t(width) * height, 0xff);
  FPDF_BITMAP bitmap = pdfium.FPDFBitmap_CreateEx(width, height, FPDFBitmap_Gray, samples.data(), width);
  if (!bitmap) throw std::bad_alloc();
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FPDF_ANNOT);
  if (FPDF_FORMHANDLE form = pdfium_form(document)) pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, FPDF_ANNOT);
  pdfium.FPDFBitmap_Destroy(bitmap);
  Picture picture(pixCreateNoInit(width, height, 8));
  if (!picture) throw std::bad_alloc();
  // Leptonica keeps four pixels in a word of 32 bits, the first in the highest.
  l_uint32 *words = pixGetData(picture.get());
  const int stride = pixGetWpl(picture.get());
  for (int y = 0; y < height; y++) {
    const unsigned char *row = samples.data() + size_t(y) * width;
    l_uint32 *line = words + size_t(y) * stride;
    for (int x = 0; x < width; x++) SET_DATA_BYTE(line, x, row[x]);
  }
  return picture;
}

} // namespace

Drawn draw_page(pdfium_document *document, const PageOrder &order) {
  pdfium_form(document); // before the first page is loaded
  Page page(pdfium.FPDF_LoadPage(document->handle, order.page));
  if (!page) return {};
  Drawn drawn{nullptr, pdfium.FPDF_GetPageWidthF(page.get()), pdfium.FPDF_GetPageHeightF(page.get()), 0, {}};
  if (!(drawn.width > 0 && drawn.height > 0)) return {};
  const double dpi = std::clamp(dpi_of_scan(page.get(), order.unit), min_dpi, max_dpi);
  const double pixels = drawn.width * drawn.height * std::pow(dpi * order.unit / 72, 2);
  drawn.scale = dpi * order.unit / 72 * std::sqrt(std::min(1.0, max_pixels / pixels));
  const int width = std::max(1, int(std::lround(drawn.width * drawn.scale)));
  const int height = std::max(1, int(std::lround(drawn.height * drawn.scale)));
  Letters letters = letters_of(page.get(), width, height);
  if (!is_wanted(letters, order.mode)) return {};
  // A side of many thousand pixels and few in the other direction is no page of text.
  if (std::max(width, height) > 32'000) throw std::runtime_error("the page is too long");
  drawn.picture = draw(document, page.get(), width, height);
  drawn.letters = std::move(letters.boxes);
  return drawn;
}
