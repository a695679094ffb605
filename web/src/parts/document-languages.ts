// The languages of scans, by the codes of their recognition data (ISO 639-2: "deu").
import type { Tool, ToolField } from '../api/types.ts';
import { currentLanguage, currentLocale } from '../i18n.ts';

/** Offered where the service does not say which ones are installed. */
const usual = ['eng', 'deu', 'fra', 'spa', 'ita', 'por', 'nld', 'pol'] as const;

type Fields = readonly Pick<ToolField, 'name' | 'languages'>[];

/** Whether the tool can recognise the text of scans before it converts them. */
export const readsScans = ({ fields }: { fields: Fields }): boolean => fields.some(({ name }) => name === 'ocr');

/** The languages that a tool can recognise. */
export const languagesOf = ({ fields }: { fields: Fields }): readonly string[] =>
  fields.find(({ name }) => name === 'languages')?.languages ?? usual;

/** Whether the language matters: a tool that only can recognise text does so on request. */
export const needsLanguage = (tool: Pick<Tool, 'fields'>, values: Readonly<Record<string, string>>): boolean =>
  !readsScans(tool) || values['ocr'] === 'auto';

/** The value that a field begins with. */
export const presetOf = ({ languages, default: preset }: Pick<ToolField, 'languages' | 'default'>): string =>
  languages === null ? (preset ?? '') : guessedLanguage(languages);

/** The language that a person most probably has documents in. */
export function guessedLanguage(known: readonly string[]): string {
  const likely = [...navigator.languages, currentLanguage()].map(tongueOf);
  const guesses = likely.flatMap((tongue) => known.filter((code) => tongueOf(code) === tongue));
  return guesses[0] ?? known[0] ?? '';
}

/** The languages with their names, in the order of these. */
export const languageChoices = (known: readonly string[]): { value: string; label: string }[] =>
  known
    .map((code) => ({ value: code, label: nameOf(code) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, currentLocale()));

/** "German"; data for a script of its own has it in brackets: "Chinese (sim)". */
function nameOf(code: string): string {
  const [, ...script] = code.split('_');
  const name = new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(tongueOf(code)) ?? code;
  const capital = name.charAt(0).toLocaleUpperCase(currentLocale()) + name.slice(1);
  return script.length === 0 ? capital : `${capital} (${script.join(' ')})`;
}

/** "de" for "deu" as well as for "de-AT". */
const tongueOf = (code: string): string => new Intl.Locale(code.split('_')[0] ?? code).language;
