// The JSON schemas of the OpenAPI document: resources, and the body of each error.
import { z } from 'zod';
import { eventTypes } from '#core/event-types.ts';
import { jobStates } from '#core/job-states.ts';
import { fieldsOf } from '#core/error-fields.ts';
import { errorCodes, errors, type ErrorCode } from '#core/errors.ts';

import { examples } from './examples.ts';

export type Json = Record<string, unknown>;

const timestamp = { type: 'integer', format: 'int64', description: 'Milliseconds since 1970.' };
const nullableTimestamp = { ...timestamp, type: ['integer', 'null'] };
const count = { type: 'integer', minimum: 0 };
export const text = { type: 'string' };
const bytesChanged = { bytes_before: count, bytes_after: count };

/** An object whose properties are required unless they are named in `optional`. */
export const object = (properties: Record<string, Json>, optional: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** Fields that a conversion and its job have in common. */
const result = {
  job_id: text,
  status: { const: 'success' },
  download_url: text,
  size_bytes: count,
  warnings: { type: 'array', items: text },
  compression: { $ref: '#/components/schemas/Compression' },
  steps: {
    type: 'array',
    description: 'Of a pipeline.',
    items: {
      type: 'object',
      properties: { tool: text, state: { enum: ['success', 'rejected', 'failed', 'skipped'] } },
    },
  },
};

export const webhookFields = {
  url: text,
  events: { type: 'array', items: { enum: eventTypes }, description: 'By default all.' },
  enabled: { type: 'boolean' },
};
const webhook = { id: text, ...webhookFields, created_at: timestamp };

const resources: Record<string, Json> = {
  Tool: object(
    {
      id: text,
      min_files: count,
      max_files: count,
      accepted_exts: { type: 'array', items: text },
      extension_fields: {
        type: 'array',
        items: object({ name: text, required: { type: 'boolean' }, description: text }),
        description: 'Form fields beyond the specification, with `PLATEN_EXTENSIONS=on`.',
      },
    },
    ['extension_fields'],
  ),
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
  Conversion: object({ ...result, quota: { $ref: '#/components/schemas/Quota' } }, [
    'warnings',
    'compression',
    'steps',
  ]),
  PendingJob: object({ job_id: text, status: { const: 'pending' }, status_url: text }),
  Webhook: object(webhook),
  NewWebhook: object({ ...webhook, secret: text }),
  Delivery: object({
    id: text,
    type: text,
    state: { enum: ['waiting', 'delivered', 'failed'] },
    created_at: timestamp,
    attempts: count,
    last_at: nullableTimestamp,
    status: { type: ['integer', 'null'], description: 'Status of the response; null if there was none.' },
    duration_ms: { type: ['integer', 'null'] },
    answer: { type: ['string', 'null'], description: 'The first KiB of the response, or why there was none.' },
  }),
  JobList: object({
    jobs: {
      type: 'array',
      items: object({
        job_id: text,
        status: { enum: jobStates },
        tool: text,
        created_at: timestamp,
        completed_at: nullableTimestamp,
        expires_at: nullableTimestamp,
        size_bytes: { ...count, type: ['integer', 'null'] },
        name: { type: ['string', 'null'], description: 'Of the result.' },
        error: { type: ['string', 'null'], description: 'The error code that ended it.' },
      }),
    },
    next_cursor: { type: ['string', 'null'], description: 'For the next page; null on the last.' },
  }),
  Job: object(
    { ...result, tool: text, completed_at: timestamp, expires_at: timestamp, can_share: { type: 'boolean' } },
    ['warnings', 'compression', 'steps'],
  ),
};

function errorSchema(code: ErrorCode): Json {
  const {
    $schema: _,
    additionalProperties: __,
    ...fields
  } = z.toJSONSchema(fieldsOf(code)) as {
    $schema?: string;
    additionalProperties?: unknown;
    properties?: Json;
    required?: string[];
  };
  return {
    ...fields,
    properties: { error: { const: code }, message: text, ...contextOf(code), ...fields.properties },
    required: ['error', 'message', ...(fields.required ?? [])],
    ...(examples.errors[code] === undefined ? {} : { examples: [examples.errors[code]] }),
  };
}

const step = { ...count, description: 'In a pipeline: the failed step, counted from 0.' };

/** Fields that the API adds to an error: the account's plan when it refuses a request, the job when there is one. */
function contextOf(code: ErrorCode): Record<string, Json> {
  const { kind } = errors[code];
  // A call that the key may not make is refused as well.
  if (kind === 'refused' || code === 'forbidden') return { plan: text, step };
  return kind === 'read' ? {} : { job_id: text, status: { const: kind }, step };
}

/** All schemas, by the names that {@link reference} links to. */
export const schemas: Record<string, Json> = {
  ...resources,
  ...Object.fromEntries(errorCodes.map((code) => [`Error_${code}`, errorSchema(code)])),
};

/** A link to a schema. */
export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
