// A damaged document.

export interface Mutation {
  bytes: Buffer;
  /** What was done, in a few words. */
  what: string;
}
