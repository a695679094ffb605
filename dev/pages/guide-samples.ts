// The calls that the guides in docs/api show, each between its marks.
import { fileInAnswer, type Call } from '#reference/samples/call.ts';

const officeToPdf = '/v1/convert/office-to-pdf';
const files = ['report.docx'];

/** By the guide, and the name of the sample in it. */
export const guideSamples: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  asynchronous: {
    'file in the answer': { path: officeToPdf, headers: fileInAnswer, files, result: 'report.pdf' },
    'without waiting': { path: officeToPdf, headers: { Prefer: 'respond-async' }, files },
    'state of a job': { path: '/v1/job/06gz…', headers: { Prefer: 'wait=30' } },
    'several steps': {
      path: '/v1/pipelines',
      headers: fileInAnswer,
      fields: {
        steps: '[{"tool":"office-to-pdf"},{"tool":"compress-pdf"},{"tool":"protect-pdf","password":"only for us"}]',
      },
      files,
      result: 'report.pdf',
    },
    'by address': {
      path: officeToPdf,
      headers: fileInAnswer,
      fields: { file_url: 'https://example.com/report.docx' },
      result: 'report.pdf',
    },
  },
  authentication: { 'trying a key': { path: '/v1/quota' } },
  retries: {
    'idempotency key': {
      path: officeToPdf,
      headers: { 'Idempotency-Key': '9b1c6a52-6c38-4a65-a6f3-4f26a2e9e1b0' },
      files,
    },
  },
  webhooks: { 'a new webhook': { path: '/v1/webhooks', json: { url: 'https://example.com/platen' } } },
};
