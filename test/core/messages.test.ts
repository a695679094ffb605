// The texts of the pages: complete in every language.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fieldsOf } from '#core/error-fields.ts';
import { errorCodes } from '#core/errors.ts';
import { firstKnown, languages, preferredLanguage } from '#messages/languages.ts';

type Area = Readonly<Record<string, string>>;
const folder = join(import.meta.dirname, '../../src/messages');
const catalogues: Record<string, Record<string, Area>> = {};
for (const language of languages) {
  const files = (await readdir(join(folder, language))).filter((file) => file !== 'index.ts');
  const areas = files.map(async (file) => (await import(join(folder, language, file))) as Record<string, Area>);
  catalogues[language] = Object.assign({}, ...(await Promise.all(areas))) as Record<string, Area>;
}

/** Every text by its full key. */
const textsOf = (language: string): Map<string, string> =>
  new Map(
    Object.entries(catalogues[language] ?? {}).flatMap(([area, texts]) =>
      // In English these are in the catalogue and in the tools: see below and docs.test.ts.
      ['errors', 'errorTexts', 'toolPages'].includes(area)
        ? []
        : Object.entries(texts).map(([key, text]): [string, string] => [`${area}.${key}`, text]),
    ),
  );

const pluralForm = /_(zero|one|two|few|many|other)$/;
/** A key without its plural form. */
const bare = (key: string): string => key.replace(pluralForm, '');
/** The placeholders of a text, and the marks around words in it. */
const placeholders = (text: string): string =>
  [...new Set(text.match(/\{\{.*?\}\}|<\/?\w+>/g) ?? [])].sort((a, b) => a.localeCompare(b)).join(' ');

for (const language of languages.filter((known) => known !== 'en'))
  test(`the pages say everything in ${language} that they say in English, with the same values`, () => {
    const english = textsOf('en');
    const translated = textsOf(language);
    const faults: string[] = [];
    const wanted = new Set([...english.keys()].map(bare));
    for (const [key, text] of translated) {
      if (!wanted.has(bare(key))) faults.push(`${key} does not exist in English`);
      const original = english.get(key) ?? english.get(key.replace(pluralForm, '_other')) ?? '';
      if (placeholders(text) !== placeholders(original)) faults.push(`${key}: ${text}`);
    }
    const got = new Set([...translated.keys()].map(bare));
    faults.push(...[...wanted].filter((key) => !got.has(key)).map((key) => `${key} is missing`));
    assert.deepEqual(faults, []);
  });

for (const language of languages)
  test(`counted texts have every plural form of ${language}`, () => {
    const keys = [...textsOf(language).keys()];
    const counted = new Set(keys.filter((key) => key.endsWith('_other')).map(bare));
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const missing = [...counted].flatMap((key) =>
      forms.map((form) => `${key}_${form}`).filter((form) => !keys.includes(form)),
    );
    assert.ok(counted.size > 0);
    assert.deepEqual(missing, []);
  });

for (const language of languages.filter((known) => known !== 'en'))
  test(`the messages of errors in ${language} use only values that the errors have`, () => {
    const { errors = {} } = catalogues[language] ?? {};
    for (const code of errorCodes) {
      const known = new Set([...Object.keys(fieldsOf(code).shape), 'max_size']);
      for (const [name, text] of Object.entries(errors).filter(([key]) => key === code || key.startsWith(`${code}_`)))
        for (const [, field = ''] of text.matchAll(/\{\{(\w+)/g)) assert.ok(known.has(field), `${name}: ${field}`);
    }
  });

test('errors have messages for the same cases, with the same values, in every other language', () => {
  const told = Object.entries(catalogues)
    .filter(([language]) => language !== 'en')
    .map(([, { errors = {} }]) =>
      Object.entries(errors)
        .map(([key, text]) => `${key} ${placeholders(text)}`)
        .sort(),
    );
  assert.ok((told[0]?.length ?? 0) > 50);
  for (const other of told) assert.deepEqual(other, told[0]);
});

test('the language is the first that the reader knows and that there are texts in', () => {
  assert.equal(firstKnown(['', 'it-IT', 'de-AT', 'fr']), 'de');
  assert.equal(firstKnown(['ja']), 'en');
  assert.equal(preferredLanguage('es;q=0.9, fr;q=0.5, de-CH;q=0.8'), 'de');
});
