// The PDF that Apple Pages saves beside a document, for the preview in the Finder.
import { writeFile } from 'node:fs/promises';
import { withZip } from '#conversion/zip/reader.ts';

const names = ['QuickLook/Preview.pdf', 'preview.pdf', 'Preview.pdf'];
const maxBytes = 64 << 20;

/** Writes the preview to `output`; returns false without one. */
export async function takePreview(path: string, output: string): Promise<boolean> {
  const preview = await withZip(path, async (zip) => {
    for (const name of names) {
      const data = await zip.read(name, maxBytes);
      if (data?.subarray(0, 5).toString('latin1') === '%PDF-' && data.length < maxBytes) return data;
    }
    return null;
  });
  if (preview === null) return false;
  await writeFile(output, preview);
  return true;
}
