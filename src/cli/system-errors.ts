// System errors: those of a file that the user has named, and those that would affect any file.

/** A disk that is full or read-only, and limits of the machine: the same call succeeds elsewhere, or later. */
const ofMachine = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM'];

export const codeOf = (error: unknown): string | undefined => {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : undefined;
};

export const isOfMachine = (error: unknown): boolean => ofMachine.includes(codeOf(error) ?? '');

/** The same error about the file that the user has named, where it is about one of ours (an input's copy, an unfinished result). */
export async function about<Value>(path: string, work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (!/^E[A-Z]+$/.test(code ?? '')) throw error;
    const { syscall, errno } = error as NodeJS.ErrnoException;
    const told = new Error(`${path}: the system refused ${syscall ?? 'it'} (${code})`, { cause: error });
    throw Object.assign(told, { code, path, syscall, errno });
  }
}
