// The kinds of form fields. Each knows the error for a refused value.
import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { pdfStandardNamed, pdfStandardNames } from '#core/pdf-standards.ts';
import { parseFilePages } from './file-pages.ts';
import { parseParts } from './page-parts.ts';
import { parseSelection } from './page-selection.ts';
import { hasControls } from './passwords.ts';
import { secret } from './secrets.ts';
import { parseTurns } from './turned-pages.ts';

interface Refusal {
  refuse: (field: string, value: string) => Failure;
  example?: string;
}

const refusals = z.registry<Refusal>();

/** A field whose refused values have this error. */
export function registered<Schema extends z.ZodType>(schema: Schema, refuse: Refusal['refuse']): Schema {
  refusals.add(schema, { refuse });
  return schema;
}

/** A text that `parse` can read; refuses other texts with `expected`. */
export const readable = (parse: (text: string) => unknown, expected: string, description: string) =>
  registered(
    z
      .string()
      .refine((value) => parse(value) !== null)
      .describe(description),
    (field) => new Failure('invalid_value', { field, expected }),
  ).optional();

/** A choice among a few words; refuses others with `code` and the allowed words. */
export function choice<const Values extends readonly [string, ...string[]]>(
  values: Values,
  code: 'invalid_rotation' | 'invalid_quality' | 'invalid_format',
  description: string,
) {
  const schema = z.enum(values).describe(description);
  return schema.register(refusals, { refuse: (field) => new Failure(code, { field, allowed: [...values] }) });
}

/** One or two standards for the result. */
export const pdfStandard = () =>
  z
    .string()
    .refine((value) => pdfStandardNamed(value) !== null)
    .describe(
      'Standard that the result should meet. If it cannot, `warnings` say why, and the PDF does not claim to meet it.',
    )
    .meta({ enum: [...pdfStandardNames] })
    .register(refusals, {
      refuse: (field) => new Failure('invalid_format', { field, allowed: [...pdfStandardNames] }),
    })
    .optional();

/** Marks a field beyond the API specification: `GET /v1/tools` and forms leave it out. */
const extension = { 'x-extension': true };

/** A selection of pages, checked once the number of pages is known. */
export const pageRanges = () =>
  pageItems(
    parseSelection,
    '1-3,5',
    'Pages, separated by commas: N, A-B, N- (to the last page) or -N (from the first). The result has them in this order.',
  );

/** Pages to read. */
export const readPages = () =>
  pageItems(
    (text) => parseSelection(text, 'pages'),
    '1-3,5',
    'Pages to read, separated by commas: N, A-B, N- (to the last page) or -N (from the first).',
  ).optional();

/** Pages to mark; the others are unchanged. */
export const markedPages = () =>
  pageItems(
    (text) => parseSelection(text, 'pages'),
    '1-3,5',
    'Pages to mark, separated by commas: N, A-B, N- (to the last page) or -N (from the first). By default all.',
  ).optional();

/** The pages of each part, in order. */
export const pageParts = () =>
  pageItems(
    parseParts,
    '1-3;4-9',
    'The pages of each part, at most 200, separated by semicolons: N, A-B, N- (to the last page) or -N (from the first), several of them separated by commas. A page can be in several parts.',
  ).optional();

/** Pages to rotate; the others are unchanged. */
export const turnedPages = () =>
  pageItems(
    parseTurns,
    '2,5-7@180',
    'Pages to rotate, separated by commas: N, A-B, N- or -N, each with @90, @180 or @270 to override `rotation`. If a page is named twice, the last one counts.',
    extension,
  ).optional();

/** Pages of several files. */
export const filePages = () =>
  pageItems(
    parseFilePages,
    '1:1-3,2,1:4@90',
    'Pages of the result, in order, separated by commas: FILE (all pages of a file, counted from 1 in the order sent) or FILE:PAGES (N, A-B, N- or -N), each with @90, @180 or @270 to rotate them clockwise. Each page can be used once; attachments are only kept if every page keeps its place.',
    extension,
  ).optional();

const pageItems = (parse: (text: string) => unknown, example: string, description: string, meta = {}) =>
  z
    .string()
    .refine((value) => errorOf(parse, value) === null)
    .describe(description)
    .meta(meta)
    .register(refusals, {
      example,
      refuse: (field, value) => errorOf(parse, value) ?? new Failure('field_required', { field }),
    });

function errorOf(parse: (text: string) => unknown, value: string): Failure | null {
  try {
    parse(value);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** The password that opens an encrypted PDF. */
export const openPassword = () =>
  z.string().describe('The password that opens the PDF, if it needs one.').meta(secret).optional();

/** A password to set, counted in characters (code points). */
export const newPassword = ({ min, max }: { min: number; max: number }) =>
  z
    .string()
    .refine((value) => [...value].length >= min && [...value].length <= max && !hasControls(value))
    .describe(`The new password, ${min} to ${max} characters.`)
    .meta(secret)
    .register(refusals, {
      refuse: (field, value) => {
        if ([...value].length < min) return new Failure('password_too_short', { field, min });
        if ([...value].length > max) return new Failure('password_too_long', { field, max });
        return new Failure('bad_request', { code: 'malformed_request', field });
      },
    });

/** Text to put on pages. */
export const shortText = ({ max, description, example }: { max: number; description: string; example: string }) =>
  z
    .string()
    .refine((value) => value.trim() !== '' && [...value].length <= max)
    .describe(description)
    .register(refusals, {
      example,
      refuse: (field, value) =>
        value.trim() === ''
          ? new Failure('field_required', { field, example })
          : new Failure('bad_request', { code: 'field_too_long', field, max }),
    });

/** The error for a field with an invalid value. */
export function refusal(schema: z.ZodType, field: string, value: string | undefined): Failure {
  const known = refusalOf(schema);
  if (value !== undefined && known !== undefined) return known.refuse(field, value);
  return new Failure('field_required', { field, ...(known?.example === undefined ? {} : { example: known.example }) });
}

/** Returns the rule of a schema; optional and default wrappers have the rule of the wrapped schema. */
function refusalOf(schema: z.ZodType): Refusal | undefined {
  const own = refusals.get(schema);
  if (own !== undefined) return own;
  const inner: unknown = 'unwrap' in schema && typeof schema.unwrap === 'function' ? schema.unwrap() : undefined;
  return inner instanceof z.ZodType ? refusalOf(inner) : undefined;
}
