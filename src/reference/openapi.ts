// The OpenAPI 3.1 document, generated from the tools and the error catalogue. Responses in tests are compared with it.
import { eventTypes } from '#core/event-types.ts';
import { jobStates } from '#core/job-states.ts';
import { fieldsOf } from '#core/error-fields.ts';
import { errors, type ErrorCode } from '#core/errors.ts';
import { extensionsOf, formats } from '#core/formats.ts';
import { version } from '#core/version.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { examples } from './examples.ts';
import { optionsSchema } from '#conversion/options/secrets.ts';
import { object, reference, schemas, text, webhookFields, type Json } from './openapi-schemas.ts';

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
const query = (name: string, schema: Json, description: string): Json => ({ name, in: 'query', schema, description });
const prefer = (description: string): Json => header('Prefer', text, description);
const jobId = { name: 'jobId', in: 'path', required: true, schema: text };
const json = (schema: Json) => ({ 'application/json': { schema } });
const rateHeaders = {
  RateLimit: { schema: text, description: 'Remaining calls, and seconds until the window ends: "convert";r=17;t=42.' },
  'RateLimit-Policy': {
    schema: text,
    description: 'Limit of the window, and its length in seconds: "convert";q=20;w=60.',
  },
  'X-Request-Id': { schema: text, description: 'ID of this call in the log of the service.' },
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
  pdf: { name: 'To PDF', description: 'Office documents, e-books, images and PostScript to PDF.' },
  tools: {
    name: 'PDF tools',
    description: 'Merge, split, rotate, watermark, compress and protect PDFs.',
  },
  other: { name: 'From PDF', description: 'PDF to Word and images; HEIC photos to JPEG.' },
  jobs: { name: 'Jobs and results', description: 'The state of a conversion, and its result for an hour.' },
  webhooks: {
    name: 'Webhook endpoints',
    description: 'URLs that are called when an asynchronous job ends, and about the quota.',
  },
  account: { name: 'Account', description: 'Available tools and used quota.' },
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
        'Converts documents: a call sends a file and returns the download URL of the result. Every call needs an API key. [Quick start](/docs), [tools](/docs/tools), [errors](/docs/errors).',
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
      '/pipelines': { post: pipelineOperation() },
      ...jobPaths(),
      ...uploadPaths(),
      ...webhookPaths(),
      '/quota': {
        get: operation(
          'account',
          'getQuota',
          'Get the quota, or check a key',
          { 200: ok('The quota.', 'Quota', 'GET /v1/quota') },
          always,
        ),
      },
    },
    webhooks: eventDocuments(),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
      schemas,
    },
  };
}

/** The endpoints of one job. */
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
          description: 'The result can be downloaded from this URL, without a key, for a few minutes.',
          headers: { Location: { schema: text } },
        },
        304: { description: 'The file is unchanged.', headers: { ETag: { schema: text } } },
      },
      [...always, ...jobErrors, 'job_not_ready', 'file_expired', 'job_deleted', 'range_not_satisfiable'],
      [
        jobId,
        header('Range', text, 'One range of bytes, such as bytes=0-1023.'),
        header('If-Range', text, 'The ETag of an earlier response: the range is only sent if the file is unchanged.'),
        header('If-None-Match', text, 'ETags of files that the client already has; these are not sent.'),
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
      [jobId, prefer('`wait=N`: respond when the job ends, after at most N seconds (60).')],
    ),
    delete: operation(
      'jobs',
      'deleteJob',
      'Delete a job and its files',
      { 200: ok('The job was deleted.', object({ status: { const: 'deleted' } }), 'DELETE /v1/job/:jobId') },
      [...always, ...jobErrors],
      [jobId],
    ),
  },
  '/job/{jobId}/events': {
    get: operation(
      'jobs',
      'getJobEvents',
      'Follow a job',
      {
        200: {
          description:
            'Server-sent events: `progress`, then `succeeded`, `rejected`, `failed` or `deleted` with the response of GET /job, then the end.',
          content: { 'text/event-stream': { schema: text } },
        },
      },
      [...always, ...jobErrors, 'file_expired', 'job_deleted'],
      [jobId, header('Last-Event-ID', text, 'The last event that the client received; it is not sent again.')],
    ),
  },
  '/jobs': {
    get: operation(
      'jobs',
      'listJobs',
      'List the jobs of the key',
      { 200: ok('The jobs, newest first.', 'JobList', 'GET /v1/jobs') },
      [...always, 'forbidden', 'bad_request'],
      [
        query('status', { enum: jobStates }, 'Jobs in this state.'),
        query('tool', text, 'Jobs of this tool.'),
        query('since', { type: 'integer' }, 'Jobs that began at this time or later, in milliseconds since 1970.'),
        query('cursor', text, '`next_cursor` of the previous page.'),
        query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 25 }, 'Jobs on a page.'),
      ],
    ),
  },
});

