// The error catalogue: every code the API can answer, with its HTTP status, its fields and its words.
import { z } from 'zod';

/**
 * Who is to blame decides what happens to the job and the quota:
 * `door` refuses a call before a job exists, `verdict` judges the file (job `rejected`, counted),
 * `breakdown` is the service's own failure (job `failed`, refunded), `read` belongs to the other endpoints.
 */
export type ErrorKind = 'door' | 'verdict' | 'breakdown' | 'read';

interface Entry<Fields extends z.ZodObject> {
  status: number;
  kind: ErrorKind;
  fields: Fields;
  message: (fields: z.infer<Fields>) => string;
  fix: string;
}

const entry = <Fields extends z.ZodObject>(e: Entry<Fields>): Entry<Fields> => e;
const none = z.strictObject({});
const count = z.int().min(0);
const field = z.string().describe('Name of the form field.');
const file = z.string().describe('Name of the file as it was sent.');

export const upgradeSchema = z.strictObject({
  plan: z.string(),
  price_eur_month: count.describe('Monthly price in EUR, excluding tax.'),
  quota: count,
  url: z.string(),
  max_bytes: count,
});
export type Upgrade = z.infer<typeof upgradeSchema>;

const pages = z.strictObject({ pages: count, max_pages: count });
const valueRefused = z.strictObject({ field, allowed: z.array(z.string()) });

const refusedValue = (what: string) =>
  entry({
    status: 400,
    kind: 'door',
    fields: valueRefused,
    message: ({ field: name, allowed }) =>
      `The field "${name}" is not a known ${what}; allowed: ${allowed.join(', ')}.`,
    fix: 'Send one of the allowed values.',
  });

const tooManyPages = entry({
  status: 422,
  kind: 'verdict',
  fields: pages,
  message: ({ pages: has, max_pages }) => `The document has ${has} pages; this tool takes at most ${max_pages}.`,
  fix: 'Split the document, or convert a range of its pages.',
});

