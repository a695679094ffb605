// Small helpers for WordprocessingML (ECMA-376, part 1).

/** The greatest length that Word accepts, in twentieths of a point. */
const maxTwips = 31_680;
/** Points in twentieths, within the limits of Word. */
export const twips = (points: number): number =>
  Number.isFinite(points) ? Math.max(-maxTwips, Math.min(maxTwips, Math.round(points * 20))) : 0;
/** Points in English Metric Units. */
export const emu = (points: number): number => Math.round(points * 12_700);

export const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" ' +
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ' +
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ' +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="w14"';

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The size of letters, in points. */
export const sizeXml = (size: number): string => {
  const halves = Math.max(2, Math.min(3276, Math.round(size * 2)));
  return `<w:sz w:val="${halves}"/><w:szCs w:val="${halves}"/>`;
};
