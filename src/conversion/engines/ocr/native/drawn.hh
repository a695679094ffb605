// A page as a grey picture, and the text that it has already.
#ifndef PLATEN_OCR_DRAWN_HH
#define PLATEN_OCR_DRAWN_HH

#include "page.hh"

#include <leptonica/allheaders.h>
#include <memory>
#include <vector>

struct PixEnd {
  void operator()(Pix *pix) const { pixDestroy(&pix); }
};
using Picture = std::unique_ptr<Pix, PixEnd>;

struct Rectangle {
  int left, top, right, bottom;
};

struct Drawn {
  Picture picture;    // 8 bits of grey
  double width, height; // of the page as it is displayed, in units of its user space
  double scale;       // pixels of a unit
  std::vector<Rectangle> letters; // that are visible already, in pixels
};

// Draws the page at the resolution of its scan; no picture if the page has text already.
Drawn draw_page(pdfium_document *document, const PageOrder &order);

#endif
