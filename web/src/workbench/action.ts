// The label of the button that starts a conversion.
import type { Tool } from '../api/types.ts';
import { texts } from '../i18n.ts';

const known = (tool: string) => `workbench.do_${tool as 'merge-pdf'}` as const;

/** "Merge", "Compress (3 files)", "Convert 3 files"; `count` conversions are begun. */
export function actionOf(tool: Tool | undefined, count: number): string {
  const key = tool === undefined ? undefined : known(tool.id);
  if (key === undefined || !texts.exists(key))
    return count > 1 ? texts.t('workbench.convert_files', { count }) : texts.t('workbench.convert');
  return count > 1 ? texts.t('workbench.do_files', { action: texts.t(key), count }) : texts.t(key);
}
