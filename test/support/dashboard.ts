// A browser's calls to the dashboard without a browser: its cookies, its own origin.
import assert from 'node:assert/strict';
import { linkIn, type MailServer } from './mail.ts';
import { answerOf, type Answer, type File, type Platen } from './platen.ts';

export interface Visitor {
  cookies: Map<string, string>;
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** The whole response, redirects not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  convert(tool: string, files: readonly File[], fields?: Record<string, string>): Promise<Answer>;
  /** Converts by several tools in a row. */
  pipeline(steps: readonly object[], files: readonly File[]): Promise<Answer>;
}

/** Somebody who has not signed in. */
export function visitor(platen: Platen): Visitor {
  const cookies = new Map<string, string>();
  const visit = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin');
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(platen.nextUrl() + path, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const send = async (path: string, files: readonly File[], fields: Record<string, string>): Promise<Answer> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (const { name, data } of files) body.append('file', new Blob([data]), name);
    return answerOf(await visit(`/dashboard/api/${path}`, { method: 'POST', body }));
  };
  return {
    cookies,
    fetch: visit,
    async call(method, path, body, headers = {}) {
      const response = await visit(`/dashboard/api${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answerOf(response);
    },
    convert: (tool, files, fields = {}) => send(`convert/${tool}`, files, fields),
    pipeline: (steps, files) => send('pipelines', files, { steps: JSON.stringify(steps) }),
  };
}

/** The token of a link's fragment. */
export const tokenOf = (link: string): string => link.split('#')[1] ?? '';

/** Requests a link, reads it from the mail, follows it. */
export async function signIn(platen: Platen, mail: MailServer, email: string): Promise<Visitor> {
  const who = visitor(platen);
  assert.equal((await who.call('POST', '/sign-in', { email })).status, 202);
  const token = tokenOf(linkIn(await mail.next(email)));
  const answer = await who.call('POST', '/sign-in/link', { token });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return who;
}
