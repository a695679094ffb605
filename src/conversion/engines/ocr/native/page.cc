#include "page.hh"
#include "drawn.hh"
#include "reading.hh"
#include "upright.hh"

#include <cmath>
#include <memory>
#include <cstdio>
#include <stdexcept>
#include <tesseract/ocrclass.h>

namespace {

// Of 100: text that was read in the wrong direction has 20 to 45, a clean page 90.
constexpr int wrong_way = 50, doubtful = 60, clearly_better = 15;
// A page without a letter is white but for dust.
constexpr double dust = 1e-5;

using Matrix = double[6];

// From the straightened picture to the displayed page, in units, y downwards.
void matrix_of(const Upright &upright, const Drawn &drawn, Matrix matrix) {
  const double width = pixGetWidth(upright.picture.get()), height = pixGetHeight(upright.picture.get());
  const double c = std::cos(upright.skew), s = std::sin(upright.skew);
  // Back from the skew, about the centre.
  const double x0 = width / 2 * (1 - c) - height / 2 * s, y0 = height / 2 * (1 - c) + width / 2 * s;
  const double straight[6] = {c, -s, s, c, x0, y0};
  double turned[6] = {1, 0, 0, 1, 0, 0};
  if (upright.turn == 90) { const double t[6] = {0, -1, 1, 0, 0, width}; std::copy(t, t + 6, turned); }
  if (upright.turn == 180) { const double t[6] = {-1, 0, 0, -1, width, height}; std::copy(t, t + 6, turned); }
  if (upright.turn == 270) { const double t[6] = {0, 1, -1, 0, height, 0}; std::copy(t, t + 6, turned); }
  const double *a = straight, *b = turned;
  const double product[6] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
                             a[2] * b[1] + a[3] * b[3], a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5]};
  for (int n = 0; n < 6; n++) matrix[n] = n < 4 ? product[n] : product[n] / drawn.scale;
}

bool has_ink(Pix *grey) {
  Picture black(pixConvertTo1(grey, 160));
  l_int32 count = 0;
  return black && pixCountPixels(black.get(), &count, nullptr) == 0 &&
         count > dust * pixGetWidth(grey) * pixGetHeight(grey);
}

// Returns the mean confidence; -1 without words.
int read(tesseract::TessBaseAPI &engine, Pix *picture, double scale, const PageOrder &order) {
  engine.Clear();
  engine.SetPageSegMode(tesseract::PSM_AUTO);
  engine.SetImage(picture);
  engine.SetSourceResolution(int(std::lround(scale * 72 / order.unit)));
  tesseract::ETEXT_DESC monitor;
  monitor.set_deadline_msecs(order.deadline_ms);
  engine.Recognize(&monitor);
  std::unique_ptr<int[]> confidences(engine.AllWordConfidences());
  if (!confidences || confidences[0] < 0) return -1;
  return engine.MeanTextConf();
}

// The degrees by which most of its words are turned: Tesseract reads them in any direction, but not as well.
int turn_of_words(tesseract::TessBaseAPI &engine) {
  size_t words[4] = {0, 0, 0, 0}, all = 0;
  for (const Line &line : lines_of(engine)) words[line.up & 3] += line.words.size(), all += line.words.size();
  for (int up = 1; up < 4; up++)
    if (words[up] * 2 > all) return (4 - up) * 90;
  return 0;
}

// Reads it; in the other directions too where neither its letters nor its words leave no doubt.
Upright read_upright(tesseract::TessBaseAPI &engine, const Drawn &drawn, const PageOrder &order, int &confidence) {
  Upright best = turn_upright(drawn.picture.get(), order.turns);
  confidence = read(engine, best.picture.get(), drawn.scale, order);
  if (const int more = order.turns && confidence >= 0 ? turn_of_words(engine) : 0) {
    best = turn_by(drawn.picture.get(), (best.turn + more) % 360);
    confidence = read(engine, best.picture.get(), drawn.scale, order);
  }
  // Of a few skewed lines, letters and words may both seem to point down.
  if (confidence < 0 || confidence >= (best.is_certain ? wrong_way : doubtful)) return best;
  int last = best.turn;
  const int first = best.turn;
  for (int more : {180, 90, 270}) {
    Upright other = turn_by(drawn.picture.get(), (first + more) % 360);
    last = other.turn;
    const int found = read(engine, other.picture.get(), drawn.scale, order);
    if (found < confidence + clearly_better) continue;
    confidence = found;
    best = std::move(other);
    if (confidence >= doubtful) break;
  }
  if (last != best.turn) read(engine, best.picture.get(), drawn.scale, order);
  return best;
}

