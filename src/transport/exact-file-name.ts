// The exact name of an uploaded file: `filename*` wins over `filename` (RFC 6266, section 4.3), in any order. The parser
// prefers the plain one if both follow a quoted field name, so the plain one is removed before the parser reads the header.
import type { EventEmitter } from 'node:events';
import type { Busboy } from '@fastify/busboy';

type PartHeaders = Record<string, string[] | undefined>;

/** Makes the parser prefer `filename*`; its version is pinned, and a test sends such a name. */
export function preferExactFileName(parser: InstanceType<typeof Busboy>): void {
  const { _parser: multipart } = parser as unknown as { _parser: { parser: EventEmitter } };
  multipart.parser.prependListener('part', (part: EventEmitter) => {
    part.prependListener('header', (headers: PartHeaders) => {
      const disposition = headers['content-disposition'];
      const [whole] = disposition ?? [];
      if (disposition === undefined || whole === undefined || !/;\s*filename\*=/i.test(whole)) return;
      disposition[0] = whole.replace(/;\s*filename=("(?:[^"\\]|\\.)*"|[^;]*)/i, '');
    });
  });
}
