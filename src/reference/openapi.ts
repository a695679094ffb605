// The OpenAPI 3.1 document, generated from the tools and the error catalogue. What tests see is compared with it.
import { errors, type ErrorCode } from '#core/errors.ts';
import { extensionsOf, formats } from '#core/formats.ts';
import { version } from '#core/version.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { examples } from './examples.ts';
import { optionsSchema } from './option-fields.ts';
import { object, reference, schemas, text, type Json } from './openapi-schemas.ts';

const jobErrors: readonly ErrorCode[] = ['job_not_found', 'forbidden'];
const always: readonly ErrorCode[] = [
  'missing_bearer_token',
  'invalid_api_key',
  'account_not_provisioned',
  'rate_limited',
  'server_busy',
  'internal_error',
];
const header = (name: string, schema: Json, description: string): Json => ({ name, in: 'header', schema, description });
const jobId = { name: 'jobId', in: 'path', required: true, schema: text };
const json = (schema: Json) => ({ 'application/json': { schema } });
const rateHeaders = {
  RateLimit: { schema: text, description: 'How many calls are left, and for how many seconds: "convert";r=17;t=42.' },
  'RateLimit-Policy': { schema: text, description: 'The bound of a window, and its seconds: "convert";q=20;w=60.' },
  'X-Request-Id': { schema: text, description: 'Names this call in the log of the service.' },
};
/** `seen` is an answer that the tests have seen, by its method and route. */
const ok = (description: string, schema: string | Json, seen: string) => ({
  description,
  headers: rateHeaders,
  content: {
    'application/json': {
      schema: typeof schema === 'string' ? reference(schema) : schema,
      ...(examples.answers[seen] === undefined ? {} : { example: examples.answers[seen] }),
    },
  },
});

const tags = {
  pdf: { name: 'To PDF', description: 'Office documents, books, pictures and PostScript as PDF.' },
  tools: {
    name: 'PDF tools',
    description: 'What is done to a PDF: joined, cut, turned, marked, made smaller, locked.',
  },
  other: { name: 'From PDF', description: 'A PDF as a Word document or as pictures; a photo as a JPEG.' },
  jobs: { name: 'Jobs and results', description: 'What became of a conversion, and its result, for an hour.' },
  account: { name: 'Account', description: 'The tools that there are, and what of the quota is used.' },
} as const;
type Tag = keyof typeof tags;

function tagOf(tool: Tool): Tag {
  if (tool.produces.format !== formats.pdf && tool.id !== 'split-pdf') return 'other';
  return tool.accepts.includes(formats.pdf) ? 'tools' : 'pdf';
}

/** The document for these tools; links start with `serverUrl`. */
export function openApiDocument(tools: readonly Tool[], serverUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platen',
      version,
      description:
        'Converts documents: a call sends a file and is answered when the result is there, with the address to fetch it from. Every call needs an API key. [Guides](/docs), [errors](/docs/errors).',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ key: [] }],
    tags: Object.values(tags),
    paths: {
      '/tools': {
        get: operation(
          'account',
          'listTools',
          'List the tools',
          { 200: ok('The tools.', object({ tools: { type: 'array', items: reference('Tool') } }), 'GET /v1/tools') },
          always,
        ),
      },
      ...Object.fromEntries(tools.map((tool) => [`/convert/${tool.id}`, { post: convertOperation(tool) }])),
      ...jobPaths(),
      '/quota': {
        get: operation(
          'account',
          'getQuota',
          'Get the quota, and validate a key',
          { 200: ok('The quota.', 'Quota', 'GET /v1/quota') },
          always,
        ),
      },
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
      schemas,
    },
  };
}

