#define POINTERHOLDER_TRANSITION 4
#include "drawing.hh"

#include <cstring>
#include <map>
#include <set>
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageObjectHelper.hh>
#include <stdexcept>
#include <string>

namespace {

/* Of one page: PDFium keeps a few hundred bytes for everything that is drawn. */
constexpr double max_bytes = 256 << 20;
constexpr double max_draws = 5e6;
/* Of a document; a field counts at any depth. */
constexpr double max_fields = 1e6;
/* PDFium goes no deeper. */
constexpr int max_depth = 40;

struct Cost {
  double bytes = 0, draws = 0;
  void operator+=(const Cost &more) {
    bytes += more.bytes;
    draws += more.draws;
  }
  bool is_too_much() const { return bytes > max_bytes || draws > max_draws; }
};

class TooMuch : public std::runtime_error {
public:
  TooMuch() : std::runtime_error("too much to draw") {}
};

/* Collects the content of a page or form, and no more than could be drawn. */
class Content : public Pipeline {
public:
  Content() : Pipeline("content", nullptr) {}
  std::string text;
  void write(unsigned char const *data, size_t length) override {
    if (text.size() + length > max_bytes) throw TooMuch();
    text.append(reinterpret_cast<const char *>(data), length);
  }
  void finish() override {}
};

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0; }

class Drawing {
public:
  Cost page(QPDFObjectHandle page) {
    Content content;
    pages_content(page, content);
    return run(content.text, QPDFPageObjectHelper(page).getAttribute("/Resources", false), 0);
  }

private:
  std::map<QPDFObjGen, Cost> known;

  static void pages_content(QPDFObjectHandle page, Content &content) {
    for (auto &stream : page.getPageContents()) {
      if (stream.isStream()) read_content(stream, content);
      content.text += '\n';
    }
  }

  static void read_content(QPDFObjectHandle stream, Content &content) {
    try {
      stream.pipeStreamData(&content, nullptr, 0, qpdf_dl_generalized, true, false);
    } catch (TooMuch &) {
      throw;
    } catch (std::bad_alloc &) {
      throw;
    } catch (std::exception &) {
      // Content that cannot be read is not drawn.
    }
  }

  /* `/Name Do`, anywhere: a string of the same bytes is counted too. */
  Cost run(const std::string &text, QPDFObjectHandle resources, int depth) {
    Cost cost;
    cost.bytes = static_cast<double>(text.size());
    if (depth >= max_depth || !resources.isDictionary()) return cost;
    auto objects = resources.getKey("/XObject");
    if (!objects.isDictionary()) return cost;
    std::map<std::string, double> drawn;
    for (size_t at = text.find("Do"); at != std::string::npos; at = text.find("Do", at + 2)) {
      size_t end = at;
      while (end > 0 && is_space(text[end - 1])) end--;
      size_t slash = end == 0 ? std::string::npos : text.rfind('/', end - 1);
      if (slash != std::string::npos && end - slash < 128) drawn[text.substr(slash, end - slash)] += 1;
    }
    for (auto &[name, times] : drawn) {
      Cost below = form(objects.getKey(name), resources, depth);
      cost += {below.bytes * times, (below.draws + 1) * times};
    }
    return cost;
  }

  Cost form(QPDFObjectHandle form, QPDFObjectHandle outer, int depth) {
    if (!form.isStream() || !form.getDict().getKey("/Subtype").isNameAndEquals("/Form")) return {};
    // One that draws itself is not drawn within itself.
    auto [found, is_new] = known.try_emplace(form.getObjGen());
    if (!is_new) return found->second;
    Content content;
    read_content(form, content);
    auto own = form.getDict().getKey("/Resources");
    Cost cost = run(content.text, own.isDictionary() ? own : outer, depth + 1);
    known[form.getObjGen()] = cost;
    return cost;
  }
};

class Fields {
public:
  double below(QPDFObjectHandle field, int depth = 0) {
    auto kids = field.isDictionary() ? field.getKey("/Kids") : QPDFObjectHandle();
    if (!kids.isArray() || depth >= max_depth) return 1;
    auto [found, is_new] = known.try_emplace(field.getObjGen(), 1);
    if (!is_new && field.isIndirect()) return found->second;
    double count = 1;
    for (int n = 0; n < kids.getArrayNItems(); n++) count += below(kids.getArrayItem(n), depth + 1);
    known[field.getObjGen()] = count;
    return count;
  }

private:
  std::map<QPDFObjGen, double> known;
};

bool has_too_many_fields(QPDF &pdf) {
  auto form = pdf.getRoot().getKey("/AcroForm");
  auto top = form.isDictionary() ? form.getKey("/Fields") : QPDFObjectHandle();
  if (!top.isArray()) return false;
  Fields fields;
  double count = 0;
  for (int n = 0; n < top.getArrayNItems(); n++) count += fields.below(top.getArrayItem(n));
  return count > max_fields;
}

} // namespace

bool draws_without_end(QPDF &pdf) {
  if (has_too_many_fields(pdf)) return true;
  try {
    Drawing drawing;
    for (auto &page : pdf.getAllPages())
      if (drawing.page(page).is_too_much()) return true;
    return false;
  } catch (TooMuch &) {
    return true;
  }
}

bool has_bare_annotations(QPDF &pdf) {
  static const std::set<std::string> kinds{"/FreeText",  "/Line",      "/Polygon",   "/PolyLine", "/Ink",
                                           "/Highlight", "/Underline", "/StrikeOut", "/Stamp",    "/Text"};
  for (auto page : pdf.getAllPages()) {
    auto annotations = page.getKey("/Annots");
    if (!annotations.isArray()) continue;
    for (auto &annotation : annotations.aitems()) {
      if (!annotation.isDictionary()) continue;
      auto kind = annotation.getKey("/Subtype");
      auto look = annotation.getKey("/AP");
      bool has_look = look.isDictionary() && !look.getKey("/N").isNull();
      if (kind.isName() && kinds.count(kind.getName()) > 0 && !has_look) return true;
    }
  }
  return false;
}
