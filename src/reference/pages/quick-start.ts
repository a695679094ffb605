// docs/quick-start.md, the first page of /docs: from no key to a converted file.
import { sampleBlocks } from '../samples/languages.ts';
import { exampleAddress, fileInAnswer } from '../samples/call.ts';
import { examples } from '../examples.ts';
import type { Words } from '../words.ts';

/** A conversion of the file that the page has its reader make, answered with the result. */
export const firstCall = {
  path: '/v1/convert/office-to-pdf',
  headers: fileInAnswer,
  files: ['report.txt'],
  result: 'report.pdf',
};

/** The same in two calls. */
export const twoCalls = { path: firstCall.path, files: firstCall.files, download: firstCall.result };

export function quickStartPage({ say }: Words): string {
  const answer = examples.answers['POST /v1/convert/office-to-pdf'] ?? {};
  return `# ${say('quick_start')}

${say('start_lead')}

## ${say('start_key')}

${say('start_key_says')}

\`\`\`sh
export PLATEN_API_KEY=platen_live_…
export PLATEN_URL=${exampleAddress}
\`\`\`

${say('start_key_note')}

## ${say('start_convert')}

${say('start_convert_says')}

\`\`\`sh
echo 'A first page.' > report.txt
\`\`\`

${sampleBlocks(firstCall)}

${say('start_requires')}

${say('start_convert_note')}

## ${say('start_answer')}

${say('start_answer_says')}

${sampleBlocks(twoCalls)}

\`\`\`json
${JSON.stringify(answer, null, 2)}
\`\`\`

## ${say('start_next')}

${say('start_next_says')}
`;
}
