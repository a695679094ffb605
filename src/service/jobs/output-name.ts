// The file name of a download, derived from the first input.
import { extname } from 'node:path';
import type { Tool } from '#conversion/tools/tool.ts';

const maxStemLength = 150;

/** Returns the name of the output: `report.docx` → `report.pdf`; tools that keep the type add a suffix: `report-merged.pdf`. */
export function outputName(tool: Tool, inputName: string): string {
  const stem = inputName.slice(0, inputName.length - extname(inputName).length) || inputName;
  const short = [...stem].slice(0, maxStemLength).join('');
  return `${short}${tool.produces.suffix}${tool.produces.format.extensions[0]}`;
}

/** Removes directories and control characters from a client's file name, which is never used as a path. */
export function cleanName(sent: string | undefined): string {
  const last = (sent ?? '').split(/[/\\]/).at(-1) ?? '';
  // eslint-disable-next-line no-control-regex -- control characters are removed
  const printable = last
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g, '')
    .trim();
  return printable === '' || printable === '.' || printable === '..' ? 'file' : [...printable].slice(0, 255).join('');
}
