#include "page.hh"
#include "drawn.hh"
#include "upright.hh"

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <tesseract/ocrclass.h>
#include <tesseract/resultiterator.h>

namespace {

constexpr int max_words = 20'000;
// Of 100: text that was read in the wrong direction has 20 to 45, a clean page 90.
constexpr int doubtful = 60, clearly_better = 15;
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

// Reads it; in the other directions too where neither its letters nor its words leave no doubt.
Upright read_upright(tesseract::TessBaseAPI &engine, const Drawn &drawn, const PageOrder &order, int &confidence) {
  Upright best = turn_upright(drawn.picture.get(), order.turns);
  confidence = read(engine, best.picture.get(), drawn.scale, order);
  if (best.is_certain || confidence < 0 || confidence >= doubtful) return best;
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

std::string words_of(tesseract::TessBaseAPI &engine, const Upright &upright, const Drawn &drawn) {
  using namespace tesseract;
  std::unique_ptr<ResultIterator> it(engine.GetIterator());
  if (!it) return "";
  Picture black(engine.GetThresholdedImage());
  const double points = 1 / drawn.scale;
  std::string json;
  int count = 0;
  bool opens_block = true, opens_paragraph = true, opens_line = true, is_line_open = false;
  do {
    opens_block |= it->IsAtBeginningOf(RIL_BLOCK);
    opens_paragraph |= it->IsAtBeginningOf(RIL_PARA);
    opens_line |= it->IsAtBeginningOf(RIL_TEXTLINE);
    std::unique_ptr<char[]> text(it->GetUTF8Text(RIL_WORD));
    int left, top, right, bottom;
    if (!text || !*text.get() || !it->BoundingBox(RIL_WORD, &left, &top, &right, &bottom)) continue;
    if (is_there(drawn.letters, upright, drawn, (left + right) / 2.0, (top + bottom) / 2.0)) continue;
    if (opens_line) {
      int x1 = left, y1 = bottom, x2 = right, y2 = bottom;
      it->Baseline(RIL_TEXTLINE, &x1, &y1, &x2, &y2);
      float height = 0, descenders = 0, ascenders = 0;
      it->RowAttributes(&height, &descenders, &ascenders);
      Orientation orientation = ORIENTATION_PAGE_UP;
      WritingDirection direction;
      TextlineOrder lines;
      float deskew;
      it->Orientation(&orientation, &direction, &lines, &deskew);
      json += is_line_open ? "]}," : "";
      json += "{\"starts\":" + std::string(opens_block ? "2" : opens_paragraph ? "1" : "0");
      json += ",\"up\":" + std::to_string(int(orientation));
      json += ",\"baseline\":[" + numbers({x1 * points, y1 * points, x2 * points, y2 * points});
      json += "],\"height\":" + numbers({height * points}) + ",\"words\":[";
      is_line_open = true;
      opens_block = opens_paragraph = opens_line = false;
    } else json += ',';
    json += "{\"text\":" + quoted(text.get());
    json += ",\"box\":[" + numbers({left * points, top * points, right * points, bottom * points});
    json += "],\"confidence\":" + numbers({it->Confidence(RIL_WORD)});
    json += ",\"stroke\":" + numbers({black ? stroke_of(black.get(), left, top, right, bottom) * points : 0}) + '}';
  } while (++count < max_words && it->Next(RIL_WORD));
  return json + (is_line_open ? "]}" : "");
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
    lines = words_of(engine, upright, drawn);
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
