// Small work on whole files.
import { readFile, writeFile } from 'node:fs/promises';
import { Failure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { isMistake } from '#core/mistakes.ts';
import { isPageFile, pageFile, partFile } from '#core/page-file.ts';
import { withZip } from '#conversion/zip/reader.ts';
import { Blank, writeBook } from '#conversion/epub/book.ts';
import { withoutLocation } from '#conversion/heif/exif.ts';
import { preparePostScript, type PostScript } from '#conversion/postscript/prepare.ts';

/** Removes the location from the JPEGs with the first names; writes them under the second. */
export async function removeLocations(pictures: readonly (readonly [string, string])[]): Promise<void> {
  for (const [from, to] of pictures) await writeFile(to, withoutLocation(await readFile(from)));
}

/** Leaves the bare program of `document` in `program.ps`. */
export const postScript = (): Promise<PostScript> => preparePostScript('document', 'program.ps');

/** Writes the book of `document` to the folder `book`, and its facts to `facts`. @throws epub_blank_output, source_unreadable */
export async function unfoldBook({ hasContents }: { hasContents: boolean }): Promise<{ minPages: number }> {
  try {
    const facts = await writeBook('document', 'book', { hasContents });
    await writeFile('facts', JSON.stringify(facts));
    return { minPages: facts.minPages };
  } catch (cause) {
    if (isMistake(cause)) throw cause;
    throw new Failure(cause instanceof Blank ? 'epub_blank_output' : 'source_unreadable', {}, { cause });
  }
}

const maxMemberBytes = 64 << 20;

/** Writes one file of an archive of pages or parts to `page`. Returns its MIME type and the number of pages, or null without such a page. */
export const archivedPage = (number: number): Promise<{ mime: string; pages: number } | null> =>
  withZip('document', async (zip) => {
    const pages = [...zip.names].filter(isPageFile).length;
    for (const { mime, extensions } of [formats.pdf, formats.png, formats.jpeg])
      for (const extension of extensions)
        for (const nameOf of [pageFile, partFile]) {
          const page = await zip.readWhole(nameOf(number, extension.slice(1)), maxMemberBytes);
          if (page === null) continue;
          await writeFile('page', page);
          return { mime, pages };
        }
    return null;
  });