export const errors = {
  // 400
  not_enough_files: entry({
    status: 400,
    kind: 'door',
    fields: z.strictObject({ min: count, provided: count }),
    message: ({ min, provided }) => `This tool needs at least ${min} file(s); ${provided} came.`,
    fix: 'Send each input as a multipart part named "file".',
  }),
  too_many_files: entry({
    status: 400,
    kind: 'door',
    fields: z.strictObject({ max: count, provided: count }),
    message: ({ max, provided }) => `This tool takes at most ${max} file(s); ${provided} came.`,
    fix: 'Send fewer files in one call.',
  }),
  field_required: entry({
    status: 400,
    kind: 'door',
    fields: z.strictObject({ field, example: z.string().optional() }),
    message: ({ field: name }) => `The field "${name}" is required and is missing or empty.`,
    fix: 'Send the field as a multipart part of that name.',
  }),
  invalid_rotation: refusedValue('rotation'),
  invalid_quality: refusedValue('quality'),
  invalid_format: refusedValue('value'),
  invalid_page_range: entry({
    status: 400,
    kind: 'door',
    fields: z.strictObject({
      field,
      cause: z.enum(['syntax', 'page_zero', 'beyond_last_page', 'whole_document']),
      range: z.string().describe('The refused piece, as it was written.'),
      total_pages: count.optional().describe('Pages of the document, once it was opened.'),
    }),
    message: ({ range, cause }) => `The page selection "${range}" is refused (${cause}).`,
    fix: 'Write pages as N, A-B, N- or -N, separated by commas, within the document.',
  }),
  password_too_short: entry({
    status: 400,
    kind: 'door',
    fields: z.strictObject({ field, min: count }),
    message: ({ min }) => `The password is shorter than ${min} characters.`,
    fix: 'Choose a longer password.',
  }),
  password_too_long: entry({
    status: 400,
    kind: 'door',
    fields: z.strictObject({ field, max: count }),
    message: ({ max }) => `The password is longer than ${max} characters.`,
    fix: 'Choose a shorter password.',
  }),
  bad_request: entry({
    status: 400,
    kind: 'door',
    fields: z.strictObject({
      code: z.enum([
        'malformed_multipart',
        'duplicate_field',
        'forbidden_field_name',
        'field_too_long',
        'invalid_idempotency_key',
        'malformed_request',
        'upload_too_slow',
      ]),
      field: field.optional(),
      max: count.optional(),
    }),
    message: ({ code }) =>
      code === 'upload_too_slow'
        ? 'The upload brought less than 1 KiB/s for half a minute.'
        : `The request body is refused (${code}).`,
    fix: 'Send a complete multipart/form-data body, each field once.',
  }),

  // 401, 402, 403
  missing_bearer_token: entry({
    status: 401,
    kind: 'door',
    fields: none,
    message: () => 'The header "Authorization: Bearer <API key>" is missing.',
    fix: 'Send your API key with every request.',
  }),
  invalid_api_key: entry({
    status: 401,
    kind: 'door',
    fields: none,
    message: () => 'The API key is not valid, or was revoked.',
    fix: 'Check the key, or create a new one.',
  }),
  account_not_provisioned: entry({
    status: 401,
    kind: 'door',
    fields: none,
    message: () => 'No API plan belongs to the account of this key.',
    fix: 'Choose a plan for the account.',
  }),
  plan_limit_files: entry({
    status: 402,
    kind: 'door',
    fields: z.strictObject({ max_allowed: count }),
    message: ({ max_allowed }) => `The plan takes at most ${max_allowed} file(s) in one conversion.`,
    fix: 'Send fewer files, or choose a larger plan.',
  }),
  credits_expired: entry({
    status: 402,
    kind: 'door',
    fields: z.strictObject({ expired_at: z.int(), upgrade: upgradeSchema.optional() }),
    message: () => 'The trial credits are past their validity.',
    fix: 'Choose a paid plan.',
  }),
  forbidden: entry({
    status: 403,
    kind: 'read',
    fields: none,
    message: () => 'The job belongs to another key.',
    fix: 'Use the key that created the job.',
  }),

  // 404, 405, 409, 410
  tool_not_found: entry({
    status: 404,
    kind: 'door',
    fields: none,
    message: () => 'There is no tool of this name.',
    fix: 'Read the list of tools with GET /v1/tools.',
  }),
  job_not_found: entry({
    status: 404,
    kind: 'read',
    fields: none,
    message: () => 'There is no job of this identifier.',
    fix: 'Use the job_id of a conversion result.',
  }),
  not_found: entry({
    status: 404,
    kind: 'read',
    fields: none,
    message: () => 'There is nothing at this address.',
    fix: 'Read the API reference at /docs.',
  }),
  method_not_allowed: entry({
    status: 405,
    kind: 'read',
    fields: z.strictObject({ allowed: z.array(z.string()) }),
    message: ({ allowed }) => `This address takes ${allowed.join(', ')} only.`,
    fix: 'Use one of the allowed methods.',
  }),
  job_not_ready: entry({
    status: 409,
    kind: 'read',
    fields: z.strictObject({ status: z.enum(['pending', 'failed', 'rejected']) }),
    message: ({ status }) => `The job has no output (${status}).`,
    fix: 'A pending job answers its own call; a failed or rejected one must be sent again.',
  }),
  idempotency_key_reused: entry({
    status: 409,
    kind: 'door',
    fields: none,
    message: () => 'This Idempotency-Key was used for another call within the hour.',
    fix: 'Use a new key for each different call.',
  }),
  file_expired: entry({
    status: 410,
    kind: 'read',
    fields: none,
    message: () => 'The file was deleted at the end of its lifetime.',
    fix: 'Convert the document again.',
  }),
  job_deleted: entry({
    status: 410,
    kind: 'read',
    fields: none,
    message: () => 'The job was deleted.',
    fix: 'Convert the document again.',
  }),

  // 413, 415
  file_too_large: entry({
    status: 413,
    kind: 'door',
    fields: z.strictObject({ max_bytes: count, file, upgrade: upgradeSchema.optional() }),
    message: ({ file: name, max_bytes }) => `The file "${name}" is larger than the plan's ${max_bytes} bytes.`,
    fix: 'Send a smaller file, or choose a larger plan.',
  }),
  payload_too_large: entry({
    status: 413,
    kind: 'door',
    fields: z.strictObject({ max_bytes: count }),
    message: ({ max_bytes }) => `The request is larger than ${max_bytes} bytes.`,
    fix: 'Send fewer or smaller files in one call.',
  }),
  too_many_parts: entry({
    status: 413,
    kind: 'door',
    fields: z.strictObject({ limit: z.enum(['files', 'fields', 'parts']), max: count }),
    message: ({ limit, max }) => `The request has more than ${max} ${limit}.`,
    fix: 'Send fewer parts in one call.',
  }),
  unsupported_media_type: entry({
    status: 415,
    kind: 'door',
    fields: z.strictObject({ received: z.string(), accepted: z.array(z.string()) }),
    message: ({ received, accepted }) =>
      `The ${accepted.includes('identity') ? 'Content-Encoding' : 'Content-Type'} "${received}" cannot be read here.`,
    fix: 'Send multipart/form-data with a boundary (curl -F does), not compressed.',
  }),
  unsupported_content: entry({
    status: 415,
    kind: 'door',
    fields: z.strictObject({ file, detected_type: z.string(), bytes: count }),
    message: ({ file: name, detected_type }) =>
      `The content of "${name}" (${detected_type}) is not what this tool takes.`,
    fix: 'Look at accepted_exts of the tool in GET /v1/tools.',
  }),
  unsupported_format: entry({
    status: 415,
    kind: 'door',
    fields: z.strictObject({ file, received: z.string(), accepted: z.array(z.string()) }),
    message: ({ received, accepted }) => `The image format ${received} is not taken; accepted: ${accepted.join(', ')}.`,
    fix: 'Convert the image to PNG or JPEG first.',
  }),

  // 422
  empty_file: entry({
    status: 422,
    kind: 'door',
    fields: z.strictObject({ file }),
    message: ({ file: name }) => `The file "${name}" has no bytes.`,
    fix: 'Check that the file was read before it was sent.',
  }),
  password_protected: entry({
    status: 422,
    kind: 'door',
    fields: z.strictObject({ file }),
    message: ({ file: name }) => `The file "${name}" is encrypted, and this tool cannot open it.`,
    fix: 'Remove the password (unlock-pdf does it for a PDF) and send the file again.',
  }),
  needs_password: entry({
    status: 422,
    kind: 'door',
    fields: z.strictObject({ file }),
    message: ({ file: name }) => `The file "${name}" asks for a password.`,
    fix: 'Send the password in the field "password".',
  }),
  wrong_password: entry({
    status: 422,
    kind: 'door',
    fields: z.strictObject({ file }),
    message: ({ file: name }) => `The password does not open the file "${name}".`,
    fix: 'Send the right password in the field "password".',
  }),
  pdf_not_protected: entry({
    status: 422,
    kind: 'verdict',
    fields: none,
    message: () => 'The PDF has neither a password nor restrictions.',
    fix: 'Nothing needs to be removed.',
  }),
  pdf_already_protected: entry({
    status: 422,
    kind: 'verdict',
    fields: none,
    message: () => 'The PDF is encrypted already.',
    fix: 'Unlock it first with unlock-pdf.',
  }),
  pdf_scanned_needs_ocr: entry({
    status: 422,
    kind: 'verdict',
    fields: none,
    message: () => 'The PDF is a scan without a text layer.',
    fix: 'Run OCR on it first.',
  }),
  pdf_too_many_pages: tooManyPages,
  too_many_pages: tooManyPages,
  pdf_single_page: entry({
    status: 422,
    kind: 'verdict',
    fields: none,
    message: () => 'The PDF has one page only; there is nothing to split.',
    fix: 'Use the document as it is.',
  }),
  epub_blank_output: entry({
    status: 422,
    kind: 'verdict',
    fields: none,
    message: () => 'The book has nothing that could be printed.',
    fix: 'Check that the EPUB opens in a reader.',
  }),
  epub_too_long: entry({
    status: 422,
    kind: 'verdict',
    fields: pages,
    message: ({ pages: has, max_pages }) => `The book has at least ${has} pages; at most ${max_pages} are laid out.`,
    fix: 'Split the book.',
  }),
  ps_blank_output: entry({
    status: 422,
    kind: 'verdict',
    fields: none,
    message: () => 'The PostScript program draws no page.',
    fix: 'Check that the file is a document and not a font or a procedure library.',
  }),
  unsupported_characters: entry({
    status: 422,
    kind: 'door',
    fields: z.strictObject({ field, characters: z.array(z.string()) }),
    message: ({ field: name, characters }) =>
      `The field "${name}" has characters that no embedded font can show: ${characters.join(' ')}`,
    fix: 'Leave these characters out.',
  }),
  output_too_large: entry({
    status: 422,
    kind: 'verdict',
    fields: z.strictObject({
      max_bytes: count.optional(),
      format: z.string().optional(),
      page: count.optional(),
      max_pixels: count.optional(),
    }),
    message: () => 'The result would be larger than this tool makes.',
    fix: 'Convert fewer pages at once.',
  }),
  source_unreadable: entry({
    status: 422,
    kind: 'verdict',
    fields: z.strictObject({ file: file.optional() }),
    message: () => 'The file has the right type but cannot be opened: it is damaged, cut short or not standard.',
    fix: 'Open and save it again in the program that made it.',
  }),

  // 429
  rate_limited: entry({
    status: 429,
    kind: 'door',
    fields: z.strictObject({ retry_after: count.describe('Seconds.'), limit: count }),
    message: ({ limit, retry_after }) =>
      `More than ${limit} calls came in the time that is counted; the next may come in ${retry_after} s.`,
    fix: 'Wait as long as Retry-After says.',
  }),
  quota_exceeded: entry({
    status: 429,
    kind: 'door',
    fields: z.strictObject({
      quota_period_end: z.int().nullable(),
      period_end: z.int().nullable().optional(),
      upgrade: upgradeSchema.optional(),
    }),
    message: () => 'The conversions of this period are used up.',
    fix: 'Wait for quota_period_end, or choose a larger plan.',
  }),

  // 5xx
  conversion_failed: entry({
    status: 500,
    kind: 'breakdown',
    fields: z.strictObject({ engine: z.string().optional() }),
    message: () => 'The conversion broke down. Nothing was counted.',
    fix: 'Try again; if it fails again, tell the operator the job_id.',
  }),
  internal_error: entry({
    status: 500,
    kind: 'breakdown',
    fields: none,
    message: () => 'Something broke inside the service.',
    fix: 'Try again later.',
  }),
  server_busy: entry({
    status: 503,
    kind: 'door',
    fields: z.strictObject({ retry_after: count.describe('Seconds.') }),
    message: () => 'The service has no room for this call at the moment.',
    fix: 'Wait as long as Retry-After says, then try again.',
  }),
  conversion_timeout: entry({
    status: 504,
    kind: 'breakdown',
    fields: z.strictObject({ engine: z.string(), timeout_ms: count }),
    message: ({ timeout_ms }) => `The conversion took longer than ${timeout_ms} ms. Nothing was counted.`,
    fix: 'Send a smaller or simpler document.',
  }),
} as const;

export type ErrorCode = keyof typeof errors;
export type ErrorFields<Code extends ErrorCode> = z.infer<(typeof errors)[Code]['fields']>;
export const errorCodes = Object.keys(errors) as ErrorCode[];
