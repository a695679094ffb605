// The synchronous client of Python, made from the asynchronous one: the same methods, without `async` and `await`.

const replacements: readonly (readonly [RegExp, string])[] = [
  [/^"""[^"]*"""/, '"""The client for synchronous programs. Made from `_async.py` by `./platen docs`."""'],
  [/\basync def /g, 'def '],
  [/\bawait /g, ''],
  [/\bAsync(Iterator|Client|ToolMethods|Platen|Result|Job|BatchEntry)\b/g, '$1'],
  [/__a(enter|exit)__/g, '__$1__'],
  [/\baclose\b/g, 'close'],
  [/_perform_async\b/g, '_perform_sync'],
];

/** @param source the text of `_async.py` */
export const pythonSync = (source: string): string =>
  replacements.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), source);
