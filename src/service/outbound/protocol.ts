// The messages between the service and the outbound process: plain data, by the structured clone of Node's IPC.

/** A call to perform. */
export interface OutboundRequest {
  id: number;
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** The time limit of the call, including the response. */
  timeoutMs: number;
  /** The handling of the response body: return its first bytes, or write all of it to a new file if the status is 200. */
  take: { first: number } | { path: string; maxBytes: number };
}

export type ToProcess = { call: OutboundRequest } | { abort: number };

export interface OutboundResponse {
  status: number;
  /** The header Content-Disposition. */
  disposition?: string;
  /** The first bytes; empty if the body was written to a file, or not read. */
  first: Uint8Array;
}

/** The reason why there is no response, or only a part of it. */
export interface OutboundProblem {
  /** A disallowed IP address, a body over `maxBytes`, a file that cannot be written, a timeout, or a network error or other limit. */
  kind: 'refused_address' | 'too_large' | 'disk' | 'timeout' | 'network';
  code?: string;
  message: string;
}

export type FromProcess = { id: number } & ({ response: OutboundResponse } | { problem: OutboundProblem });
