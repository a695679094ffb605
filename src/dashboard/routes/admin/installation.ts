// For administrators: the version, the last backup and the effective configuration.
import type { FastifyInstance } from 'fastify';
import { effectiveSettings, type Config } from '#config';
import { version } from '#core/version.ts';
import { readFact } from '#service/operation.ts';
import type { Sessions, Status } from '#service/roles.ts';
import { administrator } from '../../guard.ts';

type Installed = Sessions & Pick<Status, 'db'> & { config: Config };

export function installationRoutes(app: FastifyInstance, service: Installed): void {
  app.get('/dashboard/api/admin/installation', async (request, reply) => {
    await administrator(service, request, reply);
    return installationFields(service);
  });
}

export async function installationFields({ db, config }: Installed) {
  const backup = await readFact({ db }, 'backup');
  return {
    version,
    backup:
      backup === undefined ? null : { made_at: backup.at, ...(JSON.parse(backup.detail ?? '{}') as { bytes: number }) },
    settings: effectiveSettings(config).map(({ env, value, isDefault, isSecret, ...setting }) => ({
      name: env,
      value,
      default: setting.default,
      is_default: isDefault,
      is_secret: isSecret,
    })),
  };
}
