// The print settings of a page. Lengths are in points.

export interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface PrintSettings {
  /** More are not printed. */
  maxPages: number;
  /** For pages without a title. */
  title: string;
  paper: { width: number; height: number };
  margins: Margins;
  /** The paper overrides the sizes in the `@page` rules of the page. */
  forcesPaper: boolean;
  /** The same for the margins. */
  forcesMargins: boolean;
  scale: number;
  background: boolean;
  media: 'print' | 'screen';
  /** HTML in the margins, with Chromium's classes for page numbers. */
  header: string | null;
  footer: string | null;
  /** What to wait for after the page has loaded: an element, or a time. */
  waitFor: { selector: string } | { milliseconds: number } | null;
}

/** Arguments of the driver besides the settings. */
export interface Driving extends PrintSettings {
  program: string;
  flags: readonly string[];
  /** The longest that the page's scripts may keep it from being there. */
  loadTimeoutMs: number;
  /** The longest that the browser may print. */
  printTimeoutMs: number;
}

export interface Printed {
  /** Sentences for the client. */
  warnings: string[];
  /** Who wrote the page, as it says itself. */
  author: string;
  isRightToLeft: boolean;
  /** The address that it had; links to its own files begin with it. */
  origin: string;
}

/** The page took its process with it, mostly by asking for too much memory. */
export interface Crashed {
  crashed: true;
}
