// The OpenAPI 3.1 document, made from the tools and the error catalogue.
import { z } from 'zod';
import { errorCodes, errors, type ErrorCode } from '#core/errors.ts';
import type { Tool } from '#conversion/tools/tool.ts';

type Json = Record<string, unknown>;

const timestamp = { type: 'integer', format: 'int64', description: 'Milliseconds since 1970.' };
const nullableTimestamp = { ...timestamp, type: ['integer', 'null'] };
const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };
const bytesChanged = { bytes_before: count, bytes_after: count };

const object = (properties: Record<string, Json>, optional: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const schemas: Record<string, Json> = {
  Tool: object({ id: text, min_files: count, max_files: count, accepted_exts: { type: 'array', items: text } }),
  Quota: object({
    plan: text,
    quota: count,
    used: count,
    soft_cap_limit: count,
    status: { enum: ['ok', 'soft_cap', 'hard_cap'] },
    period_end: nullableTimestamp,
    quota_period_end: nullableTimestamp,
    credits_expire_at: nullableTimestamp,
  }),
  Compression: object({
    ...bytesChanged,
    images: object({ ...bytesChanged, changed: count, total: count }),
    fonts: object(bytesChanged),
    structure: object(bytesChanged),
  }),
  Conversion: object(
    {
      job_id: text,
      status: { const: 'success' },
      download_url: text,
      size_bytes: count,
      warnings: { type: 'array', items: text },
      compression: { $ref: '#/components/schemas/Compression' },
      quota: { $ref: '#/components/schemas/Quota' },
    },
    ['warnings', 'compression'],
  ),
  Job: object(
    {
      job_id: text,
      status: { const: 'success' },
      download_url: text,
      size_bytes: count,
      warnings: { type: 'array', items: text },
      compression: { $ref: '#/components/schemas/Compression' },
      tool: text,
      completed_at: timestamp,
      expires_at: timestamp,
      can_share: { type: 'boolean' },
    },
    ['warnings', 'compression'],
  ),
};

const jobErrors: readonly ErrorCode[] = ['job_not_found', 'forbidden'];
const always: readonly ErrorCode[] = [
  'missing_bearer_token',
  'invalid_api_key',
  'account_not_provisioned',
  'rate_limited',
  'server_busy',
];
const jobId = { name: 'jobId', in: 'path', required: true, schema: text };
const json = (schema: Json) => ({ 'application/json': { schema } });
const ok = (description: string, schema: string | Json) => ({
  description,
  content: json(typeof schema === 'string' ? { $ref: `#/components/schemas/${schema}` } : schema),
});

export function openApiDocument(tools: readonly Tool[], serverUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platen',
      version: '1.0.0',
      description: 'Document conversion and PDF manipulation. Every request carries an API key.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ key: [] }],
    paths: {
      '/tools': {
        get: operation(
          'listTools',
          'List the tools',
          { 200: ok('The tools.', object({ tools: { type: 'array', items: { $ref: '#/components/schemas/Tool' } } })) },
          always,
        ),
      },
      ...Object.fromEntries(tools.map((tool) => [`/convert/${tool.id}`, { post: convertOperation(tool) }])),
      '/download/{jobId}': {
        get: operation(
          'download',
          'Fetch a result',
          { 200: binary, 206: binary, 416: { description: 'The range lies outside the file.' } },
          [...always, ...jobErrors, 'job_not_ready', 'file_expired', 'job_deleted'],
          [jobId],
        ),
      },
      '/job/{jobId}': {
        get: operation(
          'getJob',
          'Look at a finished job',
          { 200: ok('The job.', 'Job') },
          [...always, ...jobErrors, 'job_not_ready', 'file_expired', 'job_deleted'],
          [jobId],
        ),
        delete: operation(
          'deleteJob',
          'Delete a job and its file',
          { 200: ok('It is gone.', object({ status: { const: 'deleted' } })) },
          [...always, ...jobErrors],
          [jobId],
        ),
      },
      '/quota': {
        get: operation('getQuota', 'Look at the quota, and check a key', { 200: ok('The quota.', 'Quota') }, always),
      },
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
      schemas: { ...schemas, ...Object.fromEntries(errorCodes.map((code) => [`Error_${code}`, errorSchema(code)])) },
    },
  };
}

const binary = {
  description: 'The result.',
  headers: { 'Content-Disposition': { schema: text }, 'Cache-Control': { schema: { const: 'no-store' } } },
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
};

/** Refusals that every conversion can get, before any verdict of the tool's own. */
const convertErrors = (tool: Tool): ErrorCode[] => [
  ...always,
  ...([
    'quota_exceeded',
    'credits_expired',
    'unsupported_media_type',
    'payload_too_large',
    'file_too_large',
    'too_many_parts',
  ] as const),
  ...([
    'bad_request',
    'not_enough_files',
    'too_many_files',
    'plan_limit_files',
    'idempotency_key_reused',
    'empty_file',
  ] as const),
  ...([
    'unsupported_content',
    'source_unreadable',
    'conversion_failed',
    'internal_error',
    'conversion_timeout',
  ] as const),
  ...tool.errors,
];

function convertOperation(tool: Tool): Json {
  const options = z.toJSONSchema(tool.options, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Json;
    required?: string[];
  };
  const binaryFile = {
    type: 'string',
    format: 'binary',
    description: tool.accepts.flatMap((format) => [...format.extensions]).join(' '),
  };
  const many = tool.files.max > 1;
  const file = many
    ? { type: 'array', items: binaryFile, minItems: tool.files.min, maxItems: tool.files.max }
    : binaryFile;
  return {
    ...operation(
      tool.id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      tool.summary,
      { 200: ok('Converted.', 'Conversion') },
      convertErrors(tool),
      [
        {
          name: 'Idempotency-Key',
          in: 'header',
          schema: { type: 'string', maxLength: 255 },
          description: 'The same call sent again within an hour is not converted again.',
        },
      ],
    ),
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { file, ...options.properties },
            required: ['file', ...(options.required ?? [])],
          },
        },
      },
    },
  };
}

function operation(
  operationId: string,
  summary: string,
  responses: Record<number, Json>,
  codes: readonly ErrorCode[],
  parameters: readonly Json[] = [],
): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => errors[code].status);
  const refused = [...byStatus].map(([status, several]) => [
    status,
    {
      description: several.join(', '),
      content: json({ oneOf: several.map((code) => ({ $ref: `#/components/schemas/Error_${code}` })) }),
    },
  ]);
  return {
    operationId,
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: { ...responses, ...Object.fromEntries(refused) },
  };
}

function errorSchema(code: ErrorCode): Json {
  const {
    $schema: _,
    additionalProperties: __,
    ...fields
  } = z.toJSONSchema(errors[code].fields) as {
    $schema?: string;
    additionalProperties?: unknown;
    properties?: Json;
    required?: string[];
  };
  return {
    ...fields,
    properties: { error: { const: code }, message: text, ...fields.properties },
    required: ['error', 'message', ...(fields.required ?? [])],
  };
}
