// The pages of the tools, by what people want.
import { Title } from '@mantine/core';
import { Link } from 'wouter';
import type { ToolPage } from '../api/types.ts';
import { ToolIcon } from '../parts/tool-icon.tsx';
import { toolName, toolSays } from '../parts/tool-name.ts';
import { groups, text } from './text.ts';

export const Tools = ({ pages }: { pages: readonly ToolPage[] }) => (
  <div className="tool-groups">
    {groups
      .map((group) => ({ group, inGroup: pages.filter((page) => page.group === group) }))
      .filter(({ inGroup }) => inGroup.length > 0)
      .map(({ group, inGroup }) => (
        <div key={group}>
          <Title order={3} size="h4" mb="xs">
            {text.group(group)}
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
