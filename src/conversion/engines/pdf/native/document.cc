#include "document.hh"

#include "json.hh"
#include "output.hh"

#include <algorithm>
#include <cctype>
#include <fcntl.h>
#include <qpdf/BufferInputSource.hh>
#include <qpdf/QPDFAcroFormDocumentHelper.hh>
#include <qpdf/QPDFEmbeddedFileDocumentHelper.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFPageLabelDocumentHelper.hh>
#include <qpdf/QPDFPageObjectHelper.hh>
#include <qpdf/QPDFWriter.hh>
#include <qpdf/QUtil.hh>
#include <set>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Below this, every object number may be visited. */
static constexpr int few_objects = 65536;
/* Within these first bytes programs look for the header (ISO 32000-1, annex H.3, note 13). */
static constexpr size_t header_window = 1024;
/* A larger file is not copied to be mended. */
static constexpr size_t max_mended_bytes = 128 << 20;

/* Above it, a document has at least one object for this many numbers. */
static constexpr int numbers_per_object = 16;

const char *word_of(Access access) {
  switch (access) {
  case Access::open: return "open";
  case Access::mended: return "mended";
  case Access::restricted: return "restricted";
  case Access::locked: return "locked";
  case Access::certificate: return "certificate";
  default: return "broken";
  }
}

Document::Mapping::~Mapping() {
  if (bytes != nullptr) munmap(const_cast<char *>(bytes), length);
}

static std::shared_ptr<QPDF> quiet_pdf() {
  auto pdf = QPDF::create();
  pdf->setSuppressWarnings(true);
  return pdf;
}

/* Some write the root of the page tree into the catalog: then nothing can lead to it, not even its own pages. */
static void give_the_pages_an_object(QPDF &qpdf) {
  auto root = qpdf.getRoot();
  auto pages = root.getKey("/Pages");
  if (pages.isIndirect() || !pages.isDictionary()) return;
  auto tree = qpdf.makeIndirectObject(pages);
  root.replaceKey("/Pages", tree);
  for (auto &kid : tree.getKey("/Kids").aitems())
    if (kid.isDictionary()) kid.replaceKey("/Parent", tree);
}

/* Removes entries of the page tree that are not pages or appear a second time: qpdf fails at such a loop. */
static void cut_loops(QPDF &qpdf) {
  std::set<QPDFObjGen> seen;
  std::vector<QPDFObjectHandle> work{qpdf.getRoot().getKey("/Pages")};
  if (work.back().isIndirect()) seen.insert(work.back().getObjGen());
  while (!work.empty()) {
    auto node = work.back();
    work.pop_back();
    auto kids = node.isDictionary() ? node.getKey("/Kids") : QPDFObjectHandle::newNull();
    if (!kids.isArray()) continue;
    std::vector<QPDFObjectHandle> kept;
    for (auto &kid : kids.aitems()) {
      if (!kid.isDictionary()) continue;
      if (kid.hasKey("/Kids")) {
        if (kid.isIndirect() && !seen.insert(kid.getObjGen()).second) continue;
        work.push_back(kid);
      }
      kept.push_back(kid);
    }
    if (kept.size() < static_cast<size_t>(kids.getArrayNItems())) node.replaceKey("/Kids", QPDFObjectHandle::newArray(kept));
  }
}

/* Programs that write the document go by it. */
static void give_the_trailer_a_size(QPDF &qpdf) {
  auto trailer = qpdf.getTrailer();
  if (trailer.getKey("/Size").isInteger()) return;
  auto table = qpdf.getXRefTable();
  int highest = table.empty() ? 0 : table.rbegin()->first.getObj();
  trailer.replaceKey("/Size", QPDFObjectHandle::newInteger(highest + 1));
}

Access Document::try_to_open(const std::string &password) {
  qpdf = quiet_pdf();
  generations_warnings.reset();
  try {
    bool is_mended = !mended_bytes.empty();
    qpdf->processMemoryFile("document", is_mended ? mended_bytes.data() : mapping.bytes,
                            is_mended ? mended_bytes.size() : mapping.length, password.c_str());
    give_the_trailer_a_size(*qpdf);
    give_the_pages_an_object(*qpdf);
    cut_loops(*qpdf);
    if (qpdf->getAllPages().empty()) return Access::broken;
    bool is_encrypted = qpdf->isEncrypted();
    if (is_sparse()) number_anew();
    return is_encrypted ? Access::restricted : Access::open;
  } catch (QPDFExc &problem) {
    if (problem.getErrorCode() == qpdf_e_password) return Access::locked;
    if (problem.getErrorCode() == qpdf_e_unsupported) return Access::certificate;
    return Access::broken;
  } catch (std::bad_alloc &) {
    throw;
  } catch (std::exception &) {
    return Access::broken;
  }
}

