// Fonts with the measures of others: each letter has the width that was shown, and documents find them under the other's name.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { charactersOfCmap, tablesOf } from '#conversion/fonts/truetype.ts';
import { advancesOf, makeFace } from '#conversion/metric-fonts/face.ts';
import { families, symbols } from '#conversion/metric-fonts/families.ts';
import { metricsOf } from '#conversion/metric-fonts/metrics.ts';
import { madeAtSetup } from '#conversion/process/bubblewrap.ts';
import { runPlaten } from '../support/cli.ts';
import { fodt } from '../support/fixtures.ts';

const execute = promisify(execFile);
const made = join(madeAtSetup, 'fonts', 'faces');

let folder: string;
before(async () => {
  // Not below /tmp, which every sandbox has of its own.
  folder = await mkdtemp(join(tmpdir() === '/tmp' ? '/var/tmp' : tmpdir(), 'platen-metric-fonts-'));
  await chmod(folder, 0o755);
});
after(() => rm(folder, { recursive: true }));

/** Widths in thousandths of an em, by character. */
async function widthsOf(file: string): Promise<Map<string, number>> {
  const font = await readFile(file);
  const tables = new Map(tablesOf(font).map(({ tag, data }) => [tag, data]));
  const unitsPerEm = tables.get('head')?.readUInt16BE(18) ?? 0;
  const count = tables.get('maxp')?.readUInt16BE(4) ?? 0;
  const advances = advancesOf(tables.get('hmtx') ?? Buffer.alloc(0), tables.get('hhea')?.readUInt16BE(34) ?? 0, count);
  return new Map(
    [...charactersOfCmap(font)].map(([glyph, character]) => [character, ((advances[glyph] ?? 0) * 1000) / unitsPerEm]),
  );
}

const fileOf = (family: string, style: string) =>
  join(made, `${family.replaceAll(' ', '')}-${style.replaceAll(' ', '')}.ttf`);

describe('every face that set-up makes', () => {
  for (const { names, as, base, metrics = names[0] ?? '', fixed, hasUnknownWidths } of [...families, ...symbols])
    test(`${as}, for ${names[0]}`, async () => {
      let compared = 0;
      for (const [n, style] of ['Regular', 'Bold', 'Italic', 'Bold Italic'].entries()) {
        if (base[n] === undefined) continue;
        const widths = await widthsOf(fileOf(as, style));
        assert.ok(widths.size > 100, `${style} has ${widths.size} letters`);
        const shown = metricsOf(style === 'Regular' ? metrics : `${metrics} ${style}`);
        for (const [character, width] of widths) {
          const wanted = width === 0 ? undefined : (fixed ?? shown?.widths.get(character));
          if (wanted === undefined) continue;
          assert.ok(Math.abs(width - wanted) <= 0.5, `${style} ${character}: ${width} for ${wanted}`);
          compared += 1;
        }
      }
      if (hasUnknownWidths !== true) assert.ok(compared >= 10, `${compared} letters compared`);
    });
});

test('symbols make lines higher above their letters alone', async () => {
  for (const { as, names } of symbols) {
    const hhea = tablesOf(await readFile(fileOf(as, 'Regular'))).find(({ tag }) => tag === 'hhea')?.data;
    const wanted = metricsOf(names[0] ?? '')?.vertical;
    assert.equal(hhea?.readInt16BE(4), wanted?.hhea[0]);
    assert.equal(hhea?.readInt16BE(6), 0);
  }
});

/** A text document in a family. */
const letterIn = (family: string, text: string) =>
  fodt('Heading', text)
    .toString()
    .replace(
      '<office:body>',
      `<office:styles><style:default-style xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" style:family="paragraph"><style:text-properties fo:font-family="${family}" style:font-family-asian="${family}" style:font-size-asian="12pt"/></style:default-style></office:styles><office:body>`,
    );

const fontsOf = async (name: string) => (await execute('pdffonts', [join(folder, name)])).stdout;
const textOf = async (name: string) => (await execute('pdftotext', [join(folder, name), '-'])).stdout;

