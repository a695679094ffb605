// The keys that `t` of i18next takes are those of the English texts.
import 'i18next';
import type * as en from './en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}
