// Tolerances that mean the same in all stages of the analysis, with their units in their names.

export const tolerances = {
  /** Things that begin or end within it do so at one place. */
  sameEdgePoints: 1.5,
  /** Right edges of justified lines differ by less: rounding and overhanging letters. */
  flushPoints: 1.2,
  /** Pieces of one line, and things that only just touch, are off each other by less. */
  sameLinePoints: 1,
  /** Baselines of one row differ by less. */
  sameRowEm: 0.3,
  /** Cells of one row may begin below each other by less. */
  sameStartEm: 1.05,
  /** Columns, and indents of one level, begin at the same place within it. */
  sameColumnPoints: 4,
  /** Rules that are closer count as one, or as touching. */
  sameRulePoints: 2.5,
  /** Letters on one baseline are off it by less. */
  sameBaselinePoints: 0.5,
  /** Things may reach over an edge by as much. */
  slackPoints: 2,
  /** Lines whose sizes differ by less are of one size. */
  sameSizePoints: 0.3,
  /** The next line of the same cell is closer. */
  cellLineEm: 1.45,
  /** Times the size of the line: raised and lowered letters are smaller; browsers make them five sixths of it. */
  raisedSize: 0.86,
  /** Share of the page's width: a wider box is the page's ground. */
  groundWidth: 0.97,
  /** Share of a page: a larger picture is a scan of it. */
  pagePicture: 0.5,
  /** A lower box is a line, not the shading of a cell. */
  shadingHeightPoints: 4,
  /** Times the size of the text: a larger line is a title. */
  titleSize: 1.15,
  /** Share of the width of a column that its long lines fill. */
  longLineWidth: 0.6,
  /** A shorter line says nothing of a column. */
  shortRulePoints: 60,
  /** Padding of a cell at most. */
  paddingPoints: 6,
  /** A narrower gap between columns is a blank. */
  minGutterPoints: 4,
  /** Pictures that are no larger are spacers. */
  spacerPoints: 3,
  /** Smaller shapes are specks. */
  speckPoints: 7,
};
