// The name of a tool, in the language of the pages.
import { texts } from '../i18n.ts';

const named = (key: string, otherwise: string): string => {
  const full = `tools.${key as 'merge-pdf'}` as const;
  return texts.exists(full) ? texts.t(full) : otherwise;
};

/** The name of a tool or of one of its pages; `otherwise` where nobody has named it. */
export const toolName = (address: string, otherwise: string): string => named(address, otherwise);

/** The description of a tool's page. */
export const toolSays = (address: string, otherwise: string): string => named(`${address}_says`, otherwise);
