// A mail from a few parts: the same words as plain text and as HTML that every mail program shows.

/** What a mail says, before it has a form. */
export interface Letter {
  subject: string;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
  /** Small print below. */
  footer: readonly string[];
}

export const letterText = ({ paragraphs, action, footer }: Letter): string =>
  [
    ...paragraphs.map(wrapped),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    '--',
    ...footer.map(wrapped),
  ].join('\n\n');

const widest = 72;

/** Lines that no mail program needs to break, so that links stay whole in the raw text too. */
const wrapped = (text: string): string =>
  text.split(' ').reduce((lines, word) => {
    const last = lines.length - lines.lastIndexOf('\n') - 1;
    return lines === '' ? word : lines + (last + 1 + word.length > widest ? '\n' : ' ') + word;
  }, '');

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

// Mail programs know no style sheets worth the name: tables, and styles on the elements.
export function letterHtml({ subject, paragraphs, action, footer }: Letter, language: string): string {
  const text = (style: string) => (words: string) => `<p style="margin:0 0 16px;${style}">${escapeHtml(words)}</p>`;
  const button =
    action === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#4338ca;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b6170;word-break:break-all">${escapeHtml(action.url)}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f5f7;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1c2030">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e3e5ea;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">Platen</p>
${paragraphs.map(text('')).join('\n')}
${button}
${footer.map(text('font-size:13px;color:#5b6170')).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
