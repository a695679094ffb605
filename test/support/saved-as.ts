// Documents in the formats that LibreOffice writes.
import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Lets LibreOffice itself write the document in another format, into the folder. */
export async function savedAs(source: string, extension: string, folder: string): Promise<string> {
  await execute(
    'soffice',
    [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      extension,
      '--outdir',
      folder,
      source,
    ],
    { timeout: 60_000 },
  );
  return join(folder, basename(source).replace(/\.\w+$/, `.${extension}`));
}
