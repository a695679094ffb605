/*
 * The program that works on PDFs, with libFuzzer in place of its supervisor: inputs that reach new code
 * before is kept and damaged further. An input is a PDF, behind which the JSON of a patch may follow (a byte 0, `patch`, JSON),
 * which is given to it as an inspector does. Linked with --wrap for the two functions that it comes between.
 * PLATEN_EXPLORE holds libFuzzer's arguments.
 */
#include "../../../src/conversion/process/native/forking.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

extern "C" int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*try_one)(const uint8_t *, size_t));
extern "C" void __real_forking_serve_alone(const struct forking *settings);

namespace {

const forking *server;
std::string root, requests;
std::thread reader;

void write_file(const std::string &name, const char *bytes, size_t length) {
  int file = open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || write(file, bytes, length) != static_cast<ssize_t>(length)) abort();
  close(file);
}

/* The program has made its pipes, and waits. */
void talk() {
  int to = open((root + "to").c_str(), O_WRONLY | O_NONBLOCK), from = open((root + "from").c_str(), O_RDONLY);
  if (to < 0 || from < 0 || write(to, requests.data(), requests.size()) != static_cast<ssize_t>(requests.size())) abort();
  close(to);
  reader = std::thread([from] {
    char answers[65536];
    while (read(from, answers, sizeof answers) > 0) {}
    close(from);
  });
}

int try_one(const uint8_t *bytes, size_t length) {
  static const char separator[] = "\0patch";
  constexpr size_t separator_length = sizeof separator - 1, most = 1 << 19;
  if (length > most) return -1;
  const std::string input(reinterpret_cast<const char *>(bytes), length);
  const size_t document = std::min(input.find(std::string(separator, separator_length)), length);
  const std::string patch = document < length ? input.substr(document + separator_length) : "{}";
  for (auto name : {"document", "graph", "written"}) unlink((root + name).c_str());
  write_file(root + "document", input.data(), document);
  requests = "objects 0 1 40\ntrailer 0\nstreams 0 decoded 100000 4 0 5 0 6 0\nlengths 0 4 0 5 0\npatch 0 " +
             std::to_string(patch.size()) + '\n' + patch + "objects 0 1 60\ntrailer 0\nflatten 0\nreopen 0\nend\n";
  std::string lines = "open\t\t0\tdocument\nunits\t\t0\ndrawable\t\t0\nunfold\t\t0\tgraph\t\ntalk\t\nwrite\t\t0\twritten\tpacked\n";
  FILE *stream = fmemopen(lines.data(), lines.size(), "r");
  server->serve("", stream);
  fclose(stream);
  if (reader.joinable()) reader.join();
  return 0;
}

void explore(const char *, FILE *) {
  root = std::string(server->root) + "/";
  const char *options = getenv("PLATEN_EXPLORE");
  std::string name = "explorer", words = options ? options : "";
  std::vector<char *> arguments{name.data()};
  for (char *word = strtok(words.data(), " "); word; word = strtok(nullptr, " ")) arguments.push_back(word);
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  char **list = arguments.data();
  // At the end of the program, nothing is freed.
  atexit([] { _exit(0); });
  LLVMFuzzerRunDriver(&count, &list, try_one);
}

} // namespace

extern "C" void __wrap_forking_serve_alone(const struct forking *settings) {
  static forking exploring = *settings;
  server = settings;
  exploring.serve = explore;
  __real_forking_serve_alone(&exploring);
}

extern "C" void __wrap_forking_say(const char *format, ...) {
  if (strcmp(format, "talking") == 0) talk();
}
