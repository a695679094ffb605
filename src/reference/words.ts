// The words of the documentation in a language, from the catalogues of the dashboard.
import { errors as enErrors, type ErrorCode } from '#core/errors.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { docs as deDocs } from '#messages/de/docs.ts';
import { errorFields as deErrorFields } from '#messages/de/error-fields.ts';
import { errorTexts as deErrors } from '#messages/de/errors.ts';
import { fields as deFields } from '#messages/de/fields.ts';
import { toolPages as deToolPages } from '#messages/de/tool-pages.ts';
import { tools as deTools } from '#messages/de/tools.ts';
import { docs as enDocs } from '#messages/en/docs.ts';
import { errorFields as enErrorFields } from '#messages/en/error-fields.ts';
import { tools as enTools } from '#messages/en/tools.ts';
import { docs as frDocs } from '#messages/fr/docs.ts';
import { errorFields as frErrorFields } from '#messages/fr/error-fields.ts';
import { errorTexts as frErrors } from '#messages/fr/errors.ts';
import { fields as frFields } from '#messages/fr/fields.ts';
import { toolPages as frToolPages } from '#messages/fr/tool-pages.ts';
import { tools as frTools } from '#messages/fr/tools.ts';
import type { Language } from '#messages/languages.ts';
import type { OptionField } from './option-fields.ts';

type Texts = Readonly<Record<string, string>>;

/** The page of an error code, in Markdown. */
interface ErrorWords {
  title: string;
  means: string;
  fix: string;
  more?: string;
}

interface Catalogue {
  docs: Texts;
  errors: Readonly<Record<ErrorCode, ErrorWords>>;
  errorFields: Texts;
  tools: Texts;
  /** Null in English, which is in the tools. */
  toolPages: Texts | null;
  fields: Texts | null;
}

const catalogues: Record<Language, Catalogue> = {
  en: {
    docs: enDocs,
    errors: enErrors,
    errorFields: enErrorFields,
    tools: enTools,
    toolPages: null,
    fields: null,
  },
  de: {
    docs: deDocs,
    errors: deErrors,
    errorFields: deErrorFields,
    tools: deTools,
    toolPages: deToolPages,
    fields: deFields,
  },
  fr: {
    docs: frDocs,
    errors: frErrors,
    errorFields: frErrorFields,
    tools: frTools,
    toolPages: frToolPages,
    fields: frFields,
  },
};

export type WordKey = keyof typeof enDocs;

export interface Words {
  language: Language;
  say: (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;
  /** The name of the tool, or its identifier. */
  toolName: (tool: Pick<Tool, 'id'>) => string;
  toolSummary: (tool: Pick<Tool, 'id' | 'summary'>) => string;
  fieldText: (tool: Pick<Tool, 'id'>, field: OptionField) => string;
  error: (code: ErrorCode) => ErrorWords;
  errorField: (code: ErrorCode, name: string) => string;
}

/** The words in `language`; missing translations are English. */
export function wordsIn(language: Language): Words {
  const { docs, errors, errorFields, tools, toolPages, fields } = catalogues[language];
  return {
    language,
    say: (key, values = {}) =>
      (docs[key] ?? enDocs[key]).replace(/\{\{(\w+)\}\}/g, (mark, name: string) => String(values[name] ?? mark)),
    toolName: ({ id }) => tools[id] ?? id,
    toolSummary: ({ id, summary }) => toolPages?.[id] ?? summary,
    fieldText: ({ id }, { name, description }) =>
      toolPages?.[`${id}_${name}`] ?? fields?.[`${id}_${name}_text`] ?? fields?.[`${name}_text`] ?? description,
    error: (code) => errors[code],
    errorField: (code, name) => errorFields[`${code}_${name}`] ?? errorFields[name] ?? '',
  };
}
