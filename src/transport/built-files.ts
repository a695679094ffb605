// Files that `./platen setup` builds, which may come while the service runs.
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';

interface BuiltFiles extends Pick<FastifyStaticOptions, 'immutable' | 'maxAge' | 'preCompressed' | 'setHeaders'> {
  /** Ends with the wildcard `*`. */
  path: string;
  /** The folder of the files for the other parameters of the path; null while there is none. */
  folder: (params: Readonly<Record<string, string>>) => string | null;
}

/** Serves the files of a folder that is looked up at each request. */
export const builtFiles = ({ path, folder, ...options }: BuiltFiles) =>
  async function files(app: FastifyInstance): Promise<void> {
    await app.register(fastifyStatic, { ...options, root: join(import.meta.dirname, '..', '..'), serve: false });
    app.get<{ Params: Record<string, string> }>(path, (request, reply) => {
      const found = folder(request.params);
      return found === null ? reply.callNotFound() : reply.sendFile(`/${request.params['*'] ?? ''}`, found);
    });
  };
