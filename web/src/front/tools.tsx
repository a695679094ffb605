// The pages of the tools, by purpose.
import { useTranslation } from 'react-i18next';
import { Title } from '@mantine/core';
import { Link } from 'wouter';
import type { ToolGroup, ToolPage } from '../api/types.ts';
import { ToolIcon } from '../parts/tool-icon.tsx';
import { toolName, toolSays } from '../parts/tool-name.ts';

const groups = ['to-pdf', 'from-pdf', 'pages', 'finish'] as const satisfies readonly ToolGroup[];

export function Tools({ pages }: { pages: readonly ToolPage[] }) {
  const { t } = useTranslation();
  return (
    <div className="tool-groups">
      {groups
        .map((group) => ({ group, inGroup: pages.filter((page) => page.group === group) }))
        .filter(({ inGroup }) => inGroup.length > 0)
        .map(({ group, inGroup }) => (
          <div key={group}>
            <Title order={3} size="h4" mb="xs">
              {t(`front.group_${group.replace('-', '_') as 'pages'}`)}
            </Title>
            <ul className="tool-links">
              {inGroup.map(({ address, name, says, icon }) => (
                <li key={address}>
                  <Link href={`/tools/${address}`} className="tool">
                    <span className="tool-icon">
                      <ToolIcon name={icon} />
                    </span>
                    <span>
                      <strong>{toolName(address, name)}</strong>
                      <small>{toolSays(address, says)}</small>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </div>
  );
}