const uploadId = { name: 'uploadId', in: 'path', required: true, schema: text };
const offset = { 'Upload-Offset': { schema: { type: 'integer' }, description: 'Bytes received so far.' } };

/** tus 1.0: core, creation, expiration, termination. */
function uploadPaths(): Json {
  const uploads = (
    id: string,
    summary: string,
    answers: Record<number, Json>,
    codes: readonly ErrorCode[],
    parameters: readonly Json[],
  ) => operation('jobs', id, summary, answers, codes, parameters);
  const size = header('Upload-Length', { type: 'integer' }, 'Bytes of the file.');
  const metadata = header('Upload-Metadata', text, '`filename` and the name in Base64.');
  const at = header('Upload-Offset', { type: 'integer' }, 'Offset of the first byte.');
  const location = { Location: { schema: text, description: 'URL of the upload; its last part is the `file_id`.' } };
  const none = (description: string, headers: Json = {}) => ({ description, headers });
  return {
    '/uploads': {
      options: uploads(
        'describeUploads',
        'Get the supported parts of tus',
        { 204: none('See Tus-Version and Tus-Extension.') },
        [],
        [],
      ),
      post: uploads(
        'createUpload',
        'Create a resumable upload',
        { 201: none('The upload was created.', location) },
        [...always, 'forbidden', 'bad_request', 'file_too_large'],
        [size, metadata],
      ),
    },
    '/uploads/{uploadId}': {
      head: uploads('getUpload', 'Get the offset of an upload', { 200: none('The upload.', offset) }, [], [uploadId]),
      patch: uploads(
        'continueUpload',
        'Send the next bytes',
        { 204: none('The bytes were received.', offset) },
        [...always, 'forbidden', 'file_not_found', 'unsupported_media_type', 'upload_conflict', 'payload_too_large'],
        [uploadId, at],
      ),
      delete: uploads(
        'deleteUpload',
        'Delete an upload',
        { 204: none('It is removed.') },
        [...always, 'forbidden', 'file_not_found'],
        [uploadId],
      ),
    },
  };
}

const webhookId = { name: 'webhookId', in: 'path', required: true, schema: text };
const messageId = { name: 'messageId', in: 'path', required: true, schema: text };
const body = (schema: Json) => ({ requestBody: { required: true, content: json(schema) } });

