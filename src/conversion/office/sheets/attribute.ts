// Attributes of tags as office programs write them: with their prefix, between double quotation marks.

/** The value of an attribute by its whole name; undefined when the tag lacks it. */
export const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
