// Recognises the formats of files.
import { nameOfFormat } from '#core/formats.ts';
import { detect } from '#conversion/detect/detect.ts';

export interface Detection {
  /** The name of a format. */
  format: string;
  /** The container itself says that its content is encrypted. */
  locked: boolean;
}

/** `files` are names in the folder, with the original names of the files. */
export async function detectFiles(files: readonly { file: string; name: string }[]): Promise<Detection[]> {
  const found: Detection[] = [];
  for (const { file, name } of files) {
    const { format, locked } = await detect(file, name);
    found.push({ format: nameOfFormat(format), locked });
  }
  return found;
}
