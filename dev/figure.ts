// The options of a bench, and its figures.

/** One figure of a bench; with a goal it decides about the exit status. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** Deterministic: any difference is a change. */
  isExact?: boolean;
  goal?: { atMost: number } | { atLeast: number };
  /** Context: the peer's figure, sizes, versions. */
  note?: string;
}

export interface BenchOptions {
  quick: boolean;
  /** A folder with public documents of bench/corpus.tsv. */
  corpus?: string;
}

export type Bench = (options: BenchOptions) => Promise<Figure[]>;
