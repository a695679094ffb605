// The languages of the samples, in the order of their tabs.
import type { Call } from './call.ts';
import { curl } from './curl.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { typescript } from './typescript.ts';

interface SampleLanguage {
  /** On its tab. */
  title: string;
  /** Name of its code blocks in Markdown, and for the highlighter. */
  fence: string;
  /** Null where the language's client has no method for the call. */
  write: (call: Call) => string | null;
}

const sampleLanguages: readonly SampleLanguage[] = [
  { title: 'TypeScript', fence: 'ts', write: typescript },
  { title: 'Python', fence: 'python', write: python },
  { title: 'PHP', fence: 'php', write: php },
  { title: 'curl', fence: 'sh', write: curl },
];

/** The samples of a call, in the languages that can make it. */
export const samplesOf = (call: Call): (Omit<SampleLanguage, 'write'> & { code: string })[] =>
  sampleLanguages.flatMap(({ title, fence, write }) => {
    const code = write(call);
    return code === null ? [] : [{ title, fence, code }];
  });

/** Blocks of Markdown, one for each language: pages show them as tabs. */
export const sampleBlocks = (call: Call): string => asBlocks(samplesOf(call));

/** A single sample needs no tab. */
const asBlocks = (samples: ReturnType<typeof samplesOf>): string =>
  samples
    .map(({ title, fence, code }) => `\`\`\`${fence}${samples.length === 1 ? '' : ` ${title}`}\n${code}\n\`\`\``)
    .join('\n\n');
