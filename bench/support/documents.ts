// PDFs that benches make themselves: text set by LibreOffice, pictures, drawings.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Engines } from '#conversion/engines/index.ts';

const execute = promisify(execFile);
const words = 'Sphinx of black quartz judge my vow while the five boxing wizards jump quickly over a lazy dog'.split(
  ' ',
);
export const sentence = (seed: number) =>
  Array.from({ length: 18 }, (_, n) => words[(seed * 7 + n * 5) % words.length]).join(' ');

const head = `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles><style:style style:name="B" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style></office:automatic-styles><office:body><office:text>`;

/** Pages of running text with headings (so with an outline and tags). */
export async function textPdf(folder: string, name: string, pages: number): Promise<string> {
  const body = Array.from({ length: pages }, (_, page) => {
    const paragraphs = Array.from({ length: 14 }, (_, n) => `<text:p>${sentence(page * 14 + n)}.</text:p>`).join('');
    return `<text:p text:style-name="B"/><text:h text:outline-level="1">Chapter ${page + 1}</text:h>${paragraphs}`;
  });
  const source = join(folder, `${name}.fodt`);
  await writeFile(source, `${head}${body.join('')}</office:text></office:body></office:document>`);
  await execute(
    'soffice',
    [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'pdf', '--outdir', folder, source],
    { timeout: 120_000 },
  );
  return join(folder, `${name}.pdf`);
}

/** Pages with one photograph-like picture each. */
export async function photoPdf(
  folder: string,
  name: string,
  pages: number,
  { pdf, documents }: Engines,
): Promise<string> {
  const made: string[] = [];
  for (let n = 0; n < pages; n++) {
    const noise = sharp({
      create: {
        width: 60,
        height: 80,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 50 },
      },
    });
    const image = join(folder, `${name}-${n}.jpg`);
    await sharp(await noise.png().toBuffer())
      .resize(1200, 1600, { kernel: 'cubic' })
      .withMetadata({ density: 150 })
      .jpeg({ quality: 90 })
      .toFile(image);
    made.push(join(folder, `${name}-${n}.pdf`));
    await documents.imageToPdf(image, made[n] ?? '');
  }
  const output = join(folder, `${name}.pdf`);
  await using job = await pdf.begin(new AbortController().signal);
  for (const page of made) await job.open(page);
  await job.write(await job.join(), output);
  return output;
}
