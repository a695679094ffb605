// libdeflate by koffi: zlib streams a few per cent smaller than zlib's own, at the price of zopfli's tenth. https://github.com/ebiggers/libdeflate
import koffi from 'koffi';

const library = koffi.load('libdeflate.so.0');
const allocate = library.func('void *libdeflate_alloc_compressor(int level)');
const bound = library.func('size_t libdeflate_zlib_compress_bound(void *compressor, size_t size)');
const compress = library.func(
  'size_t libdeflate_zlib_compress(void *compressor, const void *in, size_t size, _Out_ void *out, size_t room)',
);

const compressors = new Map<number, unknown>();

// The slowest levels win a few per cent and need up to a second per megabyte of repetitive data.
const levels: readonly { upTo: number; level: number }[] = [
  { upTo: 200_000, level: 12 },
  { upTo: 8 << 20, level: 10 },
  { upTo: Infinity, level: 8 },
];

/** A zlib stream (RFC 1950). */
export function deflated(data: Buffer): Buffer {
  const level = levels.find(({ upTo }) => data.length <= upTo)?.level ?? 8;
  const compressor = compressors.get(level) ?? allocate(level);
  compressors.set(level, compressor);
  const out = Buffer.allocUnsafe(Number(bound(compressor, data.length)));
  const size = Number(compress(compressor, data, data.length, out, out.length));
  if (size === 0) throw new Error('libdeflate had too little room');
  return Buffer.from(out.subarray(0, size));
}
