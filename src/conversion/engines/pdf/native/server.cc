/*
 * libqpdf and PDFium loaded once; a child for every job, which opens its PDFs once, gets commands for them, and ends
 * (forking.h). Files lie in the child's folder and are called by their names there. Besides the lines of forking.h:
 *
 *   to us     open ID SLOT FILE PASSWORD…       passwords in hexadecimal
 *             rotate ID SLOT DEGREES
 *             join ID SLOT                      all open slots, in their order, as one document in a new slot
 *             patch ID SLOT FILE                qpdf's JSON
 *             unfold ID SLOT GRAPH FOLDER       FOLDER may be empty
 *             write ID SLOT FILE plain|packed|repacked
 *             protect ID SLOT FILE USER OWNER PRINT COPY   passwords in hexadecimal; 1 to disallow
 *             rewrite ID FILE TO                a file as PDFium saves it
 *             render ID FILE png|jpg DPI MAX_PIXELS PAGE:UNIT…   to page-001.png …; pages from 0, points of a unit of each
 *             talk ID                           answers the requests of the pipe `to` in `from` (talk.hh) until they end
 *             units ID SLOT
 *             drawable ID SLOT                  fails for pages that no program can draw; `bare` where annotations do not say how they look
 *   from us   ID opened ACCESS PAGES FORM      FORM is xfa if its pages are a placeholder for one
 *             ID units POINTS…                  of a unit of each page
 *             ID page NUMBER BYTES              a page is drawn
 *             ID done large PAGE|unreadable     a failure of render
 *             ID done ok|failed|memory TEXT     the outcome of every other command
 */
#include "document.hh"
#include "drawing.hh"
#include "pdfium.h"
#include "render.h"
#include "talk.hh"

#include "../../../process/native/forking.h"
#include <cstring>
#include <new>
#include <sstream>
#include <qpdf/Pl_Flate.hh>
#include <qpdf/QUtil.hh>
#include <sys/stat.h>
#include <unistd.h>

