// The form fields of tools with text output.
import { formats, type Format } from '#core/formats.ts';
import { textFormats } from '#core/document-blocks.ts';
import { choice, readPages } from './fields.ts';

export const textFields = () => ({
  format: choice(
    textFormats,
    'invalid_format',
    'Markdown (CommonMark with GFM tables and footnotes), plain text, or JSON: blocks with their type, page and box.',
  ).default('md'),
  pages: readPages(),
  page_markers: choice(
    ['on', 'off'],
    'invalid_format',
    'Mark where pages begin: with a comment in Markdown, a form feed in plain text.',
  ).default('off'),
  images: choice(
    ['on', 'off'],
    'invalid_format',
    'Return a ZIP of the text and its images; not for plain text.',
  ).default('off'),
});

interface TextOptions {
  format: (typeof textFormats)[number];
  images: 'on' | 'off';
}

/** Returns whether the result includes images. */
export const hasPictures = ({ format, images }: TextOptions): boolean => images === 'on' && format !== 'txt';

/** Returns the format of the result. */
export const formatOfText = (options: TextOptions): Format =>
  hasPictures(options) ? formats.zip : formats[options.format];
