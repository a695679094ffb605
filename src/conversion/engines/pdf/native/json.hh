// PDF objects as the JSON of src/conversion/pdf/graph.ts (which is qpdf's version 2), and back. Written for speed: a
// document has tens of thousands of objects.
#pragma once

#define POINTERHOLDER_TRANSITION 4
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <string>

/// No object that is written has a higher number (ISO 32000-1, annex C.2).
constexpr int max_object = 8388607;

/// Appends `object` to `json`; references stay references, streams are written as {"stream":{"dict":…}}.
void write_object(QPDFObjectHandle object, std::string &json);

/// Sets the objects that a patch ({"obj:12 0 R":{"value":…}|{"stream":{"dict":…}},"trailer":{"value":…}}) names.
/// Streams with data of their own are left to the caller: they come back as the same kind of text.
std::string apply_patch(QPDF &pdf, const char *json, size_t length);
