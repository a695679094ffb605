// Other methods of a known path get 405 with the allowed ones.
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { Failure } from '#core/failure.ts';

const all: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Records the routes that `app` gets from now on; the returned function refuses other methods of their paths. */
export function otherMethods(app: FastifyInstance): (within: FastifyInstance) => void {
  const methods = new Map<string, HTTPMethods[]>();
  app.addHook('onRoute', ({ method, path }) => {
    // A path that matches a wildcard may not exist at all.
    if (!path.includes('*')) methods.set(path, [...(methods.get(path) ?? []), method].flat());
  });
  return (within) => {
    for (const [path, allowed] of methods.entries().toArray()) {
      const url = path.slice(within.prefix.length);
      const method = all.filter((name) => !allowed.includes(name));
      within.route({ method, url, handler: () => Promise.reject(new Failure('method_not_allowed', { allowed })) });
    }
  };
}
