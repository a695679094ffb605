// Positions of the text of watermark-pdf and page-numbers-pdf, for the tools and for the previews in the pages.

interface Size {
  width: number;
  height: number;
}

/** How much of the page a watermark may span, and how tall its line may get beside the shorter side. */
const span = 0.86;
const tallest = 0.2;

/** Fits a line along the diagonal from bottom left to top right, and returns its angle in radians and its scale. */
export function alongDiagonal(page: Size, line: Size): { angle: number; scale: number } {
  const angle = Math.atan2(page.height, page.width);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const scale = Math.min(
    (span * page.width) / (line.width * cos + line.height * sin),
    (span * page.height) / (line.width * sin + line.height * cos),
    (tallest * Math.min(page.width, page.height)) / line.height,
  );
  return { angle, scale };
}

/** The layout of page numbers in points: font size, side margin, and the baseline above the lower edge. */
export const pageNumber = { size: 10, sideMargin: 36, baseline: 28 } as const;
