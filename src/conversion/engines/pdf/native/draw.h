/* One page on white, as samples. */
#ifndef PLATEN_DRAW_H
#define PLATEN_DRAW_H

#include "pdfium-api.h"
#include "samples.h"

/* Red, green, blue: the order that PNG wants. Annotations and (where `form` is not NULL) form fields are drawn. */
bool render_draw(FPDF_PAGE page, FPDF_FORMHANDLE form, const struct samples *samples);

#endif
