// The keys of a translation: every key of the English texts, and the plural forms that only its language has.

export type Translated<English> = { readonly [Key in keyof English]: string } & {
  readonly [Key in `${string}_many`]: string;
};
