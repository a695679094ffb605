// A page, alone or in an archive, as a site for the browser.
import { readFile } from 'node:fs/promises';
import { withZip } from '#conversion/zip/reader.ts';
import { filesOf, NoPage, rootOf } from './archive.ts';
import { writeSite } from './site.ts';

/** `isXml`: a single page that its name says to be XHTML. @throws {@link NoPage}, TooMuch */
export async function unfoldPage(
  document: string,
  folder: string,
  { isArchive, isXml }: { isArchive: boolean; isXml: boolean },
): Promise<void> {
  if (!isArchive) {
    const path = isXml ? '/index.xhtml' : '/index.html';
    const data = await readFile(document);
    return await writeSite(
      folder,
      path,
      (async function* () {
        yield { path, data };
      })(),
    );
  }
  const found = await withZip(document, async (zip) => {
    const place = rootOf(zip);
    const page = ['index.html', 'index.htm', 'index.xhtml'].find((name) => zip.names.has(`${place.root}${name}`));
    if (page === undefined) return null;
    await writeSite(folder, `/${page}`, filesOf(zip, place));
    return page;
  });
  if (found === null) throw new NoPage('no index.html');
}
