// The font files made at set-up: the source and the metrics of each.
import { makeFace, styles, type Style } from './face.ts';
import { families, symbols, type Family } from './families.ts';
import { fileOf } from './fontmap.ts';
import { makeHangul } from './hangul.ts';
import { metricsOf, type FaceMetrics } from './metrics.ts';

export interface Recipe {
  /** The name of the file that it is made from. */
  from: string;
  to: string;
  /** @throws when the file is damaged, or of a kind that is not understood */
  make: (file: Buffer) => Buffer;
}

/** Word makes lines of East Asian letters higher by so much of their height. */
const eastAsianGap = 0.3;
/** A bold face with fewer known widths gets those of another one. */
const enough = 20;

const faceOf = (name: string, style: Style): string => (style === 'Regular' ? name : `${name} ${style}`);

/** Returns the known metrics of a face; widths it lacks come from the nearest style that has them. */
function metricsFor({ names, metrics = names[0] ?? '', boldMetrics = '' }: Family, style: Style): FaceMetrics {
  const regular = metricsOf(metrics);
  const bold = metricsOf(faceOf(metrics, 'Bold'));
  const knownBold = bold !== undefined && bold.widths.size > enough ? bold : metricsOf(boldMetrics);
  const nearest = style.includes('Bold') ? (knownBold ?? regular) : regular;
  const own = metricsOf(faceOf(metrics, style));
  return {
    vertical: own?.vertical ?? regular?.vertical,
    xHeight: own?.xHeight ?? nearest?.xHeight,
    widths: new Map([...(nearest?.widths ?? []), ...(own?.widths ?? [])]),
  };
}

/** Word makes room above a bullet that is higher than its line, but not below it. */
const withoutDescent = (metrics: FaceMetrics): FaceMetrics =>
  metrics.vertical === undefined
    ? metrics
    : {
        ...metrics,
        vertical: { unitsPerEm: metrics.vertical.unitsPerEm, hhea: [metrics.vertical.hhea[0], 0, 0], usesTypo: false },
      };

const facesOf = (family: Family, change = (metrics: FaceMetrics): FaceMetrics => metrics): Recipe[] =>
  styles.flatMap((style, n) => {
    const base = family.base[n];
    if (base === undefined) return [];
    const { height, fixed } = family;
    const gap = family.eastAsian === undefined ? undefined : eastAsianGap;
    return {
      from: `${base}.ttf`,
      to: fileOf(family.as, style),
      make: (file: Buffer) =>
        makeFace(file, { family: family.as, style, height, fixed, gap, ...change(metricsFor(family, style)) }),
    };
  });

/** The two collections with Hangul, and Korean families with letters of their kind. */
const hangul = ([kind, metrics]: readonly [kind: 'Sans' | 'Serif', metrics: string]): Recipe[] =>
  (['Regular', 'Bold'] as const).map((style) => {
    const family = `Platen Hangul ${kind}`;
    const face = faceOf(`Noto ${kind} CJK KR`, style);
    return {
      from: `Noto${kind}CJK-${style}.ttc`,
      to: fileOf(family, style, 'otf'),
      make: (file: Buffer) => makeHangul(file, face, { family, style, vertical: metricsOf(metrics)?.vertical }),
    };
  });

export const recipes: readonly Recipe[] = [
  ...hangul(['Sans', 'Malgun Gothic']),
  ...hangul(['Serif', 'Batang']),
  ...families.flatMap((family) => facesOf(family)),
  ...symbols.flatMap((family) => facesOf(family, withoutDescent)),
];
