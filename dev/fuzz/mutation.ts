// A damaged document.

export interface Mutation {
  bytes: Buffer;
  /** A short description of the change. */
  what: string;
}
