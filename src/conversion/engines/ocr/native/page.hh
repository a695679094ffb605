// One page of a PDF: drawn, turned upright, straightened, and recognised by Tesseract.
#ifndef PLATEN_OCR_PAGE_HH
#define PLATEN_OCR_PAGE_HH

#include "../../pdf/native/pdfium-api.h"

#include <string>
#include <tesseract/baseapi.h>

enum class Mode {
  missing, // pages without text
  redo,    // pages without visible text
  all,
};

struct PageOrder {
  int page;    // from 0
  double unit; // points of a unit of its user space
  Mode mode;
  bool turns; // whether to look for the side that is up
  int deadline_ms;
};

// Returns the recognised words as JSON (ocr/words.ts), empty if the page has text already. Throws std::runtime_error, std::bad_alloc.
std::string recognise(tesseract::TessBaseAPI &engine, pdfium_document *document, const PageOrder &order);

#endif
