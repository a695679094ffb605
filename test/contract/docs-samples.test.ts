// Every sample of README, documentation and clients, as printed, against a service whose clients were installed from it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createTools } from '#conversion/tools/index.ts';
import { removeTree } from '#core/remove-tree.ts';
import { installing, type ClientId } from '#reference/clients/packages.ts';
import { exampleAddress } from '#reference/samples/call.ts';
import { exampleFiles } from '#reference/samples/of-tool.ts';
import { docx, pdf } from '../support/fixtures.ts';
import { installable, installClients } from '../support/installed-clients.ts';
import { converted, startPlaten, type Platen } from '../support/platen.ts';
import {
  printedSamples,
  resultsOf,
  runSamples,
  type Language,
  type Placed,
  type Sample,
} from '../support/printed-samples.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { toolCalls } from '../support/tool-calls.ts';

let platen: Platen;
let receiver: Receiver;
let folder: string;
let env: Record<string, string>;
let placeholders: [string, string][];
let everyday: Record<string, Uint8Array>;

/** `./platen` of the repository, without the look at what is to be set up. */
const commandLine = `#!/bin/sh\nNODE_COMPILE_CACHE='${join(import.meta.dirname, '../../.runtime/compiled')}' exec '${process.execPath}' --disable-warning=ExperimentalWarning '${join(import.meta.dirname, '../../src/cli/main.ts')}' "$@"\n`;

/** Programs that install, or change the machine; the commands on accounts have tests of their own. */
const isForOperators = ({ page, code }: Sample) =>
  /^docs\/(accounts|deployment|runbook|scaling)\.md$/.test(page) || code.startsWith('./platen serve');

/** Servers, which guides.test.ts runs. */
const isServer = ({ page, language }: Sample) => page.startsWith('docs/guides/') && language !== 'shell';

/** Commands that have run already. */
const isInstallation = ({ code }: Sample) =>
  Object.values(installing).some((lines) => code.trim() === lines.join('\n'));
const documents = createServer((_request, response) => {
  void docx('A report from elsewhere').then((bytes) => response.end(bytes));
});

before(async () => {
  platen = await startPlaten({
    warmProcesses: 1,
    extensions: 'on',
    fetchesInputs: 'on',
    webhookAllow: ['127.0.0.0/8'],
  });
  receiver = await startReceiver();
  documents.listen(0, '127.0.0.1');
  folder = await mkdtemp(join(tmpdir(), 'platen-samples-'));
  const key = await platen.key();
  env = {
    ...(await installClients(folder, platen.url)),
    PLATEN_URL: platen.url,
    PLATEN_API_KEY: key,
    PASSWORD: 'only for us',
    WEBHOOK_SECRET: secret,
  };
  await symlink(
    join(import.meta.dirname, '../../node_modules/standardwebhooks'),
    join(folder, 'node_modules/standardwebhooks'),
  );
  const started = await platen.convert('office-to-pdf', [{ name: 'report.docx', data: await docx('A report') }], {
    key,
  });
  const { job_id: job } = started.body as { job_id: string };
  everyday = await everydayDocuments(key);
  placeholders = [
    [exampleAddress, platen.url],
    ['06gz…', job],
    ['platen_live_…', key],
    ['whsec_…', secret],
    ['https://example.com/a.docx', `http://127.0.0.1:${(documents.address() as AddressInfo).port}/a.docx`],
    ['https://example.com/platen', `${receiver.url}/platen`],
    ['https://example.com/report.docx', `http://127.0.0.1:${(documents.address() as AddressInfo).port}/report.docx`],
  ];
});
after(async () => {
  documents.close();
  await receiver[Symbol.asyncDispose]();
  await platen[Symbol.asyncDispose]();
  await removeTree(folder);
});

async function everydayDocuments(key: string): Promise<Record<string, Uint8Array>> {
  const [letter, pages] = [await docx('A letter'), pdf('A first page', 'A second page')];
  const picture = { name: 'scan.png', data: Buffer.from(await toolCalls['ocr-pdf']!.data(platen)) };
  const scanned = await platen.download(converted(await platen.convert('image-to-pdf', [picture], { key })), key);
  return {
    'scan.pdf': scanned,
    ...Object.fromEntries(['report.docx', 'a.docx', 'b.docx', 'c.docx', 'report.txt'].map((name) => [name, letter])),
    ...Object.fromEntries(
      ['report.pdf', 'one.pdf', 'two.pdf', 'a.pdf', 'b.pdf', 'large.pdf', 'book.pdf'].map((name) => [name, pages]),
    ),
    'report.txt': Buffer.from('A first page.\n'),
  };
}

