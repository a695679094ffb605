// The languages of the samples, in the order of their tabs.
import type { Call } from './call.ts';
import { curl } from './curl.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { typescript } from './typescript.ts';

export interface SampleLanguage {
  /** On its tab. */
  title: string;
  /** Of its blocks in Markdown, and of what colours them. */
  fence: string;
  write: (call: Call) => string;
}

export const sampleLanguages: readonly SampleLanguage[] = [
  { title: 'curl', fence: 'sh', write: curl },
  { title: 'TypeScript', fence: 'ts', write: typescript },
  { title: 'Python', fence: 'python', write: python },
  { title: 'PHP', fence: 'php', write: php },
];

/** Blocks of Markdown, one for each language: pages show them as tabs. */
export const sampleBlocks = (call: Call): string =>
  sampleLanguages.map(({ title, fence, write }) => `\`\`\`${fence} ${title}\n${write(call)}\n\`\`\``).join('\n\n');
