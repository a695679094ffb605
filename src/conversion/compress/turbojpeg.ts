// libjpeg-turbo by koffi, for tasks that sharp cannot do: CMYK as stored, and lossless JPEG rewriting. https://libjpeg-turbo.org
import koffi from 'koffi';

const library = koffi.load('libturbojpeg.so.0');
const Handle = koffi.pointer('tjhandle', koffi.opaque());
const Region = koffi.struct('tjregion', { x: 'int', y: 'int', w: 'int', h: 'int' });
const Transform = koffi.struct('tjtransform', {
  r: Region,
  op: 'int',
  options: 'int',
  data: 'void *',
  customFilter: 'void *',
});
void [Handle, Transform];

const initTransform = library.func('tjhandle tjInitTransform()');
const initCompress = library.func('tjhandle tjInitCompress()');
const destroy = library.func('int tjDestroy(tjhandle handle)');
const free = library.func('void tjFree(void *buffer)');
const readHeader = library.func(
  'int tjDecompressHeader3(tjhandle handle, const void *jpeg, unsigned long size, _Out_ int *width, _Out_ int *height, _Out_ int *subsampling, _Out_ int *colorspace)',
);
const decompress = library.func(
  'int tjDecompress2(tjhandle handle, const void *jpeg, unsigned long size, _Out_ void *samples, int width, int pitch, int height, int format, int flags)',
);
const compress = library.func(
  'int tjCompress2(tjhandle handle, const void *samples, int width, int pitch, int height, int format, _Inout_ void **jpeg, _Inout_ unsigned long *size, int subsampling, int quality, int flags)',
);
const transform = library.func(
  'int tjTransform(tjhandle handle, const void *jpeg, unsigned long size, int n, _Inout_ void **out, _Inout_ unsigned long *outSizes, tjtransform *transforms, int flags)',
);

const cmyk = 11;
const full = 0;
const progressive = 16_384;
const stopOnWarning = 8192;
const transformOptions = { progressive: 32, copyNothing: 64 };

function withHandle<T>(open: () => unknown, use: (handle: unknown) => T): T {
  const handle: unknown = open();
  if (handle === null) throw new Error('libjpeg-turbo could not be started');
  try {
    return use(handle);
  } finally {
    destroy(handle);
  }
}

/** Copies a buffer that the library has allocated, and frees it. */
function taken(pointer: [unknown], size: [number | bigint]): Buffer {
  try {
    return Buffer.from(koffi.decode(pointer[0], koffi.array('uint8', Number(size[0]), 'Typed')) as Uint8Array);
  } finally {
    free(pointer[0]);
  }
}

/** The stored CMYK samples of a JPEG of four components. @throws when it is damaged or of another kind */
export const cmykSamples = (jpeg: Buffer): { data: Buffer; width: number; height: number } =>
  withHandle(initTransform, (handle) => {
    const [width, height, subsampling, colorspace]: [number][] = [[0], [0], [0], [0]];
    const status = readHeader(handle, jpeg, jpeg.length, width, height, subsampling, colorspace) as number;
    const [w, h] = [width?.[0] ?? 0, height?.[0] ?? 0];
    if (status !== 0 || (colorspace?.[0] ?? 0) < 3) throw new Error('not a JPEG of four components');
    const data = Buffer.allocUnsafe(w * h * 4);
    if (decompress(handle, jpeg, jpeg.length, data, w, 0, h, cmyk, stopOnWarning) !== 0)
      throw new Error('a damaged JPEG');
    return { data, width: w, height: h };
  });

/** A JPEG of CMYK samples, stored as they are. */
export const cmykJpeg = (samples: Buffer, width: number, height: number, quality: number): Buffer =>
  withHandle(initCompress, (handle) => {
    const [out, size]: [[unknown], [number]] = [[null], [0]];
    if (compress(handle, samples, width, 0, height, cmyk, out, size, full, quality, progressive) !== 0)
      throw new Error('the JPEG could not be written');
    return taken(out, size);
  });

/** The same coefficients in the smallest coding, without anything but the picture. @throws when it is damaged */
export const repackedJpeg = (jpeg: Buffer): Buffer =>
  withHandle(initTransform, (handle) => {
    const [out, size]: [[unknown], [number]] = [[null], [0]];
    const options = transformOptions.progressive | transformOptions.copyNothing;
    const how = { r: { x: 0, y: 0, w: 0, h: 0 }, op: 0, options, data: null, customFilter: null };
    if (transform(handle, jpeg, jpeg.length, 1, out, size, how, stopOnWarning) !== 0) throw new Error('a damaged JPEG');
    return taken(out, size);
  });
