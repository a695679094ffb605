// Advice about an error on the command line: the advice of the pages, unless it is about options.
import { takers, type ErrorCode } from '#core/errors.ts';
import type { Failure } from '#core/failure.ts';
import { extensionsOf, formats } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';

const hints: Partial<Record<ErrorCode, (fields: Failure['fields']) => string>> = {
  field_required: ({ field }) => `Give it with --${String(field)}.`,
  needs_password: () => 'Pass it with --password-file, or use --password to be prompted for it.',
  wrong_password: () => 'Pass the correct one with --password-file, or use --password to be prompted for it.',
};

/** `tool`: the one that was called, once that is known. */
export function hintFor({ code, fields, byHand }: Failure, tool?: Tool): string {
  if (code === 'unsupported_content' && tool !== undefined) return takenBy(tool, String(fields['detected_type']));
  return hints[code]?.(fields) ?? byHand;
}

function takenBy({ id, accepts }: Tool, type: string): string {
  if (type === formats.zipCorrupt.id) return 'Save the document again.';
  const other = takers[type] === undefined ? '' : ` Use ${takers[type]} for this one.`;
  return `${id} accepts ${extensionsOf(accepts).join(' ')}.${other}`;
}
