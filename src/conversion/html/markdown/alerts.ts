// Alerts as GitHub has them: quotations that begin with [!NOTE], [!TIP], [!IMPORTANT], [!WARNING] or [!CAUTION].
import type { MarkedExtension } from 'marked';

const opening = /^ {0,3}> ?\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)((?: {0,3}>[^\n]*(?:\n|$))*)/i;

export const alerts: MarkedExtension = {
  extensions: [
    {
      name: 'alert',
      level: 'block',
      start: (text) => /^ {0,3}> ?\[!/m.exec(text)?.index,
      tokenizer(text) {
        const [raw, kind, quoted = ''] = opening.exec(text) ?? [];
        if (raw === undefined || kind === undefined) return undefined;
        const body = quoted.replaceAll(/^ {0,3}> ?/gm, '');
        return { type: 'alert', raw, kind: kind.toLowerCase(), tokens: this.lexer.blockTokens(body, []) };
      },
      renderer({ kind, tokens = [] }) {
        const name = String(kind);
        const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
        return `<aside class="alert ${name}"><p class="alert-title">${title}</p>${this.parser.parse(tokens)}</aside>\n`;
      },
    },
  ],
};
