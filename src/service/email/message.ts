// The layout of an e-mail: one message, rendered as plain text and as HTML that every mail program can show.
import { escapeMarkup } from '#core/markup.ts';

/** The content of an e-mail, without its layout. */
export interface Message {
  subject: string;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
  /** The lines below the message, in small type. */
  footer: readonly string[];
}

export const renderText = ({ paragraphs, action, footer }: Message): string =>
  [
    ...paragraphs.map(wrapped),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    '--',
    ...footer.map(wrapped),
  ].join('\n\n');

const maxLineLength = 72;

/** Wraps lines, so that no mail program breaks them (and links) itself. */
const wrapped = (text: string): string =>
  text.split(' ').reduce((lines, word) => {
    const last = lines.length - lines.lastIndexOf('\n') - 1;
    return lines === '' ? word : lines + (last + 1 + word.length > maxLineLength ? '\n' : ' ') + word;
  }, '');

// Mail programs barely support style sheets: hence tables, and inline styles.
export function renderHtml({ subject, paragraphs, action, footer }: Message, language: string): string {
  const paragraph = (style: string) => (text: string) =>
    `<p style="margin:0 0 16px;${style}">${escapeMarkup(text)}</p>`;
  const button =
    action === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeMarkup(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#4338ca;color:#ffffff;font-weight:600;text-decoration:none">${escapeMarkup(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#5b6170;word-break:break-all">${escapeMarkup(action.url)}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f5f7;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1c2030">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e3e5ea;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">Platen</p>
${paragraphs.map(paragraph('')).join('\n')}
${button}
${footer.map(paragraph('font-size:13px;color:#5b6170')).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
