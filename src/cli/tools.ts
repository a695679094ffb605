// ./platen tools: what each tool accepts and produces.
import { extensionsOf } from '#core/formats.ts';
import { tools as allTools } from '#conversion/tools/index.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import type { Define } from './command.ts';

/** The names that `GET /v1/tools` has, and two more. */
const fieldsOf = ({ id, summary, files, accepts, produces }: Tool) => ({
  id,
  summary,
  min_files: files.min,
  max_files: files.max,
  accepted_exts: extensionsOf(accepts),
  produced_ext: produces.format.extensions[0] ?? null,
});

export const tools: Define = (command) => {
  command.option('--json', 'as JSON').action(({ json = false }: { json?: boolean }) => {
    const listed = allTools.map(fieldsOf);
    process.stdout.write(json ? `${JSON.stringify(listed, null, 2)}\n` : listed.map(asLines).join('\n'));
  });
};

function asLines({ id, summary, max_files, accepted_exts, produced_ext }: ReturnType<typeof fieldsOf>): string {
  const count = max_files > 1 ? ` (up to ${max_files} files)` : '';
  return `${id}: ${summary}\n  ${accepted_exts.join(' ')}${count} -> ${produced_ext}\n`;
}
