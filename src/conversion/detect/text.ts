// Formats without a signature: flat OpenDocument, SVG, HTML, XML and plain text.
import { formats, type Format } from '#core/formats.ts';
import { attribute, fromFirstElement } from '#core/markup.ts';

const flatKinds: readonly (readonly [RegExp, Format])[] = [
  [/opendocument\.text/, formats.fodt],
  [/opendocument\.spreadsheet/, formats.fods],
  [/opendocument\.presentation/, formats.fodp],
  [/opendocument\.graphics/, formats.fodg],
];

/** `extension` decides for plain text: CSV, TXT, or neither. */
export function detectText(head: Buffer, extension: string): Format {
  const text = asText(head);
  if (text === null) return formats.unknown;
  const element = fromFirstElement(text);

  if (element.startsWith('<office:document')) {
    const kind = attribute(element.slice(0, element.indexOf('>')), '*:mimetype') ?? '';
    const flat = flatKinds.find(([pattern]) => pattern.test(kind))?.[1];
    if (flat !== undefined) return flat;
  }
  if (extension === '.csv') return formats.csv;
  if (extension === '.txt') return formats.txt;
  if (/^<svg[\s>]/i.test(element)) return formats.svg;
  if (
    /^<(html|head|body|meta|title|style|section|table|div|p)[\s>]/i.test(element) ||
    /^\s*<!doctype html/i.test(text.slice(0, 1024))
  )
    return formats.html;
  if (/^[\uFEFF\s]*<\?xml/.test(text.slice(0, 1024))) return formats.xml;
  return formats.plain;
}

/** The head as text when it is plausible text (UTF-8, UTF-16 with a mark, or an 8-bit encoding), else null. */
function asText(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return head.toString('utf16le');
  if (head[0] === 0xfe && head[1] === 0xff)
    return Buffer.from(head.subarray(0, head.length & ~1))
      .swap16()
      .toString('utf16le');
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) return looksLikeUtf16(head) ? head.toString('utf16le') : null;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27 && byte !== 26)
      controls += 1;
  }
  return controls * 100 > head.length ? null : head.toString('utf8');
}

/** UTF-16 without a mark: nearly every second byte of Western text is zero, and only every second. */
function looksLikeUtf16(head: Buffer): boolean {
  const zeros = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return (even === 0) !== (odd === 0) && (even + odd) * 4 > head.length;
}
