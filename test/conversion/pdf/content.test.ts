// How content streams are read (ISO 32000-2, 7.8.2): operators with their operands, and their effects on the graphics state.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContent, type Operand } from '#conversion/pdf/content.ts';
import { balanceOf, joinedBalance } from '#conversion/pdf/content-state.ts';

/** Each operator with its operands; strings as their bytes in Latin-1 behind an apostrophe, dictionaries as entries. */
function read(content: string | Buffer): { operators: unknown[][]; isWhole: boolean } {
  const shown = (operand: Operand): unknown => {
    if (Buffer.isBuffer(operand)) return `'${operand.toString('latin1')}`;
    if (Array.isArray(operand)) return operand.map(shown);
    return operand instanceof Map
      ? Object.fromEntries([...operand].map(([key, value]) => [key, shown(value)]))
      : operand;
  };
  const operators: unknown[][] = [];
  const isWhole = readContent(Buffer.from(content as string, 'latin1'), (operator, operands) =>
    operators.push([operator, ...operands.map(shown)]),
  );
  return { operators, isWhole };
}
const operatorsOf = (content: string) => read(content).operators;
const operandsOf = (content: string) => read(`${content} x`).operators[0]?.slice(1);

test('the six blanks of PDF part words, and nothing else does (7.2.3)', () => {
  for (const blank of [0, 9, 10, 12, 13, 32])
    assert.deepEqual(operatorsOf(`q${String.fromCharCode(blank)}Q`), [['q'], ['Q']], String(blank));
  for (const other of [1, 8, 11, 14, 31, 33, 127, 255])
    assert.equal(operatorsOf(`q${String.fromCharCode(other)}Q`).length, 1, String(other));
});

test('delimiters end a word before them, comments end with their line', () => {
  assert.deepEqual(operatorsOf('1 w/F 2 Tf[3]TJ(a)Tj<61>Tj 4%5 w\n6 w%7\r8 w'), [
    ['w', 1],
    ['Tf', '/F', 2],
    ['TJ', [3]],
    ['Tj', "'a"],
    ['Tj', "'a"],
    ['w', 4, 6],
    ['w', 8],
  ]);
  assert.deepEqual(operatorsOf('q % to the end'), [['q']]);
  assert.deepEqual(operatorsOf('%a \nq'), [['q']]);
});

test('a closing bracket that nothing has opened is passed over', () => {
  for (const stray of [')', '>', '}']) {
    const { operators } = read(`q ${stray} Q`);
    assert.deepEqual([operators[0], operators.at(-1)?.[0]], [['q'], 'Q'], stray);
  }
});

test('numbers are read as viewers read them', () => {
  assert.deepEqual(operandsOf('0 9 10 -3 +4 .5 -.25 6. 1.5 00012'), [0, 9, 10, -3, 4, 0.5, -0.25, 6, 1.5, 12]);
  assert.deepEqual(operandsOf('--5 +-6 1.2.3 - . 7x'), [-5, -6, 1.2, 0, 0, 7]);
  assert.deepEqual(operandsOf('true false null'), ['true', 'false', 'null']);
  assert.deepEqual(operatorsOf('5 T* :x'), [['T*', 5], [':x']]);
});

test('names are read with their escapes (7.3.5)', () => {
  assert.deepEqual(operandsOf('/A /A#20B /#41#zz /A#4 / /a/b'), ['/A', '/A B', '/A#zz', '/A#4', '/', '/a', '/b']);
});

test('strings are read with their parentheses and escapes (7.3.4.2)', () => {
  assert.deepEqual(operandsOf(String.raw`(a(b)c) () (\n\r\t\b\f\(\)\\\x)`), ["'a(b)c", "'", "'\n\r\t\b\f()\\x"]);
  assert.deepEqual(operandsOf(String.raw`(\101\53\0538\7) (\400\377)`), ["'A++8\x07", "'\0\xff"]);
  // A backslash at the end of a line continues the string.
  assert.deepEqual(operandsOf('(a\\\nb\\\rc\\\r\nd\\\r\\\ne)'), ["'abcde"]);
  assert.deepEqual(operandsOf('(a\\))'), ["'a)"]);
  assert.deepEqual(operandsOf('(\\\\)(b)'), ["'\\", "'b"]);
});

