// The words of the workbench, in the language of the pages: for its own code, and for components that their page renders anew.
import type { ParseKeys } from 'i18next';
import { size } from '../format.ts';
import { texts } from '../i18n.ts';

type Key = ParseKeys;
const t = (key: Key, values: Record<string, unknown> = {}): string => texts.t(key, values);

export const text = {
  get drop() {
    return t('workbench.drop');
  },
  get dropAnywhere() {
    return t('workbench.drop_anywhere');
  },
  get choose() {
    return t('workbench.choose');
  },
  get hint() {
    return t('workbench.hint');
  },
  get files() {
    return t('workbench.files');
  },
  get order() {
    return t('workbench.order');
  },
  get orderHint() {
    return t('workbench.order_hint');
  },
  move: (name: string, way: 'up' | 'down') => t(`workbench.move_${way}`, { name }),
  drag: (name: string) => t('workbench.drag', { name }),
  remove: (name: string) => t('workbench.remove', { name }),
  get chooseTool() {
    return t('workbench.choose_tool');
  },
  get allToPdf() {
    return t('workbench.all_to_pdf');
  },
  get allToPdfHint() {
    return t('workbench.all_to_pdf_hint');
  },
  convert: (count: number) => (count > 1 ? t('workbench.convert_files', { count }) : t('workbench.convert')),
  unknown: (name: string, known: readonly string[]) =>
    t('workbench.unknown', { name, types: known.map((one) => one.slice(1).toUpperCase()).join(', ') }),
  get notTogether() {
    return t('workbench.not_together');
  },
  notThisTool: (name: string, tool: string) => t('workbench.not_this_tool', { name, tool }),
  needsMore: (count: number) => t('workbench.needs_more', { count }),
  tooMany: (count: number) => t('workbench.too_many', { count }),
  fillIn: (field: string) => t('workbench.fill_in', { field }),
  get noPlan() {
    return t('workbench.no_plan');
  },
  get results() {
    return t('workbench.results');
  },
  progress: (done: number, all: number) => t('workbench.progress', { done, all }),
  failures: (count: number) => t('workbench.failures', { count }),
  get downloadAll() {
    return t('workbench.download_all');
  },
  get zipName() {
    return t('workbench.zip_name');
  },
  get zipFailed() {
    return t('workbench.zip_failed');
  },
  otherOptions: (name: string) => t('workbench.other_options', { name }),
  get another() {
    return t('workbench.another');
  },
  get clear() {
    return t('workbench.clear');
  },
  get waiting() {
    return t('workbench.waiting');
  },
  waitingFor: (seconds: number) => t('workbench.waiting_for', { seconds }),
  uploading: (part: number) => t('workbench.uploading', { percent: Math.round(part * 100) }),
  get upload() {
    return t('workbench.upload');
  },
  get converting() {
    return t('workbench.converting');
  },
  get cancelled() {
    return t('workbench.cancelled');
  },
  ready: (bytes: number) => t('workbench.ready', { size: size(bytes) }),
  get download() {
    return t('workbench.download');
  },
  downloadOf: (name: string) => t('workbench.download_of', { name }),
  previewOf: (name: string) => t('workbench.preview_of', { name }),
  cancelOf: (name: string) => t('workbench.cancel_of', { name }),
  get retry() {
    return t('workbench.retry');
  },
  retryOf: (name: string) => t('workbench.retry_of', { name }),
  keptTrial: (count: number) => t('workbench.kept_trial', { count }),
  get keptAccount() {
    return t('workbench.kept_account');
  },
  get empty() {
    return t('workbench.empty');
  },
  tooLarge: (max: number) => t('workbench.too_large', { size: size(max) }),
  code: (code: string) => t('workbench.code', { code }),
  smaller: (percent: number) => (percent > 0 ? t('workbench.smaller', { percent }) : t('workbench.not_smaller')),
  get viewPlans() {
    return t('workbench.view_plans');
  },
};
