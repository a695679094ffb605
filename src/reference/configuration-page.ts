// docs/configuration.md: every setting.
import { settings } from '#config';
import { table } from './table.ts';

/** The page of all settings. */
export function configurationPage(): string {
  const rows = Object.values(settings).map(({ env, defaultText, allowed, doc }) => [
    `\`${env}\``,
    shownDefault(env, defaultText),
    allowed,
    doc,
  ]);
  return `# Configuration\n\nMade by \`./platen docs\`. Settings come from the environment, or from the file that \`PLATEN_ENV_FILE\` names (by default \`.env\`); the environment wins. An unknown \`PLATEN_*\` name or a value that is not allowed stops the start.\n\n${table(['variable', 'default', 'allowed', 'meaning'], rows)}\n`;
}

/** Defaults that depend on the machine are told in words. */
const shownDefault = (env: string, value: string | undefined) =>
  env === 'PLATEN_DATA'
    ? '`data` in the installation'
    : env === 'PLATEN_CONCURRENCY' || env === 'PLATEN_WARM_PROCESSES'
      ? 'the number of cores'
      : value === undefined
        ? ''
        : `\`${value}\``;
