#include "reading.hh"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <tesseract/resultiterator.h>

namespace {

constexpr int max_words = 20'000;
// Of 100: wrong words have 20 to 80, right ones 90 and more.
constexpr float doubtful = 85, clearly_better = 3;
constexpr float scales[] = {0.8f, 1.25f};
// A picture in which every line is doubtful has no text to speak of.
constexpr int max_lines = 80;

bool overlap(const Rectangle &one, const Rectangle &other) {
  const int shared = std::min(one.right, other.right) - std::max(one.left, other.left);
  const int wider = std::max(one.right - one.left, other.right - other.left);
  return shared * 10 > wider * 6;
}

bool is_doubtful(const Word &word) { return word.confidence < doubtful; }

Rectangle box_around(const Line &line) {
  Rectangle box = line.words.front().box;
  for (const Word &word : line.words) {
    box.left = std::min(box.left, word.box.left);
    box.top = std::min(box.top, word.box.top);
    box.right = std::max(box.right, word.box.right);
    box.bottom = std::max(box.bottom, word.box.bottom);
  }
  return box;
}

// The words of a line, read at another size; their boxes are those of the whole picture.
std::vector<Word> read_line(tesseract::TessBaseAPI &engine, Pix *picture, const Line &line, float scale) {
  const Rectangle around = box_around(line);
  const int margin = std::max(4, int(line.height / 4));
  const int left = std::max(0, around.left - 2 * margin), top = std::max(0, around.top - margin);
  const int right = std::min(int(pixGetWidth(picture)), around.right + 2 * margin);
  const int bottom = std::min(int(pixGetHeight(picture)), around.bottom + margin);
  Box *box = boxCreate(left, top, right - left, bottom - top);
  Picture part(pixClipRectangle(picture, box, nullptr));
  boxDestroy(&box);
  Picture scaled(part ? pixScale(part.get(), scale, scale) : nullptr);
  if (!scaled) return {};
  engine.SetPageSegMode(tesseract::PSM_SINGLE_LINE);
  engine.SetImage(scaled.get());
  engine.SetSourceResolution(300);
  engine.Recognize(nullptr);
  std::vector<Word> words;
  for (Line &found : lines_of(engine))
    for (Word &word : found.words) {
      Rectangle &at = word.box;
      at = {left + int(at.left / scale), top + int(at.top / scale), left + int(at.right / scale), top + int(at.bottom / scale)};
      words.push_back(std::move(word));
    }
  return words;
}

void take_better(Line &line, const std::vector<Word> &others) {
  for (Word &word : line.words) {
    if (!is_doubtful(word)) continue;
    for (const Word &other : others)
      if (overlap(word.box, other.box) && other.confidence > word.confidence + clearly_better) {
        word.text = other.text;
        word.confidence = other.confidence;
      }
  }
}

// Whether a column has ink between two rows.
bool has_ink(Pix *black, int x, int top, int bottom) {
  const l_uint32 *data = pixGetData(black);
  const int stride = pixGetWpl(black);
  for (int y = top; y < bottom; y++)
    if (GET_DATA_BIT(data + size_t(y) * stride, x)) return true;
  return false;
}

// Parts two words at the widest white between their middles.
void part(Pix *black, Word &one, Word &other, int top, int bottom) {
  const int from = (one.box.left + one.box.right) / 2, to = (other.box.left + other.box.right) / 2;
  int best_from = 0, best_to = 0, begun = -1;
  for (int x = from; x <= to; x++) {
    if (!has_ink(black, x, top, bottom)) {
      if (begun < 0) begun = x;
      if (x + 1 - begun > best_to - best_from) best_from = begun, best_to = x + 1;
    } else begun = -1;
  }
  if (best_to - best_from < 2) return;
  // The white may go on beyond the middle of a word whose box is wrong.
  const int last = std::min(int(pixGetWidth(black)), other.box.right + (bottom - top));
  if (best_to == to + 1)
    while (best_to < last && !has_ink(black, best_to, top, bottom)) best_to++;
  if (best_from == from)
    while (best_from > one.box.left && !has_ink(black, best_from - 1, top, bottom)) best_from--;
  one.box.right = best_from;
  other.box.left = best_to;
  if (other.box.right <= best_to) other.box.right = best_to + 1;
  if (one.box.left >= best_from) one.box.left = best_from - 1;
}

} // namespace

std::vector<Line> lines_of(tesseract::TessBaseAPI &engine) {
  using namespace tesseract;
  std::vector<Line> lines;
  std::unique_ptr<ResultIterator> it(engine.GetIterator());
  if (!it) return lines;
  int count = 0;
  bool opens_block = true, opens_paragraph = true, opens_line = true;
  do {
    opens_block |= it->IsAtBeginningOf(RIL_BLOCK);
    opens_paragraph |= it->IsAtBeginningOf(RIL_PARA);
    opens_line |= it->IsAtBeginningOf(RIL_TEXTLINE);
    std::unique_ptr<char[]> text(it->GetUTF8Text(RIL_WORD));
    Rectangle box;
    // A picture is a word of blanks.
    if (!text || !text[std::strspn(text.get(), " \t\n")] || !it->BoundingBox(RIL_WORD, &box.left, &box.top, &box.right, &box.bottom)) continue;
    if (opens_line) {
      Line line{opens_block ? 2 : opens_paragraph ? 1 : 0, 0, box.left, box.bottom, box.right, box.bottom, 0, {}};
      it->Baseline(RIL_TEXTLINE, &line.x1, &line.y1, &line.x2, &line.y2);
      float descenders, ascenders, deskew;
      it->RowAttributes(&line.height, &descenders, &ascenders);
      Orientation orientation;
      WritingDirection direction;
      TextlineOrder order;
      it->Orientation(&orientation, &direction, &order, &deskew);
      line.up = int(orientation);
      // Where a block is turned and Tesseract does not say how.
      if (line.up == 0 && std::abs(line.y2 - line.y1) > std::abs(line.x2 - line.x1)) line.up = line.y2 > line.y1 ? 1 : 3;
      lines.push_back(std::move(line));
      opens_block = opens_paragraph = opens_line = false;
    }
    lines.back().words.push_back({text.get(), box, it->Confidence(RIL_WORD)});
  } while (++count < max_words && it->Next(RIL_WORD));
  return lines;
}

void look_again(tesseract::TessBaseAPI &engine, Pix *picture, std::vector<Line> &lines) {
  int looked = 0;
  for (Line &line : lines) {
    if (line.up != 0) continue;
    for (float scale : scales) {
      if (std::none_of(line.words.begin(), line.words.end(), is_doubtful)) break;
      if (looked++ >= max_lines) return;
      take_better(line, read_line(engine, picture, line, scale));
    }
  }
}

void part_words(Pix *black, std::vector<Line> &lines) {
  const int width = pixGetWidth(black), height = pixGetHeight(black);
  for (Line &line : lines) {
    if (line.up != 0) continue;
    for (size_t n = 0; n + 1 < line.words.size(); n++) {
      Word &one = line.words[n], &other = line.words[n + 1];
      const double x = (one.box.right + other.box.left) / 2.0;
      const double base = line.x2 == line.x1 ? line.y1 : line.y1 + (x - line.x1) * (line.y2 - line.y1) / double(line.x2 - line.x1);
      const int top = std::clamp(int(base - 0.7 * line.height), 0, height), bottom = std::clamp(int(base), 0, height);
      if (one.box.left < 0 || other.box.right > width || bottom - top < 3 || other.box.right <= one.box.left) continue;
      part(black, one, other, top, bottom);
    }
  }
}
