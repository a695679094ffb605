// The single version number of the package, the API's document and `./platen --version`.
import manifest from '../../package.json' with { type: 'json' };

export const { version } = manifest;
