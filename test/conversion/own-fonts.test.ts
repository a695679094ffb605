// PLATEN_FONTS: a font that only the operator's folder has is used, and no longer told as missing.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { fodt } from '../support/fixtures.ts';
import { runPlaten } from '../support/cli.ts';

let folder: string;
before(async () => {
  // Not below /tmp, which every sandbox has of its own.
  folder = await mkdtemp(join(tmpdir() === '/tmp' ? '/var/tmp' : tmpdir(), 'platen-fonts-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'fonts'), { mode: 0o755 });
});
after(() => rm(folder, { recursive: true }));

/** Liberation Sans under another name of the same length, in each encoding that a font has. */
async function renamedFont(): Promise<Buffer> {
  const { stdout } = await promisify(execFile)('fc-match', ['-f', '%{file}', 'Liberation Sans:style=Regular']);
  let bytes = (await readFile(stdout)).toString('latin1');
  const wide = (text: string) => [...text].map((letter) => `\u0000${letter}`).join('');
  for (const [from, to] of [
    ['Liberation Sans', 'Platenhouse Abc'],
    ['LiberationSans', 'PlatenhouseAbc'],
  ] as const)
    bytes = bytes.replaceAll(from, to).replaceAll(wide(from), wide(to));
  return Buffer.from(bytes, 'latin1');
}

const letter = () =>
  Buffer.from(
    fodt('Heading', 'Words in a font of the house.')
      .toString()
      .replace(
        '<office:body>',
        '<office:styles><style:default-style xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" style:family="paragraph"><style:text-properties fo:font-family="Platenhouse Abc"/></style:default-style></office:styles><office:body>',
      ),
  );

test('fonts of PLATEN_FONTS are used', async () => {
  await writeFile(join(folder, 'letter.fodt'), letter());
  await writeFile(join(folder, 'another.fodt'), letter());
  await writeFile(join(folder, 'fonts', 'house.ttf'), await renamedFont(), { mode: 0o644 });
  const convert = (env: Record<string, string>) =>
    runPlaten(['convert', 'office-to-pdf', 'letter.fodt', '--force'], { cwd: folder, env });
  const fontsOf = async () => (await promisify(execFile)('pdffonts', [join(folder, 'letter.pdf')])).stdout;

  const without = await convert({});
  assert.match(without.stderr, /replaced by similar ones: .*Platenhouse Abc/);
  assert.doesNotMatch(await fontsOf(), /PlatenhouseAbc/);
  const withFonts = await convert({ PLATEN_FONTS: join(folder, 'fonts') });
  assert.equal(withFonts.status, 0, withFonts.stderr);
  assert.equal(withFonts.stderr, '');
  assert.match(await fontsOf(), /PlatenhouseAbc/);
  // By processes that wait, too.
  const env = { PLATEN_FONTS: join(folder, 'fonts') };
  await runPlaten(['convert', 'office-to-pdf', 'letter.fodt', 'another.fodt', '--force'], { cwd: folder, env });
  assert.match(await fontsOf(), /PlatenhouseAbc/);
  const shown = await runPlaten(['doctor', '--fonts'], { cwd: folder, env });
  assert.match(shown.stdout, /^ {2}Platenhouse Abc$/m);
  assert.match(shown.stdout, /^ {2}Calibri +Carlito, the same widths$/m);
});
