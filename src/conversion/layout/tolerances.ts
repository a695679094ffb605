// Tolerances shared by all stages of the analysis, named with their units.

export const tolerances = {
  /** Edges closer than this are the same edge. */
  sameEdgePoints: 1.5,
  /** Right edges of justified lines differ by less, because of rounding and overhanging letters. */
  flushPoints: 1.2,
  /** The maximum offset between pieces of one line, and between things that only just touch. */
  sameLinePoints: 1,
  /** The maximum difference between the baselines of one row. */
  sameRowEm: 0.3,
  /** The maximum difference between the tops of the cells of one row. */
  sameStartEm: 1.05,
  /** The maximum difference between the left edges of one column, and between indents of one level. */
  sameColumnPoints: 4,
  /** Closer rules count as one, or as touching. */
  sameRulePoints: 2.5,
  /** The maximum distance of letters from their baseline. */
  sameBaselinePoints: 0.5,
  /** The distance by which things may extend over an edge. */
  slackPoints: 2,
  /** Lines whose sizes differ by less have the same size. */
  sameSizePoints: 0.3,
  /** The maximum distance to the next line of the same cell. */
  cellLineEm: 1.45,
  /** The maximum size of superscripts and subscripts, as a share of the size of the line; browsers use five sixths. */
  raisedSize: 0.86,
  /** The share of the page width from which a box is the page's background. */
  groundWidth: 0.97,
  /** The share of a page from which a picture is a scan of it. */
  pagePicture: 0.5,
  /** The minimum height of cell shading; a lower box is a line. */
  shadingHeightPoints: 4,
  /** The minimum size of a title, as a multiple of the text size. */
  titleSize: 1.15,
  /** The share of the column width that long lines fill. */
  longLineWidth: 0.6,
  /** Shorter lines say nothing about a column. */
  shortRulePoints: 60,
  /** The maximum padding of a cell. */
  paddingPoints: 6,
  /** The minimum gap between columns; a narrower gap is a blank. */
  minGutterPoints: 4,
  /** The maximum size of spacer pictures. */
  spacerPoints: 3,
  /** The size below which shapes are specks. */
  speckPoints: 7,
};
