// Recognises the Content-Type of a form with files.

/** Returns whether the type is multipart/form-data with a boundary. */
export const isAcceptedType = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\s*;/i.test(contentType ?? '') &&
  /;\s*boundary\s*=\s*("[^"]+"|[^\s";]+)/i.test(contentType ?? '');

/** Returns whether a Content-Encoding leaves the body unchanged. */
export const isPlain = (encoding: string): boolean =>
  encoding.split(',').every((coding) => ['', 'identity'].includes(coding.trim().toLowerCase()));
