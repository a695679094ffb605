// The texts of errors in a language other than English; the English ones are in the catalogue, core/errors.ts.
import type { ErrorCode } from '../core/errors.ts';

interface ErrorText {
  /** Title, meaning and remedy of its page in the documentation, in Markdown. */
  title: string;
  means: string;
  fix: string;
  /** What happened and what to do, for people at a page, with the values of the error's fields. */
  message: string;
  /** Messages for certain values of `cause`, `code`, `detected_type`, `received` or `status`. */
  cases?: Readonly<Record<string, string>>;
}

/** Every code has an entry: tsc reports those that a language lacks. */
export type ErrorTexts = Readonly<Record<ErrorCode, ErrorText>>;

/** The messages by their keys in the pages: the code, or `CODE_CASE`; with those of `others`, which are no codes. */
export const forPages = (texts: ErrorTexts, others: Readonly<Record<string, string>>): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(texts).flatMap(([code, { message, cases = {} }]) => [
      [code, message],
      ...Object.entries(cases).map(([name, text]) => [`${code}_${name}`, text]),
    ]),
  ),
  ...others,
});
