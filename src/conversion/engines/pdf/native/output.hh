// A new file, written in large pieces.
#pragma once

#define POINTERHOLDER_TRANSITION 4
#include <qpdf/Pipeline.hh>
#include <string>

class Output : public Pipeline {
public:
  /// Throws std::system_error when it cannot be made.
  explicit Output(const std::string &path);
  ~Output() override;
  void write(unsigned char const *data, size_t length) override;
  void finish() override {}
  void close();
  size_t bytes() const { return total; }
  void write_all(const std::string &text);

private:
  int file;
  std::string waiting;
  size_t total = 0;
  void flush();
};
