// Settings of the machine do not affect results: paper, time zone, language, programs of its search path.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { removeTree } from '#core/remove-tree.ts';
import type { Paper } from '#core/paper.ts';
import { startEngines, type Engines } from '#conversion/engines/index.ts';
import { createSandbox, type Sandbox } from '#conversion/process/sandbox/sandbox.ts';

let folder: string;
let hostile: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-host-'));
  hostile = join(folder, 'bin');
  await mkdir(hostile);
  await chmod(folder, 0o755);
  await writeFile(join(hostile, 'paperconf'), '#!/bin/sh\necho a5\n', { mode: 0o755 });
});
after(() => removeTree(folder));

/** A machine with a program of another paper before all others, which nothing keeps from being executed, and settings of another paper. */
function onHostileHost(sandbox: Sandbox): Sandbox {
  const env = {
    PATH: `${hostile}:/usr/bin:/usr/local/bin`,
    PAPERSIZE: 'a5',
    LC_PAPER: 'en_US.UTF-8',
    PLATEN_TEST_LANDLOCK: '0',
  };
  const changed = <Command extends Parameters<Sandbox['run' | 'start']>[0]>(command: Command) => ({
    ...command,
    alsoRead: [...(command.alsoRead ?? []), hostile],
    env: { ...command.env, ...env },
  });
  return {
    kind: sandbox.kind,
    run: (command, accept) => sandbox.run(changed(command), accept),
    start: (command) => sandbox.start(changed(command)),
  };
}

const document = (kind: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body>${body}</office:body></office:document>`;

const documents = [
  {
    name: 'letter.fodt',
    family: 'writer',
    data: document('text', '<office:text><text:p>Dear all</text:p></office:text>'),
  },
  {
    name: 'sheet.fods',
    family: 'calc',
    data: document(
      'spreadsheet',
      '<office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>One</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
    ),
  },
] as const;

const execute = promisify(execFile);

/** Ghostscript 10.05 packs its dates. */
async function unpacked(path: string): Promise<Buffer> {
  await execute('qpdf', ['--qdf', '--object-streams=disable', '--replace-input', path]);
  return readFile(path);
}

/** The bytes but for ids and dates. */
const lasting = (pdf: Buffer) =>
  pdf
    .toString('latin1')
    .replaceAll(/<[0-9A-Fa-f]{32}>/g, '<id>')
    .replaceAll(/\(D:\d{14}[^)]*\)/g, '(date)')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^<]*/g, 'date')
    .replaceAll(/uuid:[0-9A-Fa-f-]+/g, 'uuid')
    .replaceAll(/\/DocChecksum \/[0-9A-F]+/g, '/DocChecksum')
    // LibreOffice calls a sheet's language English, or English of the United States, by how it was started.
    .replaceAll('/Lang(en-US)', '/Lang(en)')
    // An entry of another length moves the following ones.
    .replaceAll(/\d{10} 00000 n|startxref\s+\d+|\/Length \d+/g, 'moved');

const boxOf = (pdf: string) =>
  /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/
    .exec(pdf)
    ?.slice(1)
    .map((edge) => Math.round(Number(edge)));

const sizes: Readonly<Record<Paper, readonly number[]>> = { a4: [595, 842], letter: [612, 792] };

test('documents without a paper size are printed on A4, with any setting of the machine, prewarmed or not', () =>
  tryTwice('a4'));

test('or on letter, where that is set', () => tryTwice('letter'));

/** One conversion in some hundred has other bytes on a loaded machine; what a setting changes differs each time. */
const tryTwice = (paper: Paper): Promise<void> =>
  tryHosts(paper).catch((error: unknown) => {
    if (!(error instanceof assert.AssertionError)) throw error;
    return tryHosts(paper);
  });

async function tryHosts(paper: Paper): Promise<void> {
  const found = new Map<string, string[]>();
  const note = (name: string, pdf: Buffer) => found.set(name, [...(found.get(name) ?? []), lasting(pdf)]);
  const sandbox = createSandbox(folder);
  for (const machine of [sandbox, onHostileHost(sandbox)]) {
    const engines = startEngines(machine, folder, { warmProcesses: 1, paper });
    engines.libreoffice.warmUp();
    await engines.libreoffice.settled();
    assert.equal(engines.libreoffice.status().mode, 'warm');
    try {
      await convertAll(engines, note);
    } finally {
      await engines.stop();
    }
  }
  assert.equal(found.size, 5);
  for (const [name, [plain, changed]] of found) {
    assert.deepEqual(boxOf(plain ?? ''), sizes[paper], name);
    assert.ok(plain === changed, `${name} is another on a machine that is set otherwise`);
  }
  for (const { name } of documents)
    assert.ok(found.get(`${name}, warm`)?.[0] === found.get(`${name}, started`)?.[0], `${name} is another when warm`);
}

async function convertAll(engines: Engines, note: (name: string, pdf: Buffer) => void): Promise<void> {
  const output = join(folder, 'out.pdf');
  const taken = async (name: string) => {
    note(name, await readFile(output));
    await removeTree(output);
  };
  for (const { name, family, data } of documents) {
    const input = join(folder, name);
    await writeFile(input, data);
    for (const needsOwnStart of [false, true]) {
      await engines.libreoffice.convert({ input, output, to: 'pdf', family, needsOwnStart });
      await taken(`${name}, ${needsOwnStart ? 'started' : 'warm'}`);
    }
  }
  const program = join(folder, 'page.ps');
  await writeFile(program, '%!PS\n0 0 9 9 rectfill showpage\n');
  await engines.ghostscript.toPdf(program, output, { isEps: false });
  note('page.ps', await unpacked(output));
}
