// The lines and words that Tesseract has found in a picture.
#ifndef PLATEN_OCR_READING_HH
#define PLATEN_OCR_READING_HH

#include "drawn.hh"

#include <string>
#include <tesseract/baseapi.h>
#include <vector>

// Lengths are in pixels.
struct Word {
  std::string text;
  Rectangle box;
  float confidence; // of 100
};

struct Line {
  int starts; // 2: a block begins; 1: a paragraph begins
  int up;     // the side of the letters' heads: 0 up, 1 right, 2 down, 3 left
  int x1, y1, x2, y2; // its baseline
  float height;       // from descenders to ascenders
  std::vector<Word> words;
};

// The lines of the picture that the engine has recognised.
std::vector<Line> lines_of(tesseract::TessBaseAPI &engine);

// Reads lines with doubtful words again, smaller and larger, and takes the words that are less doubtful.
void look_again(tesseract::TessBaseAPI &engine, Pix *picture, std::vector<Line> &lines);

// Puts the ends of neighbouring words where the white between them is: Tesseract guesses the boxes of short words.
void part_words(Pix *black, std::vector<Line> &lines);

#endif
