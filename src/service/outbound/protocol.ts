// The messages between the service and the outbound process: plain data, by the structured clone of Node's IPC.

/** A call to make. */
export interface OutboundRequest {
  id: number;
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** For the call, its response included. */
  timeoutMs: number;
  /** What to do with the body of the response: return its first bytes, or write all of it to a new file if the status is 200. */
  take: { first: number } | { path: string; maxBytes: number };
}

export type ToProcess = { call: OutboundRequest } | { abort: number };

export interface OutboundResponse {
  status: number;
  /** The header Content-Disposition. */
  disposition?: string;
  /** Empty where the body was written to a file, or not read. */
  first: Uint8Array;
}

/** Why there is no response, or not all of it. */
export interface OutboundProblem {
  /** The IP address is not allowed; the body exceeds `maxBytes`; the file cannot be written; time is up; or the network, or a limit. */
  kind: 'refused_address' | 'too_large' | 'disk' | 'timeout' | 'network';
  code?: string;
  message: string;
}

export type FromProcess = { id: number } & ({ response: OutboundResponse } | { problem: OutboundProblem });
