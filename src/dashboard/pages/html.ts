// The few pages that the server renders itself: plain HTML that works without scripts.
import { randomBytes } from 'node:crypto';
import { escapeMarkup } from '#core/markup.ts';
import type { FastifyReply } from 'fastify';
import type { Language } from '#messages/languages.ts';
import type { Words } from './words.ts';

/** HTML that is already escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A template that escapes its values, except {@link Html}; lists are joined, and null is left out. */
export const html = (
  parts: TemplateStringsArray,
  ...values: readonly (Html | Html[] | string | number | null)[]
): Html => new Html(parts.reduce((text, part, n) => text + render(values[n - 1]) + part));

function render(value: Html | Html[] | string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(({ text }) => text).join('');
  return value instanceof Html ? value.text : escapeMarkup(String(value));
}

const style = `
:root{color-scheme:light dark;--ground:#f6f7f9;--paper:#fff;--line:#dfe2e8;--text:#1b1f2a;--quiet:#5a6172;--accent:#4338ca;--on-accent:#fff;--bad:#b42318}
@media (prefers-color-scheme:dark){:root{--ground:#14161b;--paper:#1d2027;--line:#343945;--text:#eceef3;--quiet:#a5acba;--accent:#a5b4fc;--on-accent:#14161b;--bad:#ff9b8f}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;padding:24px 16px;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{width:100%;max-width:460px;background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:28px;box-shadow:0 1px 3px rgb(0 0 0/.06)}
h1{margin:0 0 4px;font-size:20px;line-height:1.3;overflow-wrap:anywhere}
p{margin:0 0 16px;color:var(--quiet)}
img{display:block;width:100%;max-height:420px;object-fit:contain;object-position:top;margin:0 0 20px;border:1px solid var(--line);border-radius:8px;background:#fff}
.button,button{display:block;width:100%;padding:12px 20px;border:0;border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.button:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
label{display:block;margin:0 0 6px;font-weight:600}
input{width:100%;margin:0 0 16px;padding:11px 12px;border:1px solid var(--quiet);border-radius:8px;background:var(--paper);color:var(--text);font:inherit}
.more{margin:16px 0 0;text-align:center}
.more a{color:var(--accent)}
.bad{color:var(--bad);font-weight:600}
footer{margin-top:20px;color:var(--quiet);font-size:14px}
`;

/** Sends a complete page that loads nothing from elsewhere and that search engines do not index. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  { language, title, body }: { language: Language; title: string; body: Html },
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${new Html(style)}
        </style>
      </head>
      <body>
        <main>${body}</main>
        <footer>Platen</footer>
      </body>
    </html>`;
  return reply
    .code(status)
    .headers({
      'Content-Security-Policy': policy.join('; '),
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
      'Cache-Control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(page.text);
}

/** Sends a page with a heading and a paragraph. */
export const sendMessage = (reply: FastifyReply, status: number, { language }: Words, title: string, text: string) =>
  sendPage(reply, status, { language, title, body: messageOf(title, text) });

const messageOf = (title: string, text: string): Html =>
  html`<h1>${title}</h1>
    <p>${text}</p>`;
