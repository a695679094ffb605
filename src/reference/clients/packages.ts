// The packages of the clients: the names of their files, and the commands that install them from a service.
import { version } from '#core/version.ts';
import { exampleAddress } from '../samples/call.ts';

/** The files that `./platen setup` builds and a service serves below /clients. */
export const packageFiles = {
  typescript: `platen-client-${version}.tgz`,
  python: `platen-${version}-py3-none-any.whl`,
  php: `platen-client-php-${version}.zip`,
  n8n: `n8n-nodes-platen-${version}.tgz`,
} as const;

export type ClientId = keyof typeof packageFiles;

const at = (client: ClientId): string => `${exampleAddress}/clients/${packageFiles[client]}`;

/** Commands that install a client from the service at {@link exampleAddress}. */
export const installing: Readonly<Record<ClientId, readonly string[]>> = {
  typescript: [`npm install ${at('typescript')}`],
  python: [`pip install ${at('python')}`],
  php: [
    "[ -f composer.json ] || echo '{}' > composer.json",
    `composer config repositories.platen composer ${exampleAddress}/clients`,
    'composer config secure-http false  # only for a URL without TLS',
    'composer require platen/client',
  ],
  n8n: [`npm install --legacy-peer-deps ${at('n8n')}`],
};

/** The index of the Composer repository (https://getcomposer.org/doc/05-repositories.md#packages), for the service at `origin`. */
export const composerIndex = (index: string, origin: string): string => index.replaceAll(exampleAddress, origin);
