// The settings of a Word document, as far as its layout asks for them.
import { attribute } from '#core/markup.ts';

/** Word treats a document without the setting as one of Word 2007 ([MS-DOCX] 2.3.4); LibreOffice treats it as a new one. */
const word2007 = 12;
const compatSettings = /<w:compatSetting\s[^<>]*>/g;
const places = [/<w:compat\s*\/>/, /<\/w:compat>/, /<\/w:settings>/] as const;

/** The version of Word whose layout a document keeps to, from `word/settings.xml`. */
export function compatibilityModeIn(settings: string): number {
  return Number.parseInt(attribute(settingIn(settings) ?? '', 'w:val') ?? '', 10) || word2007;
}

function settingIn(settings: string): string | undefined {
  for (const [tag] of settings.matchAll(compatSettings))
    if (attribute(tag, 'w:name') === 'compatibilityMode') return tag;
  return undefined;
}

/** The settings with the version that Word assumes. */
export function withCompatibilityMode(settings: string): string {
  if (settingIn(settings) !== undefined) return settings;
  const written = `<w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="${word2007}"/>`;
  const [empty, end, endOfSettings] = places;
  if (empty.test(settings)) return settings.replace(empty, `<w:compat>${written}</w:compat>`);
  if (end.test(settings)) return settings.replace(end, `${written}</w:compat>`);
  return settings.replace(endOfSettings, `<w:compat>${written}</w:compat></w:settings>`);
}
