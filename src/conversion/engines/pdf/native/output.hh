// A new file, written in large pieces.
#pragma once

#define POINTERHOLDER_TRANSITION 4
#include <qpdf/Pl_Function.hh>
#include <string>

class Output {
public:
  /// Counts only, without a path. Throws std::system_error when it cannot be made.
  explicit Output(const std::string &path);
  ~Output();
  Output(const Output &) = delete;
  Output &operator=(const Output &) = delete;
  void add(const char *data, size_t length);
  /// The output of libqpdf.
  Pipeline *pipeline() { return &writer; }
  /// Nothing is left to be written; nothing may come any more.
  void complete();
  size_t bytes() const { return total; }

private:
  int file = -1;
  std::string waiting;
  size_t total = 0;
  Pl_Function writer;
  void flush();
};