std::string quoted(const char *text) {
  std::string json = "\"";
  for (const char *at = text; *at; at++) {
    const unsigned char byte = *at;
    if (byte == '"' || byte == '\\') json += '\\';
    if (byte >= ' ') json += *at;
  }
  return json + '"';
}

std::string numbers(std::initializer_list<double> values) {
  std::string json;
  char text[32];
  for (double value : values) {
    snprintf(text, sizeof text, "%s%.2f", json.empty() ? "" : ",", std::isfinite(value) ? value : 0);
    json += text;
  }
  return json;
}

// The width of strokes in pixels: twice the area by the length of the edge.
double stroke_of(Pix *black, int left, int top, int right, int bottom) {
  Box *box = boxCreate(left, top, right - left, bottom - top);
  Picture word(pixClipRectangle(black, box, nullptr));
  boxDestroy(&box);
  Picture inner(word ? pixErodeBrick(nullptr, word.get(), 3, 3) : nullptr);
  l_int32 area = 0, within = 0;
  if (!inner || pixCountPixels(word.get(), &area, nullptr) != 0 || pixCountPixels(inner.get(), &within, nullptr) != 0) return 0;
  return area > within ? 2.0 * area / (area - within) : 0;
}

// Whether the middle of a word lies on a letter that the page has already.
bool is_there(const std::vector<Rectangle> &letters, const Upright &upright, const Drawn &drawn, double x, double y) {
  if (letters.empty()) return false;
  Matrix m;
  matrix_of(upright, drawn, m);
  const double px = (m[0] * x + m[2] * y) + m[4] * drawn.scale, py = (m[1] * x + m[3] * y) + m[5] * drawn.scale;
  for (const Rectangle &letter : letters)
    if (px >= letter.left - 2 && px <= letter.right + 2 && py >= letter.top - 2 && py <= letter.bottom + 2) return true;
  return false;
}

std::string json_of(const std::vector<Line> &lines, Pix *black, const Upright &upright, const Drawn &drawn) {
  const double points = 1 / drawn.scale;
  std::string json;
  for (const Line &line : lines) {
    std::string words;
    for (const Word &word : line.words) {
      const auto [left, top, right, bottom] = word.box;
      if (is_there(drawn.letters, upright, drawn, (left + right) / 2.0, (top + bottom) / 2.0)) continue;
      words += std::string(words.empty() ? "" : ",") + "{\"text\":" + quoted(word.text.c_str());
      words += ",\"box\":[" + numbers({left * points, top * points, right * points, bottom * points});
      words += "],\"confidence\":" + numbers({word.confidence});
      words += ",\"stroke\":" + numbers({black ? stroke_of(black, left, top, right, bottom) * points : 0}) + '}';
    }
    if (words.empty()) continue;
    json += std::string(json.empty() ? "" : ",") + "{\"starts\":" + std::to_string(line.starts) + ",\"up\":" + std::to_string(line.up);
    json += ",\"baseline\":[" + numbers({line.x1 * points, line.y1 * points, line.x2 * points, line.y2 * points});
    json += "],\"height\":" + numbers({line.height * points}) + ",\"words\":[" + words + "]}";
  }
  return json;
}

} // namespace

std::string recognise(tesseract::TessBaseAPI &engine, pdfium_document *document, const PageOrder &order) {
  Drawn drawn = draw_page(document, order);
  if (!drawn.picture) return "";
  Upright upright{nullptr, 0, 0, true};
  int confidence = -1;
  std::string lines;
  Matrix matrix = {1, 0, 0, 1, 0, 0};
  if (has_ink(drawn.picture.get())) {
    upright = read_upright(engine, drawn, order, confidence);
    std::vector<Line> found = lines_of(engine);
    Picture black(engine.GetThresholdedImage());
    if (black && pixGetDepth(black.get()) == 1) part_words(black.get(), found);
    look_again(engine, upright.picture.get(), found);
    lines = json_of(found, black.get(), upright, drawn);
    matrix_of(upright, drawn, matrix);
    // Without a word there is nothing to turn.
    if (lines.empty()) upright.turn = 0, upright.skew = 0;
  }
  engine.Clear();
  std::string json = "{\"width\":" + numbers({drawn.width}) + ",\"height\":" + numbers({drawn.height});
  json += ",\"turn\":" + std::to_string(upright.turn) + ",\"skew\":" + std::to_string(upright.skew);
  json += ",\"confidence\":" + std::to_string(std::max(0, confidence)) + ",\"matrix\":[";
  for (int n = 0; n < 6; n++) json += (n ? "," : "") + std::to_string(matrix[n]);
  return json + "],\"lines\":[" + lines + "]}";
}
