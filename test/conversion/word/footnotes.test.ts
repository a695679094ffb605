// Footnotes: small text below a short line, with a label that is raised in the text above.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeNotes } from '#conversion/layout/blocks/footnotes.ts';
import { textOfLine } from '#conversion/layout/lines/lines.ts';
import type { Rule, TextLine } from '#conversion/layout/page-content.ts';
import { fullLines, line, page } from '../../support/word-pages.ts';

const rule = (top: number, left = 72, length = 144): Rule => ({
  left,
  right: left + length,
  top,
  bottom: top + 0.5,
  direction: 'horizontal',
  thickness: 0.5,
  color: '000000',
});

interface Notes {
  rules?: Rule[];
  body?: TextLine[];
  notes?: TextLine[];
}
const text = () => [...fullLines(20, { baseline: 400 }), line('as the board says^1 in its report', { baseline: 640 })];
const note = (size = 8) => [line('1 The figures are those of the board', { baseline: 700, size })];

/** The texts of the notes that are found. */
function found({ rules = [rule(686)], body = text(), notes = note() }: Notes = {}): string[] {
  const content = page(0, [], { rules });
  const lines = [...body, ...notes];
  const result = takeNotes(lines, content, { bodySize: 10, all: lines });
  return result.notes.map((own) => own.lines.map(textOfLine).join(' ').trim());
}
const figures = ['The figures are those of the board'];

test('a note goes to its reference, and loses its label and its line', () => {
  const content = page(0, [], { rules: [rule(686)] });
  const lines = [...text(), ...note()];
  const result = takeNotes(lines, content, { bodySize: 10, all: lines });
  assert.deepEqual(
    result.notes.map(({ label }) => label),
    ['1'],
  );
  assert.equal(result.notes[0]?.reference.map(({ text: own }) => own).join(''), '1');
  assert.equal(result.lines.length, 21);
  assert.equal(content.rules.length, 0);
  assert.deepEqual(found(), figures);
});

test('a note may have several lines, and the next one begins with its own label', () => {
  const body = [...text(), line('and so did the others^2 then', { baseline: 652 })];
  const notes = [
    ...note(),
    line('of the harbour', { baseline: 710, size: 8 }),
    line('2 Then', { baseline: 720, size: 8 }),
  ];
  assert.deepEqual(found({ body, notes }), ['The figures are those of the board of the harbour', 'Then']);
});

test('without a reference in the text there is no note', () => {
  assert.deepEqual(found({ body: fullLines(20, { baseline: 400 }) }), []);
  const level = [...fullLines(20, { baseline: 400 }), line('as the board says 1 in its report', { baseline: 640 })];
  assert.deepEqual(found({ body: level }), []);
});

test('the line over notes is longer than a dash and shorter than the text', () => {
  // Text of the body's size is no note without the line.
  const large = (length: number) => found({ rules: [rule(686, 72, length)], notes: note(10) });
  assert.deepEqual(large(31), figures);
  assert.deepEqual(large(29), []);
  assert.deepEqual(large(326), figures);
  assert.deepEqual(large(329), []);
});

test('the first note is right below the line and begins where it does', () => {
  // The top of the note is at 691.
  const at = (top: number, left = 72) => found({ rules: [rule(top, left)], notes: note(10) });
  assert.deepEqual(at(667.5), figures);
  assert.deepEqual(at(666.5), []);
  assert.deepEqual(at(692.5), figures);
  assert.deepEqual(at(693.5), []);
  assert.deepEqual(at(686, 101), figures);
  assert.deepEqual(at(686, 103), []);
  // Where each note is indented, they begin behind it.
  assert.deepEqual(at(686, 36), figures);
  assert.deepEqual(at(686, 30), []);
});

test('a raised label further from its note is its label', () => {
  const apart = [
    line('1', { size: 4, left: 72, baseline: 697 }),
    line('The figures are those of the board', { size: 8, left: 84, baseline: 700 }),
  ];
  assert.deepEqual(found({ rules: [rule(686)], notes: apart }), figures);
});

test('no notes begin in the upper quarter of a page', () => {
  const high = (top: number) =>
    found({
      rules: [rule(top)],
      body: [line('as the board says^1 in its report', { baseline: 100 })],
      notes: [line('1 The figures are those of the board', { baseline: top + 14, size: 10 })],
    });
  assert.deepEqual(high(212), figures);
  assert.deepEqual(high(209), []);
});

test('small lines at the end of a column are notes without a line over them', () => {
  assert.deepEqual(found({ rules: [], notes: note(9.1) }), figures);
  assert.deepEqual(found({ rules: [], notes: note(9.3) }), []);
});

test('a column that is mostly small has no notes without a line over them', () => {
  const few = (count: number) =>
    found({
      rules: [],
      body: [...fullLines(count), line('as the board says^1 in its report', { baseline: 640 })],
      notes: [...note(), line('of the harbour', { baseline: 710, size: 8 })],
    });
  assert.equal(few(2).length, 1);
  assert.equal(few(1).length, 0);
});

test('a reference is smaller than its text, and raised', () => {
  const reference = (size: number, rise: number) => {
    const own = line('as the board says1 in its report', { baseline: 640 });
    const at = 'as the board says'.length;
    own.glyphs = own.glyphs.map((glyph, n) =>
      n === at ? { ...glyph, baseline: 640 - rise, style: { ...glyph.style, size } } : glyph,
    );
    return found({ body: [...fullLines(20, { baseline: 400 }), own] });
  };
  assert.deepEqual(reference(8.5, 3), figures);
  assert.deepEqual(reference(8.7, 3), []);
  assert.deepEqual(reference(6, 0.6), figures);
  assert.deepEqual(reference(6, 0.4), []);
});

test('a small number that is a line by itself is a reference, if a line is above the notes', () => {
  const alone = (size: number) => [line('1', { baseline: 90, size }), ...fullLines(20, { baseline: 400 })];
  assert.deepEqual(found({ body: alone(6) }), figures);
  assert.deepEqual(found({ body: alone(10) }), []);
  assert.deepEqual(found({ body: alone(6), rules: [] }), []);
});

test('a note of the title stays where it is, and those after it are notes', () => {
  const notes = [
    line('* All of the board', { baseline: 700, size: 8 }),
    line('1 The figures', { baseline: 710, size: 8 }),
  ];
  const lines = [...text(), ...notes];
  const result = takeNotes(lines, page(0, [], { rules: [rule(686)] }), { bodySize: 10, all: lines });
  assert.deepEqual(
    result.notes.map((own) => own.lines.map(textOfLine).join(' ').trim()),
    ['The figures'],
  );
  assert.equal(textOfLine(result.lines.at(-1) ?? { glyphs: [] }), '* All of the board');
});
