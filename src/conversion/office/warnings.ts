// What a client is told about a document that could not be laid out exactly as it was meant.
import type { Input } from '#conversion/tools/tool.ts';
import { countLinkedPictures } from './linked-pictures.ts';

/** One sentence a matter. */
export async function officeWarnings(input: Input, missingFonts: readonly string[]): Promise<string[]> {
  const warnings: string[] = [];
  const families = [...new Set(missingFonts.map((name) => name.trim()).filter((name) => name !== ''))].sort();
  if (families.length > 0)
    warnings.push(`Fonts that are not installed here were replaced by similar ones: ${families.join(', ')}.`);
  const pictures = await countLinkedPictures(input.path, input.format);
  if (pictures > 0)
    warnings.push(
      `${pictures === 1 ? 'A picture that is not in the document was' : `${pictures} pictures that are not in the document were`} not loaded: nothing is fetched from the network or from other files.`,
    );
  return warnings;
}
