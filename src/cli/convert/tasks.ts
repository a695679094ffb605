// Plans which files become which results: a task for each result, and no two tasks with the same target.
import { stat } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { ifAbsent } from '#core/absent.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { outputName } from '#service/jobs/output-name.ts';
import { UsageError } from '../command.ts';
import type { Source } from './sources.ts';

export interface Task {
  sources: readonly Source[];
  /** A path, or `-` for standard output. */
  target: string;
}

/**
 * Plans one task for all files if the tool joins them, otherwise one for each. Results go to `output`, or next to
 * their inputs. @throws UsageError when several results would be the same file
 */
export async function tasksOf(tool: Tool, sources: readonly Source[], output: string | undefined): Promise<Task[]> {
  const groups = tool.files.max > 1 ? [sources] : sources.map((source) => [source]);
  const isSeveral = groups.length > 1 || (tool.files.max === 1 && sources.some(({ isFound }) => isFound));
  const folder = await folderOf(output, isSeveral);
  const placeOf = (source: Source | undefined) => {
    if (folder !== null) return join(folder, source?.below ?? '');
    return dirname(source?.path ?? '');
  };
  const extension = tool.produces.format.extensions[0] ?? '';
  const defaults = groups.map(([first]) => join(placeOf(first), outputName(tool, first?.name ?? '')));
  const isShared = sharedAmong(defaults);
  // Two files that differ only in their extensions become `a.docx.pdf` and `a.odt.pdf`.
  const targets = groups.map(([first], n) => {
    const target = defaults[n] ?? '';
    return isShared(target) ? join(placeOf(first), `${first?.name ?? ''}${tool.produces.suffix}${extension}`) : target;
  });
  const same = targets.find(sharedAmong(targets));
  if (same !== undefined) throw new UsageError(`several files would become ${same}; convert them one folder at a time`);
  return groups.map((group, n) => {
    if (folder !== null) return { sources: group, target: targets[n] ?? '' };
    // `output` names a file only for a single result, and standard input has no folder.
    return { sources: group, target: output ?? (group[0]?.path === '-' ? '-' : (targets[n] ?? '')) };
  });
}

/** Whether a path occurs more than once. */
function sharedAmong(paths: readonly string[]): (path: string) => boolean {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(resolve(path), (counts.get(resolve(path)) ?? 0) + 1);
  return (path) => (counts.get(resolve(path)) ?? 0) > 1;
}

/** Returns the folder for results; null if `output` is a file, or missing. */
async function folderOf(output: string | undefined, isSeveral: boolean): Promise<string | null> {
  if (output === undefined) return null;
  if (output === '-') {
    if (isSeveral) throw new UsageError('several results cannot go to standard output');
    return null;
  }
  const facts = await stat(output).catch(ifAbsent(null));
  if (facts?.isDirectory() === true || output.endsWith('/')) return output;
  if (isSeveral && extname(output) !== '')
    throw new UsageError(`several results cannot go into one file; name a folder, as in -o ${output}/`);
  if (!isSeveral) return null;
  if (facts !== null) throw new UsageError(`${output} is a file, but there are several results: -o must name a folder`);
  return output;
}
