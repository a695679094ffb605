/*
 * Tesseract with the data of some languages loaded once; a child for every document, which draws its pages (PDFium), reads
 * them, and ends (forking.h). Besides the lines of forking.h:
 *
 *   to us     open ID FILE
 *             page ID NUMBER UNIT missing|redo|all TURNS DEADLINE TO
 *                                       a page from 0, the points of its unit, whether to turn it upright, milliseconds
 *   from us   ID done ok words|text     `words`: they are in the file TO (page.hh); `text`: the page has text already
 *             ID done failed|memory WHY
 */
#include "page.hh"

#include "../../pdf/native/pdfium.h"
#include "../../../process/native/forking.h"

#include <cstring>
#include <fcntl.h>
#include <leptonica/allheaders.h>
#include <new>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace {

enum { FIELDS = 10 };
forking ocr_server;
tesseract::TessBaseAPI engine;
pdfium_document *document;

std::string path_of(const char *id, const char *name) {
  char path[FORKING_PATH_BYTES];
  forking_path(path, id, name);
  return path;
}

void write_file(const std::string &path, const std::string &text) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  FILE *out = file < 0 ? nullptr : fdopen(file, "w");
  if (!out) throw std::runtime_error("no file");
  const bool is_written = fwrite(text.data(), 1, text.size(), out) == text.size();
  if (fclose(out) != 0 || !is_written) throw std::runtime_error("no room");
}

Mode mode_of(const char *word) {
  if (std::strcmp(word, "redo") == 0) return Mode::redo;
  return std::strcmp(word, "all") == 0 ? Mode::all : Mode::missing;
}

void perform(const char *id, char **fields) {
  if (std::strcmp(fields[0], "open") == 0) {
    pdfium_close(document);
    document = pdfium_open(path_of(id, fields[2]).c_str());
    if (!document) throw std::runtime_error("PDFium cannot read it");
    return forking_say("done\tok\t");
  }
  if (std::strcmp(fields[0], "page") != 0 || !document) throw std::invalid_argument("no such command");
  const PageOrder order{atoi(fields[2]), strtod(fields[3], nullptr), mode_of(fields[4]), fields[5][0] == '1', atoi(fields[6])};
  const std::string words = recognise(engine, document, order);
  if (words.empty()) return forking_say("done\tok\ttext");
  write_file(path_of(id, fields[7]), words);
  forking_say("done\tok\twords");
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

// Reads a page of a few words, so that code and tables are in memory before the first fork.
void warm_up() {
  static const char sample[] =
    "%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj\n"
    "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 60] /Contents 4 0 R /Resources << /Font << /A 5 0 R >> >> >> endobj\n"
    "4 0 obj << /Length 90 >> stream\n3 Tr 0 Tr BT /A 12 Tf 10 40 Td (Invoice 2024) Tj 0 -20 Td (Total 17,50) Tj ET                    \nendstream endobj\n"
    "5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n";
  pdfium_document own{};
  own.handle = pdfium.FPDF_LoadMemDocument(sample, sizeof sample - 1, nullptr);
  if (own.handle) recognise(engine, &own, {0, 1, Mode::all, true, 10'000});
}

bool load(const char *data, const char *languages) {
  setMsgSeverity(L_SEVERITY_NONE);
  const std::vector<std::string> names{"debug_file"}, values{"/dev/null"};
  return engine.Init(data, languages, tesseract::OEM_LSTM_ONLY, nullptr, 0, &names, &values, false) == 0;
}

} // namespace

int main(int count, char **args) {
  if (count == 2 && std::strcmp(args[1], "--version") == 0) {
    char *leptonica = getLeptonicaVersion();
    printf("tesseract %s\n%s\n", tesseract::TessBaseAPI::Version(), leptonica);
    lept_free(leptonica);
    return 0;
  }
  if (count != 9) {
    fprintf(stderr, "usage: ocr-server ROOT forks|forks-openly|alone CPU_SECONDS ADDRESS_BYTES MEMORY_BYTES TMP_MOUNT DATA LANGUAGES\n");
    return 2;
  }
  ocr_server.root = args[1];
  ocr_server.isolated = std::strcmp(args[2], "forks") == 0;
  ocr_server.cpu_seconds = strtoull(args[3], nullptr, 10);
  ocr_server.address_bytes = strtoull(args[4], nullptr, 10);
  ocr_server.memory_bytes = strtoull(args[5], nullptr, 10);
  ocr_server.tmp_mount = args[6];
  ocr_server.serve = serve_job;
  umask(0077);
  forking_take_output();
  if (!pdfium_load() || !load(args[7], args[8])) {
    fprintf(stderr, "the data of Tesseract for %s cannot be loaded\n", args[8]);
    return 1;
  }
  if (std::strcmp(args[2], "alone") == 0) forking_serve_alone(&ocr_server);
  warm_up();
  forking_serve(&ocr_server);
}
