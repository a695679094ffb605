#include "output.hh"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

static constexpr size_t piece = 1 << 19;

Output::Output(const std::string &path)
    : Pipeline("output", nullptr), file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600)) {
  if (file < 0) throw std::system_error(errno, std::generic_category(), "no output");
}

Output::~Output() {
  if (file >= 0) ::close(file);
}

void Output::write(unsigned char const *data, size_t length) {
  waiting.append(reinterpret_cast<const char *>(data), length);
  total += length;
  if (waiting.size() >= piece) flush();
}

void Output::close() {
  flush();
  if (::close(file) < 0) throw std::system_error(errno, std::generic_category(), "output");
  file = -1;
}

void Output::write_all(const std::string &text) {
  write(reinterpret_cast<unsigned char const *>(text.data()), text.size());
  close();
}

void Output::flush() {
  for (size_t sent = 0; sent < waiting.size();) {
    ssize_t n = ::write(file, waiting.data() + sent, waiting.size() - sent);
    if (n < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "output");
    if (n > 0) sent += n;
  }
  waiting.clear();
}
