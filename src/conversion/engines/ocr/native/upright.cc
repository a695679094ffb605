#include "upright.hh"

#include <cmath>
#include <new>

namespace {

// Ascenders minus descenders, in standard deviations: of text, 10 and more; of pictures, less than 4.
constexpr float certain = 8, likely = 3;
// Degrees: Tesseract reads lines of less skew as well, and their letters stay sharp.
constexpr double min_skew = 0.15;
// The ratio of the best to the worst angle's score, below which there are no lines.
constexpr float lines = 3;

Picture owned(Pix *pix) {
  if (!pix) throw std::bad_alloc();
  return Picture(pix);
}

// At half the size, black on white: directions need no more.
Picture silhouette(Pix *picture) {
  Picture half = owned(pixScaleAreaMap2(picture));
  Pix *binary = pixOtsuThreshOnBackgroundNorm(half.get(), nullptr, 10, 15, 100, 50, 255, 2, 2, 0.1f, nullptr);
  return binary ? Picture(binary) : owned(pixConvertTo1(half.get(), 128));
}

Upright straightened(Pix *picture, Pix *black, int turn, bool is_certain) {
  Upright upright{owned(turn == 0 ? pixClone(picture) : pixRotateOrth(picture, turn / 90)), turn, 0, is_certain};
  Picture turned = owned(turn == 0 ? pixClone(black) : pixRotateOrth(black, turn / 90));
  l_float32 degrees = 0, confidence = 0;
  if (pixFindSkew(turned.get(), &degrees, &confidence) != 0 || confidence < lines || std::fabs(degrees) < min_skew) return upright;
  upright.skew = degrees * M_PI / 180;
  upright.picture = owned(pixRotate(upright.picture.get(), float(upright.skew), L_ROTATE_AREA_MAP, L_BRING_IN_WHITE, 0, 0));
  return upright;
}

} // namespace

Upright turn_upright(Pix *picture, bool turns) {
  Picture black = silhouette(picture);
  int turn = 0;
  float best = 0;
  l_float32 up = 0, left = 0;
  if (turns && pixOrientDetect(black.get(), &up, &left, 0, 0) == 0) {
    best = std::fmax(std::fabs(up), std::fabs(left));
    if (best >= likely && std::fabs(left) >= std::fabs(up)) turn = left > 0 ? 90 : 270;
    else if (best >= likely && up < 0) turn = 180;
  }
  return straightened(picture, black.get(), turn, !turns || best >= certain);
}

Upright turn_by(Pix *picture, int degrees) { return straightened(picture, silhouette(picture).get(), degrees, true); }
