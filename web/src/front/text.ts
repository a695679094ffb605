// The words of the front page and of the pages of tools, in the language of the pages: for components that Front renders anew.
import type { ParseKeys } from 'i18next';
import type { ToolGroup } from '../api/types.ts';
import { anyOf, size } from '../format.ts';
import { texts } from '../i18n.ts';

type Key = ParseKeys;
const t = (key: Key, values: Record<string, unknown> = {}): string => texts.t(key, values);

export const groups = ['to-pdf', 'from-pdf', 'pages', 'finish'] as const satisfies readonly ToolGroup[];

const unlimited = 2_147_483_647;

export const text = {
  get title() {
    return t('front.title');
  },
  get lead() {
    return t('front.lead');
  },
  hintOf: (extensions: readonly string[]) => extensions.map((one) => one.slice(1).toUpperCase()).join(', '),
  left: (left: number, perDay: number) => t('front.left', { left, count: perDay }),
  get usedUp() {
    return t('workbench.used_up');
  },
  limits: (bytes: number, files: number) => t('front.limits', { size: size(bytes), files }),
  get howToGetIn() {
    return t('front.get_in');
  },
  openSignUp: (free: number) => t('front.open_sign_up', { count: free }),
  someDomains: (domains: readonly string[]) => t('front.some_domains', { domains: anyOf([...domains]) }),
  get closedSignUp() {
    return t('front.closed_sign_up');
  },
  get signIn() {
    return t('front.sign_in');
  },
  get dashboard() {
    return t('front.dashboard');
  },
  get privacy() {
    return t('front.privacy');
  },
  promises: (minutes: number | null) => [
    minutes === null
      ? { title: t('front.gone_hour'), body: t('front.gone_hour_says') }
      : { title: t('front.gone', { count: minutes }), body: t('front.gone_says', { count: minutes }) },
    { title: t('front.apart'), body: t('front.apart_says') },
    { title: t('front.nobody'), body: t('front.nobody_says') },
  ],
  get tools() {
    return t('front.tools');
  },
  group: (group: ToolGroup) => t(`front.group_${group.replace('-', '_') as 'pages'}`),
  get api() {
    return t('front.api');
  },
  get apiLead() {
    return t('front.api_lead');
  },
  get quickStart() {
    return t('front.quick_start');
  },
  get reference() {
    return t('front.reference');
  },
  get documentation() {
    return t('front.documentation');
  },
  get plans() {
    return t('front.plans');
  },
  planPrice: (euros: number) => (euros === 0 ? t('front.free') : t('front.price', { euros })),
  planQuota: (quota: number, isMonthly: boolean) =>
    quota >= unlimited ? t('front.no_end') : t(isMonthly ? 'front.monthly' : 'front.quota', { count: quota }),
  planSize: (bytes: number) => t('front.plan_size', { size: size(bytes) }),
  planMerge: (files: number) => t('front.plan_merge', { count: files }),
  get toolCode() {
    return t('front.code');
  },
  toolDetails: (tool: string) => t('front.details', { tool }),
  get takes() {
    return t('front.takes');
  },
  get gives() {
    return t('front.gives');
  },
  get upTo() {
    return t('front.up_to');
  },
  get otherTools() {
    return t('front.others');
  },
  get skip() {
    return t('shell.skip');
  },
  get pages() {
    return t('shell.pages');
  },
  get frontPage() {
    return t('front.front_page');
  },
  get allTools() {
    return t('front.all_tools');
  },
  get notFound() {
    return t('shell.not_found');
  },
  get notFoundLead() {
    return t('front.not_found_says');
  },
  get cannotLoad() {
    return t('shell.broken');
  },
  get retry() {
    return t('common.try_again');
  },
};
