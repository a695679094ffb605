#include "output.hh"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

static constexpr size_t piece = 1 << 19;

Output::Output(const std::string &path)
    : writer("output", nullptr, [this](unsigned char const *data, size_t length) { add(reinterpret_cast<const char *>(data), length); }) {
  if (path.empty()) return;
  file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) throw std::system_error(errno, std::generic_category(), "no output");
}

Output::~Output() {
  if (file >= 0) ::close(file);
}

void Output::add(const char *data, size_t length) {
  waiting.append(data, length);
  total += length;
  if (waiting.size() >= piece) flush();
}

void Output::complete() {
  flush();
  if (file >= 0 && ::close(file) < 0) throw std::system_error(errno, std::generic_category(), "output");
  file = -1;
}

void Output::flush() {
  for (size_t sent = 0; file >= 0 && sent < waiting.size();) {
    ssize_t n = ::write(file, waiting.data() + sent, waiting.size() - sent);
    if (n < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "output");
    if (n > 0) sent += n;
  }
  waiting.clear();
}