/** The webhooks of the account. */
function webhookPaths(): Json {
  const hooks = (
    id: string,
    summary: string,
    answers: Record<number, Json>,
    codes: readonly ErrorCode[],
    more: readonly Json[] = [],
  ) => operation('webhooks', id, summary, answers, [...always, 'forbidden', ...codes], more);
  const seen = (method: string, path: string) => `${method} /v1/webhooks${path}`;
  const at = '/:webhookId';
  return {
    '/webhooks': {
      get: hooks(
        'listWebhooks',
        'List the webhooks',
        {
          200: ok(
            'The webhooks.',
            object({ webhooks: { type: 'array', items: reference('Webhook') } }),
            seen('GET', ''),
          ),
        },
        [],
      ),
      post: {
        ...hooks(
          'createWebhook',
          'Add a webhook',
          { 201: ok('The webhook with its secret, which is shown only once.', 'NewWebhook', seen('POST', '')) },
          ['bad_request', 'invalid_webhook_url'],
        ),
        ...body({ ...object(webhookFields, ['events', 'enabled']) }),
      },
    },
    '/webhooks/{webhookId}': {
      get: hooks(
        'getWebhook',
        'Get a webhook',
        { 200: ok('The webhook.', 'Webhook', seen('GET', at)) },
        ['webhook_not_found'],
        [webhookId],
      ),
      patch: {
        ...hooks(
          'changeWebhook',
          'Change a webhook',
          { 200: ok('The webhook.', 'Webhook', seen('PATCH', at)) },
          ['webhook_not_found', 'bad_request', 'invalid_webhook_url'],
          [webhookId],
        ),
        ...body(object(webhookFields, Object.keys(webhookFields))),
      },
      delete: hooks(
        'deleteWebhook',
        'Delete a webhook',
        { 200: ok('The webhook was deleted.', object({ status: { const: 'deleted' } }), seen('DELETE', at)) },
        ['webhook_not_found'],
        [webhookId],
      ),
    },
    '/webhooks/{webhookId}/rotate': {
      post: hooks(
        'rotateWebhookSecret',
        'Rotate the secret',
        {
          200: ok(
            'The webhook with its new secret; for a day, the previous one also signs.',
            'NewWebhook',
            seen('POST', `${at}/rotate`),
          ),
        },
        ['webhook_not_found'],
        [webhookId],
      ),
    },
    '/webhooks/{webhookId}/test': {
      post: hooks(
        'testWebhook',
        'Send a test event',
        { 202: ok('The delivery.', 'Delivery', seen('POST', `${at}/test`)) },
        ['webhook_not_found'],
        [webhookId],
      ),
    },
    '/webhooks/{webhookId}/deliveries': {
      get: hooks(
        'listDeliveries',
        'List the deliveries',
        {
          200: ok(
            'The deliveries, newest first; kept for 30 days.',
            object({
              deliveries: { type: 'array', items: reference('Delivery') },
              next_cursor: { type: ['string', 'null'] },
            }),
            seen('GET', `${at}/deliveries`),
          ),
        },
        ['webhook_not_found', 'bad_request'],
        [
          webhookId,
          query('cursor', text, '`next_cursor` of the previous page.'),
          query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 25 }, 'Deliveries per page.'),
        ],
      ),
    },
    '/webhooks/{webhookId}/deliveries/redeliver': {
      post: {
        ...hooks(
          'redeliverRange',
          'Resend the undelivered messages of a period',
          {
            202: ok(
              'Number of messages to resend.',
              object({ redelivered: { type: 'integer' } }),
              seen('POST', `${at}/deliveries/redeliver`),
            ),
          },
          ['webhook_not_found', 'bad_request'],
          [webhookId],
        ),
        ...body(object({ since: { type: 'integer' }, until: { type: 'integer' } }, ['until'])),
      },
    },
    '/webhooks/{webhookId}/deliveries/{messageId}/redeliver': {
      post: hooks(
        'redeliver',
        'Resend a message',
        { 202: ok('The delivery.', 'Delivery', seen('POST', `${at}/deliveries/:messageId/redeliver`)) },
        ['webhook_not_found', 'delivery_not_found'],
        [webhookId, messageId],
      ),
    },
  };
}

