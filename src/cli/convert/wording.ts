// Advice about an error at the command line: the advice of the pages, unless it is about options.
import { takers, type ErrorCode } from '#core/errors.ts';
import type { Failure } from '#core/failure.ts';
import { extensionsOf, formats } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';

const hints: Partial<Record<ErrorCode, (fields: Failure['fields'], tool: Tool) => string>> = {
  field_required: ({ field }) => `Give it with --${String(field)}.`,
  unsupported_content: ({ detected_type: type }, tool) =>
    type === formats.zipCorrupt.id
      ? 'Save the document again.'
      : `${tool.id} takes ${extensionsOf(tool.accepts).join(' ')}.${takers[String(type)] === undefined ? '' : ` ${takers[String(type)]} takes this one.`}`,
  needs_password: () => 'Give it with --password.',
  wrong_password: () => 'Give the right one with --password.',
};

export const hintFor = ({ code, fields, byHand }: Failure, tool: Tool): string => hints[code]?.(fields, tool) ?? byHand;
