// The URL of the service, as the caller of a request reaches it.
import type { FastifyRequest } from 'fastify';
import type { Config } from '#config';
import type { Mail } from '#service/roles.ts';

export type Addressed = Pick<Mail, 'publicUrl'> & { config: Pick<Config, 'publicUrl'> };

/** Returns the base URL for a reader's calls: the public one, or that of the request. */
export function originOf({ protocol, host }: FastifyRequest, { config, publicUrl }: Addressed): string {
  const isPlain = /^[\w.:[\]-]+$/.test(host);
  return config.publicUrl === undefined && isPlain ? `${protocol}://${host}` : publicUrl();
}