/** Messages to receivers: standardwebhooks.com. */
const eventDocuments = (): Json =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `on-${type}`,
          summary: type,
          parameters: [
            header('webhook-id', text, 'ID of the message; the same when it is resent.'),
            header('webhook-timestamp', text, 'Time of this attempt, in seconds since 1970.'),
            header(
              'webhook-signature',
              text,
              '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in Base64, for each valid secret.',
            ),
          ],
          ...body(
            object({
              type: { const: type },
              timestamp: { type: 'string', format: 'date-time' },
              data: { type: 'object' },
            }),
          ),
          responses: {
            200: { description: 'Any 2xx within ten seconds: delivered. 410: the webhook is switched off.' },
          },
        },
      },
    ]),
  );

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
/** The answer to a call that does not wait. */
const accepted = {
  description: 'Accepted: the job is pending.',
  headers: {
    ...rateHeaders,
    Location: { schema: text, description: 'Of the job.' },
    'Preference-Applied': { schema: { const: 'respond-async' } },
    'Retry-After': { schema: { type: 'integer', minimum: 0 }, description: 'Seconds.' },
  },
  content: json(reference('PendingJob')),
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
  // For files by URL, and for `webhook_url`.
  'invalid_webhook_url',
  'file_not_found',
  'source_unreachable',
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
  const replayed = {
    schema: { const: 'true' },
    description: 'This is the response of an earlier call with the same key.',
  };
  const converted = { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': replayed } };
  return {
    ...operation(
      tagOf(tool),
      tool.id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      tool.id,
      { 200: { ...converted, content: { ...converted.content, ...file.content } }, 202: accepted },
      [...commonConvertErrors, ...tool.errors],
      [
        header(
          'Idempotency-Key',
          { type: 'string', maxLength: 255 },
          'A request with the same key within an hour is not converted again.',
        ),
        prefer(
          '`return=representation`: respond with the file itself. `respond-async`: respond with 202 as soon as the files are accepted; with `wait=N`, respond as usual if the job ends within N seconds (60 at most).',
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
            properties: {
              file: files,
              file_id: {
                type: 'string',
                description:
                  'Instead of a file: the ID of a complete upload, or of a job of the same key whose result is the input. For several: `file_id[0]`, `file_id[1]` …',
              },
              webhook_url: {
                type: 'string',
                format: 'uri',
                description:
                  'With `Prefer: respond-async`: URL that is called when the job ends; its origin must be that of an enabled webhook of the account.',
              },
              file_url: {
                type: 'string',
                format: 'uri',
                description:
                  'Instead of a file, with `PLATEN_FETCH_FILE_URLS=on`: the public http or https URL to fetch it from. For several: `file_url[0]`, `file_url[1]` …',
              },
              ...options.properties,
            },
            required: options.required ?? [],
          },
        },
      },
    },
  };
}

/** Answers as those of one tool; a step may have the errors of its tool. */
function pipelineOperation(): Json {
  const answer = ok('Converted.', 'Conversion', 'POST /v1/pipelines');
  return {
    ...operation(
      'jobs',
      'convertBySteps',
      'Several steps in one call',
      { 200: { ...answer, content: { ...answer.content, ...file.content } }, 202: accepted },
      [...commonConvertErrors, 'invalid_steps'],
      [
        header('Idempotency-Key', { type: 'string', maxLength: 255 }, 'As for a single tool.'),
        prefer('As for a single tool.'),
      ],
    ),
    description:
      'The result of each step is the input of the next; intermediate results are not stored. Each step counts as a conversion. Errors have the `step`, counted from 0, and can be those of its tool.',
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              file: { type: 'string', format: 'binary' },
              steps: {
                type: 'string',
                writeOnly: true,
                description: 'JSON: one to eight objects with a `tool` and its fields.',
                examples: ['[{"tool":"office-to-pdf"},{"tool":"compress-pdf"}]'],
              },
            },
            required: ['file', 'steps'],
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
  if (codes.some((code) => 'retry_after' in fieldsOf(code).shape))
    return { headers: { 'Retry-After': { schema: { type: 'integer', minimum: 0 }, description: 'Seconds.' } } };
  if (codes.some((code) => errors[code].status === 401))
    return { headers: { 'WWW-Authenticate': { schema: { const: 'Bearer' } } } };
  return {};
}
