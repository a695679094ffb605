// One PDF in memory: read once, changed, written once. The file stays mapped as long as the document lives.
#pragma once

#define POINTERHOLDER_TRANSITION 4
#include <map>
#include <memory>
#include <optional>
#include <qpdf/Buffer.hh>
#include <qpdf/QPDF.hh>
#include <string>
#include <vector>

/// How a PDF opens; as PdfAccess in ../session.ts.
enum class Access { open, mended, restricted, locked, certificate, broken };
const char *word_of(Access access);

class Document {
public:
  /// With each of `passwords`, then without one. Only an `open` or `restricted` one may be used.
  Access load(const std::string &path, const std::vector<std::string> &passwords);

  /// As it was when it was opened.
  void reopen();

  /// All pages of `parts` in their order, with fields, page labels and attachments.
  void join(const std::vector<Document *> &parts);

  QPDF &pdf() { return *qpdf; }
  int page_count();

  /// Whether its pages are a placeholder for a form that a program has to lay out (XFA; ISO 32000-1, 12.7.8).
  bool is_dynamic_form();

  /// Points of a unit of each page (UserUnit; ISO 32000-2, table 31), 1 where that makes no sense.
  std::vector<double> units();

  /// Turns every page clockwise, on top of its own rotation.
  void rotate(int degrees);

  /// Flattens its page tree to one level, in which every page is a separate object.
  void flatten_pages();

  /// No object has a higher number.
  int highest_number();

  /// The objects with numbers from `first` to before `last` as JSON, by their keys.
  void objects(int first, int last, std::string &json);

  /// The data of streams, decoded or as it is stored: for each its length (or ~0 where it cannot be had) and its bytes.
  void streams(const std::vector<QPDFObjGen> &ids, bool decoded, size_t max_bytes, std::string &data);

  /// The bytes of streams as they are stored, four bytes each.
  void lengths(const std::vector<QPDFObjGen> &ids, std::string &data);

  /// Applies the JSON of a patch.
  void patch(const char *json, size_t length);
  /// The same from a file, of which streams may name files with their data.
  void patch_from(const std::string &path);

  struct Writing {
    enum { as_it_is, packed, repacked } packing = as_it_is;
    bool protects = false;
    std::string user_password, owner_password;
    bool prevent_print = false, prevent_copy = false;
  };
  /// Its bytes.
  size_t save(const std::string &path, const Writing &how);

  /// Every object as JSON into `graph`; where `folder` is not empty the stored data of each stream there too, as s-NUMBER.
  void unfold(const std::string &graph, const std::string &folder);

private:
  struct Mapping {
    const char *bytes = nullptr;
    size_t length = 0;
    ~Mapping();
  };
  Mapping mapping; // outlives qpdf
  std::string mended_bytes; // those of the file with the trailer that it lacks; outlives qpdf
  std::shared_ptr<Buffer> numbered_anew; // its bytes, where those of the file had numbers that lie far apart; outlives qpdf
  std::shared_ptr<QPDF> qpdf;
  std::string password; // the one that has opened it
  std::map<int, int> generations; // of the few objects whose generation is not 0
  std::optional<size_t> generations_warnings; // how many there were when these were read

  /// Nothing where there is no such object.
  void add_object(int number, std::string &json);
  void read_generations();
  QPDFObjectHandle object(int number);
  QPDFObjectHandle stored_object(int number);
  Access try_to_open(const std::string &password);
  Access open_or_mend();
  bool has_header();
  bool has_trailer();
  bool add_trailer();
  bool is_sparse();
  void number_anew();
  void keep_renamed_resources();
};
