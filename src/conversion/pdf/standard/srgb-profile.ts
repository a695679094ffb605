// An ICC profile of sRGB, made from its definition: it defines the colours of a PDF for archives. ICC.1:2022, IEC 61966-2-1.

/** The primaries adapted to D50 (Bradford), each X, Y, Z. */
const red = [0.436066, 0.222488, 0.013916];
const green = [0.385147, 0.716873, 0.097076];
const blue = [0.143066, 0.060608, 0.714096];
const d50 = [0.9642, 1, 0.8249];
/** From D65, the white of sRGB, to D50. */
const adaptation = [1.047882, 0.022919, -0.050201, 0.029587, 0.990479, -0.017059, -0.009232, 0.015076, 0.751678];
/** Parameters of the function of ICC.1 10.18, type 3: (ax + b)^g above d, cx below. */
const curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

export function srgbProfile(): Buffer {
  const tone = Buffer.concat([ascii('para'), Buffer.alloc(4), Buffer.from([0, 3, 0, 0]), ...curve.map(fixed)]);
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', unicode('sRGB')],
    ['cprt', unicode('No copyright, use freely')],
    ['wtpt', xyz(d50)],
    ['chad', Buffer.concat([ascii('sf32'), Buffer.alloc(4), ...adaptation.map(fixed)])],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', tone],
    ['gTRC', tone],
    ['bTRC', tone],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  const parts: Buffer[] = [];
  const places = new Map<Buffer, number>();
  let end = headerBytes + table.length;
  for (const [n, [name, data]] of tags.entries()) {
    let at = places.get(data);
    if (at === undefined) {
      at = end;
      places.set(data, at);
      const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
      parts.push(padded);
      end += padded.length;
    }
    table.write(name, 4 + n * 12, 'latin1');
    table.writeUInt32BE(at, 8 + n * 12);
    table.writeUInt32BE(data.length, 12 + n * 12);
  }
  return Buffer.concat([header(end), table, ...parts]);
}

const headerBytes = 128;

/** ICC.1:2022, 7.2: version 4.4, a display's RGB, connected by XYZ. */
function header(size: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x04400000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  bytes.writeUInt16BE(2020, 24);
  bytes.writeUInt16BE(1, 26);
  bytes.writeUInt16BE(1, 28);
  bytes.write('acsp', 36, 'latin1');
  Buffer.concat(d50.map(fixed)).copy(bytes, 68);
  return bytes;
}

const ascii = (text: string) => Buffer.from(text, 'latin1');

/** s15Fixed16Number. */
function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
}

const xyz = (values: readonly number[]) => Buffer.concat([ascii('XYZ '), Buffer.alloc(4), ...values.map(fixed)]);

/** multiLocalizedUnicodeType, in one language. */
function unicode(text: string): Buffer {
  const words = Buffer.from(text, 'utf16le').swap16();
  const head = Buffer.alloc(28);
  head.write('mluc', 0, 'latin1');
  head.writeUInt32BE(1, 8);
  head.writeUInt32BE(12, 12);
  head.write('enUS', 16, 'latin1');
  head.writeUInt32BE(words.length, 20);
  head.writeUInt32BE(28, 24);
  return Buffer.concat([head, words]);
}