const manager: Partial<Record<Language, ClientId>> = { TypeScript: 'typescript', Python: 'python', PHP: 'php' };

const toolOf = (page: string) => /^docs\/tools\/(.*)\.md$/.exec(page)?.[1];

/** What the samples of a page convert, by name. */
async function inputsOf(page: string): Promise<Record<string, Uint8Array>> {
  const tool = createTools().find(({ id }) => id === toolOf(page));
  if (tool !== undefined) {
    const { data } = toolCalls[tool.id] ?? assert.fail(`no document for ${tool.id}`);
    const bytes = await data(platen);
    return Object.fromEntries(exampleFiles(tool).map((name) => [name, bytes]));
  }
  // The commands of README begin in a folder without results.
  if (page === 'README.md')
    return Object.fromEntries(Object.entries(everyday).filter(([name]) => !/^(report|a)\.pdf$|large/.test(name)));
  return everyday;
}

/** A folder for a sample, with the inputs of its page and the installed clients. */
async function folderOf({ page }: Sample, name: string): Promise<string> {
  const cwd = join(folder, name);
  await mkdir(join(cwd, 'letters'), { recursive: true });
  for (const [file, data] of Object.entries(await inputsOf(page))) await writeFile(join(cwd, file), data);
  await writeFile(join(cwd, 'letters/one.docx'), await docx('A letter'));
  await symlink(join(folder, 'vendor'), join(cwd, 'vendor'));
  await writeFile(join(cwd, 'platen'), commandLine, { mode: 0o755 });
  return cwd;
}

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** A sample that receives a message, with the message. */
function inContext({ language, code }: Sample): string {
  if (!/verify/i.test(code) || language === 'shell') return code;
  const body = '{"type":"test","timestamp":"2026-01-01T00:00:00Z","data":{}}';
  const sentAt = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', sentAt, body),
  };
  const [text, list] = [JSON.stringify(body), JSON.stringify(headers)];
  if (language === 'TypeScript')
    return `const [rawBody, request] = [${text}, { headers: ${list} }];\n${code}${code.includes('receive') ? `receive(rawBody, request.headers);\n` : ''}`;
  if (language === 'Python') return `body, headers = ${text}, ${list}\n${code}`;
  const asArray = `[${Object.entries(headers)
    .map(([name, value]) => `'${name}' => '${value}'`)
    .join(', ')}]`;
  return code.replace("file_get_contents('php://input')", `'${body}'`).replace('getallheaders()', asArray);
}

/** For a machine that does other work. */
const timeout = 300_000;

void suite('samples', { concurrency: true, timeout }, () => {
  for (const language of ['TypeScript', 'Python', 'PHP', 'shell'] as const) {
    const id = manager[language];
    const skip = id !== undefined && !installable.includes(id) && `the client for ${language} cannot be installed here`;

    test(`every sample in ${language} runs as printed`, { skip, timeout }, async () => {
      const own = printedSamples().filter(
        (sample) =>
          sample.language === language && !isForOperators(sample) && !isServer(sample) && !isInstallation(sample),
      );
      const placed: Placed[] = [];
      for (const [n, sample] of own.entries())
        placed.push({
          ...sample,
          cwd: await folderOf(sample, `${language}-${n}`),
          code: placeholders.reduce((code, [shown, here]) => code.replaceAll(shown, here), inContext(sample)),
        });
      const failures = await runSamples(placed, { scratch: folder, env });
      const wrong = placed.flatMap((sample, n) => {
        const absent = resultsOf(sample).filter((name) => !existsSync(join(sample.cwd, name)));
        const failure = failures[n] ?? (absent.length > 0 ? `no ${absent.join(', ')}` : null);
        return failure === null ? [] : [`${sample.page}: ${sample.code.slice(0, 300)}\n${failure.slice(0, 800)}`];
      });
      assert.equal(wrong.join('\n\n'), '');
    });
  }
});
