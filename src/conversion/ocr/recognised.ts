// What Tesseract has read on a page (engines/ocr/native/page.cc). Lengths are in units of the page's user space, y downwards.
import { z } from 'zod';

const number = z.number();
const box = z.tuple([number, number, number, number]);

const word = z.object({
  text: z.string(),
  /** Left, top, right, bottom. */
  box,
  /** Of 100. */
  confidence: number,
  /** The width of its strokes. */
  stroke: number,
});

const line = z.object({
  /** 2: a block begins; 1: a paragraph begins. */
  starts: z.number(),
  /** The side of the letters' heads: 0 up, 1 right, 2 down, 3 left. */
  up: z.number(),
  /** From the start of the line to its end. */
  baseline: box,
  /** From descenders to ascenders. */
  height: number,
  words: z.array(word),
});

export const recognisedPage = z.object({
  /** Of the page as a viewer shows it. */
  width: number,
  height: number,
  /** The clockwise degrees that put its text upright. */
  turn: z.literal([0, 90, 180, 270]),
  /** The clockwise radians that then put its lines straight. */
  skew: number,
  confidence: number,
  /** From the coordinates of lines to the page as a viewer shows it. */
  matrix: z.tuple([number, number, number, number, number, number]),
  lines: z.array(line),
});

export type RecognisedPage = z.infer<typeof recognisedPage>;
export type RecognisedLine = z.infer<typeof line>;
export type RecognisedWord = z.infer<typeof word>;
