// Alternatives to Platen's office engine: soffice for each document, or a listening one.
import { spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { OfficeDocument } from './office-documents.ts';

const execute = promisify(execFile);

export interface Peer extends AsyncDisposable {
  convert(document: OfficeDocument): Promise<void>;
}

/** `soffice --convert-to`, each time with a new profile, or with a copy of one that has been used before. */
export function coldOffice(folder: string, preparedProfile?: string): Peer {
  return {
    async convert({ path }) {
      const own = await mkdtemp(join(folder, 'cold-'));
      if (preparedProfile !== undefined) await cp(preparedProfile, join(own, 'profile'), { recursive: true });
      const profile = `-env:UserInstallation=file://${own}/profile`;
      await execute('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', own, path], {
        timeout: 60_000,
      });
      await rm(own, { recursive: true });
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** One LibreOffice that stays, and does one document after the other. */
export async function unoListener(folder: string): Promise<Peer> {
  await mkdir(folder, { recursive: true });
  const script = join(import.meta.dirname, 'uno-listener.py');
  const child = spawn('/usr/bin/python3', [script, join(folder, 'listener')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: ((answer: string) => void)[] = [];
  const ready = Promise.withResolvers<string>();
  waiting.push(ready.resolve);
  createInterface(child.stdout).on('line', (line) => waiting.shift()?.(line));
  await ready.promise;
  return {
    async convert({ path, family }) {
      const { promise, resolve } = Promise.withResolvers<string>();
      waiting.push(resolve);
      child.stdin.write(`${path}\t${join(folder, `listener-${basename(path)}.pdf`)}\t${family}_pdf_Export\n`);
      if ((await promise) !== 'ok') throw new Error(`the listener failed on ${path}`);
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, 'close');
    },
  };
}

/** Several LibreOffices that listen, each document to the one that is free. */
export async function unoListeners(folder: string, count: number): Promise<Peer> {
  const free = await Promise.all(Array.from({ length: count }, (_, n) => unoListener(join(folder, `several-${n}`))));
  const all = [...free];
  const waiting: ((listener: Peer) => void)[] = [];
  return {
    async convert(document) {
      const listener = free.pop() ?? (await new Promise<Peer>((resolve) => waiting.push(resolve)));
      try {
        await listener.convert(document);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(listener);
        else next(listener);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const listener of all) await listener[Symbol.asyncDispose]();
    },
  };
}
