// Additional fields of a request's log line: the caller, the tool, and the code of the answer,
// but nothing from a document, and no file name.

interface LogFields {
  account?: string;
  key?: string;
  tool?: string;
  code?: string;
}

const known = new WeakMap<object, LogFields>();

/** Records fields for this request's log line. */
export function noteForLog(request: object, fields: LogFields): void {
  known.set(request, { ...known.get(request), ...fields });
}

export const fieldsForLog = (request: object): LogFields => known.get(request) ?? {};
