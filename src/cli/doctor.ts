// ./platen doctor: what is there, in which version, and whether documents are isolated.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { fonts } from '#conversion/engines/fonts.ts';
import { sampleLetter } from '#conversion/engines/libreoffice/fork-server.ts';
import { requirements } from '#conversion/engines/requirements.ts';
import { checkIsolation } from '#conversion/process/isolation-check.ts';
import type { Requirement } from '#conversion/process/requirement.ts';
import { loadConfig } from '#config';
import { composeEngines } from '../compose.ts';
import type { Command } from './command.ts';

interface Finding {
  what: string;
  found: string;
  ok: boolean;
}

const execute = promisify(execFile);

export const doctor: Command = {
  name: 'doctor',
  usage: '[--json]',
  summary: 'Show engines, versions and fonts, and try the isolation.',
  async run(args) {
    const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' }, data: { type: 'string' } } });
    const findings = [
      { what: 'node', found: process.versions.node, ok: true },
      ...(await storage()),
      // A node that only takes requests needs nothing else.
      ...(loadConfig(process.env).roles.includes('worker') ? await conversions() : []),
    ];
    if (values.json === true) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
    else
      for (const { what, found, ok } of findings)
        process.stdout.write(`${ok ? 'ok ' : 'BAD'}  ${what.padEnd(24)} ${found}\n`);
    return findings.every(({ ok }) => ok) ? 0 : 1;
  },
};

/** What conversions need. */
const conversions = async (): Promise<Finding[]> => [
  ...(await Promise.all(requirements.map(probe))).flat(),
  ...(await Promise.all(Object.entries(fonts).map(probeFont))),
  await isolation(),
  await warmOffice(),
];

async function probe({ program, versions, packages = {} }: Requirement): Promise<Finding[]> {
  const { stdout, stderr } = await execute(program, [...versions.args], { timeout: 20_000 }).catch(() => ({
    stdout: '',
    stderr: '',
  }));
  const source = [...(packages.newer ?? []), ...(packages.stable ?? [])].join(' ');
  return Object.entries(versions.of).map(([what, { pattern, atLeast }]) => {
    const found = pattern
      .exec(stdout + stderr)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (found === undefined)
      return { what, found: `missing${source === '' ? '' : `; packages: ${source}`}`, ok: false };
    const ok = atLeast === undefined || compareVersions(found, atLeast) >= 0;
    return { what, found: ok ? found : `${found}, but at least ${atLeast} is needed`, ok };
  });
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map((part) => Number.parseInt(part, 10) || 0));
  for (let n = 0; n < 3; n++) if ((left?.[n] ?? 0) !== (right?.[n] ?? 0)) return (left?.[n] ?? 0) - (right?.[n] ?? 0);
  return 0;
}

async function probeFont([family, name]: readonly [string, string]): Promise<Finding> {
  const { stdout } = await execute('fc-list', [family, 'family']).catch(() => ({ stdout: '' }));
  const ok = stdout !== '';
  return { what: `font ${family}`, found: ok ? 'installed' : `missing; package: ${name}`, ok };
}

/** Starts LibreOffice as the service does, and lets it convert one document. */
async function warmOffice(): Promise<Finding> {
  const what = 'libreoffice, warm';
  const folder = await mkdtemp(join(tmpdir(), 'platen-'));
  const engines = composeEngines(loadConfig(process.env), folder, { warmProcesses: 1 });
  try {
    engines.libreoffice.warmUp();
    await engines.libreoffice.settled();
    const input = join(folder, 'letter.fodt');
    await copyFile(sampleLetter, input);
    await engines.libreoffice.convert({ input, output: join(folder, 'letter.pdf'), to: 'pdf', family: 'writer' });
    const { mode, problem, ...processes } = engines.libreoffice.status();
    const found = Object.entries(processes).map(([name, count]) => `${count} ${name}`);
    return { what, found: mode === 'warm' ? found.join(', ') : `${mode}: ${problem}`, ok: mode === 'warm' };
  } catch (error) {
    return { what, found: String(error), ok: false };
  } finally {
    await engines.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The bucket of PLATEN_FILES, if that is set. */
async function storage(): Promise<Finding[]> {
  const { files } = loadConfig(process.env);
  if (files === undefined) return [];
  const { probeBucket } = await import('#service/files/s3-doctor.ts');
  return [{ what: `bucket ${files.name}`, ...(await probeBucket(files)) }];
}

async function isolation(): Promise<Finding> {
  const what = 'isolation';
  if (loadConfig(process.env).sandbox === 'off') return { what, found: 'OFF, by PLATEN_SANDBOX', ok: false };
  const result = await checkIsolation();
  return { what, found: result.ok ? 'documents are isolated' : result.problem, ok: result.ok };
}
