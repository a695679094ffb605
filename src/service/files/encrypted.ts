// Stored files that are encrypted at rest. Without its key, a file is noise, wherever a disk or a bucket keeps it; a backup
// of Platen contains the keys at that time, and the secret that encrypts them.
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { FileKeys } from './file-keys.ts';
import type { ByteRange, Files, LocalInput } from './files.ts';
import { headBytes, readHead, sealedLength, sealedRange, sealing, unsealing } from './sealed-file.ts';

const privately = { mode: 0o600 } as const;

/** Wraps files with encryption. Reads encrypted files whether new files are encrypted (`isOn`) or not. */
export function encryptedFiles(files: Files, keys: FileKeys, isOn: boolean): Files {
  const keyFor = (id: string, kind: 'output' | 'inputs') => (isOn ? keys.make(id, kind) : undefined);

  return {
    isShared: files.isShared,
    ids: () => files.ids(),
    inputNames: (id) => files.inputNames(id),

    // A bucket could only send noise.
    ...(isOn || files.outputAddress === undefined
      ? {}
      : {
          outputAddress: async (id, options) =>
            (await keys.find(id, 'output')) === undefined ? files.outputAddress?.(id, options) : undefined,
        }),

    async putOutput(id, path) {
      const key = await keyFor(id, 'output');
      if (key !== undefined) await rename(await sealBeside(path, key), path);
      await files.putOutput(id, path);
    },

    async copyOutput(id, copyId) {
      await keys.copy(id, copyId);
      const isCopied = await files.copyOutput(id, copyId);
      if (!isCopied) await keys.forget(copyId, 'output');
      return isCopied;
    },

    async localOutput(id, folder) {
      const key = await keys.find(id, 'output');
      if (key === undefined) return files.localOutput(id, folder);
      const plain = await readSealed(files, id, key);
      if (plain === null) return null;
      const path = join(folder, 'plain');
      await pipeline(plain, createWriteStream(path, privately));
      return path;
    },

    async readOutput(id, range) {
      const key = await keys.find(id, 'output');
      return key === undefined ? files.readOutput(id, range) : readSealed(files, id, key, range);
    },

    async putPreview(id, picture, page) {
      const key = await keys.find(id, 'output');
      // The result's key is deleted with it; without both, the page must not be stored in plain.
      if (key === undefined && isOn && !(await isStored(files, id))) return;
      const sealed =
        key === undefined ? picture : await buffer(Readable.from([picture]).pipe(sealing(key, picture.length)));
      await files.putPreview(id, sealed, page);
    },

    async readPreview(id, page) {
      const stored = await files.readPreview(id, page);
      const key = stored === null || stored.length === 0 ? undefined : await keys.find(id, 'output');
      return stored === null || key === undefined ? stored : unsealed(stored, key);
    },

    async putInputs(id, inputs) {
      const key = await keyFor(id, 'inputs');
      if (key === undefined) return files.putInputs(id, inputs);
      const sealed: LocalInput[] = [];
      for (const { name, path } of inputs) sealed.push({ name, path: await sealBeside(path, key) });
      await files.putInputs(id, sealed);
      for (const { path } of inputs) await rm(path, { force: true });
    },

    async copyInput(id, n, to) {
      const key = await keys.find(id, 'inputs');
      if (key === undefined) return files.copyInput(id, n, to);
      const sealed = `${to}.sealed`;
      try {
        await files.copyInput(id, n, sealed);
        const head = readHead(await buffer(createReadStream(sealed, { end: headBytes - 1 })), key);
        const plain = { start: 0, end: head.length - 1 };
        await pipeline(
          createReadStream(sealed, { start: headBytes }),
          unsealing(head, plain),
          createWriteStream(to, privately),
        );
      } finally {
        await rm(sealed, { force: true });
      }
    },

    // Deletes the file first, which makes room for the database on a full disk, and never leaves a file without its key.
    async deleteInputs(id) {
      await files.deleteInputs(id);
      await keys.forget(id, 'inputs');
    },
    async deleteOutput(id) {
      await files.deleteOutput(id);
      await keys.forget(id, 'output');
    },
  };
}

/** Reads the plain bytes of an output, or of a part of it. */
async function readSealed(files: Files, id: string, key: Buffer, range?: ByteRange): Promise<Readable | null> {
  const first = await files.readOutput(id, { start: 0, end: headBytes - 1 });
  if (first === null) return null;
  const head = readHead(await buffer(first), key);
  const wanted = range ?? { start: 0, end: head.length - 1 };
  const { start, end } = sealedRange(wanted);
  const sealed = await files.readOutput(id, { start, end: Math.min(end, sealedLength(head.length) - 1) });
  if (sealed === null) return null;
  const plain = unsealing(head, wanted);
  // A read error reaches the consumer, and a consumer that stops ends the reading.
  pipeline(sealed, plain).catch(() => {});
  // A file that cannot be opened throws before any of it is sent.
  await once(plain, 'readable');
  return plain;
}

async function isStored(files: Files, id: string): Promise<boolean> {
  const first = await files.readOutput(id, { start: 0, end: 0 });
  first?.destroy();
  return first !== null;
}

/** Encrypts a file next to the plain one, and returns its path. */
async function sealBeside(path: string, key: Buffer): Promise<string> {
  const { size } = await stat(path);
  const sealed = `${path}.sealed`;
  await pipeline(createReadStream(path), sealing(key, size), createWriteStream(sealed, privately));
  return sealed;
}

function unsealed(stored: Buffer, key: Buffer): Promise<Buffer> {
  const head = readHead(stored.subarray(0, headBytes), key);
  return buffer(Readable.from([stored.subarray(headBytes)]).pipe(unsealing(head, { start: 0, end: head.length - 1 })));
}
