// The code blocks of the documentation, and how those of a language run as they are printed.
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

export type Language = 'shell' | 'TypeScript' | 'Python' | 'PHP';

export interface Sample {
  /** Path of the page in the repository. */
  page: string;
  language: Language;
  code: string;
}

/** Other fences are files and answers. */
const fences: Readonly<Record<string, Language>> = {
  sh: 'shell',
  js: 'TypeScript',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
};

/** Every program of the pages that users read; the pages of the clients are their READMEs. */
export function printedSamples(): Sample[] {
  const pages = globSync(['README.md', 'docs/*.md', 'docs/{api,clients,guides,tools}/*.md'], { cwd: root }).sort();
  return pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/^```(\w+)[^\n]*\n([^]*?)^```$/gm)].flatMap(
      ([, fence = '', code = '']) => {
        const language = fences[fence];
        return language === undefined ? [] : [{ page, language, code }];
      },
    ),
  );
}

/** Samples that show a part of a program use a client that is there. */
const client: Readonly<Record<Language, { isMade: RegExp; made: string; file: string }>> = {
  shell: { isMade: /^/, made: '', file: 'sh' },
  TypeScript: {
    isMade: /new Platen\(|(?:verifyWebhook|Webhook) }/,
    made: "import { Platen } from '@platen/client';\nconst platen = new Platen();\n",
    file: 'mts',
  },
  Python: { isMade: /Platen\(|verify_webhook/, made: 'from platen import Platen\nplaten = Platen()\n', file: 'py' },
  PHP: {
    isMade: /new Platen\\Client/,
    made: "<?php\nrequire 'vendor/autoload.php';\n$platen = new Platen\\Client();\n",
    file: 'php',
  },
};

const programOf = ({ language, code }: Sample): string => {
  const { isMade, made } = client[language];
  return isMade.test(code) ? code : made + code;
};

/** Each runs the programs that its arguments name, each in its folder, and prints a line of JSON for each: null, or its error. */
const runners: Readonly<Record<Exclude<Language, 'shell'>, string>> = {
  TypeScript: `
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
console.log = console.error;
for (const file of process.argv.slice(2)) {
  process.chdir(dirname(file));
  const failed = await import(pathToFileURL(file).href).then(() => null, (error) => String(error?.stack ?? error));
  process.stdout.write(JSON.stringify(failed) + '\\n');
}`,
  Python: `
import contextlib, json, os, runpy, sys, traceback
for file in sys.argv[1:]:
    os.chdir(os.path.dirname(file))
    failed = None
    with contextlib.redirect_stdout(sys.stderr):
        try:
            runpy.run_path(file, run_name="__main__")
        except BaseException:
            failed = traceback.format_exc()
    print(json.dumps(failed), flush=True)`,
  PHP: `<?php
foreach (array_slice($argv, 1) as $file) {
    chdir(dirname($file));
    $failed = null;
    ob_start();
    try {
        (static function () use ($file) { require $file; })();
    } catch (Throwable $error) {
        $failed = (string) $error;
    }
    ob_end_clean();
    echo json_encode($failed), "\\n";
}`,
};

const programs: Readonly<Record<Language, string>> = {
  shell: 'bash',
  TypeScript: process.execPath,
  Python: 'python3',
  PHP: 'php',
};

/** A sample, and the folder in which it runs. */
export type Placed = Sample & { cwd: string };

/** Runs samples of one language, one after another; returns the error of each, null where there is none. */
export async function runSamples(
  samples: readonly Placed[],
  { scratch, env }: { scratch: string; env: Readonly<Record<string, string>> },
): Promise<(string | null)[]> {
  const [first] = samples;
  if (first === undefined) return [];
  const { language } = first;
  const ending = client[language].file;
  const files = samples.map(({ cwd }, n) => join(cwd, `sample-${language}-${n}.${ending}`));
  for (const [n, sample] of samples.entries()) await writeFile(files[n] ?? '', programOf(sample));
  if (language === 'shell') {
    const failed: (string | null)[] = [];
    for (const file of files)
      failed.push(
        await execute('bash', ['-eu', '-o', 'pipefail', file], { cwd: dirname(file), env, timeout: 60_000 }).then(
          () => null,
          (error: Error & { stdout?: string }) => `${error.message}\n${error.stdout ?? ''}`,
        ),
      );
    return failed;
  }
  const runner = join(scratch, `runner.${ending}`);
  await writeFile(runner, runners[language]);
  const { stdout } = await execute(programs[language], [runner, ...files], { env, maxBuffer: 64 << 20 });
  const lines = stdout.trim().split('\n');
  if (lines.length !== files.length) throw new Error(`a sample has ended the others: ${stdout}`);
  return lines.map((line) => JSON.parse(line) as string | null);
}

/** The files that a sample leaves; one that shows how errors are caught may have none. */
export const resultsOf = ({ code }: Sample): string[] =>
  /catch|except/.test(code)
    ? []
    : [...code.matchAll(/(?:save\((?:'|")|-o ['"]?)([\w-]+\.\w+)/g)].map(([, name = '']) => name);
