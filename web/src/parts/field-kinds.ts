// The fields that are typed in other ways than text, by name.
import type { ToolField } from '../api/types.ts';

interface Kind {
  type: 'number' | 'color';
  min?: number;
  max?: number;
  step?: number;
  /** The effect without a value; undefined if the tool finds one. */
  preset?: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  angle: { type: 'number', min: -360, max: 360, step: 5 },
  size: { type: 'number', min: 4, max: 1000, step: 1 },
  opacity: { type: 'number', min: 0.05, max: 1, step: 0.05, preset: '0.5' },
  color: { type: 'color', preset: '#8f8f8f' },
  first: { type: 'number', min: 0, max: 99_999, step: 1, preset: '1' },
  from_page: { type: 'number', min: 1, max: 99_999, step: 1, preset: '1' },
  every: { type: 'number', min: 1, max: 99_999, step: 1 },
  max_size: { type: 'number', min: 1, step: 1 },
};

/** Undefined for text, and for a choice among values. */
export const kindOf = ({ name, values }: Pick<ToolField, 'name' | 'values'>): Kind | undefined =>
  values === null ? kinds[name] : undefined;

/** Whether its value is a selection of pages; those of extensions are filled in by pictures alone. */
export const selectsPages = ({ name, extension }: Pick<ToolField, 'name' | 'extension'>): boolean =>
  name === 'ranges' || (name === 'pages' && !extension);
