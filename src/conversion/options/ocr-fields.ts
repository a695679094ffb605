// The form fields of tools that recognise text.
import { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { ocrLanguages } from '#core/ocr.ts';
import { choice, registered } from './fields.ts';

/** Languages of one text: each makes its recognition slower. */
const maxLanguages = 4;
const pattern = /^[A-Za-z]{2,8}(_[A-Za-z]+)*(\+[A-Za-z]{2,8}(_[A-Za-z]+)*)*$/;

/** The languages of the text, joined by `+`. */
export const languages = () =>
  registered(
    z
      .string()
      .refine((value) => pattern.test(value) && value.split('+').length <= maxLanguages)
      .describe(
        'Languages of the text as codes of Tesseract, joined by `+`: `eng+deu`. The default is the language of the account.',
      )
      .meta({ 'x-languages': ocrLanguages }),
    (field) => new Failure('invalid_format', { field, allowed: [...ocrLanguages] }),
  ).optional();

/** The names of {@link readScans}. */
export const ocrFields = ['ocr', 'languages'] as const;

/** Fields of tools that read PDFs; only where the service offers text recognition. */
export const readScans = () => ({
  ocr: choice(
    ['auto', 'off'],
    'invalid_format',
    'Recognise the text of pages without text (`auto`); otherwise a scan is an error.',
  ).default('off'),
  languages: languages(),
});
