// The place of assistants on a machine: files are paths inside the folders that the person allows, and results lie beside them.
import { constants, open, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallToolResult, ReadResourceResult, Resource } from '@modelcontextprotocol/sdk/types.js';
import { inUnits, MiB } from '#core/bytes.ts';
import { isReadable, type Format } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import type { Call, Context, Place } from './place.ts';
import { Problem } from './problem.ts';
import { answerOf, isInline, resultName, resultTool } from './result.ts';
import { fileInside, newFileInside, rootsAt } from './roots.ts';

/** An input: its real path and its name. */
export interface Source {
  path: string;
  name: string;
}

/** Facts about a result besides its file. */
export interface Delivered {
  pages?: number;
  warnings?: readonly string[];
}

export interface Local {
  tools: Place['tools'];
  extraTools: Place['extraTools'];
  /** The folders that are allowed now. */
  roots(): Promise<readonly string[]>;
  /** Converts, and writes the result over the empty file at `target`. */
  deliver(call: Call, sources: readonly Source[], target: string, context: Context): Promise<Delivered>;
}

type Roots = Awaited<ReturnType<typeof rootsAt>>;

const maxReadBytes = 7 * MiB;

export function localPlace(local: Local): Place {
  /** Results of this process, by their addresses. */
  const results = new Map<string, { path: string; format: Format }>();
  return {
    file: { type: 'string', description: 'The path of a file, absolute or below an allowed folder.' },
    example: '"report.docx"',
    output: {
      type: 'string',
      description:
        'The path of the result, or a folder for it; by default it lies beside the first file. In a folder it has its usual name, with a number where that is taken. No file is overwritten.',
    },
    instructions:
      'Converts documents on this machine. Files are paths inside the folders that the person allows; results are new files beside them, and no file is overwritten or deleted. convert_in_steps does several steps at once.',
    tools: (signal) => local.tools(signal),
    extraTools: local.extraTools,
    convert: (call, context) => convert(local, call, context, results),
    resourceTemplates: [],
    async resources() {
      const roots = await rootsAt(await local.roots());
      const listed = await Promise.all(
        [...results].map(async ([uri, { path, format }]): Promise<Resource[]> => {
          const real = await fileInside(path, roots).catch(() => null);
          const facts = real === null ? null : await stat(real).catch(() => null);
          return facts === null ? [] : [{ uri, name: basename(path), mimeType: format.mime, size: facts.size }];
        }),
      );
      return listed.flat();
    },
    read: async (uri) => await read(uri, results.get(uri), await rootsAt(await local.roots())),
  };
}

async function convert(
  local: Local,
  call: Call,
  context: Context,
  results: Map<string, { path: string; format: Format }>,
): Promise<CallToolResult> {
  const roots = await rootsAt(await local.roots());
  const sources = await Promise.all(
    call.files.map(async (asked) => {
      if (typeof asked !== 'string') throw new Problem('invalid_arguments', 'Pass a file as its path, a string.');
      return { path: await fileInside(asked, roots), name: basename(asked) };
    }),
  );
  const tool = resultTool(call, await local.tools(context.signal));
  const { format } = tool.produces;
  const [first] = sources;
  const defaultName = resultName(tool, first?.name ?? '');
  const { output } = call;
  const { path, isNamed } =
    output === undefined
      ? { path: join(dirname(first?.path ?? ''), defaultName), isNamed: false }
      : await newFileInside(output, defaultName, roots);
  const target = isNamed ? await reservedAs(path, tool, output ?? path) : await reserved(path);
  try {
    await context.progress.report(0, 'The conversion begins.');
    const { pages, warnings = [] } = await local.deliver(call, sources, target, context);
    const { size } = await stat(target);
    const uri = pathToFileURL(target).href;
    results.set(uri, { path: target, format });
    return answerOf({
      name: basename(target),
      format,
      bytes: size,
      warnings,
      uri,
      where: `It is at ${target}.`,
      text: isInline(format, size) ? await readFile(target, 'utf8') : undefined,
      more: { path: target, ...(pages === undefined ? {} : { pages }) },
    });
  } catch (error) {
    // The existing file is not a result.
    await rm(target, { force: true });
    throw error;
  }
}

const maxNumber = 999;

/** A free name beside others: `report.pdf`, `report-2.pdf` … The file is made, so that nobody else gets it. */
async function reserved(path: string): Promise<string> {
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  for (let number = 1; number <= maxNumber; number++) {
    const candidate = number === 1 ? path : `${stem}-${number}${extension}`;
    if (await made(candidate)) return candidate;
  }
  throw new Problem('output_exists', `${path} and ${maxNumber} more of its kind exist already.`, {
    remedy: 'Name another output.',
  });
}

/** The requested name, with the extension of the result. */
async function reservedAs(path: string, { produces }: Tool, asked: string): Promise<string> {
  const { extensions } = produces.format;
  if (!extensions.includes(extname(path).toLowerCase()))
    throw new Problem(
      'path_refused',
      `The result is a ${extensions[0]}, so "output" must end in ${extensions.join(' or ')}.`,
    );
  if (await made(path)) return path;
  throw new Problem('output_exists', `${asked} exists already, and no file is overwritten.`, {
    remedy: 'Name another output, or leave it out.',
  });
}

async function made(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new Problem('cannot_write', `${path} cannot be written (${code}).`, {
      remedy: 'Name an output in another allowed folder.',
    });
  }
}

/** The folders that are allowed, and where links lead, may have changed since the result was made. */
async function read(
  uri: string,
  found: { path: string; format: Format } | undefined,
  roots: Roots,
): Promise<ReadResourceResult> {
  if (found === undefined) throw new Problem('resource_not_found', `${uri} is no result of this session.`);
  const { path, format } = found;
  const gone = () => new Problem('resource_not_found', `${path} is no longer there.`);
  const real = await fileInside(path, roots).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'path_refused' ? error : gone();
  });
  await using file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => {
    throw gone();
  });
  const { size } = await file.stat();
  if (size > maxReadBytes)
    throw new Problem('too_large', `${path} is ${inUnits(size)}; a message holds ${inUnits(maxReadBytes)}.`);
  const bytes = await file.readFile();
  const body = isReadable(format) ? { text: bytes.toString() } : { blob: bytes.toString('base64') };
  return { contents: [{ uri, mimeType: format.mime, ...body }] };
}
