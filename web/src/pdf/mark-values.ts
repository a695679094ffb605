// The forms of watermark-pdf and page-numbers-pdf, read for their marks on the pages; values that the tools refuse count as empty.
import {
  numberPositions,
  numberStyles,
  watermarkPositions,
  type NumberPosition,
  type WatermarkPosition,
} from '../../../src/core/page-marks.ts';
import type { ToolField } from '../api/types.ts';
import type { Values } from '../workbench/steps.ts';
import { usualNumbers, type NumberFields, type WatermarkFields } from './marks.tsx';

const oneOf = <Value extends string>(known: readonly [Value, ...Value[]], text: string | undefined): Value =>
  known.find((value) => value === text) ?? known[0];

function numberOf(text: string | undefined, min: number, max: number): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return value >= min && value <= max ? value : undefined;
}

export const watermarkFields = (values: Values): WatermarkFields => ({
  text: values['text'] ?? '',
  position: oneOf<WatermarkPosition>(watermarkPositions, values['position']),
  angle: numberOf(values['angle'], -360, 360),
  size: numberOf(values['size'], 4, 1000),
  color: /^#[\da-f]{6}$/i.test(values['color'] ?? '') ? values['color'] : undefined,
  opacity: numberOf(values['opacity'], 0.01, 1),
});

export function numberFields(fields: readonly ToolField[], values: Values): NumberFields {
  const value = (name: string) => values[name] ?? fields.find((field) => field.name === name)?.default ?? '';
  const style = oneOf(numberStyles, values['style']);
  return {
    position: oneOf<NumberPosition>(numberPositions, value('position')),
    isFull: value('format') === 'full',
    first: numberOf(values['first'], style === 'roman' ? 1 : 0, 99_999) ?? usualNumbers.first,
    fromPage: numberOf(values['from_page'], 1, 99_999) ?? usualNumbers.fromPage,
    style,
    size: numberOf(values['size'], 4, 72) ?? usualNumbers.size,
  };
}
