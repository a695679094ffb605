// The languages of scripts that are not Latin, by their letters, so that a word processor hyphenates and corrects them in that language.
import type { Run, ScriptLanguages, WordDocument } from '../docx-model.ts';
import { paragraphsOfDocument } from '../docx-paragraphs.ts';

interface Script {
  kind: keyof ScriptLanguages;
  /** Letters that one language has. */
  own: RegExp;
  language: string;
  /** Tags of the languages that are written in it. */
  tags: RegExp;
}

const scripts: readonly Script[] = [
  { kind: 'eastAsia', own: /[\u3040-\u30ff\u31f0-\u31ff]/gu, language: 'ja-JP', tags: /^ja\b/ },
  { kind: 'eastAsia', own: /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/gu, language: 'ko-KR', tags: /^ko\b/ },
  { kind: 'bidi', own: /[\u0590-\u05ff\ufb1d-\ufb4f]/gu, language: 'he-IL', tags: /^(?:he|yi)\b/ },
  {
    kind: 'bidi',
    own: /[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefc]/gu,
    language: 'ar-SA',
    tags: /^(?:ar|fa|ur|ps|ckb)\b/,
  },
];
/** Ideographs are Japanese and Korean too: without letters of these they are Chinese. */
const ideographs: Script = { kind: 'eastAsia', own: /\p{Script=Han}/gu, language: 'zh-CN', tags: /^zh\b/ };

/** Sets the languages of the document's scripts, and those of runs that are in another one. */
export function setLanguages(document: WordDocument): void {
  const runs = paragraphsOfDocument(document).flatMap((paragraph) => paragraph.runs);
  const foreign = runs.filter(({ text }) => /[\u0590-\uffff]/.test(text));
  const main = mainLanguages(foreign, document.language);
  if (main.eastAsia === undefined && main.bidi === undefined) return;
  document.scriptLanguages = main;
  for (const run of foreign) {
    const languages = differing(run, main, document.language);
    if (languages !== undefined) run.languages = languages;
  }
}

/** Of each kind the language that most letters are of. */
function mainLanguages(runs: readonly Run[], language: string): ScriptLanguages {
  const main: ScriptLanguages = {};
  for (const kind of ['eastAsia', 'bidi'] as const) {
    const counted = scripts
      .filter((script) => script.kind === kind)
      .map((script) => ({ script, letters: runs.reduce((sum, { text }) => sum + lettersOf(script, text), 0) }));
    const most = counted.toSorted((a, b) => b.letters - a.letters)[0];
    if (most !== undefined && most.letters > 0) main[kind] = tagOf(most.script, language);
    else if (kind === 'eastAsia' && runs.some(({ text }) => lettersOf(ideographs, text) > 0))
      main.eastAsia = [...scripts, ideographs].some((script) => script.kind === kind && script.tags.test(language))
        ? language
        : ideographs.language;
  }
  return main;
}

function differing({ text }: Run, main: ScriptLanguages, language: string): ScriptLanguages | undefined {
  for (const script of scripts) {
    const tag = tagOf(script, language);
    if (tag !== main[script.kind] && lettersOf(script, text) > 0) return { [script.kind]: tag };
  }
  return undefined;
}

const lettersOf = ({ own }: Script, text: string): number => text.match(own)?.length ?? 0;

/** The document's own language, if it is written so. */
const tagOf = (script: Script, language: string): string => (script.tags.test(language) ? language : script.language);
