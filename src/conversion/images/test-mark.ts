// The word TEST across a picture, as strokes: no font is needed.

/** Letters on a grid of 3 by 5, each as rectangles: x, y, width, height. */
const letters = {
  T: ['0,0,3,1', '1,0,1,5'],
  E: ['0,0,1,5', '0,0,3,1', '0,2,3,1', '0,4,3,1'],
  S: ['0,0,3,1', '0,0,1,3', '0,2,3,1', '2,2,1,3', '0,4,3,1'],
} as const;

const word = ['T', 'E', 'S', 'T'] as const;
const [gridWidth, gridHeight] = [15, 5];

/** An SVG of the picture's size. */
export function testMarkOf(width: number, height: number): string {
  const unit = Math.min(width / (gridWidth + 3), height / (gridHeight + 3));
  const rectangles = word.flatMap((letter, n) =>
    letters[letter].map((place) => {
      const [x = 0, y = 0, w = 0, h = 0] = place.split(',').map(Number);
      return `<rect x="${x + n * 4}" y="${y}" width="${w}" height="${h}"/>`;
    }),
  );
  const [left, top] = [(width - gridWidth * unit) / 2, (height - gridHeight * unit) / 2];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<g opacity="0.4" fill="#c00" transform="translate(${left} ${top}) scale(${unit})">${rectangles.join('')}</g></svg>`
  );
}
