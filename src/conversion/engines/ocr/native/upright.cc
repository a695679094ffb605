#include "upright.hh"

#include <cmath>
#include <new>

namespace {

// Ascenders minus descenders, in standard deviations, at two sizes together: of text, 10 and more; of pictures, less than 6.
constexpr float clear = 20, certain = 12, likely = 6;
// Degrees: Tesseract reads lines of less skew as well, and their letters stay sharp.
constexpr double min_skew = 0.15;
// The ratio of the best to the worst angle's score, below which there are no lines.
constexpr float lines = 3;

Picture owned(Pix *pix) {
  if (!pix) throw std::bad_alloc();
  return Picture(pix);
}

Picture silhouette(Pix *picture) {
  Pix *binary = pixOtsuThreshOnBackgroundNorm(picture, nullptr, 10, 15, 100, 50, 255, 2, 2, 0.1f, nullptr);
  return binary ? Picture(binary) : owned(pixConvertTo1(picture, 128));
}

// How clearly its letters point up (more than 0) or down, left or right; half of the size finds what is small or rough.
struct Heads {
  l_float32 up = 0, left = 0;

  void add(Pix *black) {
    l_float32 more_up, more_left;
    if (pixOrientDetect(black, &more_up, &more_left, 0, 0) != 0) return;
    up += more_up;
    left += more_left;
  }

  float most() const { return std::fmax(std::fabs(up), std::fabs(left)); }
};

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
  Picture half = silhouette(owned(pixScaleAreaMap2(picture)).get());
  Heads heads;
  if (turns) heads.add(silhouette(picture).get());
  if (turns && heads.most() < clear) heads.add(half.get());
  int turn = 0;
  if (heads.most() >= likely) {
    if (std::fabs(heads.left) > std::fabs(heads.up)) turn = heads.left > 0 ? 90 : 270;
    else if (heads.up < 0) turn = 180;
  }
  return straightened(picture, half.get(), turn, !turns || heads.most() >= certain);
}

Upright turn_by(Pix *picture, int degrees) {
  Picture half = silhouette(owned(pixScaleAreaMap2(picture)).get());
  return straightened(picture, half.get(), degrees, true);
}