test('a document in a family that is not there is laid out with its measures, says so, and keeps its text', async () => {
  await writeFile(join(folder, 'cambria.fodt'), letterIn('Cambria', 'Words of éminence, 1234.'));
  const { stderr, status } = await runPlaten(['convert', 'office-to-pdf', 'cambria.fodt', '--force'], { cwd: folder });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /replaced by metric-compatible ones: Cambria\./);
  assert.match(await fontsOf('cambria.pdf'), /PlatenSerif1/);
  assert.match(await textOf('cambria.pdf'), /Words of éminence, 1234\./);
});

test('Korean syllables are a whole em wide, as in Malgun Gothic', async () => {
  await writeFile(join(folder, 'korean.fodt'), letterIn('맑은 고딕', '가나다라마바사아자차'));
  const { stderr, status } = await runPlaten(['convert', 'office-to-pdf', 'korean.fodt', '--force'], { cwd: folder });
  assert.equal(status, 0, stderr);
  const { stdout } = await execute('pdftotext', ['-bbox', join(folder, 'korean.pdf'), '-']);
  const [, from, to] = /<word xMin="([\d.]+)" [^>]*xMax="([\d.]+)"[^>]*>가나다라마바사아자차</.exec(stdout) ?? [];
  // Ten letters of twelve points.
  assert.ok(Math.abs(Number(to) - Number(from) - 120) < 1, `${from} to ${to}`);
});

test('web pages find them too, and system-ui is the family that most readers have for it', async () => {
  for (const [family, font] of [
    ['Georgia', /PlatenSerif2/],
    ["'Segoe UI', sans-serif", /PlatenSans6/],
    ['system-ui', /PlatenSans6/],
    ['Consolas, monospace', /PlatenMono1/],
  ] as const) {
    await writeFile(join(folder, 'page.html'), `<!doctype html><p style="font-family: ${family}">Letters of a page`);
    const { stderr, status } = await runPlaten(['convert', 'html-to-pdf', 'page.html', '--force'], { cwd: folder });
    assert.equal(status, 0, stderr);
    assert.match(await fontsOf('page.pdf'), font, family);
  }
});

test('PostScript finds them by the names of their faces', async () => {
  await writeFile(
    join(folder, 'letter.ps'),
    '%!PS\n/Verdana-Bold findfont 12 scalefont setfont 72 700 moveto (Words) show\n/SegoeUI findfont 12 scalefont setfont 72 600 moveto (Words) show showpage\n',
  );
  const { stderr, status } = await runPlaten(['convert', 'ps-to-pdf', 'letter.ps', '--force'], { cwd: folder });
  assert.equal(status, 0, stderr);
  assert.match(
    await fontsOf('letter.pdf'),
    /PlatenSans11-Bold[^]*PlatenSans6-Regular|PlatenSans6-Regular[^]*PlatenSans11-Bold/,
  );
});

test('who has the family itself gets that', async () => {
  await mkdir(join(folder, 'fonts'), { mode: 0o755 });
  const base = await readFile(fileOf('Platen Sans 11', 'Regular'));
  const font = makeFace(base, { family: 'Verdana', style: 'Regular', widths: new Map(), vertical: undefined });
  await writeFile(join(folder, 'fonts', 'verdana.ttf'), font, { mode: 0o644 });
  await writeFile(join(folder, 'verdana.fodt'), letterIn('Verdana', 'Words of the house.'));
  const env = { PLATEN_FONTS: join(folder, 'fonts') };
  const { stderr } = await runPlaten(['convert', 'office-to-pdf', 'verdana.fodt', '--force'], { cwd: folder, env });
  assert.equal(stderr, '');
  assert.match(await fontsOf('verdana.pdf'), /\+Verdana/);
  const shown = await runPlaten(['doctor', '--fonts'], { cwd: folder, env });
  assert.match(shown.stdout, /^ {2}Verdana +installed$/m);
  assert.match(shown.stdout, /^ {2}Cambria +Platen Serif 1, the same widths$/m);
});

test('a Word document made of such a PDF names the family that was meant', async () => {
  const { stderr, status } = await runPlaten(['convert', 'pdf-to-word', 'cambria.pdf', '--force'], { cwd: folder });
  assert.equal(status, 0, stderr);
  const { stdout } = await execute('unzip', [
    '-p',
    join(folder, 'cambria.docx'),
    'word/styles.xml',
    'word/document.xml',
  ]);
  assert.match(stdout, /w:ascii="Cambria"/);
  assert.doesNotMatch(stdout, /Platen/);
});
