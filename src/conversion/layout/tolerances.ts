// Tolerances that mean the same in all stages of the analysis, with their units in their names.

export const tolerances = {
  /** Things that begin or end within it do so at one place. */
  sameEdgePoints: 1.5,
  /** Pieces of one line, and things that only just touch, are off each other by less. */
  sameLinePoints: 1,
  /** Baselines of one row differ by less. */
  sameRowEm: 0.3,
  /** Cells of one row may begin below each other by less. */
  sameStartEm: 1.05,
};