test('hexadecimal strings are read over blanks, and a missing last digit is 0 (7.3.4.3)', () => {
  assert.deepEqual(operandsOf('<41 4\n2><4><>'), ["'AB", "'@", "'"]);
});

test('arrays and dictionaries nest', () => {
  assert.deepEqual(operandsOf('[1 [2 (a)] << /K [3] >>] << /A << /B 1 >> /C 2 >>'), [
    [1, [2, "'a"], { '/K': [3] }],
    { '/A': { '/B': 1 }, '/C': 2 },
  ]);
  assert.deepEqual(operandsOf('[q 1] << 5 /A q 6 7 /B>>'), [[1], { '/A': 6 }], 'wrong operands are left out');
  assert.deepEqual(operatorsOf('] >> > ) } { 1 w'), [['w', 1]], 'brackets that nothing opened');
  assert.deepEqual(operandsOf('<< /A [1 > /B 2] >>'), [{ '/A': [1], '/B': 2 }]);
});

test('arrays and dictionaries without end, and operands without number, cost neither memory nor stack', () => {
  const depthOf = (value: unknown): number => (Array.isArray(value) ? 1 + Math.max(0, ...value.map(depthOf)) : 0);
  const [nested] = operandsOf(`${'['.repeat(5000)}${']'.repeat(5000)}`) ?? [];
  assert.equal(depthOf(nested), 34);
  let depth = 0;
  for (let value = operandsOf(`${'<< /A '.repeat(5000)}1${'>>'.repeat(5000)}`)?.[0]; value; depth++)
    value = (value as Record<string, unknown>)['/A'];
  assert.equal(depth, 34);
  assert.equal(operandsOf('1 '.repeat(5000))?.length, 4096);
});

test('content that ends within a string, an array, a dictionary or an inline image is known to be cut off', () => {
  for (const whole of ['', 'q', '(a)', '<61>', '[1]', '<< /A 1 >>', 'BI /W 1 ID x EI', '% (', '(a']) {
    const isCut = whole === '(a';
    assert.equal(read(whole).isWhole, !isCut, whole);
  }
  for (const cut of ['(a\\)', '(a(b)', '<61', '[1', '<< /A 1', '<< /A', 'BI /W 1', 'BI ID x', '[[1]'])
    assert.equal(read(cut).isWhole, false, cut);
});

/** The data of the first inline image, and the operators behind it. */
function inline(content: string): { data: unknown; behind: unknown[] } {
  const [image, ...behind] = operatorsOf(content);
  return { data: image?.[2], behind: behind.map(([operator]) => operator) };
}

test('an uncompressed inline image is as long as its rows, with any bytes in them (8.9.7)', () => {
  const cases: [string, number][] = [
    ['/W 3 /H 2 /BPC 8 /CS /G', 6],
    ['/Width 3 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray', 6],
    ['/W 3 /H 2 /BPC 4 /CS /RGB', 10],
    ['/W 2 /H 2 /BPC 8 /CS /DeviceRGB', 12],
    ['/W 2 /H 1 /BPC 8 /CS /CMYK', 8],
    ['/W 2 /H 1 /BPC 8 /CS /DeviceCMYK', 8],
    ['/W 9 /H 3 /IM true', 6],
    ['/W 17 /H 2 /ImageMask true /BPC 8', 6],
    ['/W 4 /H 2 /BPC 8 /CS [/Indexed /RGB 1 <000000ffffff>]', 8],
  ];
  for (const [entries, length] of cases) {
    const data = '\nEI q Q '.repeat(2).slice(0, length);
    for (const end of [' EI q', '\r\nEI q', 'EI q', '\nEI'])
      assert.deepEqual(
        inline(`BI ${entries} ID ${data}${end}`),
        { data: `'${data}`, behind: end.endsWith('q') ? ['q'] : [] },
        `${entries} before ${JSON.stringify(end)}`,
      );
  }
});

