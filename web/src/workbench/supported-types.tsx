// The types of files that the tools accept, on request.
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tool } from '../api/types.ts';
import { typesOf } from '../format.ts';
import { toolName } from '../parts/tool-name.ts';

export function SupportedTypes({ tools }: { tools: readonly Tool[] }) {
  const { t } = useTranslation();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const pages = tools.flatMap((tool) => tool.pages).filter(({ group }) => group === 'to-pdf');
  const types: readonly [string, string][] = [
    ...pages.map(({ address, name, accepted_exts: all }): [string, string] => [toolName(address, name), typesOf(all)]),
    [t('workbench.supported_pdf'), 'PDF'],
  ];
  return (
    <div>
      <Button
        variant="default"
        size="compact-md"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? 'workbench.hide_supported' : 'workbench.show_supported')}
      </Button>
      <dl id={id} className="supported" hidden={!isShown}>
        {types.map(([name, all]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{all}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
