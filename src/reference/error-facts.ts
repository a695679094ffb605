// How programs handle each error code, derived from the catalogue.
import { z } from 'zod';
import { fieldsOf } from '#core/error-fields.ts';
import { errors, type ErrorCode } from '#core/errors.ts';

export type Retry = 'never' | 'after' | 'later' | 'period' | 'pending' | 'offset' | 'smaller';

/** Codes whose status and kind do not tell. */
const special: Partial<Record<ErrorCode, Retry>> = {
  quota_exceeded: 'period',
  job_not_ready: 'pending',
  upload_conflict: 'offset',
  conversion_timeout: 'smaller',
};

/** Whether and when the same request can succeed. */
export function retryOf(code: ErrorCode): Retry {
  const { status, kind } = errors[code];
  return special[code] ?? (status === 429 || status === 503 ? 'after' : kind === 'failed' ? 'later' : 'never');
}

export interface ErrorField {
  name: string;
  type: string;
  /** Null if any value is possible. */
  values: string[] | null;
  isOptional: boolean;
}

interface Schema {
  type?: string | string[];
  enum?: string[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
}

/** The fields of a code besides `error` and `message`. */
export function errorFieldsOf(code: ErrorCode): ErrorField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(fieldsOf(code), {
    io: 'input',
    unrepresentable: 'any',
  }) as { properties?: Record<string, Schema>; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    values: schema.enum ?? null,
    isOptional: !required.includes(name),
  }));
}

const typeOf = ({ type, anyOf, items, const: value }: Schema): string =>
  anyOf !== undefined
    ? [...new Set(anyOf.map(typeOf))].join(' | ')
    : type === 'array'
      ? `${typeOf(items ?? {})}[]`
      : type === undefined
        ? typeof value
        : [type].flat().join(' | ');
