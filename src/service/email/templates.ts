// The content of each e-mail, by the keys of its texts; the texts are those of src/messages.
import { createInstance } from 'i18next';
import { locales, type Language } from '#messages/languages.ts';
import { mails as de } from '#messages/de/mails.ts';
import { mails as en } from '#messages/en/mails.ts';
import { mails as fr } from '#messages/fr/mails.ts';
import { renderHtml, renderText } from './message.ts';
import type { Mail } from './mail.ts';

/** The values of each template; names that end in `At` are times. */
interface TemplateValues {
  sign_in: { url: string; minutes: number };
  change_address: { url: string; minutes: number; address: string; from: string };
  address_changed: { address: string };
  quota_80: { used: number; quota: number; renewsAt: number | null; url: string; unsubscribeUrl: string };
  quota_reached: { quota: number; limit: number; renewsAt: number | null; url: string };
  trial_ending: { left: number; endsAt: number; url: string };
  webhook_gone: { address: string; url: string };
  webhook_failing: { address: string; url: string };
  mail_test: { url: string };
}

type Kind = keyof TemplateValues;
type Key = keyof typeof en;

interface Template {
  paragraphs: readonly Key[];
  /** The label of the button that leads to `url`. */
  action?: Key;
  footer: readonly Key[];
}

const renewal = ({ renewsAt }: { renewsAt: number | null }): Key => (renewsAt === null ? 'never_renews' : 'renews');

const templates: { [Name in Kind]: (values: TemplateValues[Name]) => Template } = {
  sign_in: () => ({
    paragraphs: ['sign_in_text'],
    action: 'sign_in_action',
    footer: ['sign_in_footer'],
  }),
  change_address: () => ({
    paragraphs: ['change_address_text', 'change_address_how'],
    action: 'change_address_action',
    footer: ['change_address_footer'],
  }),
  address_changed: () => ({
    paragraphs: ['address_changed_text'],
    footer: ['address_changed_footer'],
  }),
  quota_80: (values) => ({
    paragraphs: ['quota_80_text', renewal(values)],
    action: 'quota_80_action',
    footer: ['reason', 'quota_80_footer'],
  }),
  quota_reached: (values) => ({
    paragraphs: ['quota_reached_text', renewal(values)],
    action: 'plans_action',
    footer: ['reason'],
  }),
  trial_ending: () => ({
    paragraphs: ['trial_ending_text', 'trial_ending_how'],
    action: 'plans_action',
    footer: ['reason'],
  }),
  webhook_gone: () => ({
    paragraphs: ['webhook_gone_text'],
    action: 'webhook_action',
    footer: ['reason'],
  }),
  webhook_failing: () => ({
    paragraphs: ['webhook_failing_text'],
    action: 'webhook_action',
    footer: ['reason'],
  }),
  mail_test: () => ({
    paragraphs: ['mail_test_text'],
    action: 'mail_test_action',
    footer: ['mail_test_footer'],
  }),
};

const catalogue = createInstance({
  resources: { en: { mails: en }, fr: { mails: fr }, de: { mails: de } } satisfies Record<Language, object>,
  ns: 'mails',
  defaultNS: 'mails',
  fallbackLng: 'en',
  initAsync: false,
  // The layout escapes the values that it inserts into HTML.
  interpolation: { escapeValue: false },
});
void catalogue.init();

/** Formats numbers and dates for the language. */
function written(values: object, language: Language): Record<string, string> {
  const numbers = new Intl.NumberFormat(locales[language]);
  const dates = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' });
  const format = (name: string, value: unknown) =>
    typeof value === 'number' ? (name.endsWith('At') ? dates : numbers).format(value) : String(value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, format(name, value)]));
}

/** Renders an e-mail in the recipient's language. */
export function renderMail<Name extends Kind>(
  kind: Name,
  values: TemplateValues[Name],
  { to, language }: { to: string; language: Language },
): Mail {
  const translate = catalogue.getFixedT(language) as unknown as (key: Key, values: object) => string;
  const details = written(values, language);
  const say = (key: Key) => translate(key, details);
  const { paragraphs, action, footer } = templates[kind](values);
  const message = {
    subject: say(`${kind}_subject`),
    paragraphs: paragraphs.map(say),
    ...(action !== undefined && 'url' in values ? { action: { label: say(action), url: values.url } } : {}),
    footer: footer.map(say),
  };
  return { to, subject: message.subject, text: renderText(message), html: renderHtml(message, language) };
}
