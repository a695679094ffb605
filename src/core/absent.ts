// Files that do not exist: the only file-system error that may pass silently.

/** Returns whether an error means that a file or folder does not exist. */
export const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** For `catch`: returns `value` if the file or folder does not exist. @throws every other error */
export const ifAbsent =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (isAbsent(error)) return value;
    throw error;
  };
