// Fields of a request's log line besides its route and status: the caller, the tool, and the code of the answer.
// Nothing of a document, and no name of a file.

interface LogFields {
  account?: string;
  key?: string;
  tool?: string;
  code?: string;
}

const known = new WeakMap<object, LogFields>();

/** Notes fields for the line of this request. */
export function noteForLog(request: object, fields: LogFields): void {
  known.set(request, { ...known.get(request), ...fields });
}

export const fieldsForLog = (request: object): LogFields => known.get(request) ?? {};
