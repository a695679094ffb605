// Names and texts as code has them: in samples, and in the parts of clients that are made from the tools.

/** `office-to-pdf` → `officeToPdf`. */
export const camel = (id: string): string => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** In single quotes, as TypeScript and PHP read it. */
export const quoted = (value: string): string => `'${value.replace(/[\\']/g, '\\$&')}'`;
