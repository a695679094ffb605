// The preferences of a call for its response: the header Prefer (RFC 7240).
import type { FastifyRequest } from 'fastify';

export interface Preferences {
  /** Whether the response is the result itself. */
  isRepresentation: boolean;
  /** Whether the response comes before the job has ended. */
  isAsync: boolean;
  /** How long the response may wait, at most {@link maxWaitSeconds}; undefined by default. */
  waitSeconds: number | undefined;
}

export const maxWaitSeconds = 60;

/** Parses the preferences; ignores unknown ones, and the repetition of a preference. */
export function preferencesOf({ headers }: Pick<FastifyRequest, 'headers'>): Preferences {
  const named = new Map<string, string>();
  for (const part of [headers.prefer ?? ''].flat().join(',').split(',')) {
    const [name = '', value = ''] = (part.split(';')[0] ?? '').split('=').map((text) => text.trim());
    if (!named.has(name.toLowerCase())) named.set(name.toLowerCase(), value.replaceAll('"', ''));
  }
  const wait = named.get('wait') ?? '';
  return {
    isRepresentation: named.get('return')?.toLowerCase() === 'representation',
    isAsync: named.has('respond-async'),
    waitSeconds: /^\d{1,9}$/.test(wait) ? Math.min(maxWaitSeconds, Number(wait)) : undefined,
  };
}
