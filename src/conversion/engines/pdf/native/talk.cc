#include "talk.hh"

#include "../../../process/native/forking.h"
#include "json.hh"
#include "render.h"
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>
#include <cstring>
#include <unistd.h>

namespace {

constexpr size_t max_answer = 768u << 20;
constexpr size_t max_line = 4u << 20;
constexpr int pipe_bytes = 1 << 20;

class Pipes {
public:
  /* Opened for both directions, so that neither side waits for the other to open its end. */
  explicit Pipes(const std::string &folder) : paths{folder + "to", folder + "from"} {
    for (int i = 0; i < 2; i++) {
      if (mkfifo(paths[i].c_str(), 0600) < 0) throw std::runtime_error("no pipe");
      ends[i] = open(paths[i].c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
      if (ends[i] < 0) throw std::runtime_error("no pipe");
      fcntl(ends[i], F_SETPIPE_SZ, pipe_bytes);
    }
  }
  ~Pipes() {
    for (int i = 0; i < 2; i++) {
      if (ends[i] >= 0) close(ends[i]);
      unlink(paths[i].c_str());
    }
  }

  std::string line() {
    for (;;) {
      size_t end = waiting.find('\n', from);
      if (end != std::string::npos) {
        std::string text = waiting.substr(from, end - from);
        from = end + 1;
        return text;
      }
      if (waiting.size() - from > max_line) throw std::runtime_error("a line that is too long");
      fill();
    }
  }

  std::string bytes(size_t length) {
    if (length > max_answer) throw std::runtime_error("too much");
    while (waiting.size() - from < length) fill();
    std::string text = waiting.substr(from, length);
    from += length;
    return text;
  }

  void answer(char status, const std::string &text) {
    uint32_t length = static_cast<uint32_t>(text.size());
    char head[5] = {status};
    memcpy(head + 1, &length, 4);
    send(head, 5);
    send(text.data(), text.size());
  }

private:
  std::string paths[2];
  int ends[2] = {-1, -1};
  std::string waiting;
  size_t from = 0;

  void fill() {
    if (from > 0) {
      waiting.erase(0, from);
      from = 0;
    }
    char piece[65536];
    ssize_t n = read(ends[0], piece, sizeof piece);
    if (n < 0 && errno != EINTR) throw std::runtime_error("a broken pipe");
    if (n > 0) waiting.append(piece, n);
  }

  void send(const char *data, size_t length) {
    for (size_t sent = 0; sent < length;) {
      ssize_t n = ::write(ends[1], data + sent, length - sent);
      if (n < 0 && errno != EINTR) throw std::runtime_error("a broken pipe");
      if (n > 0) sent += n;
    }
  }
};

Document &document_of(const Slots &slots, std::istringstream &request) {
  size_t slot = 0;
  request >> slot;
  return document_in(slots, slot);
}

/* Where the feet of pages have ink. */
std::string bands(std::istringstream &request, const std::string &folder) {
  std::string name;
  int pages = 0, height = 0;
  request >> name >> pages >> height;
  if (name.find('/') != std::string::npos) throw std::invalid_argument("a name");
  pdfium_document *document = pdfium_open((folder + name).c_str());
  if (document == nullptr) throw std::runtime_error("PDFium cannot read it");
  char *text = nullptr;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (out == nullptr) throw std::bad_alloc();
  render_outcome outcome = render_bands(document, 0, pages, height, out);
  fclose(out);
  std::string lines(text, length);
  free(text);
  if (outcome != RENDER_DONE) throw std::bad_alloc();
  return lines;
}

std::string answer_to(const std::string &line, Pipes &pipes, const std::string &folder, Slots &slots) {
  std::istringstream request(line);
  std::string verb, answer;
  request >> verb;
  if (verb == "join") return std::to_string(join(slots));
  if (verb == "bands") return bands(request, folder);
  Document &document = document_of(slots, request);
  if (verb == "size") return std::to_string(document.highest_number());
  if (verb == "objects") {
    int first = 0, last = 0;
    request >> first >> last;
    document.objects(first, last, answer);
  } else if (verb == "trailer") {
    write_object(document.pdf().getTrailer(), answer);
  } else if (verb == "streams") {
    std::string level;
    size_t max = 0;
    std::vector<QPDFObjGen> ids;
    request >> level >> max;
    for (int number = 0, generation = 0; request >> number >> generation;) ids.emplace_back(number, generation);
    document.streams(ids, level == "decoded", std::min(max, max_answer), answer);
  } else if (verb == "lengths") {
    std::vector<QPDFObjGen> ids;
    for (int number = 0, generation = 0; request >> number >> generation;) ids.emplace_back(number, generation);
    document.lengths(ids, answer);
  } else if (verb == "patch") {
    size_t length = 0;
    request >> length;
    std::string json = pipes.bytes(length);
    document.patch(json.data(), json.size());
  } else if (verb == "reopen") {
    document.reopen();
  } else if (verb == "flatten") {
    document.flatten_pages();
  } else if (verb == "measure") {
    answer = std::to_string(document.save("", {}));
  } else if (verb == "write") {
    std::string name, how;
    request >> name >> how;
    if (name.find('/') != std::string::npos) throw std::invalid_argument("a name");
    Document::Writing writing;
    if (how == "packed") writing.packing = Document::Writing::packed;
    answer = std::to_string(document.save(folder + name, writing));
  } else {
    throw std::invalid_argument("no such request");
  }
  if (answer.size() > max_answer) throw std::runtime_error("too much");
  return answer;
}

} // namespace

Document &document_in(const Slots &slots, size_t slot) {
  auto &document = slots.at(slot);
  if (!document) throw std::out_of_range("no document in this slot");
  return *document;
}

size_t join(Slots &slots) {
  std::vector<Document *> parts;
  for (auto &document : slots)
    if (document) parts.push_back(document.get());
  auto joined = std::make_unique<Document>();
  joined->join(parts);
  slots.push_back(std::move(joined));
  return slots.size() - 1;
}

void talk(const std::string &folder, Slots &slots) {
  Pipes pipes(folder);
  forking_say("talking");
  for (;;) {
    std::string line = pipes.line();
    if (line == "end") {
      pipes.answer(0, "");
      return;
    }
    try {
      pipes.answer(0, answer_to(line, pipes, folder, slots));
    } catch (std::bad_alloc &) {
      pipes.answer(2, "memory");
    } catch (std::exception &problem) {
      pipes.answer(1, problem.what());
    }
  }
}
