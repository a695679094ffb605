// 500 documents, four at a time, one in twenty of them a saboteur: are the others right and as quick, and is anything left?
import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MiB } from '#core/bytes.ts';
import type { BenchOptions, Figure } from '#dev/figure.ts';
import { isFailure } from '#core/failure.ts';
import { startOffice } from '#conversion/engines/libreoffice/libreoffice.ts';
import { createSandbox } from '#conversion/process/sandbox/sandbox.ts';
import { macroDocument, trustInMacros } from '../test/support/macros.ts';
import { officeDocuments, type OfficeDocument } from './support/office-documents.ts';
import { quantile } from './support/statistics.ts';
import { benchFolder } from './support/workbench.ts';

const execute = promisify(execFile);

/** Macros run in this bench: without them no document could do any of this. */
const saboteurs = {
  'endless loop': 'Do\nLoop',
  '10 GB': 'Dim kept(1000)\nFor n = 1 To 500\nkept(n) = String(20000000, "x")\nNext',
  crash: 'Dim huge(2000000000) As Double\nhuge(1999999999) = 1\nGo',
  fork: 'For n = 1 To 200\nShell("/bin/sleep", 0, "60", False)\nNext',
};

export async function run({ quick }: BenchOptions): Promise<Figure[]> {
  await using folder = await benchFolder();
  await folder.engines.stop(); // this bench has its own
  const trust = await trustInMacros(folder.path);
  const scratch = join(folder.path, 'soak');
  await mkdir(scratch, { mode: 0o711 });
  const serversBefore = await officeProcesses();
  const office = startOffice(createSandbox(scratch), {
    paper: 'a4',
    scratch,
    warmProcesses: 2,
    timeoutMs: 5000,
    warn: () => {},
    trust,
  });
  office.warmUp();
  const documents = await officeDocuments(folder.path);
  const bad: OfficeDocument[] = [];
  for (const [name, basic] of Object.entries(saboteurs)) {
    const path = join(folder.path, `${name.replace(' ', '-')}.fodt`);
    await writeFile(path, macroDocument(basic));
    bad.push({ name, path, family: 'writer' });
  }
  await office.settled();
  const count = quick ? 100 : 500;
  let wrong = 0;

  async function pass(withSaboteurs: boolean): Promise<number[]> {
    const times: number[] = [];
    let next = 0;
    const caller = async () => {
      while (next < count) {
        const n = next++;
        const isBad = withSaboteurs && n % 20 === 7;
        const document = isBad ? bad[Math.floor(n / 20) % bad.length] : documents[n % documents.length];
        if (document === undefined) continue;
        const output = join(folder.path, `soak-${n % 8}.pdf`);
        const began = performance.now();
        const failed = await office.convert({ input: document.path, output, to: 'pdf', family: document.family }).then(
          () => false,
          (error: unknown) => isFailure(error),
        );
        if (isBad) continue;
        times.push(performance.now() - began);
        if (failed || !(await isRight(output))) wrong += 1;
      }
    };
    await Promise.all(Array.from({ length: 4 }, caller));
    return times;
  }

  await pass(false);
  const before = process.memoryUsage().rss;
  const alone = quantile(await pass(false), 0.95);
  const beside = quantile(await pass(true), 0.95);
  const grown = (process.memoryUsage().rss - before) / MiB;
  await pause(1500);
  const { spawned, killed } = office.status();
  await office.stop();
  await pause(300);
  const left = (await readdir(scratch)).length;
  const processes = (await officeProcesses()) - serversBefore;
  return [
    { name: 'wrong results of honest documents', value: wrong, unit: `of ${count * 3}`, goal: { atMost: 0 } },
    {
      name: 'p95 beside saboteurs',
      value: beside / alone,
      unit: '× without',
      goal: { atMost: 1.5 },
      note: `${beside.toFixed(0)} ms, ${alone.toFixed(0)} ms`,
    },
    { name: 'memory of the service', value: grown, unit: 'MiB more', goal: { atMost: 50 } },
    {
      name: 'processes left',
      value: processes,
      unit: '',
      goal: { atMost: 0 },
      note: `${spawned} spawned, ${killed} killed`,
    },
    { name: 'folders left', value: left, unit: '', goal: { atMost: 0 } },
  ];
}

async function isRight(pdf: string): Promise<boolean> {
  const { stdout } = await execute('pdftotext', [pdf, '-'], { maxBuffer: 64 * MiB });
  return /quartz|row 1|Slide 1|Invoice/.test(stdout);
}

/** Servers, their children, and processes started by the children. */
async function officeProcesses(): Promise<number> {
  let count = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
    if (/fork-server|^\/bin\/sleep/.test(command)) count += 1;
  }
  return count;
}