/* Damage may add digits to a number: all numbers up to it would be visited. The table is copied for documents
   that may be such alone. */
bool Document::is_sparse() {
  auto size = qpdf->getTrailer().getKey("/Size");
  if (!qpdf->anyWarnings() && size.isInteger() && size.getIntValue() <= few_objects) return false;
  auto table = qpdf->getXRefTable();
  int highest = table.empty() ? 0 : table.rbegin()->first.getObj();
  return highest > few_objects && static_cast<size_t>(highest / numbers_per_object) > table.size();
}

void Document::number_anew() {
  QPDFWriter writer(*qpdf);
  writer.setOutputMemory();
  writer.setPreserveEncryption(false);
  writer.setStreamDataMode(qpdf_s_preserve);
  writer.write();
  auto written = writer.getBufferSharedPointer();
  auto anew = quiet_pdf();
  anew->processMemoryFile("document", reinterpret_cast<const char *>(written->getBuffer()), written->getSize());
  qpdf = anew;
  numbered_anew = written;
}

Access Document::load(const std::string &path, const std::vector<std::string> &passwords) {
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  struct stat found {};
  if (file < 0 || fstat(file, &found) < 0 || found.st_size == 0) {
    if (file >= 0) close(file);
    return Access::broken;
  }
  void *bytes = mmap(nullptr, found.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (bytes == MAP_FAILED) return Access::broken;
  mapping.bytes = static_cast<const char *>(bytes);
  mapping.length = found.st_size;
  // A password that was sent most likely opens it; checking that no password is needed costs as much as trying it.
  for (auto &given : passwords) {
    // Older encryptions take passwords in other encodings than UTF-8.
    for (auto &encoded : QUtil::possible_repaired_encodings(given)) {
      Access access = try_to_open(encoded);
      password = encoded;
      if (access != Access::locked) return access;
    }
  }
  password.clear();
  return open_or_mend();
}

/* A document that opens here but not in other programs is repaired: they get a rewritten copy. */
Access Document::open_or_mend() {
  Access access = try_to_open(password);
  if ((access == Access::broken || (access == Access::open && !has_trailer())) && add_trailer()) {
    access = try_to_open(password);
    return access == Access::open ? Access::mended : access;
  }
  return access == Access::open && !has_header() ? Access::mended : access;
}

bool Document::has_header() {
  std::string_view start(mapping.bytes, std::min(mapping.length, header_window));
  for (size_t at = start.find("%PDF-"); at != start.npos; at = start.find("%PDF-", at + 1))
    if (at + 7 < start.size() && isdigit(start[at + 5]) && start[at + 6] == '.' && isdigit(start[at + 7])) return true;
  return false;
}

/* From version 12 on, libqpdf goes on without a trailer, and warns; other programs do not. */
bool Document::has_trailer() {
  for (auto &warning : qpdf->getWarnings())
    if (warning.getMessageDetail().find("unable to find trailer dictionary") != std::string::npos) return false;
  return true;
}

/* Without a trailer nothing leads to the catalog: the last object that is one gets a trailer behind the file. */
bool Document::add_trailer() {
  std::string_view bytes(mapping.bytes, mapping.length);
  if (bytes.size() > max_mended_bytes) return false;
  for (size_t at = bytes.rfind("/Catalog"); at != bytes.npos && at > 0; at = bytes.rfind("/Catalog", at - 1)) {
    size_t object = bytes.rfind(" obj", at);
    size_t type = bytes.rfind("/Type", at);
    if (object == bytes.npos || type == bytes.npos || type < object) continue;
    size_t generation = object;
    while (generation > 0 && isdigit(bytes[generation - 1])) generation--;
    size_t number = generation == 0 ? 0 : generation - 1;
    while (number > 0 && isdigit(bytes[number - 1])) number--;
    if (generation == object || number + 1 >= generation || bytes[generation - 1] != ' ') continue;
    mended_bytes = std::string(bytes) + "\ntrailer\n<< /Root " + std::string(bytes.substr(number, object - number)) +
                   " R >>\nstartxref\n0\n%%EOF\n";
    return true;
  }
  return false;
}

void Document::reopen() {
  if (try_to_open(password) == Access::broken) throw std::runtime_error("no document any more");
}

std::vector<double> Document::units() {
  std::vector<double> found;
  for (auto page : qpdf->getAllPages()) {
    auto unit = page.getKey("/UserUnit");
    double points = unit.isNumber() ? unit.getNumericValue() : 1;
    found.push_back(points > 0 && points <= 75000 ? points : 1);
  }
  return found;
}

int Document::page_count() { return static_cast<int>(qpdf->getAllPages().size()); }

bool Document::is_dynamic_form() {
  auto root = qpdf->getRoot();
  auto form = root.getKey("/AcroForm");
  auto rendering = root.getKey("/NeedsRendering");
  return rendering.isBool() && rendering.getBoolValue() && form.isDictionary() && form.hasKey("/XFA");
}

void Document::rotate(int degrees) {
  for (auto &page : QPDFPageDocumentHelper(*qpdf).getAllPages()) page.rotatePage(degrees, true);
}

/* An inspector may have put a loop into the page tree: libqpdf detects loops only when it lists the pages, and follows them elsewhere. */
static void read_pages_again(QPDF &qpdf) { qpdf.updateAllPagesCache(); }

void Document::flatten_pages() {
  read_pages_again(*qpdf);
  // Taking a page out makes the tree flat; it comes back where it was.
  auto first = qpdf->getAllPages().at(0);
  qpdf->removePage(first);
  qpdf->addPage(first, true);
}

void Document::join(const std::vector<Document *> &parts) {
  qpdf = quiet_pdf();
  qpdf->emptyPDF();
  QPDFPageDocumentHelper pages(*qpdf);
  QPDFAcroFormDocumentHelper fields(*qpdf);
  std::set<QPDFObjGen> copied_fields;
  std::vector<QPDFObjectHandle> labels;
  bool has_labels = false;
  long long count = 0;
  int number = 0;
  for (Document *part : parts) {
    number += 1;
    read_pages_again(part->pdf());
    QPDFPageLabelDocumentHelper own_labels(part->pdf());
    QPDFAcroFormDocumentHelper own_fields(part->pdf());
    // For the whole document at once: pages that share fields or resources stay together.
    auto own_pages = QPDFPageDocumentHelper(part->pdf()).getAllPages();
    QPDFPageDocumentHelper(part->pdf()).pushInheritedAttributesToPage();
    long long own_count = static_cast<long long>(own_pages.size());
    if (own_labels.hasPageLabels()) {
      own_labels.getLabelsForPageRange(0, own_count - 1, count, labels);
      has_labels = true;
    } else {
      labels.push_back(QPDFObjectHandle::newInteger(count));
      labels.push_back(QPDFObjectHandle::parse("<</S/D/St 1>>"));
    }
    for (auto &page : own_pages) {
      pages.addPage(page, false);
      if (own_fields.hasAcroForm()) {
        auto added = qpdf->getAllPages().back();
        fields.fixCopiedAnnotations(added, page.getObjectHandle(), own_fields, &copied_fields);
      }
    }
    count += own_count;
    QPDFEmbeddedFileDocumentHelper attachments(part->pdf());
    if (!attachments.hasEmbeddedFiles()) continue;
    QPDFEmbeddedFileDocumentHelper joined(*qpdf);
    for (auto &[name, file] : attachments.getEmbeddedFiles())
      joined.replaceEmbeddedFile(std::to_string(number) + "-" + name, qpdf->copyForeignObject(file->getObjectHandle()));
  }
  if (has_labels) {
    auto tree = QPDFObjectHandle::newDictionary();
    tree.replaceKey("/Nums", QPDFObjectHandle::newArray(labels));
    qpdf->getRoot().replaceKey("/PageLabels", tree);
  }
  keep_renamed_resources();
}

/* If fields of two documents use one name for different fonts, their appearances are changed as they are read: streams
   written as they are stored would miss that. */
void Document::keep_renamed_resources() {
  int last = highest_number();
  for (int number = 1; number <= last; number++) {
    auto object = qpdf->getObjectByID(number, 0);
    if (!object.isStream() || !object.isDataModified()) continue;
    auto data = object.getStreamData(qpdf_dl_generalized);
    // A new stream under the old number: the filter belongs to the old one.
    auto changed = QPDFObjectHandle::newStream(qpdf.get(), data);
    auto dictionary = object.getDict().shallowCopy();
    for (auto key : {"/Filter", "/DecodeParms", "/Length"}) dictionary.removeKey(key);
    changed.replaceDict(dictionary);
    qpdf->swapObjects(object.getObjGen(), changed.getObjGen());
  }
}

/* A copy of the whole table: made once, not for every run of objects, and again when damage may have changed it. */
void Document::read_generations() {
  generations.clear();
  generations_warnings = qpdf->numWarnings();
  int plain = 0;
  for (auto &[id, entry] : qpdf->getXRefTable()) {
    if (id.getGen() == 0) plain = id.getObj();
    else if (id.getObj() != plain) generations.try_emplace(id.getObj(), id.getGen());
  }
}

QPDFObjectHandle Document::object(int number) {
  if (!generations_warnings) read_generations();
  auto object = stored_object(number);
  if (!object.isNull() || generations_warnings == qpdf->numWarnings()) return object;
  read_generations();
  return stored_object(number);
}

QPDFObjectHandle Document::stored_object(int number) {
  auto found = generations.find(number);
  return qpdf->getObjectByID(number, found == generations.end() ? 0 : found->second);
}

/* For libqpdf, a reference to a missing object counts, with any number. */
int Document::highest_number() {
  size_t count = qpdf->getObjectCount();
  if (count <= few_objects) return static_cast<int>(count);
  auto all = qpdf->getAllObjects();
  while (!all.empty() && all.back().isNull() && all.back().getObjectID() > few_objects) all.pop_back();
  int highest = all.empty() ? 0 : all.back().getObjectID();
  if (highest > max_object) throw std::runtime_error("an object of no possible number");
  return highest;
}

void Document::objects(int first, int last, std::string &json) {
  json += '{';
  for (int number = first; number < last; number++) add_object(number, json);
  json += '}';
}

void Document::add_object(int number, std::string &json) {
  auto found = object(number);
  if (found.isNull()) return;
  if (json.back() != '{') json += ',';
  json += "\"obj:" + std::to_string(number) + ' ' + std::to_string(found.getGeneration()) + " R\":";
  write_object(found, json);
}

namespace {
// Accepts at most `max` bytes.
class Bounded : public Pipeline {
public:
  Bounded(std::string &to, size_t max) : Pipeline("bounded", nullptr), to(to), end(to.size() + max) {}
  void write(unsigned char const *data, size_t length) override {
    if (to.size() + length > end) throw std::runtime_error("too much");
    to.append(reinterpret_cast<const char *>(data), length);
  }
  void finish() override {}

private:
  std::string &to;
  size_t end;
};

void append_number(std::string &data, uint32_t number) { data.append(reinterpret_cast<const char *>(&number), 4); }
} // namespace

void Document::streams(const std::vector<QPDFObjGen> &ids, bool decoded, size_t max_bytes, std::string &data) {
  for (auto &id : ids) {
    auto stream = qpdf->getObjectByObjGen(id);
    size_t start = data.size();
    append_number(data, ~0U);
    if (!stream.isStream() || start >= max_bytes) continue;
    try {
      bool filtered = false;
      Bounded bounded(data, std::min<size_t>(max_bytes - start, 0xfffffff0));
      bool done = stream.pipeStreamData(&bounded, &filtered, 0, decoded ? qpdf_dl_generalized : qpdf_dl_none, true, false);
      if (!done || (decoded && !filtered && stream.getDict().hasKey("/Filter"))) {
        data.resize(start + 4);
        continue;
      }
      uint32_t length = static_cast<uint32_t>(data.size() - start - 4);
      data.replace(start, 4, reinterpret_cast<const char *>(&length), 4);
    } catch (std::bad_alloc &) {
      throw;
    } catch (std::exception &) {
      data.resize(start + 4);
    }
  }
}

namespace {
class Counter : public Pipeline {
public:
  Counter() : Pipeline("counter", nullptr) {}
  uint32_t bytes = 0;
  void write(unsigned char const *, size_t length) override { bytes += static_cast<uint32_t>(length); }
  void finish() override {}
};
} // namespace

void Document::lengths(const std::vector<QPDFObjGen> &ids, std::string &data) {
  for (auto &id : ids) {
    Counter counter;
    auto stream = qpdf->getObjectByObjGen(id);
    try {
      if (stream.isStream()) stream.pipeStreamData(&counter, nullptr, 0, qpdf_dl_none, true, false);
    } catch (std::exception &) {
      counter.bytes = 0;
    }
    append_number(data, counter.bytes);
  }
}

static const char patch_head[] =
    "{\"qpdf\":[{\"jsonversion\":2,\"pdfversion\":\"1.7\",\"pushedinheritedpageresources\":false,"
    "\"calledgetallpages\":false,\"maxobjectid\":1},";

void Document::patch(const char *json, size_t length) {
  std::string streams = apply_patch(*qpdf, json, length);
  if (streams.empty()) return;
  std::string whole = patch_head + streams + "]}";
  auto source = std::make_shared<BufferInputSource>("patch", whole);
  qpdf->updateFromJSON(source);
}

void Document::patch_from(const std::string &path) { qpdf->updateFromJSON(path); }

/* Programs that write no /Count, or a wrong one, leave files that others refuse: every node says how many pages it has, and
   every kid whose it is (ISO 32000-2, 7.7.3.2). */
static void make_page_tree_sound(QPDF &qpdf) {
  struct Node {
    QPDFObjectHandle tree;
    size_t parent;
    long long pages;
  };
  std::vector<Node> nodes{{qpdf.getRoot().getKey("/Pages"), 0, 0}};
  std::set<QPDFObjGen> seen;
  for (size_t n = 0; n < nodes.size(); n++) {
    auto tree = nodes[n].tree;
    if (!tree.isDictionary() || !tree.getKey("/Kids").isArray()) continue;
    for (auto &kid : tree.getKey("/Kids").aitems()) {
      if (!kid.isDictionary()) continue;
      if (tree.isIndirect() && kid.getKey("/Parent").getObjGen() != tree.getObjGen()) kid.replaceKey("/Parent", tree);
      if (!kid.hasKey("/Kids")) nodes[n].pages += 1;
      else if (!kid.isIndirect() || seen.insert(kid.getObjGen()).second) nodes.push_back({kid, n, 0});
    }
  }
  for (size_t n = nodes.size(); n-- > 0;) {
    auto &[tree, parent, pages] = nodes[n];
    if (!tree.isDictionary()) continue;
    if (n > 0) nodes[parent].pages += pages;
    auto count = tree.getKey("/Count");
    if (!count.isInteger() || count.getIntValue() != pages) tree.replaceKey("/Count", QPDFObjectHandle::newInteger(pages));
    if (!tree.isDictionaryOfType("/Pages")) tree.replaceKey("/Type", QPDFObjectHandle::newName("/Pages"));
  }
}

size_t Document::save(const std::string &path, const Writing &how) {
  make_page_tree_sound(*qpdf);
  Output output(path);
  QPDFWriter writer(*qpdf);
  writer.setOutputPipeline(output.pipeline());
  writer.setPreserveEncryption(false);
  if (how.packing == Writing::repacked) {
    writer.setRecompressFlate(true);
    writer.setObjectStreamMode(qpdf_o_generate);
  } else {
    writer.setStreamDataMode(qpdf_s_preserve);
    writer.setObjectStreamMode(how.packing == Writing::packed ? qpdf_o_generate : qpdf_o_preserve);
  }
  if (how.protects)
    writer.setR6EncryptionParameters(
        how.user_password.c_str(), how.owner_password.c_str(), true, !how.prevent_copy, true, true, true, true,
        how.prevent_print ? qpdf_r3p_none : qpdf_r3p_full, true);
  writer.write();
  output.complete();
  return output.bytes();
}

void Document::unfold(const std::string &graph, const std::string &folder) {
  if (!folder.empty()) mkdir(folder.c_str(), 0700);
  int last = highest_number();
  std::string json = "{\"qpdf\":[{\"maxobjectid\":" + std::to_string(last) + "},";
  std::string all = "{";
  int number = 0;
  for (auto &object : qpdf->getAllObjects()) {
    if (object.getObjectID() == number) continue;
    number = object.getObjectID();
    add_object(number, all);
  }
  all += all.size() > 1 ? ",\"trailer\":" : "\"trailer\":";
  write_object(qpdf->getTrailer(), all);
  all += '}';
  json += all + "]}";
  Output file(graph);
  file.add(json.data(), json.size());
  file.complete();
  if (folder.empty()) return;
  for (auto &object : qpdf->getAllObjects()) {
    if (!object.isStream()) continue;
    Output data(folder + "/s-" + std::to_string(object.getObjectID()));
    object.pipeStreamData(data.pipeline(), nullptr, 0, qpdf_dl_none, true, false);
    data.complete();
  }
}
