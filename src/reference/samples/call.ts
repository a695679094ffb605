// A call of the API as data, from which each language's sample is written.

/** The URL in the repository's pages; a service shows its own. */
export const exampleAddress = 'http://127.0.0.1:8080';

export interface Call {
  /** POST where there is something to send, otherwise GET. */
  method?: 'DELETE';
  /** Begins with `/v1`. */
  path: string;
  /** Besides the key. */
  headers?: Readonly<Record<string, string>>;
  /** Names of files, sent as `file`. */
  files?: readonly string[];
  /** Further fields of the form. */
  fields?: Readonly<Record<string, string>>;
  /** A body of JSON, for calls that take no form. */
  json?: object;
  /** The file that the answer is written to; without it the answer is printed. */
  result?: string;
  /** The answer is JSON that names the result, which a second call writes to this file. */
  download?: string;
}

/** The header that makes a call return the file itself. */
export const fileInAnswer = { Prefer: 'return=representation' } as const;

/** In the order in which they are written: fields first, so that a service can refuse them before the files. */
export const partsOf = ({ fields = {}, files = [] }: Call): ({ name: string; value: string } | { file: string })[] => [
  ...Object.entries(fields).map(([name, value]) => ({ name, value })),
  ...files.map((file) => ({ file })),
];