test('an inline image whose rows do not end at an EI, or that is compressed, ends at an EI before content', () => {
  const size = '/W 1 /H 1 /BPC 8 /CS /G';
  assert.deepEqual(inline(`BI ${size} ID abcd\nEI Q`), { data: "'abcd", behind: ['Q'] });
  assert.deepEqual(inline(`BI ${size} /F /AHx ID 00>\nEI 1 w`), { data: "'00>", behind: ['w'] });
  assert.deepEqual(inline('BI /W 9 /Filter /Fl ID x EI \xfe\xfe y EI\nBT ET'), {
    data: "'x EI \xfe\xfe y",
    behind: ['BT', 'ET'],
  });
  // Without a blank before it, if no other has one.
  assert.deepEqual(inline('BI /F /Fl ID xyEI Q'), { data: "'xy", behind: ['Q'] });
  assert.deepEqual(inline('BI /F /Fl ID xyEIz EIx'), { data: "'xyEIz EIx", behind: [] });
  assert.deepEqual(inline('BI /F /Fl ID EI Q'), { data: "'", behind: ['Q'] });
  // Sizes that are not numbers, and spaces that are not known, tell nothing.
  for (const odd of [
    '/W (a) /H 1 /BPC 8 /CS /G',
    '/W 1 /H /x /BPC 8 /CS /G',
    '/W 1 /H 1 /BPC /x /CS /G',
    '/W 1 /H 1 /BPC 8 /CS /Cs1',
    '/W 1 /H 1 /BPC 8',
  ])
    assert.deepEqual(inline(`BI ${odd} ID ab EI Q`), { data: "'ab", behind: ['Q'] }, odd);
});

const balance = (content: string) => {
  const { missing, open } = balanceOf(Buffer.from(content, 'latin1'));
  return [missing, open];
};

test('a page that saves more states than it restores leaves them open, one that restores more lacks them', () => {
  assert.deepEqual(balance(''), [0, 0]);
  assert.deepEqual(balance('q 1 w Q'), [0, 0]);
  assert.deepEqual(balance('q q Q'), [0, 1]);
  assert.deepEqual(balance('q'), [0, 1]);
  assert.deepEqual(balance('Q q'), [1, 1]);
  assert.deepEqual(balance('q Q Q Q q'), [2, 1]);
  assert.deepEqual(balance('Q'), [1, 0]);
});

test('q and Q count as operators only: not in strings, names, comments, longer words or pictures', () => {
  assert.deepEqual(balance('(q) (\\( q) (a(q)q) <71> /q /Q [q]'), [0, 1], 'only the one in brackets');
  assert.deepEqual(balance('% q\nq% q\rq%'), [0, 2]);
  assert.deepEqual(balance('qq Qq BMq q1 B'), [0, 0]);
  assert.deepEqual(balance('<< /K (q) /q 1 >>q<</q<71>>>Q'), [0, 0]);
  assert.deepEqual(balance('q\0q\tq\nq\fq\rq Q{Q}Q[Q]Q)Q'), [0, 0]);
  assert.deepEqual(balance('q\x0bq'), [0, 0], 'a vertical tab is no blank');
  assert.deepEqual(balance('BI /W 4 /H 1 /BPC 8 /CS /G ID  q  EI q'), [0, 1]);
  assert.deepEqual(balance('BI /W 5 /H 1 /BPC 8 /CS /G ID q q q EI Q BI'), [1, 0]);
  assert.deepEqual(balance('<61>q'), [0, 1]);
  assert.deepEqual(balance('(\\\\)q'), [0, 1]);
  assert.deepEqual(balance('(q'), [0, 0]);
  assert.deepEqual(balance('<q'), [0, 0]);
  assert.deepEqual(balance('(\\'), [0, 0]);
});

test('one stream of a page may close what the previous one opened', () => {
  const balances = new Map([
    ['1 0 R', { missing: 0, open: 2 }],
    ['2 0 R', { missing: 1, open: 0 }],
    ['3 0 R', { missing: 3, open: 1 }],
  ]);
  const joined = (...references: string[]) => {
    const { missing, open } = joinedBalance(references, balances);
    return [missing, open];
  };
  assert.deepEqual(joined(), [0, 0]);
  assert.deepEqual(joined('1 0 R', '2 0 R'), [0, 1]);
  assert.deepEqual(joined('1 0 R', '9 0 R', '3 0 R'), [1, 1], 'content that is not known counts nothing');
  assert.deepEqual(joined('2 0 R', '1 0 R', '3 0 R', '3 0 R'), [4, 1]);
});
