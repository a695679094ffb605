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
  const types = [...tools.flatMap(typesToPdf), [t('workbench.supported_pdf'), 'PDF'] as const];
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

/** The types of files that become PDFs, by page; those that no page is about by the name of the tool. */
function typesToPdf({ id, name, pages, accepted_exts: all }: Tool): (readonly [string, string])[] {
  if (pages[0]?.group !== 'to-pdf') return [];
  const others = all.filter((one) => !pages.some(({ accepted_exts: about }) => about.includes(one)));
  return [
    ...pages.map((page) => [toolName(page.address, page.name), typesOf(page.accepted_exts)] as const),
    ...(others.length > 0 ? [[toolName(id, name), typesOf(others)] as const] : []),
  ];
}
