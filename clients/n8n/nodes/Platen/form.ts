// multipart/form-data (RFC 7578) as one buffer, which every version of n8n sends unchanged.

export interface Part {
  name: string;
  data: Buffer;
}

export interface Form {
  contentType: string;
  body: Buffer;
}

/** Fields come first, so that a service can refuse them before the files. */
export function formOf(fields: Readonly<Record<string, string>>, files: readonly Part[]): Form {
  const boundary = `platen-${crypto.randomUUID()}`;
  const parts: Buffer[] = [];
  const open = (disposition: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`);
  for (const [name, value] of Object.entries(fields))
    parts.push(open(`name="${name}"`), Buffer.from(`\r\n${value}\r\n`));
  for (const { name, data } of files)
    parts.push(
      open(`name="file"; filename="${escaped(name)}"`),
      Buffer.from('Content-Type: application/octet-stream\r\n\r\n'),
      data,
      Buffer.from('\r\n'),
    );
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}

/** As browsers write file names (HTML, multipart/form-data encoding algorithm). */
const escaped = (name: string): string => name.replace(/"/g, '%22').replace(/\r\n|\r|\n/g, '%0D%0A');
