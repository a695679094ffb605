// The demands of a page on a program that draws it, found without drawing.
#pragma once

#include <qpdf/QPDF.hh>

/// Whether a page makes its reader run more content than any can hold: forms count each time they are drawn, with nested forms,
/// or the document has more form fields than any program can show.
bool draws_without_end(QPDF &pdf);

/// Whether a page has annotations of the kinds that can be drawn without an appearance of their own.
bool has_bare_annotations(QPDF &pdf);
