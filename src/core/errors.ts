// The error catalogue: every code the API can answer, with its HTTP status, its fields and all its texts in English.
import type { z } from 'zod';
import { engineLimits } from './engine-limits.ts';
import type { Schemas } from './error-schemas.ts';

/**
 * The meaning of an error for the job and the quota:
 * `refused`: the request was refused before a job existed, nothing is counted; `rejected`: the file was rejected, the
 * conversion is counted; `failed`: the service failed, the conversion is refunded; `read`: errors of the other endpoints.
 */
export type ErrorKind = 'refused' | 'rejected' | 'failed' | 'read';

interface Entry<Fields extends z.ZodObject> {
  status: number;
  kind: ErrorKind;
  /** Creates the schemas on first use (error-fields.ts), since code in a sandbox only throws errors and needs no schemas. */
  fields: (schemas: Schemas) => Fields;
  /** The heading of the code's page in the documentation. */
  title: string;
  /** The explanation on that page, in Markdown. */
  means: string;
  message: (fields: z.infer<Fields>) => string;
  /** The remedy, in Markdown on that page, and as plain text in messages and clients. */
  fix: string;
  /** Further information on the page, in Markdown. */
  more?: string;
  /** Advice for people at a page or a command line, if {@link Entry.fix} is for programs. */
  byHand?: string;
  /** Advice for certain values of the fields; undefined if {@link Entry.fix} applies. */
  fixFor?: (fields: z.infer<Fields>) => string | undefined;
}

const entryOf =
  (kind: ErrorKind) =>
  <Fields extends z.ZodObject>(status: number, entry: Omit<Entry<Fields>, 'status' | 'kind'>): Entry<Fields> => ({
    status,
    kind,
    ...entry,
  });
const refused = entryOf('refused');
const rejected = entryOf('rejected');
const failed = entryOf('failed');
const read = entryOf('read');
const none = ({ z }: Schemas) => z.strictObject({});
const pages = ({ z, count }: Schemas) => z.strictObject({ pages: count, max_pages: count });

/** The `detected_type` of office documents and books whose archive is broken. */
const damagedArchive = 'zip_corrupt';

/** The tools for content that people often send to another tool, by `detected_type`. */
export const takers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['png', 'jpeg', 'webp', 'gif', 'tiff'].map((image) => [image, 'image-to-pdf'])),
  heic: 'heic-to-pdf',
  epub: 'epub-to-pdf',
  ps: 'ps-to-pdf',
};

const inPages = (count = 0): string => `${count} page${count === 1 ? '' : 's'}`;

const refusedValue = (what: string, name: string, fix: string) =>
  refused(400, {
    title: `Not a valid ${what}`,
    means: `The value of ${name} is not one of those in \`allowed\`.`,
    fields: ({ z, field }) => z.strictObject({ field, allowed: z.array(z.string()) }),
    message: ({ field, allowed }) => `The field "${field}" is not a valid ${what}. Allowed: ${allowed.join(', ')}.`,
    fix,
  });

const tooManyPages = rejected(422, {
  title: 'The document has too many pages',
  means: 'The document has `pages` pages; the tool accepts at most `max_pages`.',
  fields: pages,
  message: ({ pages: has, max_pages }) => `The document has ${has} pages; this tool accepts at most ${max_pages}.`,
  fix: 'Split the document, or convert a range of its pages.',
  more: '`extract-pages` splits PDFs.',
});

