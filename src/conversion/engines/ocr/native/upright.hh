// The side of a picture that is up, and how far its lines are from horizontal.
#ifndef PLATEN_OCR_UPRIGHT_HH
#define PLATEN_OCR_UPRIGHT_HH

#include "drawn.hh"

struct Upright {
  Picture picture;
  int turn;       // clockwise, in degrees, of the displayed page
  double skew;    // clockwise, in radians, after the turn
  bool is_certain; // whether the letters leave no doubt about the turn
};

// Turns it so that most letters with ascenders stand upright (Bloomberg's pixOrientDetect), and straightens its lines.
Upright turn_upright(Pix *picture, bool turns);

// Turns it by so many degrees, clockwise, and straightens its lines.
Upright turn_by(Pix *picture, int degrees);

#endif