namespace {

enum { FIELDS = 24 };
forking pdf_server;
Slots slots;

std::string path_of(const char *id, const char *name) {
  char path[FORKING_PATH_BYTES];
  forking_path(path, id, name);
  return path;
}

Document &document_of(const char *slot) { return document_in(slots, static_cast<size_t>(atoi(slot))); }

void open_slot(const char *id, char **fields) {
  std::vector<std::string> passwords;
  for (int i = 4; i < FIELDS && fields[i][0] != 0; i++) passwords.push_back(QUtil::hex_decode(fields[i]));
  auto document = std::make_unique<Document>();
  Access access = document->load(path_of(id, fields[3]), passwords);
  bool is_open = access == Access::open || access == Access::mended || access == Access::restricted;
  int pages = is_open ? document->page_count() : 0;
  size_t slot = static_cast<size_t>(atoi(fields[2]));
  if (slot >= max_slots) throw std::out_of_range("slot");
  if (slots.size() <= slot) slots.resize(slot + 1);
  bool is_form = is_open && document->is_dynamic_form();
  if (is_open) slots[slot] = std::move(document);
  forking_say("opened\t%s\t%d\t%s", word_of(access), pages, is_form ? "xfa" : "");
}

Document::Writing packing(const char *word) {
  Document::Writing how;
  if (std::strcmp(word, "packed") == 0) how.packing = Document::Writing::packed;
  if (std::strcmp(word, "repacked") == 0) how.packing = Document::Writing::repacked;
  return how;
}

int large_page;
void render(const char *id, char **fields);
void rewrite(const char *id, char **fields);

void perform(const char *id, char **fields) {
  const std::string verb = fields[0];
  if (verb == "open") return open_slot(id, fields);
  if (verb == "units") {
    std::string text;
    for (double unit : document_of(fields[2]).units()) text += (text.empty() ? "" : " ") + QUtil::double_to_string(unit, 5);
    return forking_say("units\t%s", text.c_str());
  }
  if (verb == "render") return render(id, fields);
  if (verb == "rewrite") rewrite(id, fields);
  else if (verb == "talk") talk(path_of(id, ""), slots);
  else if (verb == "drawable") {
    QPDF &pdf = document_of(fields[2]).pdf();
    if (draws_without_end(pdf)) throw std::runtime_error("too much to draw");
    if (has_bare_annotations(pdf)) return forking_say("done\tok\tbare");
  } else if (verb == "rotate") document_of(fields[2]).rotate(atoi(fields[3]));
  else if (verb == "join") join(slots);
  else if (verb == "patch") document_of(fields[2]).patch_from(path_of(id, fields[3]));
  else if (verb == "unfold") document_of(fields[2]).unfold(path_of(id, fields[3]), fields[4][0] ? path_of(id, fields[4]) : "");
  else if (verb == "write") document_of(fields[2]).save(path_of(id, fields[3]), packing(fields[4]));
  else if (verb == "protect") {
    Document::Writing how;
    how.protects = true;
    how.user_password = QUtil::hex_decode(fields[4]);
    how.owner_password = QUtil::hex_decode(fields[5]);
    how.prevent_print = std::strcmp(fields[6], "1") == 0;
    how.prevent_copy = std::strcmp(fields[7], "1") == 0;
    document_of(fields[2]).save(path_of(id, fields[3]), how);
  } else throw std::invalid_argument("no such command");
  forking_say("done\tok\t");
}

void report_page(void *, int page, size_t bytes, bool is_too_large) {
  if (is_too_large) large_page = page;
  else forking_say("page\t%d\t%zu", page, bytes);
}

void render(const char *id, char **fields) {
  std::vector<int> pages;
  std::vector<double> units;
  std::istringstream list(fields[6]);
  for (std::string item; list >> item;) {
    size_t colon = item.find(':');
    pages.push_back(std::stoi(item.substr(0, colon)));
    units.push_back(std::stod(item.substr(colon + 1)));
  }
  pdfium_document *document = pdfium_open(path_of(id, fields[2]).c_str());
  if (document == nullptr) return forking_say("done\tunreadable\t");
  std::string folder = path_of(id, "");
  render_order order{};
  order.pages = pages.data();
  order.scales = units.data();
  order.count = pages.size();
  order.format = std::strcmp(fields[3], "jpg") == 0 ? RENDER_JPEG : RENDER_PNG;
  order.dpi = atoi(fields[4]);
  order.max_pixels = std::stod(fields[5]);
  order.folder = folder.c_str();
  order.on_page = report_page;
  switch (render_pages(document, &order)) {
  case RENDER_DONE: return forking_say("done\tok\t");
  case RENDER_TOO_LARGE: return forking_say("done\tlarge\t%d", large_page);
  default: return forking_say("done\tfailed\trender");
  }
}

void rewrite(const char *id, char **fields) {
  pdfium_document *document = pdfium_open(path_of(id, fields[2]).c_str());
  if (document == nullptr || !pdfium_rewrite(document, path_of(id, fields[3]).c_str())) throw std::runtime_error("PDFium cannot read it");
}

void serve_job(const char *id, FILE *commands) {
  static char line[FORKING_LINE_BYTES];
  char *fields[FIELDS];
  while (fgets(line, sizeof line, commands) != nullptr) {
    line[strcspn(line, "\n")] = 0;
    forking_split(line, fields, FIELDS);
    try {
      perform(id, fields);
    } catch (std::bad_alloc &) {
      forking_say("done\tmemory\t");
    } catch (std::exception &problem) {
      forking_say("done\tfailed\t%.300s", problem.what());
    }
  }
}

/* Code and tables that every document needs are touched before the first fork. */
void warm() {
  static const char sample[] =
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj "
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\nstartxref\n0\n%%EOF\n";
  auto pdf = QPDF::create();
  pdf->setSuppressWarnings(true);
  try {
    pdf->processMemoryFile("sample", sample, sizeof sample - 1);
    pdf->getAllPages();
  } catch (std::exception &) {
  }
}

int print_versions() {
  printf("libqpdf %s\n", QPDF::QPDFVersion().c_str());
  if (const char *library = pdfium_library()) printf("PDFium of LibreOffice (%s)\n", library);
  return 0;
}

} // namespace

int main(int count, char **args) {
  if (count == 2 && std::strcmp(args[1], "--version") == 0) return print_versions();
  if (count != 7) {
    fprintf(stderr, "usage: pdf-server ROOT forks|forks-openly|alone CPU_SECONDS ADDRESS_BYTES MEMORY_BYTES TMP_MOUNT\n");
    return 2;
  }
  pdf_server.root = args[1];
  pdf_server.isolated = std::strcmp(args[2], "forks") == 0;
  pdf_server.cpu_seconds = strtoull(args[3], nullptr, 10);
  pdf_server.address_bytes = strtoull(args[4], nullptr, 10);
  pdf_server.memory_bytes = strtoull(args[5], nullptr, 10);
  pdf_server.tmp_mount = args[6];
  pdf_server.makes_pipes = true;
  pdf_server.serve = serve_job;
  umask(0077);
  forking_take_output();
  Pl_Flate::setCompressionLevel(9);
  warm();
  if (pdfium_load() && std::strcmp(args[2], "alone") != 0) render_warm_up();
  if (std::strcmp(args[2], "alone") == 0) forking_serve_alone(&pdf_server);
  forking_serve(&pdf_server);
}