export const errors = {
  // 400
  not_enough_files: refused(400, {
    title: 'Too few files',
    means: 'The tool needs at least `min` files, and the request has fewer.',
    fields: ({ z, count }) => z.strictObject({ min: count, provided: count }),
    message: ({ min, provided }) => `This tool needs at least ${min} file(s); the request has ${provided}.`,
    fix: 'Send each input file as a multipart part named `file`.',
    more: 'Repeat the name for each file. `merge-pdf` needs at least two files.',
    byHand: 'Choose more files.',
  }),
  too_many_files: refused(400, {
    title: 'Too many files for this tool',
    means: 'The request has more files than the tool accepts (`max`).',
    fields: ({ z, count }) => z.strictObject({ max: count, provided: count }),
    message: ({ max, provided }) => `This tool accepts at most ${max} file(s); the request has ${provided}.`,
    fix: 'Send fewer files in one request.',
    more: 'Call the tool once per file, or merge the results with `merge-pdf`.',
    byHand: 'Choose fewer files.',
  }),
  field_required: refused(400, {
    title: 'A field is missing',
    means: 'The form field named in `field` is required, but is missing or empty.',
    fields: ({ z, field }) => z.strictObject({ field, example: z.string().optional() }),
    message: ({ field: name }) => `The field "${name}" is required, but is missing or empty.`,
    fix: 'Send the field as a multipart part with that name.',
    more: '`example` shows a valid value where that helps.',
    byHand: 'Fill in the field.',
  }),
  invalid_rotation: refusedValue('rotation', '`rotation`', 'Send `90`, `180` or `270`.'),
  invalid_quality: refusedValue('quality', '`quality`', 'Send `low`, `medium` or `high`.'),
  invalid_format: refusedValue('value', 'the field named in `field`', 'Send one of the allowed values.'),
  invalid_value: refused(400, {
    title: 'Not a valid value for this field',
    means: 'The value of the field named in `field` has the wrong form; `expected` describes a valid one.',
    fields: ({ z, field }) => z.strictObject({ field, expected: z.string().describe('A valid value, in words.') }),
    message: ({ field: name, expected }) => `The field "${name}" must be ${expected}.`,
    fix: 'Send a value as described in `expected`, or omit the field.',
  }),
  invalid_page_range: refused(400, {
    title: 'Not a valid page selection',
    means:
      'The page selection cannot be used. `range` is the invalid item, and `cause` is the reason: it is not a page or a range (`syntax`), starts before page 1 (`page_zero`), goes past the last page (`beyond_last_page`), or selects all pages in their order (`whole_document`).',
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
        page_zero: `Page numbers start at 1; "${range}" is not valid.`,
        beyond_last_page:
          total === undefined
            ? `"${range}" names a file that was not sent.`
            : `The document has ${inPages(total)}, but "${range}" goes past the last one.`,
        whole_document: `"${range}" selects the whole document, all ${inPages(total)} in their order.`,
      })[cause],
    fix: 'Write pages as `N`, `A-B`, `N-` or `-N`, separated by commas, within the document.',
    more: '`total_pages` is the number of pages in the document.',
    fixFor: ({ cause }) => (cause === 'whole_document' ? 'Omit pages, or change their order.' : undefined),
  }),
  password_too_short: refused(400, {
    title: 'The password is too short',
    means: 'The new password has fewer than `min` characters.',
    fields: ({ z, count, field }) => z.strictObject({ field, min: count }),
    message: ({ min }) => `The password is shorter than ${min} characters.`,
    fix: 'Choose a longer password.',
  }),
  password_too_long: refused(400, {
    title: 'The password is too long',
    means: 'The new password has more than `max` characters.',
    fields: ({ z, count, field }) => z.strictObject({ field, max: count }),
    message: ({ max }) => `The password is longer than ${max} characters.`,
    fix: 'Choose a shorter password.',
  }),
  invalid_webhook_url: refused(400, {
    title: 'Not a valid webhook URL',
    means:
      'The URL does not use http or https (`syntax`), is not public (`refused_address`), or matches no enabled webhook of the account (`not_a_webhook`).',
    fields: ({ z }) =>
      z.strictObject({
        reason: z
          .enum(['syntax', 'refused_address', 'not_a_webhook'])
          .describe('`not_a_webhook`: no enabled webhook of the account has the same origin.'),
      }),
    message: ({ reason }) =>
      ({
        syntax: 'The webhook URL must use http or https.',
        refused_address: 'The webhook URL must be public and use port 80 or 443.',
        not_a_webhook: 'The account has no enabled webhook with this scheme, host and port.',
      })[reason],
    fix: 'Use a public https URL that you control.',
    more: 'For `webhook_url`, first add a webhook with the same scheme, host and port with `POST /v1/webhooks`.',
    fixFor: ({ reason }) =>
      reason === 'not_a_webhook' ? 'Add a webhook with this origin first, with `POST /v1/webhooks`.' : undefined,
  }),
  invalid_steps: refused(400, {
    title: 'Steps that do not fit together',
    means:
      'The field `steps` of a pipeline cannot be used. `reason` is the cause, and `step` the step, counted from 0.',
    fields: ({ z, count }) =>
      z.strictObject({
        step: count.nullable().describe('Counted from 0; null if the error is not in one step.'),
        reason: z
          .enum(['syntax', 'count', 'tool', 'field', 'content', 'files'])
          .describe(
            '`content`: the step cannot accept the output of the one before. `files`: it needs more than one file.',
          ),
      }),
    message: ({ step, reason }) =>
      ({
        syntax: 'The field "steps" is not a JSON array of objects with a "tool".',
        count: 'A pipeline has one to eight steps.',
        tool: `Step ${step} names a tool that does not exist.`,
        field: `Step ${step} has a field that its tool does not have.`,
        content: `Step ${step} cannot accept the output of the step before it.`,
        files: `Step ${step} needs more than one file.`,
      })[reason],
    fix: 'Send steps such as `[{"tool":"office-to-pdf"},{"tool":"compress-pdf"}]`, each of which accepts the output of the one before.',
    more: 'A pipeline has one to eight steps.',
  }),
  bad_request: refused(400, {
    title: 'The request is malformed',
    means:
      'The request is incomplete or malformed. `code` is the reason: a truncated body (`malformed_multipart`), a field that is sent twice (`duplicate_field`) or is too long (`field_too_long`), an upload slower than 1 KiB/s (`upload_too_slow`), and so on. `field` and `max` are the field and its limit.',
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
        forbidden_field_name: `A field cannot be named "${name}".`,
        field_too_long: `The field "${name}" exceeds its maximum length of ${max}.`,
        invalid_idempotency_key: 'The Idempotency-Key is not 1 to 255 visible ASCII characters.',
        malformed_request: name === '' ? 'The request is malformed.' : `The field "${name}" has control characters.`,
        invalid_body: `The field "${name}" of the body is not valid.`,
        too_many_webhooks: `An account has at most ${max} webhooks.`,
        invalid_upload: 'Upload-Length is missing or is not a byte count.',
        invalid_query: `The query parameter "${name}" is not valid.`,
        upload_too_slow: 'The upload was slower than 1 KiB/s for 30 seconds.',
      })[code],
    fix: 'Send a complete multipart/form-data body with each field once.',
    more: 'Build the body with the form functions of your HTTP client, not by hand.',
    fixFor: ({ code, field: name = '' }) =>
      ({
        field_too_long: 'Shorten it.',
        forbidden_field_name: 'Rename the field.',
        malformed_request: name === '' ? 'Check the URL and the headers.' : 'Remove the control characters.',
        invalid_idempotency_key: 'Use a UUID for each conversion.',
        invalid_body: 'Send JSON with the documented fields.',
        too_many_webhooks: 'Delete one that you no longer need.',
        invalid_upload: 'Send the size of the file in Upload-Length.',
        invalid_query: 'See the documentation of the call for its parameters.',
        upload_too_slow: 'Send it again over a faster connection.',
      })[code as string],
  }),

  // 401, 402, 403
  missing_bearer_token: refused(401, {
    title: 'No API key',
    means: 'The `Authorization` header is missing, or does not begin with `Bearer`.',
    fields: none,
    message: () => 'The header "Authorization: Bearer <API key>" is missing.',
    fix: 'Send your API key with every request.',
  }),
  invalid_api_key: refused(401, {
    title: 'The API key is not valid',
    means: 'The key does not exist, has expired, or was revoked.',
    fields: none,
    message: () => 'The API key is invalid, has expired or has been revoked.',
    fix: 'Check the key, or create a new one in the dashboard.',
  }),
  account_not_provisioned: refused(401, {
    title: 'The account has no plan',
    means: 'The key is correct, but its account has no API plan, or the administrator has suspended it (`suspended`).',
    fields: ({ z }) =>
      z.strictObject({
        suspended: z.literal(true).optional().describe('Present when the administrator has suspended the account.'),
      }),
    message: ({ suspended }) =>
      suspended === true
        ? 'The administrator of the service has suspended the account of this key.'
        : 'The account of this key has no API plan.',
    fix: 'Choose a plan for the account.',
    more: 'If the account is suspended, ask the administrator of the service.',
    fixFor: ({ suspended }) => (suspended === true ? 'Ask the administrator of the service.' : undefined),
  }),
  plan_limit_files: refused(402, {
    title: 'More files than the plan allows',
    means: 'The plan of the account allows at most `max_allowed` files per conversion.',
    fields: ({ z, count }) => z.strictObject({ max_allowed: count }),
    message: ({ max_allowed }) => `Your plan allows at most ${max_allowed} file(s) per conversion.`,
    fix: 'Send fewer files, or choose a larger plan.',
  }),
  credits_expired: refused(402, {
    title: 'The trial has expired',
    means: 'The trial conversions expired at `expired_at`; unused ones are lost.',
    fields: ({ z, upgrade }) => z.strictObject({ expired_at: z.int(), upgrade: upgrade.optional() }),
    message: () => 'The trial credits have expired.',
    fix: 'Choose a paid plan.',
    more: '`upgrade` names one.',
  }),
  forbidden: read(403, {
    title: 'The key does not have this permission',
    means:
      'The job belongs to another key, or the key lacks the `scope` for the call, or is limited to the tools in `tools`.',
    fields: ({ z }) =>
      z.strictObject({
        scope: z
          .string()
          .optional()
          .describe('The scope that the key lacks; absent when the job belongs to another key.'),
        tools: z.array(z.string()).optional().describe('The tools that the key can use.'),
      }),
    message: ({ scope, tools }) =>
      scope === undefined
        ? 'The job belongs to another API key.'
        : tools === undefined
          ? `The API key lacks the scope "${scope}".`
          : 'The API key does not allow this tool.',
    fix: 'Use the key that created the job.',
    more: 'For another call, use a key with that scope and tool, or create one.',
    fixFor: ({ scope }) => (scope === undefined ? undefined : 'Use a key with this permission, or create one.'),
  }),

  // 404, 405, 409, 410
  tool_not_found: refused(404, {
    title: 'No such tool',
    means: 'The name in the path `/v1/convert/{tool}` is not the name of a tool.',
    fields: none,
    message: () => 'There is no tool with this name.',
    fix: 'List the tools with `GET /v1/tools`.',
    byHand: 'Choose another tool.',
  }),
  file_not_found: refused(404, {
    title: 'The file does not exist',
    means:
      'The identifier in `file_id` is neither a complete upload nor a result of this key, or the file has expired.',
    fields: ({ z, field }) => z.strictObject({ field }),
    message: ({ field: name }) => `The field "${name}" is neither a complete upload nor a result of this key.`,
    fix: 'Send the ID of a complete upload, or of a job of this key with a stored result.',
    more: 'Or send the file itself.',
  }),
  webhook_not_found: read(404, {
    title: 'No such webhook',
    means: 'The account has no webhook with this identifier.',
    fields: none,
    message: () => 'The account has no such webhook.',
    fix: 'List the webhooks with `GET /v1/webhooks`.',
  }),
  delivery_not_found: read(404, {
    title: 'No such delivery',
    means: 'The webhook has no delivery with this identifier, or it is older than 30 days.',
    fields: none,
    message: () => 'The webhook has no such delivery.',
    fix: 'List the deliveries; they are kept for 30 days.',
  }),
  job_not_found: read(404, {
    title: 'No such job',
    means: 'No job has this identifier, or its record was deleted.',
    fields: none,
    message: () => 'There is no job with this identifier.',
    fix: 'Use the `job_id` that the conversion returned.',
  }),
  not_found: read(404, {
    title: 'No such endpoint',
    means: 'The path is not an endpoint of the API.',
    fields: none,
    message: () => 'There is no such endpoint.',
    fix: 'See the API reference at /docs.',
    more: 'Check the prefix `/v1`.',
  }),
  misdirected_request: read(421, {
    title: 'Unknown host name',
    means: 'The request was sent to a host name that this service does not serve.',
    fields: none,
    message: () => 'This service does not serve the requested host name.',
    fix: 'Use the public URL, or have the operator add the name to `PLATEN_HOSTS`.',
  }),
  method_not_allowed: read(405, {
    title: 'Method not allowed',
    means: 'The endpoint exists, but does not accept this HTTP method.',
    fields: ({ z }) => z.strictObject({ allowed: z.array(z.string()) }),
    message: ({ allowed }) => `This endpoint accepts only ${allowed.join(', ')}.`,
    fix: 'Use one of the methods in `allowed`.',
  }),
  job_not_ready: read(409, {
    title: 'The job has no result',
    means:
      'The job has not finished (`pending`), or ended without a result (`failed`, `rejected`). For an asynchronous job, `outcome` is the error that ended it; `progress` and `position` show how far it is.',
    fields: ({ z, count }) =>
      z.strictObject({
        status: z.enum(['pending', 'failed', 'rejected']),
        job_id: z.string().optional().describe('For an asynchronous job.'),
        progress: z
          .strictObject({ done: count, of: count, unit: z.enum(['pages', 'files', 'steps']) })
          .nullable()
          .optional()
          .describe('For an asynchronous job, if known.'),
        position: count.nullable().optional().describe('Jobs ahead of an asynchronous job; null once it runs.'),
        retry_after: count.optional().describe('Seconds, for an asynchronous job.'),
        outcome: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('The error that ended an asynchronous job, as a synchronous call would return it.'),
      }),
    message: ({ status }) => `The job has no output: it is ${status}.`,
    fix: 'Wait until a pending job has finished; after `failed` convert the file again; after `rejected` change the file first.',
    more: 'While the job is pending, ask again after `retry_after` seconds, or send `Prefer: wait=30`.',
  }),
  upload_conflict: refused(409, {
    title: 'Wrong upload offset',
    means: '`Upload-Offset` is not the number of bytes received so far (`offset`).',
    fields: ({ z, count }) => z.strictObject({ offset: count.describe('Bytes received so far.') }),
    message: ({ offset }) => `Resume the upload at byte ${offset}.`,
    fix: 'Request `Upload-Offset` with `HEAD`, and send the bytes from there.',
  }),
  idempotency_key_reused: refused(409, {
    title: 'The idempotency key was used for another request',
    means: 'Within the last hour, the same `Idempotency-Key` was sent with another file, field or tool.',
    fields: none,
    message: () => 'This Idempotency-Key was already used for a different request within the last hour.',
    fix: 'Use a new key for each conversion.',
    more: 'A UUID is a good choice.',
  }),
  file_expired: read(410, {
    title: 'The result has expired',
    means: 'Results are kept for an hour. This one was deleted for good.',
    fields: none,
    message: () => 'The file has expired and was deleted.',
    fix: 'Convert the document again.',
  }),
  job_deleted: read(410, {
    title: 'The job was deleted',
    means: 'The job and its files were deleted with `DELETE /v1/job/{job_id}` or in the dashboard.',
    fields: none,
    message: () => 'The job was deleted.',
    fix: 'Convert the document again.',
  }),

  // 413, 415
  file_too_large: refused(413, {
    title: 'The file is too large for the plan',
    means: 'The file named in `file` is larger than the plan allows (`max_bytes`).',
    fields: ({ z, count, file, upgrade }) => z.strictObject({ max_bytes: count, file, upgrade: upgrade.optional() }),
    message: ({ file: name, max_bytes }) =>
      `The file "${name}" is larger than the ${max_bytes} bytes your plan allows.`,
    fix: 'Send a smaller file, or choose a larger plan.',
    more: '`upgrade` names a plan that allows it, if there is one.',
  }),
  payload_too_large: refused(413, {
    title: 'The request is too large',
    means: 'All files and fields together are larger than `max_bytes`.',
    fields: ({ z, count }) => z.strictObject({ max_bytes: count }),
    message: ({ max_bytes }) => `The request is larger than ${max_bytes} bytes.`,
    fix: 'Send fewer or smaller files in one request.',
    byHand: 'Choose fewer or smaller files.',
  }),
  too_many_parts: refused(413, {
    title: 'The request has too many parts',
    means: 'The request has more than `max` files, fields or parts; `limit` says which.',
    fields: ({ z, count }) => z.strictObject({ limit: z.enum(['files', 'fields', 'parts']), max: count }),
    message: ({ limit, max }) => `The request has more than ${max} ${limit}.`,
    fix: 'Send fewer files and fields in one request.',
  }),
  unsupported_media_type: refused(415, {
    title: 'The body is not a form',
    means:
      'The `Content-Type` is not `multipart/form-data` with a boundary, or the body is compressed (`Content-Encoding`).',
    fields: ({ z }) => z.strictObject({ received: z.string(), accepted: z.array(z.string()) }),
    message: ({ received, accepted }) =>
      `The ${accepted.includes('identity') ? 'Content-Encoding' : 'Content-Type'} "${received}" is not supported.`,
    fix: 'Send uncompressed multipart/form-data with a boundary, as `curl -F` does.',
    more: 'Let your HTTP client set the header: a `Content-Type` set by hand lacks the boundary.',
  }),
  unsupported_content: refused(415, {
    title: 'The tool does not accept this content',
    means: 'The file has another type than the tool accepts; `detected_type` names it. The file name does not matter.',
    fields: ({ z, count, file }) => z.strictObject({ file, detected_type: z.string(), bytes: count }),
    message: ({ file: name, detected_type }) =>
      detected_type === damagedArchive
        ? `"${name}" is damaged or truncated: its content cannot be unpacked (${detected_type}).`
        : `This tool does not accept ${detected_type} files ("${name}").`,
    fix: 'Use a tool that accepts this type; see `GET /v1/tools`.',
    more: '`accepted_exts` lists the types of each tool.',
    fixFor: ({ detected_type }) =>
      detected_type === damagedArchive
        ? 'Save the document again, and send the whole file.'
        : takers[detected_type] && `Use \`${takers[detected_type]}\` instead.`,
    byHand: 'Choose a file that this tool accepts.',
  }),
  unsupported_format: refused(415, {
    title: 'The image format is not supported',
    means: 'The file is an image in a format that the tool does not read (`received`).',
    fields: ({ z, file }) => z.strictObject({ file, received: z.string(), accepted: z.array(z.string()) }),
    message: ({ received, accepted }) =>
      `The image format ${received} is not supported. Accepted: ${accepted.join(', ')}.`,
    fix: 'Convert the image to PNG or JPEG first.',
    more: 'For HEIC photos, use `heic-to-pdf`.',
    fixFor: ({ received }) => (received === 'heic' ? 'Use `heic-to-pdf` instead.' : undefined),
  }),

  // 416
  range_not_satisfiable: read(416, {
    title: 'The range is outside the file',
    means: 'The `Range` header requests bytes past the end of the file (`size_bytes`).',
    fields: ({ z, count }) => z.strictObject({ size_bytes: count.describe('Size of the file.') }),
    message: ({ size_bytes }) => `The range is outside the file, which has ${size_bytes} bytes.`,
    fix: 'Request bytes within the file, or omit the `Range` header.',
  }),

  // 422
  empty_file: refused(422, {
    title: 'The file is empty',
    means: 'The file named in `file` has 0 bytes.',
    fields: ({ z, file }) => z.strictObject({ file }),
    message: ({ file: name }) => `The file "${name}" is empty.`,
    fix: 'Check that your client reads the file before sending it.',
    byHand: 'Choose another file.',
  }),
  password_protected: refused(422, {
    title: 'The file is encrypted',
    means: 'The file is password-protected, and this tool cannot open encrypted files of its type.',
    fields: ({ z, file }) => z.strictObject({ file }),
    message: ({ file: name }) => `The file "${name}" is encrypted, and this tool cannot decrypt it.`,
    fix: 'Remove the password first (of a PDF with `unlock-pdf`). A book with DRM cannot be converted.',
  }),
  needs_password: refused(422, {
    title: 'The PDF needs a password',
    means: 'The PDF named in `file` is password-protected, and no password was sent.',
    fields: ({ z, file }) => z.strictObject({ file }),
    message: ({ file: name }) => `The file "${name}" needs a password to open.`,
    fix: 'Send the password in the field `password`.',
    byHand: 'Enter the password that opens it.',
  }),
  wrong_password: refused(422, {
    title: 'The password is wrong',
    means: 'The password in the field `password` does not open the PDF named in `file`.',
    fields: ({ z, file }) => z.strictObject({ file }),
    message: ({ file: name }) => `The password does not open the file "${name}".`,
    fix: 'Send the correct password in the field `password`.',
    more: 'Case and spaces matter.',
    byHand: 'Enter the correct password.',
  }),
  pdf_not_protected: rejected(422, {
    title: 'The PDF is not protected',
    means: 'The PDF has neither a password nor restrictions, so there is nothing to remove.',
    fields: none,
    message: () => 'The PDF has neither a password nor restrictions.',
    fix: 'Use the document as it is.',
  }),
  pdf_already_protected: rejected(422, {
    title: 'The PDF is already protected',
    means: 'The PDF is already encrypted, and cannot get a second password.',
    fields: none,
    message: () => 'The PDF is already encrypted.',
    fix: 'Remove the encryption with `unlock-pdf` first.',
  }),
  pdf_scanned_needs_ocr: rejected(422, {
    title: 'The PDF is a scan',
    means: 'The pages are images without a text layer, so there is no text to extract.',
    fields: none,
    message: () => 'The PDF is a scan without a text layer.',
    fix: 'Recognise its text first: with `ocr-pdf` or `ocr=auto` where the service offers them, otherwise with another OCR program.',
    more: 'A server offers `ocr-pdf` and the field `ocr` with `PLATEN_EXTENSIONS=on`; the command line always does.',
  }),
  pdf_too_many_pages: tooManyPages,
  too_many_pages: tooManyPages,
  pdf_single_page: rejected(422, {
    title: 'The PDF has a single page',
    means: 'The PDF has only one page, so there is nothing to split.',
    fields: none,
    message: () => 'The PDF has only one page, so there is nothing to split.',
    fix: 'Use the document as it is.',
  }),
  epub_blank_output: rejected(422, {
    title: 'The book would be blank',
    means: 'The book has no printable content.',
    fields: none,
    message: () => 'The book has no printable content.',
    fix: 'Check that the EPUB opens in a reader.',
  }),
  epub_too_long: rejected(422, {
    title: 'The book is too long',
    means: 'The book has at least `pages` pages on A4; the tool accepts at most `max_pages`.',
    fields: pages,
    message: ({ pages: has, max_pages }) =>
      `The book has at least ${has} pages; this tool accepts at most ${max_pages}.`,
    fix: 'Split the book.',
  }),
  ps_blank_output: rejected(422, {
    title: 'The PostScript file draws no page',
    means: 'The program ended without drawing a page, as fonts and procedure libraries do.',
    fields: none,
    message: () => 'The PostScript program draws no page.',
    fix: 'Check that the file is a document and not a font or a procedure library.',
  }),
  unsupported_characters: refused(422, {
    title: 'Characters that no font has',
    means: 'The field named in `field` has characters that the embedded fonts cannot show (`characters`).',
    fields: ({ z, field }) => z.strictObject({ field, characters: z.array(z.string()) }),
    message: ({ field: name, characters }) =>
      `The field "${name}" has characters that the embedded fonts cannot render: ${characters.join(' ')}`,
    fix: 'Remove these characters.',
  }),
  output_too_large: rejected(422, {
    title: 'The result would be too large',
    means: 'The result would exceed a limit of the tool: `max_bytes`, or `max_pixels` on one page.',
    fields: ({ z, count }) =>
      z.strictObject({
        max_bytes: count.optional(),
        format: z.string().optional(),
        page: count.optional(),
        max_pixels: count.optional(),
      }),
    message: () => 'The result would be larger than this tool allows.',
    fix: 'Convert fewer pages at once.',
    more: 'With `pdf-to-image`, `format=jpg` makes smaller images.',
  }),
  source_unreachable: refused(422, {
    title: 'The file cannot be fetched',
    means:
      'The service cannot fetch the file from the URL in the field named in `field`. `reason` is the cause, and `status` the HTTP status of the URL.',
    fields: ({ z, count, field }) =>
      z.strictObject({
        field,
        reason: z.enum(['refused_address', 'unreachable', 'status', 'timeout', 'too_large', 'redirect']),
        status: count.optional().describe('HTTP status of the URL.'),
      }),
    message: ({ field: name, reason, status }) =>
      `The file of the field "${name}" cannot be fetched: ${
        {
          refused_address: 'the service does not call this URL.',
          unreachable: 'its host does not respond.',
          status: `the URL responds with ${status ?? 'an error'}.`,
          timeout: 'it takes too long.',
          too_large: 'it is larger than the plan allows.',
          redirect: 'the URL redirects.',
        }[reason]
      }`,
    fix: 'Use a public URL that responds with 200 and the file, or send the file itself.',
    more: 'Redirects are not followed.',
  }),
  source_unreadable: rejected(422, {
    title: 'The file cannot be opened',
    means: 'The file has the right type, but is damaged, truncated or does not follow its standard.',
    fields: ({ z, file }) => z.strictObject({ file: file.optional() }),
    message: ({ file: name }) =>
      `The file ${name === undefined ? '' : `"${name}" `}has the right type but cannot be opened: it is damaged, truncated or non-standard.`,
    fix: 'Open the file in the program that made it, save it again, and send the new file.',
  }),

  // 429
  rate_limited: refused(429, {
    title: 'Too many requests',
    means:
      'The key or the IP address has made more than `limit` requests in the period (a minute for most calls), or the account has used its processing time for busy periods (`engine_seconds`).',
    fields: ({ z, count }) =>
      z.strictObject({
        retry_after: count.describe('Seconds.'),
        limit: z
          .union([count, z.literal('engine_seconds')])
          .describe('Requests; or `engine_seconds` if the account has used its processing time for busy periods.'),
      }),
    message: ({ limit, retry_after }) =>
      limit === 'engine_seconds'
        ? `You have used your processing time for busy periods. Try again in ${retry_after} s.`
        : `Too many requests: the limit is ${limit}. Try again in ${retry_after} s.`,
    fix: 'Wait for the number of seconds in `Retry-After`.',
    more: 'The `RateLimit` headers show what is left.',
  }),
  quota_exceeded: refused(429, {
    title: 'The quota is used up',
    means: 'The account has used all conversions of the period, and the 10 % overage.',
    fields: ({ z, upgrade }) =>
      z.strictObject({
        quota_period_end: z.int().nullable(),
        period_end: z.int().nullable().optional(),
        upgrade: upgrade.optional(),
      }),
    message: () => 'The conversion quota of this period is used up.',
    fix: 'Wait until `quota_period_end`, or choose a larger plan.',
    more: 'If `quota_period_end` is null, the quota never resets: only another plan helps.',
  }),
  storage_limit_reached: refused(429, {
    title: 'Too many results are stored',
    means: 'The results and shared copies stored for the account have reached `max_bytes`.',
    fields: ({ z, count }) =>
      z.strictObject({
        max_bytes: count,
        retry_after: count.describe('Seconds until the next result expires.'),
      }),
    message: ({ max_bytes }) => `The results stored for the account have reached its limit of ${max_bytes} bytes.`,
    fix: 'Delete results, or wait until they expire.',
    more: 'Delete with `DELETE /v1/job/{job_id}`, or wait for `retry_after` seconds.',
  }),

  // 5xx
  conversion_failed: failed(500, {
    title: 'The conversion failed',
    means: 'The service could not do its work. As far as it knows, the file is not the cause.',
    fields: ({ z }) => z.strictObject({ engine: z.string().optional(), limit: z.enum(engineLimits).optional() }),
    message: ({ limit }) =>
      limit === undefined
        ? 'The conversion failed. It was not counted.'
        : `The conversion exceeded the service's limit of ${limit.replace('_', ' ')}. It was not counted.`,
    fix: 'Try once more. If that fails too, give the `job_id` to the operator.',
    fixFor: ({ limit }) =>
      limit === undefined ? undefined : 'Send a smaller or simpler document, or part of this one.',
  }),
  internal_error: failed(500, {
    title: 'Something went wrong in the service',
    means: 'An unexpected error outside the conversion. The log of the operator has the details.',
    fields: none,
    message: () => 'Something went wrong in the service.',
    fix: 'Try again later.',
    more: 'The `X-Request-Id` header helps the operator find the cause.',
  }),
  server_busy: refused(503, {
    title: 'The service is busy',
    means: 'Too many conversions are queued, for this account or overall.',
    fields: ({ z, count }) => z.strictObject({ retry_after: count.describe('Seconds.') }),
    message: () => 'The service is too busy for this request right now.',
    fix: 'Wait for the number of seconds in `Retry-After`, then try again.',
  }),
  conversion_timeout: failed(504, {
    title: 'The conversion took too long',
    means: 'The conversion was stopped after `timeout_ms` milliseconds.',
    fields: ({ z, count }) => z.strictObject({ engine: z.string(), timeout_ms: count }),
    message: ({ timeout_ms }) => `The conversion took longer than ${timeout_ms} ms. It was not counted.`,
    fix: 'Send a smaller or simpler document, or convert it asynchronously.',
    more: '`Prefer: respond-async` allows more time.',
    byHand: 'Send a smaller or simpler document.',
  }),
} as const;

export type ErrorCode = keyof typeof errors;
export type ErrorFields<Code extends ErrorCode> = z.infer<ReturnType<(typeof errors)[Code]['fields']>>;
export const errorCodes = Object.keys(errors) as ErrorCode[];

/** Returns the remedy for an error as plain text, for people if `isByHand`, otherwise for programs. */
export function remedyOf(code: ErrorCode, fields: object = {}, isByHand = false): string {
  const { fix, fixFor, byHand }: Entry<z.ZodObject> = errors[code] as never;
  return (fixFor?.(fields as never) ?? (isByHand ? byHand : undefined) ?? fix).replaceAll('`', '');
}
