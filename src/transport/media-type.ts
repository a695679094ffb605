// Whether a Content-Type can be read as a form with files.

/** multipart/form-data with a boundary. */
export const isAcceptedType = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\s*;/i.test(contentType ?? '') &&
  /;\s*boundary\s*=\s*("[^"]+"|[^\s";]+)/i.test(contentType ?? '');
