// What a bench is asked for, and what it measures.

/** One figure of a bench; with a goal it decides about the exit status. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The same on every run of the same code: whatever it differs by has moved. */
  isExact?: boolean;
  goal?: { atMost: number } | { atLeast: number };
  /** What stands beside it: the peer's own figure, sizes, versions. */
  note?: string;
}

export interface BenchOptions {
  quick: boolean;
  /** A folder with public documents of bench/corpus.tsv. */
  corpus?: string;
}

export type Bench = (options: BenchOptions) => Promise<Figure[]>;