/** The addresses of one job. */
const jobPaths = (): Json => ({
  '/download/{jobId}': {
    get: operation(
      'jobs',
      'download',
      'Download a result',
      {
        200: file,
        206: { ...file, description: 'A range of the file.', headers: { ...file.headers, ...contentRange } },
        302: {
          description: 'The result can be fetched at this address, without a key, for a few minutes.',
          headers: { Location: { schema: text } },
        },
        304: { description: 'The client has the file already.', headers: { ETag: { schema: text } } },
      },
      [...always, ...jobErrors, 'job_not_ready', 'file_expired', 'job_deleted', 'range_not_satisfiable'],
      [
        jobId,
        header('Range', text, 'One range of bytes, such as bytes=0-1023.'),
        header('If-Range', text, 'The ETag of an earlier response: the range is only sent if the file is the same.'),
        header('If-None-Match', text, 'ETags of files that the client has: of those nothing is sent.'),
      ],
    ),
  },
  '/job/{jobId}': {
    get: operation(
      'jobs',
      'getJob',
      'Get a finished job',
      { 200: ok('The job.', 'Job', 'GET /v1/job/:jobId') },
      [...always, ...jobErrors, 'job_not_ready', 'file_expired', 'job_deleted'],
      [jobId],
    ),
    delete: operation(
      'jobs',
      'deleteJob',
      'Delete a job and its files',
      { 200: ok('The job is deleted.', object({ status: { const: 'deleted' } }), 'DELETE /v1/job/:jobId') },
      [...always, ...jobErrors],
      [jobId],
    ),
  },
});

const file = {
  description: 'The result.',
  headers: {
    'Content-Disposition': { schema: text },
    'Cache-Control': { schema: { const: 'no-store' } },
    'Accept-Ranges': { schema: { const: 'bytes' } },
    ETag: { schema: text },
  },
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
};
const contentRange = { 'Content-Range': { schema: text } };

/** The errors that every conversion can answer, besides those of its tool. */
export const commonConvertErrors: readonly ErrorCode[] = [
  ...always,
  ...([
    'quota_exceeded',
    'storage_limit_reached',
    'credits_expired',
    'unsupported_media_type',
    'payload_too_large',
    'file_too_large',
  ] as const),
  ...(['too_many_parts', 'bad_request', 'not_enough_files', 'too_many_files', 'plan_limit_files'] as const),
  ...(['idempotency_key_reused', 'job_deleted', 'empty_file', 'unsupported_content'] as const),
  // For a key with limited rights.
  'forbidden',
  ...(['source_unreadable', 'output_too_large', 'conversion_failed', 'conversion_timeout'] as const),
];

function convertOperation(tool: Tool): Json {
  const options = optionsSchema(tool);
  const binaryFile = {
    type: 'string',
    format: 'binary',
    description: extensionsOf(tool.accepts).join(' '),
  };
  const many = tool.files.max > 1;
  const files = many
    ? { type: 'array', items: binaryFile, minItems: tool.files.min, maxItems: tool.files.max }
    : binaryFile;
  const answer = ok('Converted.', 'Conversion', `POST /v1/convert/${tool.id}`);
  const replayed = { schema: { const: 'true' }, description: 'The answer of an earlier call with the same key.' };
  const converted = { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': replayed } };
  return {
    ...operation(
      tagOf(tool),
      tool.id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      tool.id,
      {
        200: converted,
      },
      [...commonConvertErrors, ...tool.errors],
      [
        header(
          'Idempotency-Key',
          { type: 'string', maxLength: 255 },
          'A request that is repeated with the same key within an hour is not converted again.',
        ),
      ],
    ),
    description: tool.summary,
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { file: files, ...options.properties },
            required: ['file', ...(options.required ?? [])],
          },
        },
      },
    },
  };
}

function operation(
  tag: Tag,
  operationId: string,
  summary: string,
  responses: Record<number, Json>,
  codes: readonly ErrorCode[],
  parameters: readonly Json[] = [],
): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => errors[code].status);
  const failures = [...byStatus].map(([status, several]) => [
    status,
    {
      description: several.join(', '),
      ...headersOf(several),
      content: json({ oneOf: several.map((code) => reference(`Error_${code}`)) }),
    },
  ]);
  return {
    tags: [tags[tag].name],
    operationId,
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: { ...responses, ...Object.fromEntries(failures) },
  };
}

/** The headers of a status: some of its errors say when to retry. */
function headersOf(codes: readonly ErrorCode[]): Json {
  if (codes.includes('range_not_satisfiable')) return { headers: contentRange };
  if (codes.some((code) => 'retry_after' in errors[code].fields.shape))
    return { headers: { 'Retry-After': { schema: { type: 'integer', minimum: 0 }, description: 'Seconds.' } } };
  if (codes.some((code) => errors[code].status === 401))
    return { headers: { 'WWW-Authenticate': { schema: { const: 'Bearer' } } } };
  return {};
}
