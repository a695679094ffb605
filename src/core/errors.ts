// The error catalogue: every code the API can answer, with its HTTP status, its fields and its message.
import type { z } from 'zod';
import { engineLimits } from './engine-limits.ts';
import type { Schemas } from './error-fields.ts';

/**
 * The meaning of an error for the job and the quota:
 * `refused`: the request was refused before a job existed, nothing is counted; `rejected`: the file was rejected, the
 * conversion is counted; `failed`: the service failed, the conversion is refunded; `read`: errors of the other endpoints.
 */
export type ErrorKind = 'refused' | 'rejected' | 'failed' | 'read';

interface Entry<Fields extends z.ZodObject> {
  status: number;
  kind: ErrorKind;
  /** Made where they are asked for (error-fields.ts): what runs in a sandbox only throws them. */
  fields: (schemas: Schemas) => Fields;
  message: (fields: z.infer<Fields>) => string;
  fix: string;
  /** Advice for people at a page or a command line, where {@link Entry.fix} is for programs. */
  byHand?: string;
  /** Advice for certain values of the fields; undefined where {@link Entry.fix} applies. */
  fixFor?: (fields: z.infer<Fields>) => string | undefined;
}

const entryOf =
  (kind: ErrorKind) =>
  <Fields extends z.ZodObject>(status: number, said: Omit<Entry<Fields>, 'status' | 'kind'>): Entry<Fields> => ({
    status,
    kind,
    ...said,
  });
const refused = entryOf('refused');
const rejected = entryOf('rejected');
const failed = entryOf('failed');
const read = entryOf('read');
const none = ({ z }: Schemas) => z.strictObject({});
const pages = ({ z, count }: Schemas) => z.strictObject({ pages: count, max_pages: count });
const valueRefused = ({ z, field }: Schemas) => z.strictObject({ field, allowed: z.array(z.string()) });

/** The `detected_type` of office documents and books whose archive is broken. */
const damagedArchive = 'zip_corrupt';

/** The tools for content that people send to others, by `detected_type`. */
export const takers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['png', 'jpeg', 'webp', 'gif', 'tiff'].map((image) => [image, 'image-to-pdf'])),
  heic: 'heic-to-pdf',
  epub: 'epub-to-pdf',
  ps: 'ps-to-pdf',
};

const inPages = (count = 0): string => `${count} page${count === 1 ? '' : 's'}`;

const refusedValue = (what: string) =>
  refused(400, {
    fields: valueRefused,
    message: ({ field: name, allowed }) =>
      `The field "${name}" is not a valid ${what}. Allowed: ${allowed.join(', ')}.`,
    fix: 'Send one of the allowed values.',
  });

const tooManyPages = rejected(422, {
  fields: pages,
  message: ({ pages: has, max_pages }) => `The document has ${has} pages; this tool accepts at most ${max_pages}.`,
  fix: 'Split the document, or convert a range of its pages.',
});

