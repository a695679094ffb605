// ./platen doctor: shows engines with their versions, and whether documents are isolated.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Option } from 'commander';
import { fonts } from '#conversion/engines/fonts.ts';
import { installedLanguages } from '#conversion/engines/ocr/languages.ts';
import { sampleLetter } from '#conversion/engines/libreoffice/fork-server.ts';
import { securityUpdates } from '#conversion/engines/security-updates.ts';
import { findVersions, type FoundVersion } from '#conversion/engines/versions.ts';
import { madeFaces } from '#conversion/metric-fonts/configure.ts';
import { checkIsolation, checkLandlock } from '#conversion/process/isolation-check.ts';
import { loadConfig } from '#config';
import { composeEngines } from '../compose-engines.ts';
import { dataOption, ending, type Define } from './command.ts';
import { fontList } from './font-list.ts';
import { limitLines, limits } from './limits.ts';

interface Finding {
  what: string;
  found: string;
  ok: boolean;
  /** Whether the part works, but should be updated. */
  isOld?: true;
}

const execute = promisify(execFile);

interface Options {
  json?: boolean;
  quick?: boolean;
  strict?: boolean;
  fonts?: boolean;
  limits?: boolean;
}

export const doctor: Define = (command) => {
  command
    .option('--json', 'as JSON')
    .option(
      '--quick',
      'only settings, versions and fonts: no conversion, no isolation test, no bucket, no security updates',
    )
    .addOption(new Option('--strict', 'exit with 1 for known vulnerabilities, too').conflicts('quick'))
    .option('--fonts', 'list the fonts and their substitutes instead')
    .option('--limits', 'list every limit instead')
    .addOption(dataOption())
    .action(ending(examine));
};

async function examine({ json = false, quick = false, strict = false, ...lists }: Options): Promise<number> {
  if (lists.limits === true) {
    process.stdout.write(json ? `${JSON.stringify(limits(), null, 2)}\n` : limitLines());
    return 0;
  }
  if (lists.fonts === true) {
    process.stdout.write(await fontList());
    return 0;
  }
  const findings: Finding[] = [];
  for await (const finding of findingsOf(quick)) {
    findings.push(finding);
    if (!json) process.stdout.write(lineOf(finding));
  }
  if (json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  return findings.every(({ ok, isOld }) => ok && !(strict && isOld === true)) ? 0 : 1;
}

const lineOf = ({ what, found, ok, isOld }: Finding): string =>
  `${ok ? (isOld === true ? 'OLD' : 'ok ') : 'BAD'}  ${what.padEnd(24)} ${found}\n`;

/** Yields each finding as soon as it is known, the quick ones first. */
async function* findingsOf(quick: boolean): AsyncGenerator<Finding> {
  yield { what: 'node', found: process.versions.node, ok: true };
  const { roles } = loadConfig(process.env);
  yield { what: 'settings', found: 'valid', ok: true };
  // A node that only handles requests has no engines.
  const converts = roles.includes('worker');
  if (converts) yield* installed();
  if (quick) return;
  yield* await storage();
  if (!converts) return;
  yield* await isolation();
  yield await warmOffice();
  yield* await outdated();
}

/** The programs, languages and fonts that conversions need. */
async function* installed(): AsyncGenerator<Finding> {
  yield* (await findVersions()).map(findingOf);
  yield languages();
  yield* await Promise.all(Object.entries(fonts).map(probeFont));
  yield fontsMade();
}

/** Finds system packages with a newer version in a security archive. */
const outdated = async (): Promise<Finding[]> =>
  (await securityUpdates()).map(({ package: what, installed, fixed }) => ({
    what,
    found: `${installed} has known holes; ${fixed} does not. Run apt-get update && apt-get upgrade`,
    ok: true,
    isOld: true,
  }));

function findingOf({ what, version, packages, atLeast, isEnough }: FoundVersion): Finding {
  if (version === null)
    return { what, found: `missing${packages.length === 0 ? '' : `; packages: ${packages.join(' ')}`}`, ok: false };
  return { what, found: isEnough ? version : `${version}, but at least ${atLeast} is needed`, ok: isEnough };
}

async function probeFont([family, name]: readonly [string, string]): Promise<Finding> {
  const { stdout } = await execute('fc-list', [family, 'family']).catch(() => ({ stdout: '' }));
  const ok = stdout !== '';
  return { what: `font ${family}`, found: ok ? 'installed' : `missing; package: ${name}`, ok };
}

/** The languages in which text can be recognised. */
function languages(): Finding {
  const installed = installedLanguages();
  const found = installed.length === 0 ? 'none; packages: tesseract-ocr-CODE' : installed.join(' ');
  return { what: 'languages of OCR', found, ok: installed.length > 0 };
}

function fontsMade(): Finding {
  const faces = madeFaces();
  const found = faces === 0 ? 'none; ./platen setup makes them' : `${faces} faces; --fonts lists them`;
  return { what: 'fonts made at set-up', found, ok: faces > 0 };
}

/** Starts LibreOffice like the service does, and converts a document. */
async function warmOffice(): Promise<Finding> {
  const what = 'libreoffice, warm';
  const folder = await mkdtemp(join(tmpdir(), 'platen-'));
  const engines = composeEngines(loadConfig(process.env), folder, { warmProcesses: 1 });
  try {
    engines.libreoffice.warmUp();
    await engines.libreoffice.settled();
    const input = join(folder, 'letter.fodt');
    await copyFile(sampleLetter, input);
    const began = performance.now();
    await engines.libreoffice.convert({ input, output: join(folder, 'letter.pdf'), to: 'pdf', family: 'writer' });
    const milliseconds = Math.round(performance.now() - began);
    const { mode, problem } = engines.libreoffice.status();
    if (mode === 'warm') return { what, found: `converted a letter in ${milliseconds} ms`, ok: true };
    return { what, found: `each document starts its own LibreOffice, which is slower: ${problem}`, ok: false };
  } catch (error) {
    return { what, found: String(error), ok: false };
  } finally {
    await engines.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checks the bucket of PLATEN_FILES, if set. */
async function storage(): Promise<Finding[]> {
  const { files } = loadConfig(process.env);
  if (files === undefined) return [];
  const { probeBucket } = await import('#service/files/s3-doctor.ts');
  return [{ what: `bucket ${files.name}`, ...(await probeBucket(files)) }];
}

async function isolation(): Promise<Finding[]> {
  const what = 'isolation';
  if (loadConfig(process.env).sandbox === 'off') return [{ what, found: 'OFF, by PLATEN_SANDBOX', ok: false }];
  const result = await checkIsolation();
  if (!result.ok) return [{ what, found: result.problem, ok: false }];
  return [{ what, found: 'documents are isolated', ok: true }, await landlock()];
}

async function landlock(): Promise<Finding> {
  const what = 'landlock';
  const { version, isInForce } = await checkLandlock();
  if (version === 0) return { what, found: 'this kernel does not have it; the other layers remain', ok: true };
  const found = `version ${version} ${isInForce ? 'is in force' : 'of the kernel is not in force'}`;
  return { what, found, ok: isInForce };
}
