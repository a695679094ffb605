// System errors as sentences with a remedy.

const sentences: Record<string, (path: string, error: NodeJS.ErrnoException) => string> = {
  ENOENT: (path) => `there is no ${path}`,
  EACCES: (path, { syscall }) =>
    syscall === 'listen'
      ? 'this user may not listen on that port; choose one from 1024 with --port'
      : `${path} may not be opened by this user`,
  EPERM: (path) => `${path} may not be changed by this user`,
  EISDIR: (path) => `${path} is a folder`,
  ENOTDIR: (path) => `${path} is inside something that is not a folder`,
  EROFS: (path) => `${path} is on a disk that is read-only`,
  ENOSPC: () => 'no space is left on the disk; make room and try again',
  EDQUOT: () => 'the disk quota of this user is used up',
  ENAMETOOLONG: (path) => `the name ${path} is too long for this disk`,
  EMFILE: () => 'too many files are open; allow more with ulimit -n, or fewer conversions with --jobs',
  EADDRINUSE: (_, error) => {
    const { port } = error as { port?: number };
    return `another program listens on port ${port} already; end it, or choose another port with --port or PLATEN_PORT`;
  },
  EADDRNOTAVAIL: () => 'this machine has no such address; choose another one with --host or PLATEN_HOST',
};

/** Returns the message of any error. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  return sentences[code]?.(dest ?? path ?? 'this file', error) ?? error.message;
}
