// The documents as PDFs: by LibreOffice and by Chromium, with a structure tree and without.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { fodtOf } from './fodt.ts';
import { htmlOf } from './html.ts';
import { hasNotes, type Paper } from './model.ts';

const execute = promisify(execFile);

export interface Print {
  paper: Paper;
  /** Who printed it, and whether it has tags. */
  by: string;
  path: string;
}

/** Prints every document in each way into a folder; those with notes by LibreOffice alone. */
export async function printed(papers: readonly Paper[], folder: string): Promise<Print[]> {
  const picture = await sharp({ create: { width: 80, height: 50, channels: 3, background: '#3a6ea5' } })
    .composite([
      { input: Buffer.from('<svg width="80" height="50"><circle cx="30" cy="25" r="18" fill="#e9c46a"/></svg>') },
    ])
    .png()
    .toBuffer();
  return [...(await byLibreOffice(papers, folder, picture)), ...(await byChromium(papers, folder, picture))];
}

async function byLibreOffice(papers: readonly Paper[], folder: string, picture: Buffer): Promise<Print[]> {
  const sources: string[] = [];
  for (const [n, paper] of papers.entries()) {
    sources.push(join(folder, `${n}.fodt`));
    await writeFile(sources[n] ?? '', fodtOf(paper, picture));
  }
  const prints: Print[] = [];
  for (const isTagged of [true, false]) {
    const out = join(folder, `libreoffice-${isTagged ? 'tagged' : 'plain'}`);
    await printedByLibreOffice(sources, out, folder, isTagged);
    const by = `LibreOffice, ${isTagged ? 'tagged' : 'no tags'}`;
    prints.push(...papers.map((paper, n) => ({ paper, by, path: join(out, `${n}.pdf`) })));
  }
  return prints;
}

/** Prints documents as `out`/NAME.pdf; the profile of LibreOffice is in `folder`. */
export async function printedByLibreOffice(
  sources: readonly string[],
  out: string,
  folder: string,
  isTagged: boolean,
): Promise<void> {
  const filter = `pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"${isTagged}"},"ExportBookmarks":{"type":"boolean","value":"${isTagged}"}}`;
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  await execute('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', out, ...sources], {
    timeout: 180_000,
  });
}

async function byChromium(papers: readonly Paper[], folder: string, picture: Buffer): Promise<Print[]> {
  const prints: Print[] = [];
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    // Its own sandbox cannot be made by root; the pages are made here.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  await using _closing = { [Symbol.asyncDispose]: () => browser.close() };
  const page = await browser.newPage();
  for (const [n, paper] of papers.entries()) {
    if (hasNotes(paper)) continue;
    await page.setContent(htmlOf(paper, picture));
    for (const tagged of [true, false]) {
      const out = join(folder, `chromium-${tagged ? 'tagged' : 'plain'}`);
      await mkdir(out, { recursive: true });
      const path = join(out, `${n}.pdf`);
      await page.pdf({ path, tagged, outline: tagged, preferCSSPageSize: true, printBackground: true });
      prints.push({ paper, by: `Chromium, ${tagged ? 'tagged' : 'no tags'}`, path });
    }
  }
  return prints;
}