export const errors = {
  // 400
  not_enough_files: refused(400, {
    fields: ({ z, count }) => z.strictObject({ min: count, provided: count }),
    message: ({ min, provided }) => `This tool needs at least ${min} file(s); the request has ${provided}.`,
    fix: 'Send each input file as a multipart part named "file".',
    byHand: 'Choose more files.',
  }),
  too_many_files: refused(400, {
    fields: ({ z, count }) => z.strictObject({ max: count, provided: count }),
    message: ({ max, provided }) => `This tool accepts at most ${max} file(s); the request has ${provided}.`,
    fix: 'Send fewer files in one request.',
    byHand: 'Choose fewer files.',
  }),
  field_required: refused(400, {
    fields: ({ z, field }) => z.strictObject({ field, example: z.string().optional() }),
    message: ({ field: name }) => `The field "${name}" is required, but is missing or empty.`,
    fix: 'Send the field as a multipart part with that name.',
    byHand: 'Fill in the field.',
  }),
  invalid_rotation: refusedValue('rotation'),
  invalid_quality: refusedValue('quality'),
  invalid_format: refusedValue('value'),
  invalid_value: refused(400, {
    fields: ({ z, field }) =>
      z.strictObject({ field, expected: z.string().describe('What the field takes, in words.') }),
    message: ({ field: name, expected }) => `The field "${name}" takes ${expected}.`,
    fix: 'Send a value of that kind, or leave the field out.',
  }),
  invalid_page_range: refused(400, {
    fields: ({ z, count, field }) =>
      z.strictObject({
        field,
        cause: z.enum(['syntax', 'page_zero', 'beyond_last_page', 'whole_document']),
        range: z.string().describe('The invalid item, as it was sent.'),
        total_pages: count.optional().describe('Number of pages in the document, once it has been opened.'),
      }),
    message: ({ range, cause, total_pages: total }) =>
      ({
        syntax: `"${range}" is neither a page nor a range from a lower to a higher page.`,
        page_zero: `Pages count from 1, but "${range}" begins before that.`,
        beyond_last_page:
          total === undefined
            ? `"${range}" names a file that was not sent.`
            : `The document has ${inPages(total)}, but "${range}" goes beyond the last one.`,
        whole_document: `"${range}" selects the whole document, all ${inPages(total)} in their order.`,
      })[cause],
    fix: 'Write pages as N, A-B, N- or -N, separated by commas, and within the document.',
    fixFor: ({ cause }) => (cause === 'whole_document' ? 'Leave pages out, or send them in another order.' : undefined),
  }),
  password_too_short: refused(400, {
    fields: ({ z, count, field }) => z.strictObject({ field, min: count }),
    message: ({ min }) => `The password is shorter than ${min} characters.`,
    fix: 'Choose a longer password.',
  }),
  password_too_long: refused(400, {
    fields: ({ z, count, field }) => z.strictObject({ field, max: count }),
    message: ({ max }) => `The password is longer than ${max} characters.`,
    fix: 'Choose a shorter password.',
  }),
  invalid_webhook_url: refused(400, {
    fields: ({ z }) =>
      z.strictObject({
        reason: z
          .enum(['syntax', 'refused_address', 'not_a_webhook'])
          .describe('`not_a_webhook`: no enabled webhook of the account has the same origin.'),
      }),
    message: ({ reason }) =>
      ({
        syntax: 'The address of the webhook is not one of http or https.',
        refused_address: 'The address of the webhook is not a public one on port 80 or 443.',
        not_a_webhook: 'No webhook of the account that is switched on has the same scheme, host and port.',
      })[reason],
    fix: 'Use a public https address of your own.',
    fixFor: ({ reason }) =>
      reason === 'not_a_webhook' ? 'Add a webhook with this origin first, by POST /v1/webhooks.' : undefined,
  }),
  invalid_steps: refused(400, {
    fields: ({ z, count }) =>
      z.strictObject({
        step: count.nullable().describe('Counts from 0; null where it is not one step.'),
        reason: z
          .enum(['syntax', 'count', 'tool', 'field', 'content', 'files'])
          .describe(
            '`content`: the step does not take what the one before gives. `files`: it needs more than one file.',
          ),
      }),
    message: ({ step, reason }) =>
      ({
        syntax: 'The field "steps" is not a JSON array of objects with a "tool".',
        count: 'A pipeline has one to eight steps.',
        tool: `Step ${step} names a tool that does not exist.`,
        field: `Step ${step} has a field that its tool does not have.`,
        content: `Step ${step} does not take what the step before it gives.`,
        files: `Step ${step} needs more than one file.`,
      })[reason],
    fix: 'Send steps such as [{"tool":"office-to-pdf"},{"tool":"compress-pdf"}], in an order in which each takes what the one before gives.',
  }),
  bad_request: refused(400, {
    fields: ({ z, count, field }) =>
      z.strictObject({
        code: z.enum([
          'malformed_multipart',
          'duplicate_field',
          'forbidden_field_name',
          'field_too_long',
          'invalid_idempotency_key',
          'malformed_request',
          'invalid_query',
          'invalid_body',
          'too_many_webhooks',
          'invalid_upload',
          'upload_too_slow',
        ]),
        field: field.optional(),
        max: count.optional(),
      }),
    message: ({ code, field: name = '', max = 0 }) =>
      ({
        malformed_multipart: 'The body is not a complete multipart/form-data document.',
        duplicate_field: `The field "${name}" was sent more than once.`,
        forbidden_field_name: `A field cannot be called "${name}".`,
        field_too_long: `The field "${name}" is longer than ${max} characters.`,
        invalid_idempotency_key: 'The Idempotency-Key is not 1 to 255 visible ASCII characters.',
        malformed_request: name === '' ? 'The request cannot be read.' : `The field "${name}" has control characters.`,
        invalid_body: `The field "${name}" of the body is not valid.`,
        too_many_webhooks: `An account has at most ${max} webhooks.`,
        invalid_upload: 'The header Upload-Length is missing, or no count of bytes.',
        invalid_query: `The field "${name}" of the query is not valid.`,
        upload_too_slow: 'The upload was slower than 1 KiB/s for 30 seconds.',
      })[code],
    fix: 'Send a complete multipart/form-data body with each field once.',
    fixFor: ({ code, max = 0 }) =>
      ({
        field_too_long: `Send at most ${max}.`,
        invalid_idempotency_key: 'Use a UUID for each conversion.',
        invalid_body: 'Send JSON with the fields of the documentation.',
        too_many_webhooks: 'Remove one that is no longer needed.',
        invalid_upload: 'Send the size of the file in Upload-Length.',
        invalid_query: 'See the documentation of the call for its fields.',
        upload_too_slow: 'Send it again over a better connection.',
      })[code as string],
  }),

  // 401, 402, 403
  missing_bearer_token: refused(401, {
    fields: none,
    message: () => 'The header "Authorization: Bearer <API key>" is missing.',
    fix: 'Send your API key with every request.',
  }),
  invalid_api_key: refused(401, {
    fields: none,
    message: () => 'The API key is invalid, has expired or has been revoked.',
    fix: 'Check the key, or create a new one in the dashboard.',
  }),
  account_not_provisioned: refused(401, {
    fields: ({ z }) =>
      z.strictObject({
        suspended: z.literal(true).optional().describe('Present when the administrator has suspended the account.'),
      }),
    message: ({ suspended }) =>
      suspended === true
        ? 'The account of this key is suspended by the administrator of the service.'
        : 'The account of this key has no API plan.',
    fix: 'Choose a plan for the account.',
    fixFor: ({ suspended }) => (suspended === true ? 'Ask the administrator of the service.' : undefined),
  }),
  plan_limit_files: refused(402, {
    fields: ({ z, count }) => z.strictObject({ max_allowed: count }),
    message: ({ max_allowed }) => `Your plan allows at most ${max_allowed} file(s) per conversion.`,
    fix: 'Send fewer files, or choose a larger plan.',
  }),
  credits_expired: refused(402, {
    fields: ({ z, upgrade }) => z.strictObject({ expired_at: z.int(), upgrade: upgrade.optional() }),
    message: () => 'The trial credits have expired.',
    fix: 'Choose a paid plan.',
  }),
  forbidden: read(403, {
    fields: ({ z }) =>
      z.strictObject({
        scope: z
          .string()
          .optional()
          .describe('The scope that the key lacks; absent when the job belongs to another key.'),
        tools: z.array(z.string()).optional().describe('The tools that the key may convert with.'),
      }),
    message: ({ scope, tools }) =>
      scope === undefined
        ? 'The job belongs to another API key.'
        : tools === undefined
          ? `The API key lacks the scope "${scope}".`
          : 'The API key may not convert with this tool.',
    fix: 'Use the key that created the job.',
    fixFor: ({ scope }) => (scope === undefined ? undefined : 'Use a key that may, or create one.'),
  }),

  // 404, 405, 409, 410
  tool_not_found: refused(404, {
    fields: none,
    message: () => 'There is no tool with this name.',
    fix: 'List the tools with GET /v1/tools.',
    byHand: 'Choose another tool.',
  }),
  file_not_found: refused(404, {
    fields: ({ z, field }) => z.strictObject({ field }),
    message: ({ field: name }) => `The field "${name}" names neither a complete upload nor a result of this key.`,
    fix: 'Send the identifier of a complete upload, or of a job of the same key whose result is still there.',
  }),
  webhook_not_found: read(404, {
    fields: none,
    message: () => 'The account has no such webhook.',
    fix: 'List the webhooks with GET /v1/webhooks.',
  }),
  delivery_not_found: read(404, {
    fields: none,
    message: () => 'The webhook has no such delivery.',
    fix: 'List its deliveries; they are kept for 30 days.',
  }),
  job_not_found: read(404, {
    fields: none,
    message: () => 'There is no job with this identifier.',
    fix: 'Use the job_id that the conversion returned.',
  }),
  not_found: read(404, {
    fields: none,
    message: () => 'There is no such endpoint.',
    fix: 'See the API reference at /docs.',
  }),
  misdirected_request: read(421, {
    fields: none,
    message: () => 'This service does not answer to the name that the request was sent to.',
    fix: "Use the service's public address, or have its operator add the name to PLATEN_HOSTS.",
  }),
  method_not_allowed: read(405, {
    fields: ({ z }) => z.strictObject({ allowed: z.array(z.string()) }),
    message: ({ allowed }) => `This endpoint accepts only ${allowed.join(', ')}.`,
    fix: 'Use one of the allowed methods.',
  }),
  job_not_ready: read(409, {
    fields: ({ z, count }) =>
      z.strictObject({
        status: z.enum(['pending', 'failed', 'rejected']),
        job_id: z.string().optional().describe('Of an asynchronous job.'),
        progress: z
          .strictObject({ done: count, of: count, unit: z.enum(['pages', 'files', 'steps']) })
          .nullable()
          .optional()
          .describe('Of an asynchronous job, where known.'),
        position: count.nullable().optional().describe('Jobs before an asynchronous job; null once it runs.'),
        retry_after: count.optional().describe('Seconds, for an asynchronous job.'),
        outcome: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('The error that ended an asynchronous job, as a waiting call would be answered.'),
      }),
    message: ({ status }) => `The job has no output: it is ${status}.`,
    fix: 'Wait until a pending job has finished; convert the file again if the job failed or was rejected.',
  }),
  upload_conflict: refused(409, {
    fields: ({ z, count }) => z.strictObject({ offset: count.describe('Bytes that have arrived.') }),
    message: ({ offset }) => `The upload goes on at byte ${offset}.`,
    fix: 'Ask for Upload-Offset with HEAD, and send the bytes from there.',
  }),
  idempotency_key_reused: refused(409, {
    fields: none,
    message: () => 'This Idempotency-Key was already used for a different request within the last hour.',
    fix: 'Use a new key for each new request.',
  }),
  file_expired: read(410, {
    fields: none,
    message: () => 'The file has expired and was deleted.',
    fix: 'Convert the document again.',
  }),
  job_deleted: read(410, {
    fields: none,
    message: () => 'The job was deleted.',
    fix: 'Convert the document again.',
  }),

  // 413, 415
  file_too_large: refused(413, {
    fields: ({ z, count, file, upgrade }) => z.strictObject({ max_bytes: count, file, upgrade: upgrade.optional() }),
    message: ({ file: name, max_bytes }) =>
      `The file "${name}" is larger than the ${max_bytes} bytes your plan allows.`,
    fix: 'Send a smaller file, or choose a larger plan.',
  }),
  payload_too_large: refused(413, {
    fields: ({ z, count }) => z.strictObject({ max_bytes: count }),
    message: ({ max_bytes }) => `The request is larger than ${max_bytes} bytes.`,
    fix: 'Send fewer or smaller files in one request.',
    byHand: 'Choose fewer or smaller files.',
  }),
  too_many_parts: refused(413, {
    fields: ({ z, count }) => z.strictObject({ limit: z.enum(['files', 'fields', 'parts']), max: count }),
    message: ({ limit, max }) => `The request has more than ${max} ${limit}.`,
    fix: 'Send fewer parts in one request.',
  }),
  unsupported_media_type: refused(415, {
    fields: ({ z }) => z.strictObject({ received: z.string(), accepted: z.array(z.string()) }),
    message: ({ received, accepted }) =>
      `The ${accepted.includes('identity') ? 'Content-Encoding' : 'Content-Type'} "${received}" is not supported.`,
    fix: 'Send uncompressed multipart/form-data with a boundary, as curl -F does.',
  }),
  unsupported_content: refused(415, {
    fields: ({ z, count, file }) => z.strictObject({ file, detected_type: z.string(), bytes: count }),
    message: ({ file: name, detected_type }) =>
      detected_type === damagedArchive
        ? `"${name}" is damaged or cut off: its content cannot be unpacked (${detected_type}).`
        : `This tool does not accept the content of "${name}" (${detected_type}).`,
    fix: 'See accepted_exts of the tool in GET /v1/tools.',
    fixFor: ({ detected_type }) =>
      detected_type === damagedArchive
        ? 'Save the document again, and send the whole file.'
        : takers[detected_type] && `Send it to ${takers[detected_type]}, which takes it.`,
    byHand: 'Choose a file that this tool takes.',
  }),
  unsupported_format: refused(415, {
    fields: ({ z, file }) => z.strictObject({ file, received: z.string(), accepted: z.array(z.string()) }),
    message: ({ received, accepted }) =>
      `The image format ${received} is not supported. Accepted: ${accepted.join(', ')}.`,
    fix: 'Convert the image to PNG or JPEG first.',
    fixFor: ({ received }) => (received === 'heic' ? 'Send it to heic-to-pdf, which takes HEIC.' : undefined),
  }),

  // 416
  range_not_satisfiable: read(416, {
    fields: ({ z, count }) => z.strictObject({ size_bytes: count.describe('Size of the file.') }),
    message: ({ size_bytes }) => `The range lies outside the file, which has ${size_bytes} bytes.`,
    fix: 'Ask for bytes that are within the file, or for the whole file.',
  }),

  // 422
  empty_file: refused(422, {
    fields: ({ z, file }) => z.strictObject({ file }),
    message: ({ file: name }) => `The file "${name}" is empty.`,
    fix: 'Check that your client reads the file before it sends it.',
    byHand: 'Choose another file.',
  }),
  password_protected: refused(422, {
    fields: ({ z, file }) => z.strictObject({ file }),
    message: ({ file: name }) => `The file "${name}" is encrypted, and this tool cannot decrypt it.`,
    fix: 'Remove the password (that of a PDF with unlock-pdf) and send the file again. A book with DRM cannot be converted.',
  }),
  needs_password: refused(422, {
    fields: ({ z, file }) => z.strictObject({ file }),
    message: ({ file: name }) => `The file "${name}" needs a password to open.`,
    fix: 'Send the password in the field "password".',
    byHand: 'Type the password that opens it.',
  }),
  wrong_password: refused(422, {
    fields: ({ z, file }) => z.strictObject({ file }),
    message: ({ file: name }) => `The password does not open the file "${name}".`,
    fix: 'Send the correct password in the field "password".',
    byHand: 'Type the right password.',
  }),
  pdf_not_protected: rejected(422, {
    fields: none,
    message: () => 'The PDF has neither a password nor restrictions.',
    fix: 'Use the document as it is.',
  }),
  pdf_already_protected: rejected(422, {
    fields: none,
    message: () => 'The PDF is already encrypted.',
    fix: 'Remove the encryption first with unlock-pdf.',
  }),
  pdf_scanned_needs_ocr: rejected(422, {
    fields: none,
    message: () => 'The PDF is a scan without a text layer.',
    fix: 'Run OCR on it first.',
  }),
  pdf_too_many_pages: tooManyPages,
  too_many_pages: tooManyPages,
  pdf_single_page: rejected(422, {
    fields: none,
    message: () => 'The PDF has only one page, so there is nothing to split.',
    fix: 'Use the document as it is.',
  }),
  epub_blank_output: rejected(422, {
    fields: none,
    message: () => 'The book has no content to put on pages.',
    fix: 'Check that the EPUB opens in a reader.',
  }),
  epub_too_long: rejected(422, {
    fields: pages,
    message: ({ pages: has, max_pages }) =>
      `The book has at least ${has} pages; this tool accepts at most ${max_pages}.`,
    fix: 'Split the book.',
  }),
  ps_blank_output: rejected(422, {
    fields: none,
    message: () => 'The PostScript program draws no page.',
    fix: 'Check that the file is a document and not a font or a procedure library.',
  }),
  unsupported_characters: refused(422, {
    fields: ({ z, field }) => z.strictObject({ field, characters: z.array(z.string()) }),
    message: ({ field: name, characters }) =>
      `The field "${name}" has characters that the embedded fonts cannot render: ${characters.join(' ')}`,
    fix: 'Remove these characters.',
  }),
  output_too_large: rejected(422, {
    fields: ({ z, count }) =>
      z.strictObject({
        max_bytes: count.optional(),
        format: z.string().optional(),
        page: count.optional(),
        max_pixels: count.optional(),
      }),
    message: () => 'The result would be larger than this tool allows.',
    fix: 'Convert fewer pages at once.',
  }),
  source_unreachable: refused(422, {
    fields: ({ z, count, field }) =>
      z.strictObject({
        field,
        reason: z.enum(['refused_address', 'unreachable', 'status', 'timeout', 'too_large', 'redirect']),
        status: count.optional().describe('HTTP status of the address.'),
      }),
    message: ({ field: name, reason, status }) =>
      `The file of the field "${name}" cannot be fetched: ${
        {
          refused_address: 'the service does not call this address.',
          unreachable: 'its host does not answer.',
          status: `the address answers ${status ?? 'an error'}.`,
          timeout: 'it takes too long.',
          too_large: 'it is larger than the plan allows.',
          redirect: 'the address leads to another one.',
        }[reason]
      }`,
    fix: 'Name a public http or https address that answers 200 with the file, or send the file itself.',
  }),
  source_unreadable: rejected(422, {
    fields: ({ z, file }) => z.strictObject({ file: file.optional() }),
    message: ({ file: name }) =>
      `The file ${name === undefined ? '' : `"${name}" `}has the right type but cannot be opened: it is damaged, truncated or non-standard.`,
    fix: 'Open the file in the program that made it, save it again, and send the new file.',
  }),

  // 429
  rate_limited: refused(429, {
    fields: ({ z, count }) =>
      z.strictObject({
        retry_after: count.describe('Seconds.'),
        limit: z
          .union([count, z.literal('engine_seconds')])
          .describe('Requests; or `engine_seconds` for an account that has used up its engine time while others wait.'),
      }),
    message: ({ limit, retry_after }) =>
      limit === 'engine_seconds'
        ? `The time that your conversions can take while others wait is used up. Try again in ${retry_after} s.`
        : `Too many requests: the limit is ${limit}. Try again in ${retry_after} s.`,
    fix: 'Wait for the number of seconds in Retry-After.',
  }),
  quota_exceeded: refused(429, {
    fields: ({ z, upgrade }) =>
      z.strictObject({
        quota_period_end: z.int().nullable(),
        period_end: z.int().nullable().optional(),
        upgrade: upgrade.optional(),
      }),
    message: () => 'The conversion quota of this period is used up.',
    fix: 'Wait until quota_period_end, or choose a larger plan.',
  }),
  storage_limit_reached: refused(429, {
    fields: ({ z, count }) =>
      z.strictObject({
        max_bytes: count,
        retry_after: count.describe('Seconds, until the next result expires.'),
      }),
    message: ({ max_bytes }) => `The results kept for the account have reached its limit of ${max_bytes} bytes.`,
    fix: 'Delete results that are no longer needed, or wait until they expire.',
  }),

  // 5xx
  conversion_failed: failed(500, {
    fields: ({ z }) => z.strictObject({ engine: z.string().optional(), limit: z.enum(engineLimits).optional() }),
    message: ({ limit }) =>
      limit === undefined
        ? 'The conversion failed. It was not counted.'
        : `The conversion exceeded the service's limit of ${limit.replace('_', ' ')}. It was not counted.`,
    fix: 'Try again. If it fails again, give the job_id to the operator.',
    fixFor: ({ limit }) =>
      limit === undefined ? undefined : 'Send a smaller or simpler document, or a part of this one.',
  }),
  internal_error: failed(500, {
    fields: none,
    message: () => 'Something went wrong in the service.',
    fix: 'Try again later.',
  }),
  server_busy: refused(503, {
    fields: ({ z, count }) => z.strictObject({ retry_after: count.describe('Seconds.') }),
    message: () => 'The service is too busy for this request right now.',
    fix: 'Wait for the number of seconds in Retry-After, then try again.',
  }),
  conversion_timeout: failed(504, {
    fields: ({ z, count }) => z.strictObject({ engine: z.string(), timeout_ms: count }),
    message: ({ timeout_ms }) => `The conversion took longer than ${timeout_ms} ms. It was not counted.`,
    fix: 'Send a smaller or simpler document.',
  }),
} as const;

export type ErrorCode = keyof typeof errors;
export type ErrorFields<Code extends ErrorCode> = z.infer<ReturnType<(typeof errors)[Code]['fields']>>;
export const errorCodes = Object.keys(errors) as ErrorCode[];
