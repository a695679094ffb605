// The styles of a Word document: Normal is how the body looks, and nothing of it shows where it should not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paragraphStyleOf, stylesOf, stylesXml } from '#conversion/word/docx/styles.ts';
import { type ListFormat, plainParagraph, type WordDocument } from '#conversion/word/docx-model.ts';
import type { TextStyle } from '#conversion/layout/page-content.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { documentOf } from '../../support/word-documents.ts';

const bullet: ListFormat = { kind: 'bullet', text: '•', start: 1, labelIndent: 0, textIndent: 18 };

const withHeading = (bodyStyle: TextStyle, heading: TextStyle): WordDocument =>
  documentOf([{ ...plainParagraph([{ text: 'A heading', style: heading }]), heading: 1 }], { bodyStyle });

function partsOf(bodyStyle: TextStyle, heading: TextStyle): { normal: string; heading: string } {
  const document = withHeading(bodyStyle, heading);
  const xml = stylesXml(stylesOf(document), document);
  return {
    normal: /<w:rPrDefault>(.*?)<\/w:rPrDefault>/.exec(xml)?.[1] ?? '',
    heading: /w:styleId="Heading1">(.*?)<\/w:style>/.exec(xml)?.[1] ?? '',
  };
}

test('Normal is upright and not bold, even if most of the text is not', () => {
  const { normal } = partsOf({ ...plainStyle(11), bold: true, italic: true }, plainStyle(16));
  assert.doesNotMatch(normal, /<w:[bi]\b/);
  assert.equal(stylesOf(withHeading({ ...plainStyle(11), bold: true }, plainStyle(16))).bodyStyle.bold, false);
});

test('properties that Normal has and a heading does not are switched off in its style', () => {
  const body: TextStyle = { ...plainStyle(11), color: '336699', smallCaps: 0.8 };
  const { heading } = partsOf(body, { ...plainStyle(16), bold: true });
  for (const part of ['<w:b/><w:bCs/>', '<w:smallCaps w:val="0"/>', '<w:color w:val="000000"/>'])
    assert.ok(heading.includes(part), part);
});

test('new text is as wide as its font, though the letters of the text are fitted to the page', () => {
  const body: TextStyle = { ...plainStyle(11), spacing: 0.5, scale: 90 };
  const document = documentOf([plainParagraph([{ text: 'Text', style: body }])], { bodyStyle: body });
  const styles = stylesOf(document);
  const xml = stylesXml(styles, document);
  const [normal = '', fitted = ''] = ['Normal', 'BodyText'].map(
    (id) => new RegExp(`w:styleId="${id}">(.*?)</w:style>`).exec(xml)?.[1],
  );
  assert.doesNotMatch(/<w:docDefaults>.*<\/w:docDefaults>/.exec(xml)?.[0] + normal, /<w:spacing|<w:w /);
  assert.match(fitted, /<w:basedOn w:val="Normal"\/>.*<w:spacing w:val="10"\/><w:w w:val="90"\/>/);
  // Neither fitted nor unfitted runs repeat properties of their style.
  const written = (style: TextStyle) => {
    const paragraph = plainParagraph([{ text: 'Text', style }]);
    const { style: id, typical } = paragraphStyleOf(paragraph, styles);
    return [id, typical.spacing === style.spacing && typical.scale === style.scale];
  };
  assert.deepEqual(written(body), ['BodyText', true]);
  assert.deepEqual(written(plainStyle(11)), ['Normal', true]);
});

test('the style of list items has the properties of most of them', () => {
  const body: TextStyle = { ...plainStyle(11), scale: 90 };
  const basis = (style: TextStyle) => {
    const list = { list: 1, level: 0, label: '•', format: bullet };
    const document = documentOf([{ ...plainParagraph([{ text: 'Item', style }]), list }], { bodyStyle: body });
    const xml = stylesXml(stylesOf(document), document);
    return /w:styleId="ListParagraph">.*?<w:basedOn w:val="(\w+)"/.exec(xml)?.[1];
  };
  assert.deepEqual([basis(body), basis(plainStyle(11))], ['BodyText', 'Normal']);
});

test('a heading like Normal does not mention properties that both lack', () => {
  assert.doesNotMatch(
    partsOf(plainStyle(11), plainStyle(16)).heading,
    /smallCaps|w:color|w:w |w:i\b|<w:rPr>.*w:spacing/,
  );
});

test('levels of headings that are left out are closed up below the highest one', () => {
  const headings = [2, 6, 3].map((heading) => ({
    ...plainParagraph([{ text: 'A heading', style: plainStyle(20 - heading) }]),
    heading,
  }));
  const styles = stylesOf(documentOf(headings));
  const written = headings.map((paragraph) => paragraphStyleOf(paragraph, styles));
  assert.deepEqual(
    written.map(({ style, typical }) => [style, typical.size]),
    [
      ['Heading2', 18],
      ['Heading4', 14],
      ['Heading3', 17],
    ],
  );
});
